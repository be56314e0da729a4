/** A group of doors at work: it listens, keeps a connection to each other door, and passes records on. */
import { isIP } from 'node:net'
import type { Timers } from '../../base/timers.ts'
import { describeError, type Log } from '../../log/log-file.ts'
import type { Address, SeenAt } from '../group/address.ts'
import type { DoorKey } from '../group/door-key.ts'
import type { Group } from '../group/group.ts'
import type { RecordBody, SignedRecord } from '../group/records.ts'
import type { Channel } from './channel.ts'
import { runPeer, type Peer, type PeerPorts } from './peer.ts'
import { openTransport, type Transport } from './transport.ts'

const LOOK_MS = 1_000
const BACK_OFF_MAX_MS = 8_000
/** Doors that trust different doors say so when they differed this often in a row: one hears of a door a moment before another. */
const DIFFERS_MIN = 2
/** A door that broke the rules is neither heard nor called for this long. */
const BANNED_MS = 60_000
const ADDRESSES_PER_DOOR = 3
const CONNECTIONS_PER_DOOR = 2

export interface RunningGroupOptions {
  readonly group: Group
  readonly key: DoorKey
  readonly seenAt: readonly SeenAt[]
  readonly port: number
  readonly host: string | undefined
  readonly handshakeMs: number | undefined
  readonly timers: Timers
  readonly log: Log
  /** What others said and this door did not know; resolves when it is on the disk. */
  readonly onNew: (fresh: readonly Fresh[]) => Promise<void>
  readonly onSeenAt: (seen: SeenAt) => void
  /** A peer whose key is no member's: it may join while a code is shown. */
  readonly onStranger: (channel: Channel) => Promise<void>
  readonly onChange: () => void
}
export interface Fresh {
  readonly record: SignedRecord
  readonly body: RecordBody
}
interface DoorContact {
  readonly connected: boolean
  /** The time is that of the clock of this computer. */
  readonly lastSeenMs: number | null
  readonly clockApartMs: number | null
  /** It trusts other doors than this one does, or does not trust this one. */
  readonly differs: boolean
  /** It was closed because it sent what no door sends. */
  readonly brokeRules: boolean
}
export interface RunningGroup {
  readonly port: number
  readonly tell: (records: readonly SignedRecord[]) => void
  /** Ends the connections to doors that were removed. */
  readonly partFromRemoved: () => void
  /** Ends all connections: the doors compare anew what each of them has. */
  readonly meetAgain: () => void
  contact(door: string): DoorContact
  /** A door of the group, or one that joins, was announced there. */
  readonly announced: (address: Address) => Promise<void>
  close(): Promise<void>
}

/** Addresses that a peer may name: those of a hall, not of the internet. */
export function isNear({ host }: Address): boolean {
  if (isIP(host) === 4)
    return /^(?:10\.|192\.168\.|169\.254\.|127\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host)
  return isIP(host) === 6 && /^(?:f[cd]|fe[89ab]|::1$)/i.test(host)
}

/** Where the doors were seen, the newest first. */
function createSeen(before: readonly SeenAt[]) {
  const byDoor = new Map<string, Address[]>()
  const note = ({ door, host, port }: SeenAt, isSure: boolean): boolean => {
    const known = byDoor.get(door) ?? []
    const first = known[0]
    if (first?.host === host && first.port === port) return false
    const others = known.filter((one) => one.host !== host || one.port !== port)
    if (!isSure && others.length < known.length) return false
    const places = isSure ? [{ host, port }, ...others] : [...others, { host, port }]
    byDoor.set(door, places.slice(0, ADDRESSES_PER_DOOR))
    return true
  }
  for (const one of before) note(one, true)
  return {
    note,
    of: (door: string): readonly Address[] => byDoor.get(door) ?? [],
    hosts: (): ReadonlySet<string> => new Set([...byDoor.values()].flat().map(({ host }) => host)),
    newest: (): SeenAt[] =>
      [...byDoor].flatMap(([door, places]) =>
        places.slice(0, 1).map((place) => ({ door, ...place })),
      ),
  }
}

interface Contact {
  readonly peers: Set<Peer>
  lastSeenMs: number | null
  clockApartMs: number | null
  bannedUntilMs: number
  nextCallMs: number
  failures: number
  isCalling: boolean
  /** How often in a row its view was another one. */
  differs: number
  /** It does not trust this door. */
  isOutThere: boolean
  brokeRules: boolean
}
function createContacts() {
  const contacts = new Map<string, Contact>()
  const contactOf = (door: string): Contact => {
    const known = contacts.get(door)
    if (known !== undefined) return known
    const made: Contact = {
      peers: new Set(),
      lastSeenMs: null,
      clockApartMs: null,
      bannedUntilMs: 0,
      nextCallMs: 0,
      failures: 0,
      isCalling: false,
      differs: 0,
      isOutThere: false,
      brokeRules: false,
    }
    contacts.set(door, made)
    return made
  }
  return { contactOf, all: () => [...contacts] }
}

