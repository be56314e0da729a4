/**
 * Whom one door trusts: members of its group, doors that wait for its staff, doors that were removed. What comes in is
 * decided by `shared/domain/doors` (ADR 0070).
 */
import { createHash, type KeyObject } from 'node:crypto'
import { doorNameKey, isPlainDoorName } from '#shared/domain/doors/door-name.ts'
import { comesIn, isAgreed, throughOf } from '#shared/domain/doors/trust.ts'
import { doorOf, readPublicKey } from './door-key.ts'
import {
  groupIdOf,
  isSignedBy,
  recordIdOf,
  type DoorBody,
  type RemovedBody,
  type SignedRecord,
} from './records.ts'

/** The limit counts those that left and those that joined again under a new key. */
export const DOORS_MAX = 16
/** Doors whose records were refused for their name, remembered so that what follows of them is no fault of others. */
const REFUSED_MAX = 64

export interface Member {
  readonly door: string
  readonly name: string
  readonly hasLeft: boolean
  /** Removed by two doors, or taken in by a removed door behind the back of the others. */
  readonly isRemoved: boolean
  /** Doors that say that this one is removed; one alone does not remove it. */
  readonly removedBy: readonly string[]
  /** It brought in a door under a name that misleads; that one was refused. */
  readonly broughtFalseName: boolean
}
/** A door that others know, and that staff of this door have to let in. */
export interface WaitingDoor {
  readonly door: string
  readonly name: string
  readonly by: string
}
/** Why a record is not taken. */
export type Refusal =
  /** Of a door that other doors trust and this one does not yet: no fault of the door that passes it on. */
  | { readonly kind: 'aside' }
  /** Its signer is not known, or it is more than there may be: it is dropped. */
  | { readonly kind: 'dropped'; readonly why: string }
  /** No door of ours sends it. */
  | { readonly kind: 'rubbish'; readonly why: string }
export const dropped = (why: string): Refusal => ({ kind: 'dropped', why })
export const rubbish = (why: string): Refusal => ({ kind: 'rubbish', why })

export interface KnownDoor {
  readonly body: DoorBody
  readonly by: string
  readonly nameKey: string
  readonly recordId: string
  readonly key: KeyObject
  hasLeft: boolean
  /** By the door that says so: what that removal keeps. */
  readonly removals: Map<string, ReadonlySet<string>>
  /** Taken so far. */
  entries: number
}

type Doors = ReadonlyMap<string, KnownDoor>
const isOut = (doors: Doors, { removals }: KnownDoor): boolean =>
  isAgreed(doors, [...removals.keys()])
/**
 * Depends on the set of records alone, not on their order: all doors come to the same result. What doors say about
 * entries stays good, so that no entry is lost that a door of ours had acknowledged. A door that came in through a removed
 * one stays where one of those that removed it had it in sight: a second signature cannot put more doors out.
 */
const isRemoved = (doors: Doors, door: KnownDoor): boolean =>
  isOut(doors, door) ||
  throughOf(doors, door.body.door).some((through) => {
    const taker = doors.get(through)
    return (
      taker !== undefined &&
      isOut(doors, taker) &&
      ![...taker.removals.values()].some((keeps) => keeps.has(door.recordId))
    )
  })
const removalOf = (
  doors: Doors,
  { at, ...who }: Pick<RemovedBody, 'group' | 'door' | 'by'> & { readonly at: Date },
): RemovedBody => ({
  kind: 'removed',
  ...who,
  at: at.toISOString(),
  keeps: [...doors.values()]
    .filter((one) => throughOf(doors, one.body.door).includes(who.door) && !isRemoved(doors, one))
    .map(({ recordId }) => recordId),
})

const isNameTaken = (doors: Doors, name: string): boolean => {
  const key = doorNameKey(name)
  return [...doors.values()].some(
    (door) => door.nameKey === key && !door.hasLeft && !isRemoved(doors, door),
  )
}
const viewOf = (doors: Doors): string => {
  const lines = [...doors.values()].map(
    (door) => `${door.recordId} ${isRemoved(doors, door) ? 'out' : 'in'}`,
  )
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64')
}

