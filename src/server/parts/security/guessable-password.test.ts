import { expect, test } from 'vitest'
import { COMMON_WORDS } from '#shared/domain/access/password-words.ts'
import { isGuessable } from './guessable-password.ts'

const amna = {
  firstName: 'Amna',
  lastName: "O'Idris",
  email: 'amna.farah77@example.org',
  number: 10_000_005,
}

test.each([
  'Password1',
  'Qwerty123',
  'Member10000005',
  'P@ssw0rd!',
  'Welcome2026!',
  '#Dragon99',
  'Iloveyou1!',
  'AmnaIdris1',
  'Idris-Amna-1',
  'Amna-10000005',
  'Farah77-Amna',
  'WLD_10000005',
  'aaaaaaaA1',
  'AbAbAbAb1!',
  'Sudan2026!',
  'Soudan-2026',
  'Wld-Nyala-26',
  'Demo-Pass1!',
  'Abcdefgh1!',
  'Qwertz-Asdfgh1',
  'Poiuytre1!',
  'Darfur#1956',
])('%s is guessed', (password) => expect(isGuessable(password, amna)).toBe(true))

test.each([
  'Sudan-Horse-1',
  '1234kQ!zRt',
  'Correct-Horse1',
  'Long-Enough1',
  'Strong-Pass1!',
  'New-Secret-9',
  'Fresh-Water-7',
  'Amna-and-her-8-Goats',
  'xK4$wq9!Rz',
  'Racing-Horse1',
  'Good-Pass-1',
])('%s is not guessed', (password) => expect(isGuessable(password, amna)).toBe(false))

test.each(COMMON_WORDS)('%s, which the interface calls common, is guessed here too', (word) =>
  expect(isGuessable(word, amna)).toBe(true),
)
