/** This door at work in its group: what it says is signed, kept and told, and what it hears is kept and carried. */
import { createHash } from 'node:crypto'
import { nextStamp } from '#shared/domain/doors/merge.ts'
import type { Timers } from '../base/timers.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { OpenOutbox } from '../outbox/open-outbox.ts'
import type { StoredCheckIn } from '../outbox/outbox.ts'
import type { DoorKiosk } from './doors.ts'
import type { DoorKey } from './group/door-key.ts'
import {
  letInLine,
  portLine,
  recordLine,
  seenLine,
  type Identity,
  type KeptGroup,
} from './group/group-file.ts'
import { createGroup, type Group } from './group/group.ts'
import {
  checkInIdOf,
  serverTimeOf,
  signRecord,
  type DoorBody,
  type EntryBody,
  type RecordBody,
} from './group/records.ts'
import { DOORS_MAX } from './group/trusted-doors.ts'
import { announceDoor, type DiscoveryPorts } from './network/discovery.ts'
import { runGroup, type Fresh, type RunningGroup } from './network/running-group.ts'
import { DOORS_PORT } from './network/transport.ts'
import {
  createInvitations,
  type Invitations,
  type Joiner,
  type Welcome,
} from './pairing/pairing.ts'

export interface DoorParts {
  readonly server: string
  readonly outbox: Pick<OpenOutbox, 'entries'>
  readonly carried: Pick<OpenOutbox, 'append' | 'entries' | 'counts'>
  /** Something may be sent. */
  readonly onCarried: () => void
  readonly onChange: () => void
  readonly timers: Timers
  readonly log: Log
  readonly port?: number
  readonly host?: string
  /** How long a connection may take to begin. */
  readonly handshakeMs?: number
  /** undefined: multicast of this computer; null: none. */
  readonly discovery?: DiscoveryPorts['socket'] | null
}
export interface RunningDoor {
  readonly kiosk: DoorKiosk
  readonly identity: Identity
  readonly group: Group
  readonly work: RunningGroup
  readonly invitations: Invitations
  readonly publish: (bodies: readonly RecordBody[]) => Promise<void>
  /** Tells what was recorded here and no door knows: before the group began, or just before a restart. */
  catchUp(): Promise<void>
  /** The id of a check-in that other doors may send as well. */
  idFor(cardId: string, at: string): string
  recorded(checkIn: StoredCheckIn): void
  isConnected(door: string): boolean
  /** Staff trust doors that wait here: what the others know of these is asked for again. */
  letIn(doors: readonly string[]): Promise<void>
  close(): Promise<void>
}
export interface StartOptions {
  readonly kiosk: DoorKiosk
  readonly kept: KeptGroup & { readonly identity: Identity }
  readonly parts: DoorParts
  readonly write: (texts: readonly string[]) => Promise<void>
  /** The disk refused something. */
  readonly onDiskFault: () => void
}

export const eventHash = (server: string, eventId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([server, eventId]))
    .digest('base64')

export const doorBody = (
  group: string,
  { door, publicKey }: Pick<DoorKey, 'door' | 'publicKey'>,
  name: string,
  now: Date,
): DoorBody => ({
  kind: 'door',
  group,
  door,
  by: door,
  key: publicKey,
  name,
  at: now.toISOString(),
})

const entriesIn = (fresh: readonly Fresh[]): EntryBody[] =>
  fresh.flatMap(({ body }) => (body.kind === 'entry' ? [body] : []))

/** Puts other doors' check-ins into the queue to the server, under the ids that these doors gave them. */
function createCarrier({ kiosk, kept, parts, onDiskFault }: StartOptions, group: Group) {
  const own = kept.identity.key.door
  return async (entries: readonly EntryBody[]): Promise<void> => {
    const others = entries.filter((entry) => entry.door !== own && group.isBound(entry))
    if (others.length === 0) return
    const results = await Promise.all(
      others.map((entry) =>
        parts.carried.append({
          id: entry.id,
          eventId: kiosk.eventId,
          cardId: entry.card,
          gate: group.member(entry.door)?.name ?? '',
          deviceId: entry.door,
          at: serverTimeOf(entry),
        }),
      ),
    )
    if (results.some(({ ok }) => !ok)) onDiskFault()
    parts.onCarried()
  }
}

