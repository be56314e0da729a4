/** A record of the queue: a check-in, or its settlement. Neither contains the name of a member. */
import * as z from 'zod'
import { parseJson } from '#shared/read-json.ts'
import type { Settlement, StoredCheckIn } from './outbox.ts'

const words = z.string().max(400)
const CheckInRecord = z.tuple([
  z.literal('c'),
  z.string().min(1).max(100),
  words,
  words,
  words,
  words,
  words,
  z.int().min(1),
  z.number().nullable(),
])
const SettledRecord = z.tuple([
  z.literal('s'),
  z.string().min(1).max(100),
  z.enum(['recorded', 'known', 'second', 'unknown-member', 'refused']),
  z.tuple([words, words]).nullable(),
  words,
])
const Known = z.union([CheckInRecord, SettledRecord])

export interface SettledRecord {
  readonly kind: 'settled'
  readonly settlement: Settlement
  /** The time is that of the clock of this computer. */
  readonly settledAt: string
}
export type QueueRecord =
  | { readonly kind: 'check-in'; readonly checkIn: StoredCheckIn }
  | SettledRecord

/** Arrays, not objects: the names of the fields would be most of the file. */
export function writeRecord(record: QueueRecord): string {
  if (record.kind === 'check-in') {
    const { id, eventId, cardId, gate, deviceId, at, sequence, clockOffMs } = record.checkIn
    return JSON.stringify([
      'c',
      id,
      eventId,
      cardId,
      gate,
      deviceId,
      at,
      sequence,
      clockOffMs ?? null,
    ])
  }
  const { id, result, first } = record.settlement
  return JSON.stringify([
    's',
    id,
    result,
    first === null ? null : [first.at, first.gate],
    record.settledAt,
  ])
}

/** undefined: the record is not one that this version writes. */
export function readRecord(text: string): QueueRecord | undefined {
  const parsed = Known.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  if (parsed.data[0] === 'c') {
    const [, id, eventId, cardId, gate, deviceId, at, sequence, clockOffMs] = parsed.data
    return {
      kind: 'check-in',
      checkIn: {
        id,
        eventId,
        cardId,
        gate,
        deviceId,
        at,
        sequence,
        ...(clockOffMs === null ? {} : { clockOffMs }),
      },
    }
  }
  const [, id, result, first, settledAt] = parsed.data
  return {
    kind: 'settled',
    settlement: { id, result, first: first === null ? null : { at: first[0], gate: first[1] } },
    settledAt,
  }
}
