/**
 * The doors of one server on this computer: turned on by a person, for one event, until the kiosk ends. What other doors
 * say is on the disk before it is shown or passed on.
 */
import { randomBytes } from 'node:crypto'
import { NO_DOORS, type DoorsState, type JoinResult } from '#shared/contract/desktop/doors.ts'
import { plainDoorName } from '#shared/domain/doors/door-name.ts'
import { doubleEntries } from '#shared/domain/doors/merge.ts'
import { createTurns } from '../base/turns.ts'
import { describeError } from '../log/log-file.ts'
import { nodeDisk, type Disk } from '../outbox/disk.ts'
import type { QueueKey } from '../outbox/load-queue.ts'
import { doubleKey, firstEntry, nearAddresses, stateOf } from './doors-state.ts'
import type { DoorKiosk, Doors } from './doors.ts'
import type { Address } from './group/address.ts'
import { makeDoorKey, shortOf } from './group/door-key.ts'
import { openDoorLog, type DoorLog } from './group/door-log.ts'
import {
  groupLine,
  readGroup,
  recordLine,
  seenLine,
  type Identity,
  type KeptGroup,
} from './group/group-file.ts'
import { groupIdOf, signRecord } from './group/records.ts'
import { findPairing } from './network/discovery.ts'
import { joinGroup } from './pairing/join-group.ts'
import { doorBody, eventHash, startDoor, type DoorParts, type RunningDoor } from './running-door.ts'

export interface DoorsOptions extends DoorParts {
  /** The folder of this server, next to the outbox. */
  readonly directory: string
  /** The folder of the queue. */
  readonly key: QueueKey
  readonly disk?: Disk
  readonly addresses?: () => readonly string[]
}

/** The other doors learn that this one leaves; who is away learns it from them. */
const FAREWELL_MS = 300

type KeptDoors = KeptGroup & { readonly identity: Identity }

/** The file of the group, opened when it is first needed. */
function createFile(
  { directory, key, disk = nodeDisk, log }: DoorsOptions,
  onFault: (isFault: boolean) => void,
) {
  let opened: DoorLog | undefined
  const open = async (): Promise<DoorLog> =>
    (opened ??= await openDoorLog({ directory, key, disk, log }))
  return {
    open,
    write: async (texts: readonly string[]): Promise<void> => {
      if (texts.length > 0) onFault(!((await opened?.append(texts)) ?? false))
    },
    async clear(): Promise<void> {
      await opened?.clear()
    },
    async close(): Promise<void> {
      await opened?.close()
      opened = undefined
    },
  }
}

const find = async ({ discovery, timers, log }: DoorsOptions): Promise<readonly Address[]> =>
  discovery === null
    ? []
    : findPairing({ timers, log, ...(discovery === undefined ? {} : { socket: discovery }) })

/** The first door of a group. */
function foundGroup({ eventId, deviceName: name }: DoorKiosk, now: Date): KeptDoors {
  const key = makeDoorKey()
  const shown = plainDoorName(name, shortOf(key.door))
  const nonce = randomBytes(16).toString('base64')
  const group = groupIdOf(key.door, nonce)
  return {
    identity: { group, groupKey: randomBytes(32).toString('base64'), key, eventId, name },
    records: [signRecord({ ...doorBody(group, key, shown, now), nonce }, key)],
    letIn: [],
    seenAt: [],
    port: undefined,
  }
}

/** This door says that it is removed; it is when another door says so too. Not the own door, and none that is out already. @param short the beginning of its key */
async function removeDoor(
  { group, identity, work, publish }: RunningDoor,
  short: string,
  { timers, log, onChange }: DoorsOptions,
): Promise<void> {
  const own = identity.key.door
  const lost = group.members().find(({ door }) => shortOf(door) === short)
  if (lost === undefined || lost.door === own || lost.hasLeft || lost.isRemoved) return
  if (lost.removedBy.includes(own)) return
  await publish([group.removal(lost.door, own, timers.now())])
  work.partFromRemoved()
  log('info', 'doors.removed', { door: short })
  onChange()
}

/** @param shorts the beginnings of their keys */
async function letIn(running: RunningDoor, shorts: readonly string[]): Promise<void> {
  const doors = running.group
    .waiting()
    .flatMap(({ door }) => (shorts.includes(shortOf(door)) ? [door] : []))
  if (doors.length > 0) await running.letIn(doors)
}

