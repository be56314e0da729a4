import { expect, test } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { backOffMs, toSend } from './replay.ts'

test('times are sent by the server’s clock, as it was known when the card was scanned', () => {
  const stored = { ...buildCheckIn({ at: '2026-05-03T10:00:00.000Z' }), sequence: 1 }
  expect(toSend(stored, null).at).toBe('2026-05-03T10:00:00.000Z')
  expect(toSend(stored, 3_600_000).at).toBe('2026-05-03T09:00:00.000Z')
  expect(toSend({ ...stored, clockOffMs: -1_000 }, 3_600_000).at).toBe('2026-05-03T10:00:01.000Z')
  expect(toSend({ ...stored, at: 'nonsense' }, 5).at).toBe('nonsense')
  const { eventId: _eventId, ...sent } = stored
  expect(toSend(stored, null)).toEqual(sent)
  expect(toSend({ ...stored, deviceId: 'of no server' }, null)).not.toHaveProperty('deviceId')
})
test('devices do not send all at once', () =>
  expect([backOffMs(1, 0), backOffMs(1, 1), backOffMs(1_000, 0)]).toEqual([1_000, 500, 60_000]))