/** What the parts of a running group share. */
function createShared(options: RunningGroupOptions) {
  const { group, key, timers } = options
  const seen = createSeen(options.seenAt)
  const { contactOf, all } = createContacts()
  const others = (): string[] =>
    group
      .members()
      .filter(({ door, hasLeft, isRemoved }) => door !== key.door && !hasLeft && !isRemoved)
      .map(({ door }) => door)
  const peers = (): Peer[] => others().flatMap((door) => [...contactOf(door).peers])
  return {
    options,
    seen,
    contactOf,
    others,
    isMember: (door: string): boolean => others().includes(door),
    /** A door that was removed hears nothing more, not even that it was. */
    partFromRemoved: (): void => {
      for (const [door, { peers: open }] of all())
        if (group.member(door)?.isRemoved === true) for (const peer of open) peer.close()
    },
    meetAgain: (): void => {
      for (const peer of peers()) peer.close()
    },
    isBanned: (door: string): boolean => timers.monotonicMs() < contactOf(door).bannedUntilMs,
    tell: (records: readonly SignedRecord[], except?: Peer): void => {
      for (const peer of peers()) if (peer !== except) peer.tell(records)
    },
    /** `isSure`: the door itself was there; otherwise another door says so. */
    note: (place: SeenAt, isSure: boolean): void => {
      if (place.door === key.door || !seen.note(place, isSure) || !isSure) return
      options.onSeenAt(place)
      for (const peer of peers()) if (peer.door !== place.door) peer.tellHints()
    },
    port: 0,
    isClosed: false,
  }
}
type Shared = ReturnType<typeof createShared>

/** Every record of a message is looked at, so that what is good in it counts whatever follows. */
const createTaker =
  ({
    options: { group, onNew, onChange },
    tell,
    partFromRemoved,
    meetAgain,
  }: Shared): PeerPorts['onRecords'] =>
  async (records, from) => {
    const fresh: Fresh[] = []
    let dropped = 0
    let rubbish: string | undefined
    let hasAside = false
    let wasAside = false
    for (const record of records) {
      const taken = group.take(record)
      if (taken.kind === 'new') {
        fresh.push({ record, body: taken.body })
        wasAside ||= taken.wasAside
      }
      if (taken.kind === 'aside') hasAside = true
      if (taken.kind === 'dropped') dropped += 1
      if (taken.kind === 'rubbish') rubbish ??= taken.why
    }
    if (fresh.some(({ body }) => body.kind === 'removed')) partFromRemoved()
    if (fresh.length > 0) {
      await onNew(fresh)
      tell(
        fresh.map(({ record }) => record),
        from,
      )
    }
    if (fresh.length > 0 || hasAside) onChange()
    if (wasAside) meetAgain()
    return { rubbish, dropped }
  }

/** Begins with a member that is connected. */
function createMeeting(shared: Shared, look: () => void): (channel: Channel) => void {
  const { options, seen, contactOf, isMember, isBanned, note } = shared
  const { group, timers, log, onChange } = options
  const onRecords = createTaker(shared)

  const part = (door: string, peer: Peer, wrong: string | undefined): void => {
    const contact = contactOf(door)
    contact.peers.delete(peer)
    contact.lastSeenMs = timers.now().getTime()
    if (wrong !== undefined) {
      log('warn', 'doors.peer-refused', { door: door.slice(0, 12), why: wrong })
      contact.bannedUntilMs = timers.monotonicMs() + BANNED_MS
      contact.brokeRules = true
      for (const other of contact.peers) other.close()
    }
    onChange()
  }
  return (channel) => {
    const { door } = channel
    const contact = contactOf(door)
    if (shared.isClosed || isBanned(door)) {
      channel.close()
      return
    }
    const { peer, over } = runPeer(channel, {
      group,
      timers,
      ownPort: shared.port,
      onRecords,
      onHello: ({ host }, port, clockApartMs) => {
        contact.clockApartMs = clockApartMs
        contact.failures = 0
        contact.isOutThere = false
        note({ door, host, port }, true)
        onChange()
      },
      onView: (view) => {
        contact.differs = view === group.view() ? 0 : contact.differs + 1
        if (contact.differs === 0 || contact.differs === DIFFERS_MIN) onChange()
      },
      onOut: () => {
        contact.isOutThere = true
      },
      onSeen: (places) => {
        for (const place of places) if (isMember(place.door) && isNear(place)) note(place, false)
        look()
      },
      hints: seen.newest,
    })
    const [oldest] = contact.peers
    if (contact.peers.size >= CONNECTIONS_PER_DOOR) oldest?.close()
    contact.peers.add(peer)
    contact.lastSeenMs = timers.now().getTime()
    void over
      .catch((error: unknown) => {
        log('error', 'doors.peer-broke', { error: describeError(error) })
        return undefined
      })
      .then((wrong) => part(door, peer, wrong))
  }
}

