import { expect, test } from 'vitest'
import { dueDate } from './claim-objection.ts'

test('a reply is due after three days, everything else after a month', () => {
  const at = new Date('2026-03-10T09:00:00.000Z')
  expect(dueDate('reply', at)).toBe('2026-03-13T09:00:00.000Z')
  expect(dueDate('removal', at)).toBe('2026-04-10T09:00:00.000Z')
})

test('a month that has no such day ends with its last day', () => {
  expect(dueDate('privacy', new Date('2027-01-31T09:00:00.000Z'))).toBe('2027-02-28T09:00:00.000Z')
})
