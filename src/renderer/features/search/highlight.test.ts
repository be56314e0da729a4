import { expect, test } from 'vitest'
import { highlight, wordsOf } from './highlight.ts'

const marked = (text: string, q: string): string =>
  highlight(text, wordsOf(q))
    .map(({ text: piece, found }) => (found ? `[${piece}]` : piece))
    .join('')

test.each([
  ['General assembly', 'assem', 'General [assem]bly'],
  ['Général à Saint-Étienne', 'GENERAL etienne', '[Général] à Saint-[Étienne]'],
  ['الجمعيّة العامّة', 'الجمعيه', '[الجمعيّة] العامّة'],
  ['لقاء الأعضاء', 'اعضاء', 'لقاء ال[أعضاء]'],
  ['aaaa', 'aa', '[aaaa]'],
  ['Report 12', '١٢', 'Report [12]'],
  ['', 'x', ''],
  ['nothing here', 'zzz', 'nothing here'],
  ['🐎 horse', 'horse', '🐎 [horse]'],
])('in "%s" the words of "%s" are marked', (text, q, expected) =>
  expect(marked(text, q)).toBe(expected),
)
