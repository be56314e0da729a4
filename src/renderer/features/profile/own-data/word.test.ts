import { expect, it } from 'vitest'
import { exportFileName } from './export-file-name.ts'
import { isErasingWord } from './word.ts'

it.each([
  ['ERASE', 'ERASE'],
  [' erase ', 'ERASE'],
  ['Supprimer', 'SUPPRIMER'],
  ['ERASE', 'SUPPRIMER'],
  ['احذف', 'احذف'],
  ['اِحذِف', 'احذف'],
  ['احــذف', 'احذف'],
])('%s is accepted for the word %s', (typed, word) => expect(isErasingWord(typed, word)).toBe(true))
it.each([
  ['', 'ERASE'],
  ['eras', 'ERASE'],
  ['erase it', 'ERASE'],
  ['supprimer', 'ERASE'],
])('%s is not %s', (typed, word) => expect(isErasingWord(typed, word)).toBe(false))
it('names the copy by its day, without a name', () =>
  expect(exportFileName('2026-05-03T09:00:00.000Z')).toBe('wld-account-2026-05-03.json'))
