/**
 * Four doors, four processes, one evening without internet. They are killed, frozen, cut off and parted while they scan.
 * In the end all of them know each acknowledged entry, tell each double entry, and the server has each entry once, by
 * the one door that has a line. DOOR_SCANS sets the number of scans; with FAULT_ROUNDS it is 2,000.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { DoorsState, JoinResult } from '#shared/contract/desktop/doors.ts'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshDevice, freshEvent } from '#tests/security/fresh-rows.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { startCutLine } from '#tests/support/cut-line.ts'
import type { DoorOrders } from '#tests/support/door-process.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { startDoor, type DoorProcess } from '#tests/support/start-door.ts'
import type { FirstEntry } from '../../src/main/doors/doors.ts'
import { readCode } from '../../src/main/doors/pairing/pairing-code.ts'

const SCANS = Number(
  process.env['DOOR_SCANS'] ?? (process.env['FAULT_ROUNDS'] === undefined ? 200 : 2_000),
)
const CARDS = Math.ceil(SCANS * 0.7)
const CALM_SCANS = Math.ceil(SCANS / 5)
/** Scans between two faults. */
const SCANS_PER_FAULT = 20
const NAMES = ['North door', 'South door', 'East door', 'West door']
const TOLD_MAX_MS = 1_000

interface Acknowledged {
  readonly id: string
  readonly card: string
  readonly gate: string
}
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Numbers that a seed makes, so that a failure can be repeated: DOOR_SEED. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const SEED = Number(process.env['DOOR_SEED'] ?? 20_261_125)

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => void setTimeout(resolve, 50))
}
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

class Door {
  process: DoorProcess | undefined
  port = 0
  readonly orders: DoorOrders
  constructor(orders: DoorOrders) {
    this.orders = orders
  }
  get name(): string {
    return this.orders.name
  }
  async start(): Promise<void> {
    this.process = await startDoor(this.orders)
  }
  async ask<T>(command: Parameters<DoorProcess['ask']>[0]): Promise<T | undefined> {
    return this.process?.ask<T>(command)
  }
  async state(): Promise<DoorsState> {
    const state = await this.ask<DoorsState>({ do: 'state' })
    if (state === undefined) throw new Error(`${this.name} is not there`)
    return state
  }
}

