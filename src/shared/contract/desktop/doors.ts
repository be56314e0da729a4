/** Doors that agree, as channels of the desktop bridge (ADR 0051). */
import * as z from 'zod'
import { machineText, textOf } from '../base/text-fields.ts'
import { PinResult } from './pin-result.ts'

const Instant = z.string()
/** Why a door could not join. The interface has a text for each. */
const JOIN_RESULTS = [
  'code', // no pairing code
  'address', // words without an address, or an address that cannot be read
  'unreachable', // no door there, or it shows no code any more
  'words', // the door there shows other words
  'used', // another door was faster, or the time is over
  'event', // the door is at another event or server
  'name', // a door of this name is there
  'clock', // the clocks are more than five minutes apart
  'full',
  'disk',
  'already', // this door is in a group
] as const
export const JoinResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), fault: z.enum(JOIN_RESULTS) }),
])
export type JoinResult = z.output<typeof JoinResult>

/** The short form of a door's key has this many hexadecimal digits. */
export const DOOR_SHORT_LENGTH = 12

export const DoorsState = z.object({
  on: z.boolean(),
  /**
   * `network`: cannot be told what happens at other doors: this computer has no network, or no port is free. `split`: doors
   * trust different doors, so that they do not tell each other all check-ins.
   */
  fault: z.enum(['none', 'network', 'disk', 'split']),
  doors: z.array(
    z.object({
      door: z.string(),
      name: z.string(),
      state: z.enum(['own', 'connected', 'away', 'left', 'removed']),
      lastSeenAt: Instant.nullable(),
      /** Its clock minus ours, in seconds; null: not known. */
      clockApartS: z.number().nullable(),
      /** A removal that waits until another door says so too; `by`: the names of other doors that did. */
      removal: z.object({ here: z.boolean(), by: z.array(z.string()) }).nullable(),
      /** `name`: it brought in a door under a name that misleads, which was refused. `rules`: it sent what no door sends. */
      warning: z.enum(['name', 'rules']).nullable(),
    }),
  ),
  /** Doors that another door brought in and that staff here have to let in. */
  atTheDoor: z.array(z.object({ door: z.string(), name: z.string(), by: z.string() })),
  /** Shown until it is used or its time is over. */
  code: z
    .object({
      /** The text of the QR code. */
      text: z.string(),
      words: z.string(),
      addresses: z.array(z.string()),
      expiresAt: Instant,
    })
    .nullable(),
  /** Cards that came in at two doors while these did not see each other; until staff have seen it. */
  doubles: z.array(
    z.object({
      card: z.string(),
      entries: z.array(z.object({ gate: z.string(), at: Instant, here: z.boolean() })),
    }),
  ),
  /** Check-ins that all doors know of together. */
  entries: z.int(),
  /** Check-ins of other doors that wait here for the server. */
  waiting: z.int(),
})
export type DoorsState = z.output<typeof DoorsState>
export const NO_DOORS: DoorsState = {
  on: false,
  fault: 'none',
  doors: [],
  atTheDoor: [],
  code: null,
  doubles: [],
  entries: 0,
  waiting: 0,
}

const Pin = textOf('code').max(24)
/** In the kiosk, with its PIN: who can join the doors learns who came in. */
const DoorsJoin = z.strictObject({
  pin: Pin,
  /** The text of the QR code, or the words as typed. */
  code: textOf('line').max(600),
  /** Empty: the doors are looked for. */
  address: textOf('line').max(80),
})
const DoorsRemove = z.strictObject({
  pin: Pin,
  door: textOf('machine').length(DOOR_SHORT_LENGTH),
})
const DoorsLetIn = z.strictObject({
  pin: Pin,
  doors: z.array(textOf('machine').length(DOOR_SHORT_LENGTH)).min(1).max(16),
})
export const DOORS_CHANNELS = {
  'doors:state': { input: z.tuple([]), output: DoorsState },
  /** Turns the doors on where they are off, and shows a code. */
  'doors:invite': { input: z.tuple([Pin]), output: PinResult },
  'doors:hide-code': { input: z.tuple([]), output: z.void() },
  'doors:join': {
    input: z.tuple([DoorsJoin]),
    output: z.object({ pin: PinResult, joined: JoinResult.nullable() }),
  },
  'doors:leave': { input: z.tuple([Pin]), output: PinResult },
  /** The doors no longer trust the named one, once another door says so too. */
  'doors:remove': { input: z.tuple([DoorsRemove]), output: PinResult },
  /** Staff trust doors that wait here. */
  'doors:let-in': { input: z.tuple([DoorsLetIn]), output: PinResult },
  /** Staff have seen the double entries of these cards. */
  'doors:told': {
    input: z.tuple([z.array(machineText(24)).max(100)]),
    output: z.void(),
  },
} as const satisfies Record<string, { readonly input: z.ZodTuple; readonly output: z.ZodType }>
