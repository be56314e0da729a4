import { expect, test } from 'vitest'
import { nameSize, widthInEms, wordSize } from './fitted-text.ts'

test.each<[string, number]>([
  ['', 0],
  ['VALID', 3.56],
  ['MMMM', 4],
  ['صالحة', 3.1],
  ['مُحمّد', 2.48], // vowel signs take no room of their own
])('the width of %s', (text, ems) => expect(widthInEms(text)).toBeCloseTo(ems, 2))

test('a word takes the width of its place, up to its limit, in one line', () => {
  expect(wordSize('VALID')).toEqual({
    fontSize: 'min(var(--word-most), 28.09cqi)',
    whiteSpace: 'nowrap',
  })
})

const sizeOf = (name: string): number =>
  Number(/([\d.]+)cqi/.exec(String(nameSize(name, 2).fontSize))?.[1])

test('a name is smaller the longer its longest part is', () => {
  expect(sizeOf('Abdelrahmanmohammed Idris')).toBeLessThan(sizeOf('Abdelrahman Idris'))
})
test('and the longer it is as a whole', () => {
  expect(sizeOf('Amna Idris Amna Idris Amna Idris Amna')).toBeLessThan(sizeOf('Amna Idris'))
})
test('it breaks at blanks only', () => {
  expect(nameSize('Amna Idris', 2)).toMatchObject({ overflowWrap: 'normal', wordBreak: 'keep-all' })
})
