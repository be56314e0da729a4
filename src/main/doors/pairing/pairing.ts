/**
 * How a door joins: both ends prove that they know the words, bound to both keys and to nonces of this connection. A
 * code counts for one door; the next door gets a new one.
 */
import { randomBytes } from 'node:crypto'
import { sameText } from '../../base/same-text.ts'
import type { Timers } from '../../base/timers.ts'
import { doorOf } from '../group/door-key.ts'
import type { SignedRecord } from '../group/records.ts'
import type { Channel } from '../network/channel.ts'
import { JoinReply, JoinAsk, JoinProof, JoinWish, type JoinFault } from '../network/messages.ts'
import {
  CODE_LIFE_MS,
  makeWords,
  pairingKey,
  pairingProof,
  type PairingSides,
} from './pairing-code.ts'

/** A join takes a moment; who is silent longer than this is no door. */
const STEP_LIMIT_MS = 10_000
/** Further apart than this, times of the doors would mislead staff. */
const CLOCKS_APART_MAX_MS = 5 * 60_000

/** As many doors as there may be, two removals of each, some 800 bytes a record. */
const WELCOME_BYTES_MAX = 65_536

interface Invitation {
  readonly words: string
  readonly expiresAtMs: number
}
export interface Welcome {
  readonly group: string
  readonly groupKey: string
  readonly doors: readonly SignedRecord[]
}
export interface Joiner {
  readonly door: string
  readonly key: string
  readonly name: string
}
export interface Invitations {
  /** Shows a code: the present one, or a new one. */
  open(): Invitation
  present(): Invitation | undefined
  shut(): void
  /** The inviter's side of a connection whose key is not known. */
  reply(channel: Channel): Promise<void>
}
export interface InvitationPorts {
  readonly own: string
  /** Hash of server and event. */
  readonly event: string
  readonly timers: Pick<Timers, 'now' | 'monotonicMs' | 'after'>
  /** Why this door cannot join; undefined: it can. */
  readonly fault: (joiner: Joiner) => JoinFault | undefined
  /** Takes the door in; what it gets to know. */
  readonly takeIn: (joiner: Joiner) => Promise<Welcome>
  readonly onChange: () => void
}

const nonce = (): string => randomBytes(16).toString('base64')

/** The next message, if it comes in time. */
async function heard(channel: Channel, { after }: Pick<Timers, 'after'>): Promise<unknown> {
  const cancel = after(STEP_LIMIT_MS, () => channel.close())
  try {
    return await channel.next()
  } finally {
    cancel()
  }
}

export function createInvitations(ports: InvitationPorts): Invitations {
  const { own, event, timers, fault, takeIn, onChange } = ports
  let present: (Invitation & { readonly key: Buffer; readonly endsMs: number }) | undefined
  let cancel = (): void => undefined

  const shut = (): void => {
    cancel()
    if (present === undefined) return
    present = undefined
    onChange()
  }
  const valid = (): typeof present => {
    if (present !== undefined && timers.monotonicMs() >= present.endsMs) shut()
    return present
  }
  const make = (): NonNullable<typeof present> => {
    const words = makeWords()
    cancel()
    present = {
      words,
      key: pairingKey(words),
      expiresAtMs: timers.now().getTime() + CODE_LIFE_MS,
      endsMs: timers.monotonicMs() + CODE_LIFE_MS,
    }
    cancel = timers.after(CODE_LIFE_MS, shut)
    onChange()
    return present
  }

  async function reply(channel: Channel): Promise<void> {
    const used = valid()
    const asked = JoinAsk.safeParse(used === undefined ? undefined : await heard(channel, timers))
    if (used === undefined || !asked.success) return channel.close()
    const sides: PairingSides = {
      inviter: own,
      joiner: channel.door,
      inviterNonce: nonce(),
      joinerNonce: asked.data.nonce,
    }
    const proof = pairingProof(used.key, 'inviter', sides)
    channel.send({ t: 'prove', nonce: sides.inviterNonce, proof })
    const wish = JoinWish.safeParse(await heard(channel, timers)).data
    if (
      wish === undefined ||
      !sameText(wish.proof, pairingProof(used.key, 'joiner', sides)) ||
      doorOf(Buffer.from(wish.key, 'base64')) !== channel.door
    )
      return channel.close()
    const refuse = (why: JoinFault): void => {
      channel.send({ t: 'no', fault: why })
      channel.end()
    }
    if (valid() !== used) return refuse('used') // another door was faster, or the time is over
    const joiner: Joiner = { door: channel.door, key: wish.key, name: wish.name }
    const why = wish.event === event ? clockFault(wish.now) : 'event'
    const refused = why ?? fault(joiner)
    if (refused !== undefined) return refuse(refused)
    make() // before anything is awaited: the words count once
    channel.send({ t: 'welcome', ...(await takeIn(joiner)) })
    channel.end()
    return undefined
  }
  const clockFault = (theirs: number): JoinFault | undefined =>
    Math.abs(theirs - timers.now().getTime()) > CLOCKS_APART_MAX_MS ? 'clock' : undefined

  return {
    open: () => valid() ?? make(),
    present: valid,
    shut,
    reply,
  }
}

export type Joined =
  | { readonly ok: true; readonly welcome: Welcome }
  | { readonly ok: false; readonly fault: JoinFault | 'words' | 'unreachable' }

export interface JoinOptions {
  readonly words: string
  readonly own: Joiner
  readonly event: string
  readonly timers: Pick<Timers, 'now' | 'after'>
}

/** The joiner's side. It says nothing of itself before the other end has proved that it shows these words. */
export async function joinOver(
  channel: Channel,
  { words, own, event, timers }: JoinOptions,
): Promise<Joined> {
  const key = pairingKey(words)
  const joinerNonce = nonce()
  channel.send({ t: 'join?', v: 1, nonce: joinerNonce })
  const proved = JoinProof.safeParse(await heard(channel, timers)).data
  if (proved === undefined) return { ok: false, fault: 'unreachable' }
  const sides: PairingSides = {
    inviter: channel.door,
    joiner: own.door,
    inviterNonce: proved.nonce,
    joinerNonce,
  }
  if (!sameText(proved.proof, pairingProof(key, 'inviter', sides)))
    return { ok: false, fault: 'words' }
  channel.send({
    t: 'join',
    proof: pairingProof(key, 'joiner', sides),
    key: own.key,
    name: own.name,
    event,
    now: timers.now().getTime(),
  })
  channel.allow(WELCOME_BYTES_MAX)
  const reply = JoinReply.safeParse(await heard(channel, timers)).data
  if (reply === undefined) return { ok: false, fault: 'unreachable' }
  if (reply.t === 'no') return { ok: false, fault: reply.fault }
  const { group, groupKey, doors } = reply
  return { ok: true, welcome: { group, groupKey, doors } }
}
