import { expect, test } from 'vitest'
import { JUST_ADMITTED_MS } from '../result/result.ts'
import { createOwnEntries } from './own-entries.ts'

const AT = '2026-05-03T09:00:00.000Z'
function entered() {
  let nowMs = 0
  const entries = createOwnEntries(() => nowMs)
  entries.add({ cardId: 'WLD_10004217', at: AT })
  const has = (cardId: string | null, at: string | null): boolean =>
    entries.has({ cardId, firstCheckIn: at === null ? null : { at, gate: 'North' } })
  return { has, wait: (ms: number) => void (nowMs += ms) }
}

test.each<[string, string | null, string | null, boolean]>([
  ['the card that came in here', 'WLD_10004217', AT, true],
  ['the same moment, as another server writes it', 'WLD_10004217', '2026-05-03T09:00:00Z', true],
  ['a card that came in at another door before', 'WLD_10004217', '2026-05-03T08:00:00.000Z', false],
  ['another card', 'WLD_10004225', AT, false],
  ['a card that is not in', 'WLD_10004217', null, false],
  ['a code without a member', null, AT, false],
])('this device knows whether it let it in: %s', (_what, cardId, at, is) =>
  expect(entered().has(cardId, at)).toBe(is),
)

test('half a minute later it may be another person', () => {
  const { has, wait } = entered()
  wait(JUST_ADMITTED_MS - 1)
  expect(has('WLD_10004217', AT)).toBe(true)
  wait(1)
  expect(has('WLD_10004217', AT)).toBe(false)
})
