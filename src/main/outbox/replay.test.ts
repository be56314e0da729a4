import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import {
  fakeCheckInServer,
  lost,
  type FakeCheckInServer,
} from '#tests/support/fake-check-in-server.ts'
import { openOutbox, type OpenOutbox } from './open-outbox.ts'
import type { NewCheckIn, StoredCheckIn } from './outbox.ts'
import { BATCH_SIZE, createReplay, type Replay } from './replay.ts'

let directory: string
let outbox: OpenOutbox
let replay: Replay
let nowMs: number
/** What waits for its time; a test lets it pass. */
let timers: { readonly atMs: number; readonly work: () => void }[]
let states: string[]
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wld-replay-'))
  nowMs = Date.parse('2026-05-03T12:00:00Z')
  timers = []
  states = []
  outbox = await openOutbox({
    directory,
    key: { key: randomBytes(32), keptIn: 'keychain' },
    now: () => new Date(nowMs),
    log: () => undefined,
  })
})
afterEach(async () => {
  await replay.stop()
  await outbox.close()
  await rm(directory, { recursive: true, force: true })
})
const elapse = (ms: number): void => {
  nowMs += ms
  const due = timers.filter(({ atMs }) => atMs <= nowMs)
  timers = timers.filter(({ atMs }) => atMs > nowMs)
  for (const { work } of due) work()
}

function begin(
  server: FakeCheckInServer,
  more: Partial<Parameters<typeof createReplay>[0]> = {},
): void {
  replay = createReplay({
    outbox,
    send: server.send,
    now: () => new Date(nowMs),
    clockOffsetMs: () => null,
    log: () => undefined,
    random: () => 0,
    onState: () => void states.push(replay.state().problem),
    schedule: (delayMs, work) => {
      const timer = { atMs: nowMs + delayMs, work }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    ...more,
  })
}
async function record(count: number, wish: Partial<NewCheckIn> = {}): Promise<StoredCheckIn[]> {
  const results = await Promise.all(
    Array.from({ length: count }, () => outbox.append(buildCheckIn(wish))),
  )
  return results.flatMap((result) => (result.ok ? [result.checkIn] : []))
}
const until = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 2 })
const untilSent = (): Promise<void> => until(() => outbox.counts().waiting === 0)
const untilProblem = (problem: string): Promise<void> =>
  until(() => replay.state().problem === problem && (timers.length > 0 || problem !== 'offline'))
const statesOf = (): string[] =>
  outbox.entries().map(({ settled }) => settled?.settlement.result ?? 'waiting')

describe('sending', () => {
  test('goes out in order, event by event, one batch at a time, and each is settled before the next leaves', async () => {
    const server = fakeCheckInServer()
    const made = await record(BATCH_SIZE * 2 + 7)
    const other = await record(3, { eventId: 'other' })
    const left: number[] = []
    server.setAlways(async (recorded) => {
      left.push(outbox.counts().waiting)
      await Promise.resolve()
      return recorded()
    })
    begin(server)
    replay.retryNow()
    replay.retryNow()
    await untilSent()
    expect(server.calls.map(({ eventId, batch }) => [eventId, batch.length])).toEqual([
      ['general-assembly', 200],
      ['general-assembly', 200],
      ['general-assembly', 7],
      ['other', 3],
    ])
    expect(left).toEqual([410, 210, 10, 3])
    expect(server.rows.map(({ sequence }) => sequence)).toEqual(
      [...made, ...other].map(({ sequence }) => sequence),
    )
    expect(server.mostInFlight()).toBe(1)
    await until(() => replay.state().lastSentAt !== null)
    expect(replay.state()).toEqual({
      problem: 'none',
      lastSentAt: '2026-05-03T12:00:00.000Z',
      voices: [],
    })
    expect(timers).toEqual([])
  })
  test('the voices of the last ten check-ins are told once they are settled, and none while the server is away', async () => {
    const server = fakeCheckInServer()
    server.moods.push(() => lost)
    server.setAlways((_recorded, batch) =>
      server.reply(200, {
        results: batch.map(({ id, sequence }) => ({
          id,
          result: 'recorded',
          first: null,
          voices: { count: sequence, handedOut: false },
        })),
      }),
    )
    const made = await record(12)
    begin(server)
    replay.retryNow()
    await untilProblem('offline')
    expect(replay.state().voices).toEqual([])
    elapse(1_000)
    await until(() => replay.state().lastSentAt !== null)
    expect(outbox.counts().waiting).toBe(0)
    expect(replay.state().voices).toEqual(
      made
        .slice(-10)
        .map(({ id, sequence }) => ({ checkInId: id, count: sequence, handedOut: false })),
    )
  })
  test('a check-in that comes while a batch is under way follows it', async () => {
    const server = fakeCheckInServer()
    await record(1)
    server.moods.push(async (recorded) => {
      await record(1)
      replay.retryNow()
      return recorded()
    })
    begin(server)
    replay.retryNow()
    await until(() => server.rows.length === 2)
    expect(server.mostInFlight()).toBe(1)
  })
})

