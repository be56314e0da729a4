/** The messages between two doors. Anything else ends the connection. */
import * as z from 'zod'
import { DOOR_NAME_MAX } from '#shared/domain/doors/door-name.ts'
import { RECORD_ID_BYTES, SignedRecord } from '../group/records.ts'
import { DOORS_MAX } from '../group/trusted-doors.ts'

const Nonce = z.string().min(16).max(64)
const Proof = z.string().max(64)
const Port = z.int().min(1).max(65_535)
const Door = z.string().regex(/^[0-9a-f]{64}$/)

/** Of a door that joins, and of the door that takes it in. */
export const JoinAsk = z.strictObject({ t: z.literal('join?'), v: z.literal(1), nonce: Nonce })
export const JoinProof = z.strictObject({ t: z.literal('prove'), nonce: Nonce, proof: Proof })
const JOIN_FAULTS = ['used', 'event', 'name', 'clock', 'full'] as const
export const JoinWish = z.strictObject({
  t: z.literal('join'),
  proof: Proof,
  key: z.string().max(200),
  name: z.string().trim().min(1).max(DOOR_NAME_MAX),
  /** Hash of the server and the event: doors of another event do not learn which one it is. */
  event: z.string().max(64),
  now: z.int(),
})
export const JoinReply = z.discriminatedUnion('t', [
  z.strictObject({
    t: z.literal('welcome'),
    group: z.string().regex(/^[0-9a-f]{32}$/),
    groupKey: z.string().length(44),
    /** With two removals of each door that was removed, and the farewell of each that left. */
    doors: z
      .array(SignedRecord)
      .min(1)
      .max(DOORS_MAX * 4),
  }),
  z.strictObject({ t: z.literal('no'), fault: z.enum(JOIN_FAULTS) }),
])
export type JoinFault = (typeof JOIN_FAULTS)[number]

/** Between doors of one group. */
export const IDS_PER_MESSAGE = 8_000
export const RECORDS_PER_MESSAGE = 100
export const HINTS_MAX = 32
export const PeerMessage = z.discriminatedUnion('t', [
  z.strictObject({
    t: z.literal('hello'),
    v: z.literal(1),
    group: z.string().max(32),
    port: Port,
    now: z.int(),
  }),
  /** The ids of the records that this door has, one after the other in base64. */
  z.strictObject({
    t: z.literal('have'),
    ids: z.string().max(Math.ceil((IDS_PER_MESSAGE * RECORD_ID_BYTES * 4) / 3)),
    more: z.boolean(),
  }),
  z.strictObject({
    t: z.literal('records'),
    records: z.array(SignedRecord).max(RECORDS_PER_MESSAGE),
  }),
  /** Where other doors were last seen. */
  z.strictObject({
    t: z.literal('seen'),
    doors: z
      .array(z.strictObject({ door: Door, host: z.string().max(60), port: Port }))
      .max(HINTS_MAX),
  }),
  /** Whom this door trusts: doors that differ in this tell staff. */
  z.strictObject({ t: z.literal('ping'), view: z.string().max(64).optional() }),
  /** To a door that this one knows and does not trust; the connection ends. */
  z.strictObject({ t: z.literal('out') }),
])
export type PeerMessage = z.output<typeof PeerMessage>