export function createTrust({
  id,
  own,
  letIn: letInBefore,
}: {
  readonly id: string
  readonly own: string
  readonly letIn: readonly string[]
}) {
  const doors = new Map<string, KnownDoor>()
  /** Doors, those that left, and as many removals of each as remove it. In their order: a name is free again after these. */
  const records: SignedRecord[] = []
  const waiting = new Map<string, WaitingDoor & { readonly record: SignedRecord }>()
  const refused = new Set<string>()
  const broughtFalseName = new Set<string>()
  const letIn = new Set(letInBefore)
  let beganMs = 0

  const isAside = (door: string): boolean => waiting.has(door) || refused.has(door)
  /** A record that depends on a door which is not a member. */
  const without = (why: string, ...of: readonly string[]): Refusal =>
    of.some(isAside) ? { kind: 'aside' } : dropped(why)
  function takeDoor(record: SignedRecord, body: DoorBody): Refusal | undefined {
    const key = readPublicKey(body.key)
    if (key === undefined || doorOf(Buffer.from(body.key, 'base64')) !== body.door)
      return rubbish('a door with another key')
    const isFirst = body.by === body.door
    if (isFirst && groupIdOf(body.door, body.nonce ?? '') !== id)
      return rubbish('a door that takes itself in')
    const signer = isFirst ? key : doors.get(body.by)?.key
    if (signer === undefined) return without('an unknown door takes another in', body.by)
    if (!isSignedBy(record, signer)) return rubbish('a false signature')
    if (doors.has(body.door)) return dropped('a door that is known by another record')
    const reason = keptOut(record, body)
    if (reason !== undefined) return reason
    if (isFirst) beganMs = Date.parse(body.at)
    doors.set(body.door, {
      body,
      by: body.by,
      nameKey: doorNameKey(body.name),
      recordId: recordIdOf(record),
      key,
      hasLeft: false,
      removals: new Map(),
      entries: 0,
    })
    records.push(record)
    waiting.delete(body.door)
    refused.delete(body.door)
    return undefined
  }
  /** Why a door that a member signed does not come in. */
  function keptOut(record: SignedRecord, { door, name, by }: DoorBody): Refusal | undefined {
    if (!isPlainDoorName(name)) {
      broughtFalseName.add(by)
      return rubbish('a door whose name cannot be read')
    }
    if (doors.size >= DOORS_MAX) return dropped('more doors than there may be')
    if (isNameTaken(doors, name)) {
      broughtFalseName.add(by)
      if (refused.size < REFUSED_MAX) refused.add(door)
      return { kind: 'aside' } // two doors that were apart may have taken in the same name
    }
    if (comesIn(doors, { own, by, isLetIn: (one) => letIn.has(one) }) || letIn.has(door))
      return undefined
    if (waiting.size < DOORS_MAX) waiting.set(door, { door, name, by, record })
    return { kind: 'aside' }
  }
  function takeRemoval(record: SignedRecord, body: RemovedBody): Refusal | undefined {
    const [removed, signer] = [doors.get(body.door), doors.get(body.by)]
    if (removed === undefined || signer === undefined)
      return without('a removal among unknown doors', body.door, body.by)
    if (!isSignedBy(record, signer.key)) return rubbish('a false signature')
    if (body.door === body.by) return rubbish('a door that removes itself')
    if (removed.removals.has(body.by)) return dropped('a second removal by the same door')
    const before = isOut(doors, removed)
    const isFirst = removed.removals.size === 0
    removed.removals.set(body.by, new Set(body.keeps))
    if (isFirst || before !== isOut(doors, removed)) records.push(record)
    return undefined
  }

  const asMember = (door: KnownDoor): Member => ({
    door: door.body.door,
    name: door.body.name,
    hasLeft: door.hasLeft,
    isRemoved: isRemoved(doors, door),
    removedBy: [...door.removals.keys()],
    broughtFalseName: broughtFalseName.has(door.body.door),
  })
  return {
    takeDoor,
    takeRemoval,
    takeFarewell(record: SignedRecord, door: KnownDoor): Refusal | undefined {
      if (door.hasLeft) return dropped('a door that leaves twice')
      door.hasLeft = true
      records.push(record)
      return undefined
    },
    without,
    isAside,
    known: (door: string): KnownDoor | undefined => doors.get(door),
    beganMs: (): number => beganMs,
    members: (): readonly Member[] => [...doors.values()].map(asMember),
    member: (door: string): Member | undefined => {
      const known = doors.get(door)
      return known === undefined ? undefined : asMember(known)
    },
    mayBeCalled: (name: string): boolean => isPlainDoorName(name) && !isNameTaken(doors, name),
    waiting: (): readonly WaitingDoor[] =>
      [...waiting.values()].map(({ door, name, by }) => ({ door, name, by })),
    /** The record to take again; undefined: it does not wait. */
    letIn: (door: string): SignedRecord | undefined => {
      const record = waiting.get(door)?.record
      if (record === undefined) return undefined
      letIn.add(door)
      waiting.delete(door)
      return record
    },
    view: (): string => viewOf(doors),
    records: (): readonly SignedRecord[] => [...records],
    removal: (door: string, by: string, at: Date): RemovedBody =>
      removalOf(doors, { group: id, door, by, at }),
  }
}
