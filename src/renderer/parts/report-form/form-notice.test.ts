import { expect, test } from 'vitest'
import { marksThatStand, noticeThatStands } from './form-notice.ts'

const notice = { title: 'Something is missing', text: 'The fields are marked.' }

test('a notice about fields is removed with the last fault that was corrected', () => {
  const about = { ...notice, about: 'fields' } as const
  expect(noticeThatStands(about, [{ city: 'Fill this in', type: 'Fill this in' }])).toBe(about)
  expect(noticeThatStands(about, [{ city: undefined, type: 'Fill this in' }])).toBe(about)
  expect(noticeThatStands(about, [{ city: undefined }, { file: 'Fill this in' }])).toBe(about)
  expect(noticeThatStands(about, [{ city: undefined, type: undefined }, {}])).toBeUndefined()
})

test('a notice about files is removed when all of them have arrived', () => {
  const about = { ...notice, about: 'files' } as const
  expect(noticeThatStands(about, [], [{ state: 'done' }, { state: 'sending' }])).toBe(about)
  expect(noticeThatStands(about, [], [{ state: 'done' }])).toBeUndefined()
})

test('a notice about neither stays until the form is sent again', () =>
  expect(noticeThatStands(notice, [{}])).toBe(notice))

test('a file with a description is no longer marked, and an unmarked one stays unmarked', () => {
  expect(
    marksThatStand({ a: 'Fill this in', b: 'Fill this in' }, { b: 'Too long', c: 'Fill this in' }),
  ).toEqual({ b: 'Too long' })
})
