import { expect, test } from 'vitest'
import {
  isPasswordAlphabet,
  isStrongPassword,
  PASSWORD_CRITERIA,
  meetsCriterion,
  passwordScore,
} from '#shared/domain/access/password.ts'
import { strengthOf } from './strength.ts'

test.each([
  ['', 'empty', 'danger', 0],
  ['abc', 'weak', 'danger', 1],
  ['abcdefgh', 'weak', 'danger', 2],
  ['abcdefg1', 'weak', 'warning', 3],
  ['Goatherd1', 'medium', 'success', 4],
  ['Demo-Pass1!', 'strong', 'success', 5],
])('the password "%s" has the strength %s', (password, strength, colour, score) =>
  expect(strengthOf(password)).toEqual({ strength, colour, score }),
)

test.each(['aA1!', 'aA1!aA1', 'abcdefg1', 'Abcdefgh', 'aA1! aA1!', 'كلمة-Aa1!'])(
  '%s, which forms refuse, is weak and not green',
  (password) => {
    expect(isStrongPassword(password) && isPasswordAlphabet(password)).toBe(false)
    expect(strengthOf(password).strength).toBe('weak')
    expect(strengthOf(password).colour).not.toBe('success')
  },
)

test.each(['Password1', 'Password1!', 'P@ssword123', 'Qwerty123!', 'Azerty-2024', 'MotDePasse1'])(
  '%s, which the server refuses, is weak and not green',
  (password) => {
    expect(isStrongPassword(password)).toBe(true)
    expect(strengthOf(password)).toMatchObject({ strength: 'weak', colour: 'warning' })
  },
)

test('the score is the number of criteria that the list ticks', () => {
  for (const password of ['', 'a', 'A1', 'aA1!', 'aA1!aA1!'])
    expect(passwordScore(password)).toBe(
      PASSWORD_CRITERIA.filter((criterion) => meetsCriterion(password, criterion)).length,
    )
})
