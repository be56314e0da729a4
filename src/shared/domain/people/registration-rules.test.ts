import { describe, expect, test } from 'vitest'
import { composePhone, isE164, readMaritalStatus } from './registration-rules.ts'

describe('a marital status', () => {
  test.each([
    ['Single', 'Single'],
    ['married', 'Married'],
    [' DIVORCED ', 'Divorced'],
    ['widowed', 'Widowed'],
    ['widow', 'Widowed'],
    ['Widower', 'Widowed'],
    ['engaged', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, status) => expect(readMaritalStatus(text)).toBe(status))
})

describe('a phone number', () => {
  test.each([
    ['912345678', '+249912345678'],
    ['0912345678', '+249912345678'],
    ['00912345678', '+249912345678'],
    ['0912 345-678', '+249912345678'],
    ['910000008', '+249910000008'],
  ])('typed as %s in Sudan is stored as %s', (typed, stored) =>
    expect(composePhone('+249', typed)).toBe(stored),
  )

  test.each([
    ['+249912345678', true],
    ['+1234567', true],
    ['+123456', false],
    ['+123456789012345', true],
    ['+1234567890123456', false],
    ['+0912345678', false],
    ['249912345678', false],
    ['+24991234567x', false],
    ['+249abcdefgh', false],
    ['tel:+249912345678', false],
    ['', false],
  ])('%j has the shape of an international number: %s', (phone, has) =>
    expect(isE164(phone)).toBe(has),
  )
})
