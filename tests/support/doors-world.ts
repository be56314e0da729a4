/** Doors of one event in one process, with real keys, files and connections on this computer. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { DoorsState } from '#shared/contract/desktop/doors.ts'
import { systemTimers } from '../../src/main/base/timers.ts'
import type { Doors } from '../../src/main/doors/doors.ts'
import { createDoors, type DoorsOptions } from '../../src/main/doors/open-doors.ts'
import { openOutbox, type OpenOutbox } from '../../src/main/outbox/open-outbox.ts'
import type { StoredCheckIn } from '../../src/main/outbox/outbox.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'

export const EVENT_ID = 'general-assembly'
const SERVER = 'https://members.example.org'
export const cardNumber = (number: number): string => `WLD_${10_000_000 + number}`

export interface TestDoor {
  readonly name: string
  readonly doors: Doors
  readonly outbox: OpenOutbox
  readonly carried: OpenOutbox
  readonly logged: string[]
  readonly directory: string
  state(): DoorsState
  /** As a scan does: known, or recorded and told. */
  scan(card: string): Promise<'recorded' | { readonly at: string; readonly gate: string }>
  /** The code that it shows; shows one first. */
  code(): Promise<string>
  /** Ends the process of the door; its files stay. */
  stop(): Promise<void>
  /** A new process on the same files. */
  restart(): Promise<TestDoor>
}
export type DoorWish = Partial<DoorsOptions> & {
  readonly directory?: string
  readonly eventId?: string
}

/** All doors of a test share one process: on a busy machine a handshake takes longer than two computers need for it. */
const PATIENT_MS = 60_000

/** Resolves when `condition` holds. Fails by the time limit of the test. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => void setTimeout(resolve, 5)) // oxlint-disable-line no-await-in-loop -- one look after the other
}

async function openTestDoor(
  name: string,
  { directory: wished, eventId = EVENT_ID, ...wish }: DoorWish = {},
): Promise<TestDoor> {
  const directory = wished ?? (await mkdtemp(join(MEMORY_FOLDER, 'wld-door-')))
  const key = wish.key ?? { key: randomBytes(32), keptIn: 'keychain' as const }
  const logged: string[] = []
  const log: DoorsOptions['log'] = (_level, event, fields) =>
    void logged.push(`${event} ${JSON.stringify(fields ?? {})}`)
  const now = (): Date => new Date()
  const outbox = await openOutbox({ directory, key, now, log })
  const carried = await openOutbox({ directory: join(directory, 'doors'), key, now, log })
  const doors = createDoors({
    directory: join(directory, 'doors'),
    key,
    server: SERVER,
    outbox,
    carried,
    onCarried: () => undefined,
    onChange: () => undefined,
    timers: systemTimers,
    log,
    port: 0,
    host: '127.0.0.1',
    handshakeMs: PATIENT_MS,
    discovery: null,
    addresses: () => ['127.0.0.1'],
    ...wish,
  })
  await doors.enter({ eventId, deviceName: name })
  const door: TestDoor = {
    name,
    doors,
    outbox,
    carried,
    logged,
    directory,
    state: () => doors.state(),
    async scan(card) {
      const first = doors.firstOf(card)
      if (first !== undefined) return { at: first.at, gate: first.gate }
      const at = now().toISOString()
      const result = await outbox.append({
        id: doors.idFor(card, at) ?? crypto.randomUUID(),
        eventId,
        cardId: card,
        gate: name,
        deviceId: 'device',
        at,
      })
      if (!result.ok) throw new Error(result.fault)
      doors.recorded(result.checkIn)
      return 'recorded'
    },
    async code() {
      await doors.invite()
      return doors.state().code?.text ?? ''
    },
    async stop() {
      await doors.close()
      await outbox.close()
      await carried.close()
    },
    async restart() {
      await door.stop()
      return openTestDoor(name, { ...wish, directory, eventId, key })
    },
  }
  return door
}

/** Opens doors for the tests of a file; they and their folders end with each test. */
export function doorsWorld() {
  const opened: TestDoor[] = []
  afterEach(async () => {
    for (const door of opened.splice(0)) {
      await door.stop().catch(() => undefined) // it may have been stopped by the test
      await rm(door.directory, { recursive: true, force: true })
    }
  })
  const follow = (door: TestDoor): TestDoor => {
    opened.push(door)
    return door
  }
  const open = async (name: string, wish: DoorWish = {}): Promise<TestDoor> =>
    follow(await openTestDoor(name, wish))
  const joins = async (joiner: TestDoor, inviter: TestDoor): Promise<void> => {
    const joined = await joiner.doors.join({ code: await inviter.code(), address: '' })
    if (!joined.ok) throw new Error(joined.fault)
  }
  return {
    open,
    joins,
    restart: async (door: TestDoor): Promise<TestDoor> => follow(await door.restart()),
    /** Doors of these names in one group, each connected to each. */
    async group(...names: readonly string[]): Promise<TestDoor[]> {
      const doors: TestDoor[] = []
      for (const name of names) {
        const door = await open(name) // oxlint-disable-line no-await-in-loop -- one door joins after the other
        const [first] = doors
        if (first !== undefined) await joins(door, first) // oxlint-disable-line no-await-in-loop -- as above
        doors.push(door)
      }
      await until(() => doors.every((door) => connected(door) === names.length - 1))
      return doors
    },
  }
}
export const connected = (door: TestDoor): number =>
  door.state().doors.filter(({ state }) => state === 'connected').length
export const waitingAt = (door: TestDoor): readonly StoredCheckIn[] =>
  door.carried.waiting(EVENT_ID, 100_000)