/** What this door says, in the order of its clock. */
function createPublisher(
  { kept: { identity }, parts, write }: StartOptions,
  group: Group,
  tell: (records: Parameters<RunningGroup['tell']>[0]) => void,
) {
  let stamp = 0
  return {
    /** Written to the disk before it is sent, so that after a restart this door still knows what it sent. */
    publish: async (bodies: readonly RecordBody[]): Promise<void> => {
      const records = bodies.map((body) => signRecord(body, identity.key))
      const fresh = records.filter((record) => group.take(record).kind === 'new')
      await write(fresh.map(recordLine))
      tell(fresh)
      parts.onChange()
    },
    entryOf: ({ id, cardId, at, clockOffMs }: StoredCheckIn): EntryBody => {
      const off = clockOffMs === undefined ? null : Math.round(clockOffMs)
      stamp = nextStamp(Math.max(stamp, group.seen()), Date.parse(at) - (off ?? 0))
      return {
        kind: 'entry',
        group: group.id,
        door: identity.key.door,
        id,
        card: cardId,
        at,
        clockOffMs: off,
        stamp,
      }
    },
  }
}

export async function startDoor(options: StartOptions): Promise<RunningDoor> {
  const { kiosk, kept, parts, write } = options
  const { timers, log, outbox } = parts
  const { identity, records, letIn, seenAt, port } = kept
  const own = identity.key.door
  const group = createGroup({
    id: identity.group,
    eventId: kiosk.eventId,
    own,
    nowMs: () => timers.now().getTime(),
    letIn,
  })
  const known: EntryBody[] = []
  for (const record of records) {
    const taken = group.take(record)
    if (taken.kind === 'new' && taken.body.kind === 'entry') known.push(taken.body)
  }
  /** Ids of own check-ins that the group knows. */
  const published = new Set(known.filter(({ door }) => door === own).map(({ id }) => id))
  const carry = createCarrier(options, group)
  const working: { group?: RunningGroup } = {}
  const { publish, entryOf } = createPublisher(options, group, (some) => working.group?.tell(some))
  const isConnected = (door: string): boolean => working.group?.contact(door).connected === true

  const takeIn = async ({ door, key, name }: Joiner): Promise<Welcome> => {
    const body = doorBody(identity.group, { door, publicKey: key }, name, timers.now())
    await publish([{ ...body, by: own }])
    return { group: identity.group, groupKey: identity.groupKey, doors: group.doorRecords() }
  }
  const invitations = createInvitations({
    own,
    event: eventHash(parts.server, kiosk.eventId),
    timers,
    fault: ({ name }) => {
      if (group.members().length >= DOORS_MAX) return 'full'
      return group.mayBeCalled(name) ? undefined : 'name'
    },
    takeIn,
    onChange: parts.onChange,
  })
  const work = await runGroup({
    group,
    key: identity.key,
    seenAt,
    port: port ?? parts.port ?? DOORS_PORT,
    host: parts.host,
    handshakeMs: parts.handshakeMs,
    timers,
    log,
    onNew: async (fresh) => {
      await write(fresh.map(({ record }) => recordLine(record)))
      await carry(entriesIn(fresh))
    },
    onSeenAt: (seen) => void write([seenLine(seen)]),
    onStranger: async (channel) => {
      if (invitations.present() === undefined) channel.close()
      else await invitations.reply(channel)
    },
    onChange: parts.onChange,
  })
  working.group = work
  const endDiscovery =
    parts.discovery === null
      ? undefined
      : announceDoor({
          timers,
          log,
          ...(parts.discovery === undefined ? {} : { socket: parts.discovery }),
          mark: identity,
          port: work.port,
          isPairing: () => invitations.present() !== undefined,
          onDoor: (address) => void work.announced(address),
        })
  if (work.port !== port) await write([portLine(work.port)])
  await carry(known)

  return {
    kiosk,
    identity,
    group,
    work,
    invitations,
    publish,
    isConnected,
    async letIn(doors) {
      const taken = doors.map((door) => group.letIn(door)).filter((one) => one !== undefined)
      await write([...doors.map(letInLine), ...taken.map(recordLine)])
      work.tell(taken)
      work.meetAgain()
      parts.onChange()
    },
    async close() {
      endDiscovery?.()
      invitations.shut()
      await work.close()
    },
    async catchUp() {
      const missing = outbox
        .entries()
        .filter(
          ({ checkIn, settled }) =>
            checkIn.eventId === kiosk.eventId &&
            !published.has(checkIn.id) &&
            !['unknown-member', 'refused'].includes(settled?.settlement.result ?? ''),
        )
      for (const { checkIn } of missing) published.add(checkIn.id)
      if (missing.length > 0) await publish(missing.map(({ checkIn }) => entryOf(checkIn)))
    },
    idFor: (cardId, at) => checkInIdOf(own, kiosk.eventId, cardId, at),
    recorded(checkIn) {
      if (published.has(checkIn.id)) return
      published.add(checkIn.id)
      publish([entryOf(checkIn)]).catch((error: unknown) =>
        log('error', 'doors.not-told', { error: describeError(error) }),
      )
    },
  }
}
