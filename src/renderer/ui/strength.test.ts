import { expect, test } from 'vitest'
import { PASSWORD_CRITERIA, meetsCriterion, passwordScore } from '#shared/domain/password.ts'
import { strengthOf } from './strength.ts'

test.each([
  ['', 'empty', 0],
  ['abc', 'weak', 1],
  ['abcdefgh', 'weak', 2],
  ['abcdefg1', 'fair', 3],
  ['Abcdefg1', 'strong', 4],
  ['Demo-Pass1!', 'strong', 5],
])('%s is %s', (password, strength, score) => expect(strengthOf(password)).toEqual({ strength, score }))

test('the score is the number of criteria that the list ticks', () => {
  for (const password of ['', 'a', 'A1', 'aA1!', 'aA1!aA1!'])
    expect(passwordScore(password)).toBe(PASSWORD_CRITERIA.filter((criterion) => meetsCriterion(password, criterion)).length)
})
