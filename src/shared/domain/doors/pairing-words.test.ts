import { expect, test } from 'vitest'
import { CONSONANTS, nextLetters, spacedWords, VOWELS } from './pairing-words.ts'

test.each([
  ['', CONSONANTS],
  ['l', VOWELS],
  ['lu', CONSONANTS],
  ['lusa', CONSONANTS],
  ['lusab', CONSONANTS],
  ['lusab b', VOWELS],
  ['LUSAB-babad-gutih-tuga', CONSONANTS],
  ['lusab babad gutih tugad', ''],
])('after %j come the letters %j', (typed, letters) => expect(nextLetters(typed)).toBe(letters))

test.each([
  ['', ''],
  ['lusab', 'lusab'],
  ['lusabb', 'lusab b'],
  ['Lusab-babadgutih', 'lusab babad gutih'],
])('%j is written %j', (typed, words) => expect(spacedWords(typed)).toBe(words))