async function sayFarewell(present: RunningDoor, timers: DoorsOptions['timers']): Promise<void> {
  const { group, identity, publish } = present
  await publish([
    { kind: 'left', group: group.id, door: identity.key.door, at: timers.now().toISOString() },
  ])
  if (group.members().some(({ door }) => present.isConnected(door)))
    await new Promise<void>((resolve) => void timers.after(FAREWELL_MS, resolve))
}

export function createDoors(options: DoorsOptions): Doors {
  const { timers, log, onChange, carried, outbox } = options
  let kiosk: DoorKiosk | undefined
  let running: RunningDoor | undefined
  let fault: DoorsState['fault'] = 'none'
  const told = new Set<string>()
  const file = createFile(options, (isFault) => {
    if (isFault || fault === 'disk') fault = isFault ? 'disk' : 'none'
  })
  /** Each change of the group waits for the one before. */
  const inTurn = createTurns()

  const begin = async (of: DoorKiosk, kept: KeptDoors): Promise<void> => {
    try {
      running = await startDoor({
        kiosk: of,
        kept,
        parts: options,
        write: file.write,
        onDiskFault: () => (fault = 'disk'),
      })
      await running.catchUp()
      if (fault === 'network') fault = 'none'
      log('info', 'doors.on', { doors: running.group.members().length })
    } catch (error) {
      fault = 'network'
      log('error', 'doors.not-on', { error: describeError(error) })
    } finally {
      onChange()
    }
  }
  /** A group that is new on this computer. */
  const settle = async (of: DoorKiosk, kept: KeptDoors): Promise<void> => {
    await file.open()
    await file.clear()
    const { identity, records, seenAt } = kept
    await file.write([groupLine(identity), ...records.map(recordLine), ...seenAt.map(seenLine)])
    await begin(of, kept)
  }
  const stop = async (): Promise<void> => {
    await running?.close()
    running = undefined
    fault = 'none'
    told.clear()
    onChange()
  }
  async function join(code: string, address: string): Promise<JoinResult> {
    const of = kiosk
    if (of === undefined) throw new Error('There is no kiosk')
    if (running !== undefined) return { ok: false, fault: 'already' }
    const joined = await joinGroup(code, address, {
      kiosk: of,
      event: eventHash(options.server, of.eventId),
      timers,
      handshakeMs: options.handshakeMs,
      find: () => find(options),
    })
    if (!joined.ok) return joined
    await settle(of, { ...joined, letIn: [], port: undefined })
    return fault === 'network' ? { ok: false, fault: 'unreachable' } : { ok: true }
  }
  /** Also a group that could not begin here: nothing of it stays on the disk. */
  async function leave(): Promise<void> {
    if (running !== undefined) await sayFarewell(running, timers)
    await stop()
    await file.clear()
  }

  return {
    state: () =>
      running === undefined
        ? { ...NO_DOORS, fault, waiting: carried.counts().waiting }
        : stateOf(running, {
            fault,
            waiting: carried.counts().waiting,
            addresses: (options.addresses ?? nearAddresses)(),
            isTold: (double) => told.has(doubleKey(double)),
          }),
    enter: (of) =>
      inTurn(async () => {
        kiosk = of
        const kept = readGroup((await file.open()).texts)
        const { identity } = kept
        if (identity === undefined) return
        if (identity.eventId === of.eventId && identity.name === of.deviceName)
          await begin(of, { ...kept, identity })
        else await file.clear()
      }),
    exit: () =>
      inTurn(async () => {
        await leave()
        kiosk = undefined
      }),
    invite: () =>
      inTurn(async () => {
        if (kiosk === undefined) throw new Error('There is no kiosk')
        if (running === undefined) await settle(kiosk, foundGroup(kiosk, timers.now()))
        running?.invitations.open()
      }),
    hideCode: () => running?.invitations.shut(),
    join: ({ code, address }) => inTurn(() => join(code, address)),
    leave: () => inTurn(leave),
    remove: (door) => inTurn(async () => running && removeDoor(running, door, options)),
    letIn: (doors) => inTurn(async () => running && letIn(running, doors)),
    told(cards) {
      for (const double of running === undefined ? [] : doubleEntries(running.group.entries()))
        if (cards.includes(double.card)) told.add(doubleKey(double))
      onChange()
    },
    firstOf: (cardId) =>
      running === undefined ? undefined : firstEntry(running, cardId, { own: outbox, carried }),
    idFor: (cardId, at) => running?.idFor(cardId, at),
    recorded: (checkIn) => running?.recorded(checkIn),
    close: () =>
      inTurn(async () => {
        await stop()
        await file.close()
      }),
  }
}