describe('a missing response', () => {
  test('the batch goes again with the same ids, and counts once', async () => {
    const server = fakeCheckInServer()
    const [first] = await record(1, { cardId: 'WLD_10000001' })
    await record(1, { cardId: 'WLD_10000001', gate: 'South' })
    server.moods.push((recorded) => {
      recorded()
      return lost
    })
    begin(server)
    replay.retryNow()
    await untilProblem('offline')
    expect(outbox.counts().waiting).toBe(2)
    elapse(1_000)
    await untilSent()
    expect(server.rows).toHaveLength(2)
    expect(statesOf()).toEqual(['known', 'second'])
    expect(outbox.items({ page: 1, only: 'conflicts' }).items[0]?.first).toEqual({
      at: first?.at,
      gate: 'North door',
    })
    expect(states).toEqual(['offline', 'none'])
  })
  test('waits from a second to a minute, and retries at once when something changes', async () => {
    const server = fakeCheckInServer()
    await record(1)
    server.setAlways(() => lost)
    begin(server)
    replay.retryNow()
    const waits: number[] = []
    for (let round = 0; round < 9; round += 1) {
      await until(() => timers.length === 1 && server.calls.length === round + 1)
      const waitMs = (timers[0]?.atMs ?? 0) - nowMs
      waits.push(waitMs)
      elapse(waitMs)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
    await until(() => timers.length === 1)
    server.setAlways(undefined)
    replay.retryNow()
    await untilSent()
    await until(() => replay.state().problem === 'none')
    expect(timers).toEqual([])
    await record(1)
    server.moods.push(() => lost)
    replay.retryNow()
    await until(() => timers.length === 1)
    expect((timers[0]?.atMs ?? 0) - nowMs).toBe(1_000)
  })
  test('check-ins that the results leave out are sent again', async () => {
    const server = fakeCheckInServer()
    const made = await record(3)
    server.moods.push((_recorded, batch) =>
      server.reply(200, { results: [{ id: batch[1]?.id, result: 'recorded', first: null }] }),
    )
    begin(server)
    replay.retryNow()
    await untilSent()
    expect(server.calls.map(({ batch }) => batch.map(({ id }) => id))).toEqual([
      made.map(({ id }) => id),
      [made[0]?.id, made[2]?.id],
    ])
  })
  test('an exception of the sender is a failure like others', async () => {
    const server = fakeCheckInServer()
    await record(1)
    server.moods.push(() => Promise.reject(new Error('broken')))
    begin(server)
    replay.retryNow()
    await until(() => timers.length === 1 && replay.state().problem === 'server')
    elapse(1_000)
    await untilSent()
  })
})

describe('refusals', () => {
  test.each([
    ['device', 'revoked'],
    ['staff', 'not-signed-in'],
  ] as const)('401 to the %s is told as %s and waits for a change', async (sender, problem) => {
    const server = fakeCheckInServer()
    await record(2)
    server.moods.push(() => ({
      kind: 'answered',
      sender,
      response: new Response('{}', { status: 401 }),
    }))
    begin(server)
    replay.retryNow()
    await untilProblem(problem)
    expect(timers).toEqual([])
    expect(server.calls).toHaveLength(1)
    replay.retryNow()
    await untilSent()
    expect(server.rows).toHaveLength(2)
  })
  test('an event without a bearer at present does not delay others', async () => {
    const server = fakeCheckInServer()
    const left = await record(2, { eventId: 'last-week' })
    await record(2)
    server.moods.push(() => ({ kind: 'signed-out', sender: 'staff' }))
    begin(server)
    replay.retryNow()
    await untilProblem('not-signed-in')
    expect(outbox.waiting('last-week', 9).map(({ id }) => id)).toEqual(left.map(({ id }) => id))
    expect(outbox.waiting('general-assembly', 9)).toEqual([])
    expect(timers).toEqual([])
  })
  test('429: not before Retry-After, whatever happens meanwhile', async () => {
    const server = fakeCheckInServer()
    await record(1)
    server.moods.push(() => server.reply(429, {}, { 'retry-after': '20' }))
    begin(server)
    replay.retryNow()
    await until(() => timers.length === 1 && replay.state().problem === 'server')
    elapse(5_000)
    replay.retryNow()
    expect(server.calls).toHaveLength(1)
    expect(timers).toMatchObject([{ atMs: nowMs + 15_000 }])
    elapse(15_000)
    await untilSent()
  })
  test('a missing event keeps its check-ins and does not delay others', async () => {
    const server = fakeCheckInServer()
    await record(2, { eventId: 'gone' })
    await record(2)
    server.setAlways((recorded, batch) =>
      server.calls.at(-1)?.eventId === 'gone' && batch.length > 0
        ? server.reply(404, { code: 'not-found' })
        : recorded(),
    )
    begin(server)
    replay.retryNow()
    await untilProblem('event-gone')
    expect(statesOf()).toEqual(['waiting', 'waiting', 'recorded', 'recorded'])
    expect(server.calls).toHaveLength(2)
    replay.retryNow()
    await until(() => server.calls.length === 3)
  })
  test('a bearer that may not send for one event sends for the others', async () => {
    const server = fakeCheckInServer()
    await record(1, { eventId: 'of-last-week' })
    await record(1)
    server.setAlways((recorded) =>
      server.calls.at(-1)?.eventId === 'of-last-week'
        ? server.reply(403, { code: 'forbidden' })
        : recorded(),
    )
    begin(server)
    replay.retryNow()
    await untilProblem('not-signed-in')
    expect(statesOf()).toEqual(['waiting', 'recorded'])
  })
  test('one rejected entry is refused alone; the others are recorded, in order', async () => {
    const server = fakeCheckInServer()
    const made = await record(100)
    const faulty = [made[0]?.id, made[41]?.id]
    server.setAlways((recorded, batch) =>
      batch.some(({ id }) => faulty.includes(id))
        ? server.reply(400, { code: 'invalid' })
        : recorded(),
    )
    begin(server)
    replay.retryNow()
    await untilSent()
    expect(
      outbox.items({ page: 1, only: 'refused' }).items.map(({ id, state }) => [id, state]),
    ).toEqual([
      [faulty[1], 'refused'],
      [faulty[0], 'refused'],
    ])
    expect(server.rows.map(({ sequence }) => sequence)).toEqual(
      made.filter(({ id }) => !faulty.includes(id)).map(({ sequence }) => sequence),
    )
    expect(server.calls.length).toBeLessThan(35)
  })
  test('when the server accepts none, no entry is refused: it is another server, or another version', async () => {
    const server = fakeCheckInServer()
    const made = await record(4)
    server.setAlways(() => server.reply(422, { code: 'invalid' }))
    begin(server)
    replay.retryNow()
    await untilProblem('server')
    expect(statesOf()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    server.setAlways((recorded, batch) =>
      batch.some(({ id }) => id === made[1]?.id) ? server.reply(422, {}) : recorded(),
    )
    replay.retryNow()
    await untilSent()
    expect(statesOf()).toEqual(['recorded', 'refused', 'recorded', 'recorded'])
  })
  test('a single rejected entry waits until another proves that the server accepts entries', async () => {
    const server = fakeCheckInServer()
    const [bad] = await record(1)
    server.setAlways((recorded, batch) =>
      batch.some(({ id }) => id === bad?.id) ? server.reply(400, {}) : recorded(),
    )
    begin(server)
    replay.retryNow()
    await untilProblem('server')
    await record(1)
    replay.retryNow()
    await untilSent()
    expect(statesOf()).toEqual(['refused', 'recorded'])
  })
})

describe('the disk and the end', () => {
  test('entries that could not be settled on the disk are sent again', async () => {
    const server = fakeCheckInServer()
    await record(1)
    let isFull = true
    begin(server, {
      outbox: {
        ...outbox,
        waiting: outbox.waiting,
        eventsWaiting: outbox.eventsWaiting,
        settle: async (settlements) =>
          isFull ? { ok: false, fault: 'disk-full' } : outbox.settle(settlements),
      },
    })
    replay.retryNow()
    await until(() => timers.length === 1)
    expect(outbox.counts().waiting).toBe(1)
    isFull = false
    elapse(1_000)
    await untilSent()
    expect(statesOf()).toEqual(['known'])
  })
  test('stop aborts the call under way; nothing is settled and nothing begins after it', async () => {
    const server = fakeCheckInServer()
    await record(1)
    server.setAlways(
      (_recorded, _batch, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(lost))),
    )
    begin(server)
    replay.retryNow()
    await until(() => server.calls.length === 1)
    await replay.stop()
    replay.retryNow()
    elapse(600_000)
    expect(timers).toEqual([])
    expect(server.calls).toHaveLength(1)
    expect(outbox.counts().waiting).toBe(1)
  })
})
