import { expect, test } from 'vitest'
import { isHeld, isHeldByOther } from './lock-rules.ts'

const AT = '2026-05-03T09:00:00.000Z'
test.each([
  [null, null, false],
  [7, null, false],
  [7, '2026-05-03T08:59:59.999Z', false],
  [7, AT, false],
  [7, '2026-05-03T09:00:00.001Z', true],
])('claimed by %s until %s', (claimed_by, claim_expires_at, held) => {
  const claim = { claimed_by, claim_expires_at }
  expect(isHeld(claim, AT)).toBe(held)
  expect(isHeldByOther(claim, 7, AT)).toBe(false)
  expect(isHeldByOther(claim, 8, AT)).toBe(held)
})
