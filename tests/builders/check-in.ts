/** Check-ins as a device records them. Everything can be overridden. */
import { randomUUID } from 'node:crypto'
import type { NewCheckIn } from '../../src/main/outbox/outbox.ts'

let lastCard = 30_000_000

export function buildCheckIn(wish: Partial<NewCheckIn> = {}): NewCheckIn {
  lastCard += 1
  return {
    id: randomUUID(),
    eventId: 'general-assembly',
    cardId: `WLD_${lastCard}`,
    gate: 'North door',
    deviceId: '0b7f5a0e-9a3d-4b53-8f0c-1d2c3b4a5f60',
    at: '2026-05-03T09:00:00.000Z',
    ...wish,
  }
}
