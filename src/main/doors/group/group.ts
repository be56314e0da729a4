/**
 * The group of doors as one of them knows it: members, and entries. What others send is taken only with the signature of
 * a member, each record once, and no more of each door than a door can do.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { doorNameKey, isPlainDoorName } from '#shared/domain/doors/door-name.ts'
import {
  entriesOf,
  followStamp,
  mergeEntries,
  NO_ENTRIES,
  type DoorEntries,
  type DoorEntry,
} from '#shared/domain/doors/merge.ts'
import { comesIn, isAgreed, throughOf } from '#shared/domain/doors/trust.ts'
import { doorOf, readPublicKey } from './door-key.ts'
import {
  checkInIdOf,
  groupIdOf,
  isSignedBy,
  readBody,
  recordIdOf,
  serverTimeOf,
  type DoorBody,
  type EntryBody,
  type RecordBody,
  type RemovedBody,
  type SignedRecord,
} from './records.ts'

/** With those that left and those that joined again under a new key. */
export const DOORS_MAX = 16
/** Doors whose records were refused for their name, remembered so that what follows of them is no fault of others. */
const REFUSED_MAX = 64
/** A door that takes in a person every three seconds for sixteen hours. */
export const ENTRIES_PER_DOOR_MAX = 20_000
const HOUR_MS = 3_600_000
/** Before the group began, a door may have worked alone; no kiosk lasts longer than this. */
const BEFORE_MS = 24 * HOUR_MS
const AFTER_MS = 48 * HOUR_MS

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
export type Taken =
  | {
      readonly kind: 'new'
      readonly body: RecordBody
      /** What others said of this door before was put aside; they are asked again. */
      readonly wasAside: boolean
    }
  | { readonly kind: 'known' }
  /** Of a door that other doors trust and this one does not yet: no fault of the door that passes it on. */
  | { readonly kind: 'aside' }
  /** Its signer is not known, or it is more than there may be: it is dropped. */
  | { readonly kind: 'dropped'; readonly why: string }
  /** No door of ours sends it. */
  | { readonly kind: 'rubbish'; readonly why: string }

export interface Group {
  readonly id: string
  take(record: SignedRecord): Taken
  /** Merges what was taken since into the entries; once for many records. */
  readonly entries: () => DoorEntries
  members(): readonly Member[]
  member(door: string): Member | undefined
  /** Not of a door that is there, and one that staff can read. */
  mayBeCalled(name: string): boolean
  waiting(): readonly WaitingDoor[]
  /** Waits here, or was refused. */
  isAside(door: string): boolean
  /** Staff trust it. The record that was taken; undefined: it does not wait, or its name is taken by now. */
  letIn(door: string): SignedRecord | undefined
  /** Whom this door trusts: the same text at doors that trust the same doors. */
  view(): string
  /** Whether the id of this entry is its own, so that other doors may send it to the server. */
  isBound(entry: EntryBody): boolean
  /** In the order in which they were taken: each signer before what it signed. */
  records(): readonly SignedRecord[]
  /** Those that a door which joins needs to know whom it may trust. */
  doorRecords(): readonly SignedRecord[]
  /** What a removal of this door says; the door that says it is `by`. */
  removal(door: string, by: string, at: Date): RemovedBody
  recordIds(): ReadonlySet<string>
  /** The highest stamp that this door follows. */
  seen(): number
}

interface Known {
  readonly body: DoorBody
  readonly by: string
  readonly nameKey: string
  readonly recordId: string
  readonly key: KeyObject
  hasLeft: boolean
  /** By the door that says so: what that removal keeps. */
  readonly removals: Map<string, ReadonlySet<string>>
  entries: number
}

/** The clock of a door cannot move an entry out of the time of the event: no backdating beyond it. */
function stampOf({ stamp }: EntryBody, beganMs: number): number {
  return Math.min(Math.max(stamp, beganMs - BEFORE_MS), beganMs + AFTER_MS)
}