test(
  `${SCANS} scans at four doors that are cut in every way: nothing is lost, every double entry is told, and each check-in reaches the server once`,
  { timeout: 900_000 },
  async () => {
    const random = randomOf(SEED)
    const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-doors-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const server = await startApiServer({ engine: 'sqlite', env: { LIMITS_SCALE: '1000' } })
    ends.push(() => server.stop())
    const staff = await buildMember(server.deps, { role: 'moderator' })
    const eventId = await freshEvent(server.deps)
    const cards: string[] = []
    for (let made = 0; made < CARDS; made += 1) cards.push((await buildMember(server.deps)).cardId)

    const lines: { restore(): void }[] = []
    const doors: Door[] = []
    for (const name of NAMES) {
      const device = await freshDevice(server.deps, staff.id, { eventId, name })
      const line = await startCutLine(server.url)
      line.cut()
      lines.push(line)
      ends.push(() => line.stop())
      const door = new Door({
        userData: join(folder, name),
        keyEntry: `v1:${randomBytes(32).toString('base64')}`,
        name,
        eventId,
        deviceId: device.id,
        token: device.token,
        apiUrl: line.url,
      })
      await door.start()
      doors.push(door)
      ends.push(() => {
        door.process?.thaw()
        return door.process?.kill()
      })
    }
    // The second door takes in the third, and the third the fourth: no door is special.
    for (const [place, door] of doors.entries()) {
      const code = (await door.ask<DoorsState['code']>({ do: 'invite' }))?.text ?? ''
      door.port = readCode(code)?.addresses[0]?.port ?? 0
      const next = doors[place + 1]
      if (next !== undefined)
        expect(await next.ask<JoinResult>({ do: 'join', code })).toEqual({ ok: true })
    }
    const allConnected = async (): Promise<boolean> =>
      (await Promise.all(doors.map((door) => door.state()))).every(
        (state) => state.doors.filter(({ state: is }) => is === 'connected').length === 3,
      )
    await untilTrue(allConnected)

    const acknowledged: Acknowledged[] = []
    const scanOnce = async (
      door: Door,
      card: string,
    ): Promise<ScanResult['checkIn'] | undefined> => {
      const checkIn = await door.ask<ScanResult['checkIn']>({ do: 'scan', card })
      if (checkIn?.kind === 'recorded') acknowledged.push({ id: checkIn.id, card, gate: door.name })
      return checkIn
    }

    // Calm: a card that came in at one door is told at the others within a second.
    const told: number[] = []
    for (let scan = 0; scan < CALM_SCANS; scan += 1) {
      const door = doors[random(4)]
      const card = cards[scan % Math.ceil(CALM_SCANS * 0.8)] ?? ''
      if (door === undefined) continue
      const before = acknowledged.length
      const checkIn = await scanOnce(door, card)
      if (acknowledged.length === before) {
        expect(checkIn).toMatchObject({ kind: 'before' })
        continue
      }
      const at = Date.now()
      const others = doors.filter((other) => other !== door)
      await untilTrue(async () =>
        others.every(({ process }) => process?.entriesAt.has(acknowledged.length) === true),
      )
      for (const { process } of others)
        told.push(Math.max(0, (process?.entriesAt.get(acknowledged.length) ?? 0) - at))
    }
    expect(Math.max(...told)).toBeLessThan(TOLD_MAX_MS)

    // Faults: between two of them each door scans by itself, all at once.
    const faults = { killed: 0, dropped: 0, parted: 0, frozen: 0 }
    let scanned = CALM_SCANS
    for (let fault = 0; scanned < SCANS; fault += 1) {
      const door = doors[random(4)]
      if (door === undefined) continue
      const kind = (['killed', 'dropped', 'parted', 'frozen'] as const)[fault % 4] ?? 'dropped'
      faults[kind] += 1
      let heal = async (): Promise<unknown> => undefined
      if (kind === 'dropped') await door.ask({ do: 'drop' })
      if (kind === 'parted') {
        // Two and two, or one and three: each side goes on scanning.
        const side = doors.filter((one) => one === door || random(3) === 0)
        const others = doors.filter((one) => !side.includes(one))
        await Promise.all([
          ...side.map((one) => one.ask({ do: 'part', ports: others.map(({ port }) => port) })),
          ...others.map((one) => one.ask({ do: 'part', ports: side.map(({ port }) => port) })),
        ])
        heal = () => Promise.all(doors.map((one) => one.ask({ do: 'part', ports: [] })))
      }
      if (kind === 'frozen') {
        door.process?.freeze()
        heal = async () => door.process?.thaw()
      }
      const batch = Math.min(SCANS_PER_FAULT, SCANS - scanned)
      scanned += batch
      const plan = Array.from({ length: batch }, () => ({
        door: doors[random(4)] ?? door,
        card: cards[random(CARDS)] ?? '',
      }))
      const working = Promise.all(
        doors.map(async (one) => {
          for (const { card } of plan.filter(({ door: at }) => at === one))
            await scanOnce(one, card)
        }),
      )
      if (kind === 'killed') {
        // Somewhere in the middle of its scans, or after them.
        await new Promise((resolve) => void setTimeout(resolve, random(60)))
        await door.process?.kill()
        await working
        await door.start()
      } else if (kind === 'frozen') {
        await new Promise((resolve) => void setTimeout(resolve, 200))
        await heal() // its scans are answered when it goes on
        await working
      } else {
        await working
        await heal()
      }
    }

    // They see each other again.
    const healedAt = Date.now()
    await untilTrue(allConnected)
    const ids = new Set(acknowledged.map(({ id }) => id))
    expect(ids.size).toBe(acknowledged.length)
    const firstsOf = (door: Door): Promise<readonly (FirstEntry | null)[] | undefined> =>
      door.ask({ do: 'firsts', cards })
    const plain = (firsts: readonly (FirstEntry | null)[] | undefined): unknown =>
      firsts?.map((first) => (first === null ? null : [first.id, first.at, first.gate]))
    await untilTrue(async () => {
      const states = await Promise.all(doors.map((door) => door.state()))
      const [first] = states
      return states.every(({ entries }) => entries === first?.entries && entries >= ids.size)
    })
    const agreedMs = Date.now() - healedAt

    // All agree which entry of each card is the first, and all tell the same double entries.
    const [reference, ...others] = await Promise.all(doors.map(firstsOf))
    for (const other of others) expect(plain(other)).toEqual(plain(reference))
    const gatesOf = new Map<string, string[]>()
    for (const { card, gate } of acknowledged)
      gatesOf.set(card, [...(gatesOf.get(card) ?? []), gate])
    for (const [place, card] of cards.entries())
      if (gatesOf.has(card)) expect(gatesOf.get(card)).toContain(reference?.[place]?.gate)
    const doubles = [...gatesOf].filter(([, gates]) => gates.length > 1)
    const toldBy = await Promise.all(doors.map(async (door) => (await door.state()).doubles))
    for (const tellings of toldBy) {
      const byCard = new Map(
        tellings.map(({ card, entries }) => [card, entries.map(({ gate }) => gate)]),
      )
      for (const [card, gates] of doubles)
        expect(byCard.get(card.replace('WLD_', ''))).toEqual(expect.arrayContaining(gates))
    }

    // A door is gone for good with its disk. Another gets a line, then the rest: the server has each check-in once.
    const [gone, first, ...rest] = doors
    await gone?.process?.kill()
    lines[1]?.restore()
    const rows = () =>
      server.deps.database.db
        .selectFrom('check_ins')
        .select(['id', 'gate'])
        .where('event_id', '=', eventId)
        .execute()
    const sendAll = async (door: Door | undefined): Promise<void> => {
      await door?.ask({ do: 'send' })
      await untilTrue(async () => (await door?.ask<number>({ do: 'waiting' })) === 0)
    }
    await sendAll(first)
    const sentByOne = await rows()
    for (const line of lines) line.restore()
    for (const door of rest) await sendAll(door)
    const sent = await rows()
    expect(sentByOne.length).toBe(sent.length)
    const at = new Map(sent.map(({ id, gate }) => [id, gate]))
    expect(at.size).toBe(sent.length)
    expect(acknowledged.filter(({ id, gate }) => at.get(id) !== gate)).toEqual([])

    process.stdout.write(
      `${JSON.stringify({
        scans: SCANS,
        acknowledged: ids.size,
        doubles: doubles.length,
        faults,
        toldMs: { median: median(told), max: Math.max(...told), count: told.length },
        agreedAfterMs: agreedMs,
        seed: SEED,
      })}\n`,
    )
  },
)
