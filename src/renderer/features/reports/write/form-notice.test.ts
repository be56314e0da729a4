import { expect, test } from 'vitest'
import { marksThatStand, noticeThatStands } from './form-notice.ts'

const notice = { title: 'Something is missing', text: 'The fields are marked.' }

test('a notice about fields goes with the last fault that was put right', () => {
  const about = { ...notice, about: 'fields' } as const
  expect(noticeThatStands(about, [{ city: 'Fill this in', type: 'Fill this in' }])).toBe(about)
  expect(noticeThatStands(about, [{ city: undefined, type: 'Fill this in' }])).toBe(about)
  expect(noticeThatStands(about, [{ city: undefined }, { file: 'Fill this in' }])).toBe(about)
  expect(noticeThatStands(about, [{ city: undefined, type: undefined }, {}])).toBeUndefined()
})

test('a notice about files goes when all of them have arrived', () => {
  const about = { ...notice, about: 'files' } as const
  expect(noticeThatStands(about, [], [{ state: 'done' }, { state: 'sending' }])).toBe(about)
  expect(noticeThatStands(about, [], [{ state: 'done' }])).toBeUndefined()
})

test('a notice about neither stays until the form is sent again', () =>
  expect(noticeThatStands(notice, [{}])).toBe(notice))

test('a file that was described is marked no longer, and one that nobody marked is not', () => {
  expect(
    marksThatStand({ a: 'Fill this in', b: 'Fill this in' }, { b: 'Too long', c: 'Fill this in' }),
  ).toEqual({ b: 'Too long' })
})
