/**
 * The group of doors as one of them knows it: members, and entries. What others send is taken only with the signature of
 * a member, each record once, and no more of each door than a door can do.
 */
import {
  entriesOf,
  followStamp,
  mergeEntries,
  NO_ENTRIES,
  type DoorEntries,
  type DoorEntry,
} from '#shared/domain/doors/merge.ts'
import { HOUR_MS } from '#shared/domain/units.ts'
import {
  checkInIdOf,
  isSignedBy,
  readBody,
  recordIdOf,
  serverTimeOf,
  type EntryBody,
  type RecordBody,
  type RemovedBody,
  type SignedRecord,
} from './records.ts'
import {
  createTrust,
  dropped as drop,
  rubbish,
  type KnownDoor,
  type Member,
  type Refusal,
  type WaitingDoor,
} from './trusted-doors.ts'

/** A door that takes in a person every three seconds for sixteen hours. */
const ENTRIES_PER_DOOR_MAX = 20_000
/** Before the group began, a door may have worked alone; no kiosk lasts longer than this. */
const BEFORE_MS = 24 * HOUR_MS
const AFTER_MS = 48 * HOUR_MS

type Taken =
  | {
      readonly kind: 'new'
      readonly body: RecordBody
      /** What others said of this door before was put aside; they are asked again. */
      readonly wasAside: boolean
    }
  | { readonly kind: 'known' }
  | Refusal

export interface Group {
  readonly id: string
  take(record: SignedRecord): Taken
  /** Merges what was taken since into the entries; once for many records. */
  readonly entries: () => DoorEntries
  readonly members: () => readonly Member[]
  readonly member: (door: string) => Member | undefined
  /** Not of a door that is there, and one that staff can read. */
  readonly mayBeCalled: (name: string) => boolean
  readonly waiting: () => readonly WaitingDoor[]
  /** Waits here, or was refused. */
  readonly isAside: (door: string) => boolean
  /** Staff trust it. The record that was taken; undefined: it does not wait, or its name is taken by now. */
  letIn(door: string): SignedRecord | undefined
  /** Whom this door trusts: the same text at doors that trust the same doors. */
  readonly view: () => string
  /** Whether the id of this entry is its own, so that other doors may send it to the server. */
  isBound(entry: EntryBody): boolean
  /** In the order in which they were taken: each signer before what it signed. */
  records(): readonly SignedRecord[]
  /** Those that a door which joins needs to know whom it may trust. */
  readonly doorRecords: () => readonly SignedRecord[]
  /** What a removal of this door says; the door that says it is `by`. */
  readonly removal: (door: string, by: string, at: Date) => RemovedBody
  recordIds(): ReadonlySet<string>
  /** The highest stamp that this door follows. */
  seen(): number
}

/** The clock of a door cannot move an entry out of the time of the event: no backdating beyond it. */
function stampOf({ stamp }: EntryBody, beganMs: number): number {
  return Math.min(Math.max(stamp, beganMs - BEFORE_MS), beganMs + AFTER_MS)
}

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
  letIn = [],
  entriesPerDoorMax = ENTRIES_PER_DOOR_MAX,
}: GroupOptions): Group {
  const kept = new Map<string, SignedRecord>()
  let entries = NO_ENTRIES
  let fresh: DoorEntry[] = []
  let seen = 0

  const trust = createTrust({ id, own, letIn })
  function takeEntry(body: EntryBody, door: KnownDoor): Refusal | undefined {
    if (door.entries >= entriesPerDoorMax) return drop('more entries than a door can have')
    door.entries += 1
    const stamp = stampOf(body, trust.beganMs())
    seen = followStamp(seen, stamp, nowMs())
    const { id: entryId, card } = body
    fresh.push({ id: entryId, door: body.door, card, at: serverTimeOf(body), stamp })
    return undefined
  }

  function fault(record: SignedRecord, body: RecordBody): Refusal | undefined {
    if (body.group !== id) return rubbish('a record of another group')
    if (body.kind === 'door') return trust.takeDoor(record, body)
    if (body.kind === 'removed') return trust.takeRemoval(record, body)
    const door = trust.known(body.door)
    if (door === undefined) return trust.without('a record of an unknown door', body.door)
    if (!isSignedBy(record, door.key)) return rubbish('a false signature')
    return body.kind === 'entry' ? takeEntry(body, door) : trust.takeFarewell(record, door)
  }
  function take(record: SignedRecord): Taken {
    const recordId = recordIdOf(record)
    if (kept.has(recordId)) return { kind: 'known' }
    const body = readBody(record)
    if (body === undefined) return rubbish('a record that cannot be read')
    const wasAside = body.kind === 'door' && trust.isAside(body.door)
    const refusal = fault(record, body)
    if (refusal !== undefined) return refusal
    kept.set(recordId, record)
    return { kind: 'new', body, wasAside }
  }

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
    members: trust.members,
    member: trust.member,
    mayBeCalled: trust.mayBeCalled,
    waiting: trust.waiting,
    isAside: trust.isAside,
    letIn(door) {
      const record = trust.letIn(door)
      return record !== undefined && take(record).kind === 'new' ? record : undefined
    },
    view: trust.view,
    isBound: (body) => checkInIdOf(body.door, eventId, body.card, body.at) === body.id,
    records: () => [...kept.values()],
    doorRecords: trust.records,
    removal: trust.removal,
    recordIds: () => new Set(kept.keys()),
    seen: () => seen,
  }
}
