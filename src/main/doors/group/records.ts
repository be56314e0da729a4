/**
 * The records that doors exchange: doors of the group, entries, doors that left or were removed.
 * Each is signed by its door and passed on unchanged, so no door can write for another (ADR 0051).
 */
import { createHash, sign, verify, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { DOOR_NAME_MAX } from '#shared/domain/doors/door-name.ts'
import { readJson } from '#shared/read-json.ts'
import type { DoorKey } from './door-key.ts'

const Door = z.string().regex(/^[0-9a-f]{64}$/)
const GroupId = z.string().regex(/^[0-9a-f]{32}$/)
const Instant = z.iso.datetime().max(30)
/** Milliseconds; beyond the years that a clock can show. */
const Stamp = z
  .int()
  .min(0)
  .max(2 ** 50)

/** A door of the group, signed by the door that took it in; the first one by itself. */
const DoorBody = z.strictObject({
  kind: z.literal('door'),
  group: GroupId,
  door: Door,
  by: Door,
  key: z.string().min(1).max(200),
  /** Whether it can be read is decided where the record is taken in. */
  name: z.string().min(1).max(DOOR_NAME_MAX),
  at: Instant,
  /** Of the first door alone: its key and this make the id of the group. */
  nonce: z.string().max(64).optional(),
})
const EntryBody = z.strictObject({
  kind: z.literal('entry'),
  group: GroupId,
  door: Door,
  id: z.uuid(),
  card: z.string().regex(/^(?:WLD_)?\d{1,15}$/),
  /** The time is that of the clock of the door. */
  at: Instant,
  /** The clock of the door minus the server's, as far as it knows it; milliseconds. */
  clockOffMs: z.int().nullable(),
  stamp: Stamp,
})
const LeftBody = z.strictObject({
  kind: z.literal('left'),
  group: GroupId,
  door: Door,
  at: Instant,
})
/** A door that the others no longer trust: lost, stolen, or broken. Signed by the door that says so. */
const RemovedBody = z.strictObject({
  kind: z.literal('removed'),
  group: GroupId,
  door: Door,
  by: Door,
  at: Instant,
  /** Ids of the records of doors that the removed one took in and that stay; others are not trusted. */
  keeps: z.array(z.string().max(20)).max(16),
})
const RecordBody = z.discriminatedUnion('kind', [DoorBody, EntryBody, LeftBody, RemovedBody])
export type RecordBody = z.output<typeof RecordBody>
export type DoorBody = z.output<typeof DoorBody>
export type EntryBody = z.output<typeof EntryBody>
export type RemovedBody = z.output<typeof RemovedBody>

const YEAR_OF_FOUR_DIGITS = /^\d{4}-/

/**
 * When it was by the server's clock, as far as the door knew that. A door can name a difference that leads to no time, or to
 * none that the server reads: then by its own clock.
 */
export function serverTimeOf({ at, clockOffMs }: Pick<EntryBody, 'at' | 'clockOffMs'>): string {
  const moved = new Date(Date.parse(at) - (clockOffMs ?? 0))
  const text = Number.isNaN(moved.getTime()) ? at : moved.toISOString()
  return YEAR_OF_FOUR_DIGITS.test(text) ? text : at
}

/** A body has some 350 characters. */
export const SignedRecord = z.tuple([z.string().max(1_000), z.string().max(120)])
/** The text of the body, and its signature in base64. */
export type SignedRecord = z.output<typeof SignedRecord>

const PREFIX = 'WLD door record 1\n'
export const RECORD_ID_BYTES = 12

/** Of the text alone: a second signature of the same text is the same record. */
export const recordIdOf = ([body]: SignedRecord): string =>
  createHash('sha256').update(body).digest().subarray(0, RECORD_ID_BYTES).toString('base64')

export function signRecord(body: RecordBody, { privateKey }: DoorKey): SignedRecord {
  const text = JSON.stringify(body)
  return [text, sign('sha256', Buffer.from(PREFIX + text), privateKey).toString('base64')]
}
export const isSignedBy = ([body, signature]: SignedRecord, key: KeyObject): boolean =>
  verify('sha256', Buffer.from(PREFIX + body), key, Buffer.from(signature, 'base64'))

/** undefined: rubbish, or a record of another version. */
export const readBody = ([text]: SignedRecord): RecordBody | undefined => readJson(RecordBody, text)

const hashOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

export const groupIdOf = (firstDoor: string, nonce: string): string =>
  hashOf('WLD doors', firstDoor, nonce).toString('hex').slice(0, 32)

/**
 * The id of a check-in, made of what it says: no other door can claim it first for another card. Version 8 of RFC 9562.
 */
export function checkInIdOf(door: string, eventId: string, card: string, at: string): string {
  const bytes = hashOf('WLD check-in', door, eventId, card, at).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