type Doors = ReadonlyMap<string, Known>
const isOut = (doors: Doors, { removals }: Known): boolean => isAgreed(doors, [...removals.keys()])
/**
 * Depends on the set of records alone, not on their order: all doors come to the same result. What doors say about
 * entries stays good, so that no entry is lost that a door of ours had acknowledged. A door that came in through a removed
 * one stays where one of those that removed it had it in sight: a second signature cannot put more doors out.
 */
const isRemoved = (doors: Doors, door: Known): boolean =>
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

export interface GroupOptions {
  readonly id: string
  readonly eventId: string
  /** The door that sees the group like this. */
  readonly own: string
  readonly nowMs: () => number
  /** Doors that staff of this one let in before. */
  readonly letIn?: readonly string[]
  readonly entriesPerDoorMax?: number
}

export function createGroup({
  id,
  eventId,
  own,
  nowMs,
  letIn: letInBefore = [],
  entriesPerDoorMax = ENTRIES_PER_DOOR_MAX,
}: GroupOptions): Group {
  const doors = new Map<string, Known>()
  const kept = new Map<string, SignedRecord>()
  /** Doors, those that left, and as many removals of each as remove it. In their order: a name is free again after these. */
  const doorRecords: SignedRecord[] = []
  const waiting = new Map<string, WaitingDoor & { readonly record: SignedRecord }>()
  const refused = new Set<string>()
  const broughtFalseName = new Set<string>()
  const letIn = new Set(letInBefore)
  let entries = NO_ENTRIES
  let fresh: DoorEntry[] = []
  let beganMs = 0
  let seen = 0

  const drop = (why: string): Taken => ({ kind: 'dropped', why })
  const rubbish = (why: string): Taken => ({ kind: 'rubbish', why })
  const isAside = (door: string): boolean => waiting.has(door) || refused.has(door)
  /** A record that depends on a door which is not a member. */
  const without = (why: string, ...of: readonly string[]): Taken =>
    of.some(isAside) ? { kind: 'aside' } : drop(why)
  const isNameTaken = (name: string): boolean => {
    const key = doorNameKey(name)
    return [...doors.values()].some(
      (door) => door.nameKey === key && !door.hasLeft && !isRemoved(doors, door),
    )
  }

  function takeDoor(record: SignedRecord, body: DoorBody): Taken | undefined {
    const key = readPublicKey(body.key)
    if (key === undefined || doorOf(Buffer.from(body.key, 'base64')) !== body.door)
      return rubbish('a door with another key')
    const isFirst = body.by === body.door
    if (isFirst && groupIdOf(body.door, body.nonce ?? '') !== id)
      return rubbish('a door that takes itself in')
    const signer = isFirst ? key : doors.get(body.by)?.key
    if (signer === undefined) return without('an unknown door takes another in', body.by)
    if (!isSignedBy(record, signer)) return rubbish('a false signature')
    if (doors.has(body.door)) return drop('a door that is known by another record')
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
    return undefined
  }
  /** Why a door that a member signed does not come in. */
  function keptOut(record: SignedRecord, { door, name, by }: DoorBody): Taken | undefined {
    if (!isPlainDoorName(name)) {
      broughtFalseName.add(by)
      return rubbish('a door whose name cannot be read')
    }
    if (doors.size >= DOORS_MAX) return drop('more doors than there may be')
    if (isNameTaken(name)) {
      broughtFalseName.add(by)
      if (refused.size < REFUSED_MAX) refused.add(door)
      return { kind: 'aside' } // two doors that were apart may have taken in the same name
    }
    if (comesIn(doors, { own, by, isLetIn: (one) => letIn.has(one) }) || letIn.has(door))
      return undefined
    if (waiting.size < DOORS_MAX) waiting.set(door, { door, name, by, record })
    return { kind: 'aside' }
  }
  function takeEntry(body: EntryBody, door: Known): Taken | undefined {
    if (door.entries >= entriesPerDoorMax) return drop('more entries than a door can have')
    door.entries += 1
    const stamp = stampOf(body, beganMs)
    seen = followStamp(seen, stamp, nowMs())
    const { id: entryId, card } = body
    fresh.push({ id: entryId, door: body.door, card, at: serverTimeOf(body), stamp })
    return undefined
  }

  function takeRemoval(record: SignedRecord, body: RemovedBody): Taken | undefined {
    const [removed, signer] = [doors.get(body.door), doors.get(body.by)]
    if (removed === undefined || signer === undefined)
      return without('a removal among unknown doors', body.door, body.by)
    if (!isSignedBy(record, signer.key)) return rubbish('a false signature')
    if (body.door === body.by) return rubbish('a door that removes itself')
    if (removed.removals.has(body.by)) return drop('a second removal by the same door')
    const before = isOut(doors, removed)
    const isFirst = removed.removals.size === 0
    removed.removals.set(body.by, new Set(body.keeps))
    if (isFirst || before !== isOut(doors, removed)) doorRecords.push(record)
    return undefined
  }

  function fault(record: SignedRecord, body: RecordBody): Taken | undefined {
    if (body.group !== id) return rubbish('a record of another group')
    if (body.kind === 'door') return takeDoor(record, body)
    if (body.kind === 'removed') return takeRemoval(record, body)
    const door = doors.get(body.door)
    if (door === undefined) return without('a record of an unknown door', body.door)
    if (!isSignedBy(record, door.key)) return rubbish('a false signature')
    if (body.kind === 'entry') return takeEntry(body, door)
    if (door.hasLeft) return drop('a door that leaves twice')
    door.hasLeft = true
    doorRecords.push(record)
    return undefined
  }
  function take(record: SignedRecord): Taken {
    const recordId = recordIdOf(record)
    if (kept.has(recordId)) return { kind: 'known' }
    const body = readBody(record)
    if (body === undefined) return rubbish('a record that cannot be read')
    const wasAside = body.kind === 'door' && isAside(body.door)
    const refusal = fault(record, body)
    if (refusal !== undefined) return refusal
    kept.set(recordId, record)
    if (body.kind === 'door') {
      doorRecords.push(record)
      waiting.delete(body.door)
      refused.delete(body.door)
    }
    return { kind: 'new', body, wasAside }
  }

  const asMember = (door: Known): Member => ({
    door: door.body.door,
    name: door.body.name,
    hasLeft: door.hasLeft,
    isRemoved: isRemoved(doors, door),
    removedBy: [...door.removals.keys()],
    broughtFalseName: broughtFalseName.has(door.body.door),
  })
  return {
    id,
    take,
    entries() {
      if (fresh.length > 0) {
        entries = mergeEntries(entries, entriesOf(fresh))
        fresh = []
      }
      return entries
    },
    members: () => [...doors.values()].map(asMember),
    member(door) {
      const known = doors.get(door)
      return known === undefined ? undefined : asMember(known)
    },
    mayBeCalled: (name) => isPlainDoorName(name) && !isNameTaken(name),
    waiting: () => [...waiting.values()].map(({ door, name, by }) => ({ door, name, by })),
    isAside,
    letIn(door) {
      const record = waiting.get(door)?.record
      if (record === undefined) return undefined
      letIn.add(door)
      waiting.delete(door)
      return take(record).kind === 'new' ? record : undefined
    },
    view() {
      const lines = [...doors.values()].map(
        (door) => `${door.recordId} ${isRemoved(doors, door) ? 'out' : 'in'}`,
      )
      return createHash('sha256').update(lines.sort().join('\n')).digest('base64')
    },
    isBound: (body) => checkInIdOf(body.door, eventId, body.card, body.at) === body.id,
    records: () => [...kept.values()],
    doorRecords: () => [...doorRecords],
    removal: (door, by, at) => removalOf(doors, { group: id, door, by, at }),
    recordIds: () => new Set(kept.keys()),
    seen: () => seen,
  }
}
