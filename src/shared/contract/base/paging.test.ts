import { expect, test } from 'vitest'
import * as z from 'zod'
import { blankIsAbsent, numeral } from './paging.ts'

const number = numeral(z.coerce.number().int().positive())

test.each([7, '7', ' 7 '])('%j is a number', (value) => expect(number.parse(value)).toBe(7))
test.each([true, [7], ['7'], {}, 'seven', null])('%j is no number', (value) =>
  expect(number.safeParse(value).success).toBe(false),
)

test('a blank is absent', () => {
  const field = blankIsAbsent(z.enum(['a']))
  expect([field.parse(' '), field.parse('a'), field.safeParse('b').success]).toEqual([
    undefined,
    'a',
    false,
  ])
})