/** Calls doors that are away, again and again. */
function createCaller(
  { options: { timers }, seen, contactOf, others, isMember, isBanned }: Shared,
  dial: Transport['dial'],
  meet: (channel: Channel) => void,
  isClosed: () => boolean,
) {
  const call = async (door: string): Promise<void> => {
    const contact = contactOf(door)
    contact.isCalling = true
    for (const address of seen.of(door)) {
      if (isClosed() || contact.peers.size > 0) break
      const channel = await dial(address, door).catch(() => undefined) // oxlint-disable-line no-await-in-loop -- one address after the other
      if (channel === undefined) continue
      if (isMember(door)) meet(channel)
      else channel.close()
    }
    contact.isCalling = false
    contact.failures = contact.peers.size > 0 && !contact.isOutThere ? 0 : contact.failures + 1
    const backOffMs = Math.min(BACK_OFF_MAX_MS, LOOK_MS * 2 ** Math.min(contact.failures, 4))
    contact.nextCallMs = timers.monotonicMs() + backOffMs * (0.5 + Math.random() / 2)
  }
  const look = (): void => {
    if (isClosed()) return
    for (const door of others()) {
      const { peers, isCalling, nextCallMs } = contactOf(door)
      if (peers.size > 0 || isCalling || isBanned(door) || timers.monotonicMs() < nextCallMs)
        continue
      void call(door)
    }
  }
  let isTrying = false
  return {
    look,
    /** One at a time: a door of the group may announce any address of the hall. */
    tryAt: async (address: Address): Promise<void> => {
      if (isTrying || others().every((door) => contactOf(door).peers.size > 0)) return
      isTrying = true
      const channel = await dial(address, undefined).catch(() => undefined)
      isTrying = false
      if (channel === undefined) return
      if (isMember(channel.door) && contactOf(channel.door).peers.size === 0) meet(channel)
      else channel.close()
    },
  }
}

export async function runGroup(options: RunningGroupOptions): Promise<RunningGroup> {
  const { key, timers, log } = options
  const shared = createShared(options)
  const { seen, contactOf, isMember } = shared
  let look = (): void => undefined
  const meet = createMeeting(shared, () => look())
  const transport: Transport = await openTransport({
    key,
    port: options.port,
    host: options.host,
    handshakeMs: options.handshakeMs,
    onChannel: (channel, known) => {
      if (isMember(channel.door)) {
        known()
        meet(channel)
        return
      }
      if (options.group.member(channel.door) !== undefined || options.group.isAside(channel.door)) {
        channel.send({ t: 'out' })
        channel.end()
        return
      }
      options.onStranger(channel).catch((error: unknown) => {
        log('warn', 'doors.join-broke', { error: describeError(error) })
        channel.close()
      })
    },
    isKept: (host) => seen.hosts().has(host),
    monotonicMs: timers.monotonicMs,
  })
  shared.port = transport.port
  const caller = createCaller(shared, transport.dial, meet, () => shared.isClosed)
  look = caller.look
  let cancel = (): void => undefined
  const lookAgain = (): void => {
    look()
    cancel = timers.after(LOOK_MS, lookAgain)
  }
  lookAgain()

  return {
    port: transport.port,
    tell: shared.tell,
    partFromRemoved: shared.partFromRemoved,
    meetAgain: shared.meetAgain,
    contact(door) {
      const { peers, lastSeenMs, clockApartMs, differs, isOutThere, brokeRules } = contactOf(door)
      const connected = peers.size > 0
      return {
        connected,
        lastSeenMs,
        clockApartMs,
        differs: isOutThere || (connected && differs >= DIFFERS_MIN),
        brokeRules,
      }
    },
    announced: caller.tryAt,
    async close() {
      shared.isClosed = true
      cancel()
      await transport.close()
    },
  }
}
