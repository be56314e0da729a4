import { expect, test } from 'vitest'
import { ENTRY_NOTICES_A_DAY, greetedName, lastNoticeIn } from './entry-notice.ts'

test.each([
  ['Hawa', 'Hawa'],
  ['Abd Al Rahman', 'Abd Al Rahman'],
  ['Send your money to Ahmed', ''],
  ['A'.repeat(41), ''],
])('%j is greeted as %j', (name, greeted) => expect(greetedName(name)).toBe(greeted))

test('the last mail goes when the budgets of the days are enough', () => {
  const left = ENTRY_NOTICES_A_DAY
  expect(lastNoticeIn(1, { waiting: 0, left })).toBe(0)
  expect(lastNoticeIn(left, { waiting: 0, left })).toBe(0)
  expect(lastNoticeIn(left + 1, { waiting: 0, left })).toBe(1)
  expect(lastNoticeIn(1, { waiting: 0, left: 0 })).toBe(1)
  expect(lastNoticeIn(5_000, { waiting: 100, left })).toBe(25)
})
