/**
 * The group of doors as one of them knows it: members, and entries. What others send is taken only with the signature of
 * a member, each record once, and no more of each door than a door can do.
 */
import type { KeyObject } from 'node:crypto'
import {
  entriesOf,
  followStamp,
  mergeEntries,
  NO_ENTRIES,
  type DoorEntries,
  type DoorEntry,
} from '#shared/domain/doors/merge.ts'
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
  /** Removed, or taken in by a removed door behind the back of the others. */
  readonly isRemoved: boolean
}
export type Taken =
  | { readonly kind: 'new'; readonly body: RecordBody }
  | { readonly kind: 'known' }
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
/** Doors that took this one in, one through the other. */
function takersOf(doors: Doors, { body }: Known): readonly Known[] {
  const taker = body.by === body.door ? undefined : doors.get(body.by)
  return taker === undefined ? [] : [taker, ...takersOf(doors, taker)]
}
/**
 * Depends on the set of records alone, not on their order: all doors come to the same result. What doors say about
 * entries stays good, so that no entry is lost that a door of ours had acknowledged.
 */
const isRemoved = (doors: Doors, door: Known): boolean =>
  door.removals.size > 0 ||
  takersOf(doors, door).some(({ removals }) =>
    [...removals.values()].some((keeps) => !keeps.has(door.recordId)),
  )
const removalOf = (
  doors: Doors,
  { at, ...who }: Pick<RemovedBody, 'group' | 'door' | 'by'> & { readonly at: Date },
): RemovedBody => ({
  kind: 'removed',
  ...who,
  at: at.toISOString(),
  keeps: [...doors.values()]
    .filter(
      (one) =>
        takersOf(doors, one).some(({ body }) => body.door === who.door) && !isRemoved(doors, one),
    )
    .map(({ recordId }) => recordId),
})

export function createGroup(
  id: string,
  eventId: string,
  nowMs: () => number,
  entriesPerDoorMax = ENTRIES_PER_DOOR_MAX,
): Group {
  const doors = new Map<string, Known>()
  const kept = new Map<string, SignedRecord>()
  const doorRecords: SignedRecord[] = []
  /** The first of each door that was removed. */
  const removalRecords: SignedRecord[] = []
  let entries = NO_ENTRIES
  let fresh: DoorEntry[] = []
  let beganMs = 0
  let seen = 0

  const drop = (why: string): Taken => ({ kind: 'dropped', why })
  const rubbish = (why: string): Taken => ({ kind: 'rubbish', why })

  function takeDoor(record: SignedRecord, body: DoorBody): Taken | undefined {
    const key = readPublicKey(body.key)
    if (key === undefined || doorOf(Buffer.from(body.key, 'base64')) !== body.door)
      return rubbish('a door with another key')
    const isFirst = body.by === body.door
    if (isFirst && groupIdOf(body.door, body.nonce ?? '') !== id)
      return rubbish('a door that takes itself in')
    const signer = isFirst ? key : doors.get(body.by)?.key
    if (signer === undefined) return drop('an unknown door takes another in')
    if (!isSignedBy(record, signer)) return rubbish('a false signature')
    if (doors.has(body.door)) return drop('a door that is known by another record')
    if (doors.size >= DOORS_MAX) return drop('more doors than there may be')
    if (isFirst) beganMs = Date.parse(body.at)
    const recordId = recordIdOf(record)
    doors.set(body.door, {
      body,
      recordId,
      key,
      hasLeft: false,
      removals: new Map(),
      entries: 0,
    })
    return undefined
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
    if (removed === undefined || signer === undefined) return drop('a removal among unknown doors')
    if (!isSignedBy(record, signer.key)) return rubbish('a false signature')
    if (body.door === body.by) return rubbish('a door that removes itself')
    if (removed.removals.has(body.by)) return drop('a second removal by the same door')
    if (removed.removals.size === 0) removalRecords.push(record)
    removed.removals.set(body.by, new Set(body.keeps))
    return undefined
  }

  function fault(record: SignedRecord, body: RecordBody): Taken | undefined {
    if (body.group !== id) return rubbish('a record of another group')
    if (body.kind === 'door') return takeDoor(record, body)
    if (body.kind === 'removed') return takeRemoval(record, body)
    const door = doors.get(body.door)
    if (door === undefined) return drop('a record of an unknown door')
    if (!isSignedBy(record, door.key)) return rubbish('a false signature')
    if (body.kind === 'entry') return takeEntry(body, door)
    door.hasLeft = true
    return undefined
  }

  const asMember = (door: Known): Member => ({
    door: door.body.door,
    name: door.body.name,
    hasLeft: door.hasLeft,
    isRemoved: isRemoved(doors, door),
  })
  return {
    id,
    take(record) {
      const recordId = recordIdOf(record)
      if (kept.has(recordId)) return { kind: 'known' }
      const body = readBody(record)
      if (body === undefined) return rubbish('a record that cannot be read')
      const refused = fault(record, body)
      if (refused !== undefined) return refused
      kept.set(recordId, record)
      if (body.kind === 'door') doorRecords.push(record)
      return { kind: 'new', body }
    },
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
    isBound: (body) => checkInIdOf(body.door, eventId, body.card, body.at) === body.id,
    records: () => [...kept.values()],
    doorRecords: () => [...doorRecords, ...removalRecords],
    removal: (door, by, at) => removalOf(doors, { group: id, door, by, at }),
    recordIds: () => new Set(kept.keys()),
    seen: () => seen,
  }
}
