import { describe, expect, test } from 'vitest'
import { COMMON_WORDS, wordsWithin } from './password-words.ts'

describe('the word in a password', () => {
  test.each([
    ['Qwerty123!', 'qwerty'],
    ['2026#Dragon99', 'dragon'],
    ['test1', 'test'],
    ['P@ssword1', 'password'],
  ])('%s holds %s without the signs around it', (password, word) =>
    expect(wordsWithin(password)).toContain(word),
  )

  test.each([
    ['dr@gon', 'dragon'],
    ['b4seball', 'baseball'],
    ['s3cret', 'secret'],
    ['pr1ncess', 'princess'],
    ['adm!n', 'admin'],
    ['m0nkey', 'monkey'],
    ['ma$ter', 'master'],
    ['mo5t', 'most'],
  ])('%s is read with letters as %s', (password, word) =>
    expect(wordsWithin(password)).toContain(word),
  )

  test('a password is itself one of its words, in small letters', () =>
    expect(wordsWithin('Trustno1')).toEqual(['trustno1', 'trustno', 'trustno']))

  test.each(['Abc-12345!', '12345678', '٠١٢٣!', ''])(
    '%j has no word of four letters and is taken as a whole',
    (password) => expect(wordsWithin(password)).toEqual([password.toLowerCase()]),
  )
})

test('each common word has four letters or more, all small: so it is found in a password', () => {
  expect(COMMON_WORDS.filter((word) => !/^[a-z][a-z0-9]{3,}$/.test(word))).toEqual([])
  expect(COMMON_WORDS).toEqual(expect.arrayContaining(['password', 'azerty', 'motdepasse']))
})
