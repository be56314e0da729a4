import { describe, expect, test, vi } from 'vitest'
import type { VerifyReply } from '#shared/contract/card.ts'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import type { Judgement } from '#shared/domain/card/verdict.ts'
import { movedTimers, settle } from '#tests/support/moved-timers.ts'
import { noDoors } from '#tests/support/no-doors.ts'
import type { FirstEntry } from '../doors/doors.ts'
import type { OfflineJudgement } from '../offline/offline-store.ts'
import type { AppendResult, NewCheckIn, StoredCheckIn } from '../outbox/outbox.ts'
import type { DeviceReply } from './device-api.ts'
import { createScanHandler } from './scan.ts'
import { SCAN_LIMIT_MS } from './server-reach.ts'

const payloadOf = (number: number): string =>
  `${number}|Amna Idris|1990-04-12|1.k1.1790000000.1900000000.7.${'s'.repeat(86)}`
const CARD = payloadOf(10004217)
const ID = 'WLD_10004217'
const VALID: Judgement = { verdict: 'VALID', reason: 'signed' }

type Verify = (body: {
  readonly payload?: string | undefined
  readonly alternatives?: readonly string[] | undefined
  readonly cardId?: string | undefined
  readonly eventId?: string | undefined
}) => Promise<DeviceReply<VerifyReply>>
const reply = (change: Partial<VerifyReply> = {}): VerifyReply => ({
  ...VALID,
  cardId: ID,
  name: 'Amna Idris Adam',
  dob: '1990-04-12',
  role: { id: 'ROLE_USER' },
  status: 'active',
  photoUrl: '/api/files/x',
  memberSince: '2020-01-01T00:00:00.000Z',
  expiresAt: '2030-01-01T00:00:00.000Z',
  firstCheckIn: null,
  checkedAt: '2026-11-21T09:00:00.500Z',
  ...change,
})
const result = (change: Partial<VerifyReply> = {}): DeviceReply<VerifyReply> => ({
  kind: 'answer',
  value: reply(change),
})
const never = (): Promise<never> => new Promise(() => undefined)

interface Given {
  readonly verify?: Verify
  readonly connection?: 'unknown' | 'online' | 'offline'
  readonly judgement?: Judgement
  readonly tokenIsGood?: boolean
  readonly append?: (checkIn: NewCheckIn) => Promise<AppendResult>
}
function door({
  verify = async () => result(),
  connection: first = 'online',
  judgement = VALID,
  tokenIsGood = true,
  append,
}: Given = {}) {
  const timers = movedTimers()
  const stored: StoredCheckIn[] = []
  const waiting = new Set<string>()
  const state = { connection: first, token: tokenIsGood }
  const log = vi.fn()
  const doors = { ...noDoors(), first: undefined as FirstEntry | undefined }
  doors.firstOf = () => doors.first
  const calls = {
    verify: vi.fn(verify),
    onRecorded: vi.fn(),
    noteServerTime: vi.fn(),
    lost: vi.fn(() => void (state.connection = 'offline')),
    answered: vi.fn(),
  }
  const appended = vi.fn(async (checkIn: NewCheckIn): Promise<AppendResult> => {
    if (append !== undefined) return append(checkIn)
    await settle()
    const kept = { ...checkIn, sequence: stored.length + 1 }
    stored.push(kept)
    waiting.add(kept.id)
    return { ok: true, checkIn: kept }
  })
  const scans = createScanHandler({
    device: { deviceId: 'd1', deviceName: 'North door', eventId: 'assembly' },
    api: { verify: calls.verify },
    reach: { state: () => state.connection, lost: calls.lost, answered: calls.answered },
    offline: {
      judge: (payload): OfflineJudgement => ({
        ...judgement,
        card: readCardPayload(payload, timers.now()),
        listAgeS: 60,
      }),
      noteServerTime: calls.noteServerTime,
    },
    outbox: {
      append: appended,
      firstOf: (eventId, cardId) =>
        stored.find((kept) => kept.eventId === eventId && kept.cardId === cardId),
      waiting: (eventId, max) =>
        stored.filter((kept) => kept.eventId === eventId && waiting.has(kept.id)).slice(0, max),
    },
    doors,
    tokenIsGood: () => state.token,
    onTokenRefused: () => void (state.token = false),
    onRecorded: calls.onRecorded,
    timers,
    log,
  })
  return {
    scan: (payload = CARD) => scans.scan({ payload }),
    scans,
    timers,
    stored,
    waiting,
    state,
    calls,
    appended,
    doors,
    log,
  }
}

describe('online', () => {
  test('the verdict of the server, and a check-in', async () => {
    const { scan, stored, calls, appended } = door()
    const said = await scan()
    expect(said).toMatchObject({
      verdict: 'VALID',
      source: 'online',
      name: 'Amna Idris Adam',
      photoUrl: '/api/files/x',
      listAgeS: null,
      checkIn: { kind: 'recorded', id: stored[0]?.id },
    })
    expect(said).not.toHaveProperty('firstCheckIn')
    expect(appended).toHaveBeenCalledWith({
      id: stored[0]?.id,
      eventId: 'assembly',
      cardId: ID,
      gate: 'North door',
      deviceId: 'd1',
      at: '2026-11-21T09:00:00.000Z',
    })
    expect(calls.verify.mock.calls[0]?.[0]).toEqual({ payload: CARD, eventId: 'assembly' })
    expect(calls.noteServerTime).toHaveBeenCalledWith(new Date('2026-11-21T09:00:00.500Z'))
    expect(calls.onRecorded).toHaveBeenCalledTimes(1)
  })
  test('it takes precedence over the local verdict', async () => {
    const { scan, stored } = door({
      verify: async () => result({ verdict: 'REVOKED', reason: 'member-banned' }),
    })
    expect(await scan()).toMatchObject({ verdict: 'REVOKED', checkIn: { kind: 'none' } })
    expect(stored).toEqual([])
  })
  test('checked in elsewhere before: shown, not recorded', async () => {
    const { scan, stored } = door({
      verify: async () =>
        result({ firstCheckIn: { at: '2026-11-21T08:30:00.000Z', gate: 'South door' } }),
    })
    expect((await scan()).checkIn).toEqual({
      kind: 'before',
      at: '2026-11-21T08:30:00.000Z',
      gate: 'South door',
      here: false,
    })
    expect(stored).toEqual([])
  })
  test('a typed number is found and recorded', async () => {
    const { scans, stored } = door({
      judgement: { verdict: 'UNKNOWN', reason: 'not-a-card' },
      verify: async () => result({ reason: 'by-id' }),
    })
    expect(await scans.scan({ cardId: '10004217' })).toMatchObject({
      verdict: 'VALID',
      checkIn: { kind: 'recorded' },
    })
    expect(stored).toHaveLength(1)
  })
  test('a check-in that staff took back is no check-in', async () => {
    const { scan, stored, waiting } = door()
    await scan()
    waiting.clear() // sent
    expect((await scan()).checkIn.kind).toBe('recorded')
    expect(stored).toHaveLength(2)
  })
  test('a check-in that still waited during the call counts, though the server did not know it yet', async () => {
    const { scan, waiting, stored } = door({ verify: async () => (waiting.clear(), result()) })
    await scan()
    waiting.add(stored[0]?.id ?? '')
    expect((await scan()).checkIn).toMatchObject({ kind: 'before', here: true })
    expect(stored).toHaveLength(1)
  })
  test('all readings go to the server in one call', async () => {
    const { scans, calls } = door({
      judgement: { verdict: 'UNKNOWN', reason: 'not-a-card' },
      verify: async ({ alternatives }) =>
        alternatives?.includes(CARD) === true
          ? result()
          : result({ verdict: 'UNKNOWN', reason: 'not-a-card', cardId: null }),
    })
    expect((await scans.scan({ payload: 'x', alternatives: [CARD] })).verdict).toBe('VALID')
    expect(calls.verify).toHaveBeenCalledTimes(1)
  })
})

describe('offline', () => {
  test('does not call the server, and records', async () => {
    const { scan, calls, stored } = door({ connection: 'offline' })
    expect(await scan()).toMatchObject({
      verdict: 'VALID',
      source: 'offline',
      name: 'Amna Idris',
      listAgeS: 60,
      checkIn: { kind: 'recorded' },
    })
    expect(calls.verify).not.toHaveBeenCalled()
    expect(stored).toHaveLength(1)
  })
  test('no response within a second: judged here, and the next scan does not wait', async () => {
    const { scan, timers, calls } = door({ verify: never })
    const first = scan()
    await timers.pass(SCAN_LIMIT_MS)
    expect(await first).toMatchObject({ source: 'offline', checkIn: { kind: 'recorded' } })
    expect(calls.lost).toHaveBeenCalledTimes(1)
    expect(await scan()).toMatchObject({
      source: 'offline',
      checkIn: { kind: 'before', here: true },
    })
    expect(calls.verify).toHaveBeenCalledTimes(1)
  })
  test('a response just in time is used', async () => {
    const late = Promise.withResolvers<DeviceReply<VerifyReply>>()
    const { scan, timers } = door({ verify: () => late.promise })
    const first = scan()
    await timers.pass(SCAN_LIMIT_MS - 1)
    late.resolve(result())
    expect((await first).source).toBe('online')
  })
  test('a failing server counts as away; a 429 does not', async () => {
    const trouble = door({ verify: async () => ({ kind: 'none' }) })
    expect((await trouble.scan()).source).toBe('offline')
    expect(trouble.calls.lost).toHaveBeenCalledTimes(1)
    const busy = door({ verify: async () => ({ kind: 'refused', code: 'too-many' }) })
    expect((await busy.scan()).source).toBe('offline')
    expect(busy.calls.lost).not.toHaveBeenCalled()
  })
  test('a number that the server refuses to look up says so; a signed card is judged here', async () => {
    const { scans, scan, calls, stored } = door({
      verify: async () => ({ kind: 'refused', code: 'look-up-limit' }),
    })
    expect(await scans.scan({ cardId: '10004217' })).toMatchObject({
      verdict: 'UNSIGNED',
      reason: 'look-up-limit',
      source: 'online',
      checkIn: { kind: 'none' },
    })
    expect(stored).toEqual([])
    expect(await scan()).toMatchObject({ verdict: 'VALID', reason: 'signed' })
    expect(calls.lost).not.toHaveBeenCalled()
  })
  test('a typed number has to wait for the server: no check-in', async () => {
    const { scans, stored } = door({ connection: 'offline' })
    expect(await scans.scan({ cardId: '10004217' })).toMatchObject({
      verdict: 'UNSIGNED',
      reason: 'needs-the-server',
      checkIn: { kind: 'none' },
    })
    expect(stored).toEqual([])
  })
  test.each(['EXPIRED', 'REVOKED', 'FORGED', 'UNSIGNED', 'UNKNOWN', 'STALE'] as const)(
    '%s is never recorded',
    async (verdict) => {
      const { scan, appended } = door({
        connection: 'offline',
        judgement: { verdict, reason: 'expired' },
      })
      expect((await scan()).checkIn).toEqual({ kind: 'none' })
      expect(appended).not.toHaveBeenCalled()
    },
  )
})

describe('no green result before the record is on the disk', () => {
  test.each(['disk-full', 'disk'] as const)('%s', async (fault) => {
    const { scan, calls } = door({ append: async () => ({ ok: false, fault }) })
    expect((await scan()).checkIn).toEqual({ kind: 'not-saved', fault })
    expect(calls.onRecorded).not.toHaveBeenCalled()
  })
  test('reports a failing queue', async () => {
    const { scan, log } = door({ append: () => Promise.reject(new Error('EIO')) })
    expect((await scan()).checkIn).toEqual({ kind: 'not-saved', fault: 'disk' })
    expect(log).toHaveBeenCalledWith('error', 'kiosk.not-recorded', { error: 'Error: EIO' })
  })
  test('the result waits for the disk', async () => {
    const disk = Promise.withResolvers<AppendResult>()
    const { scan } = door({ append: () => disk.promise })
    let told = false
    const said = scan().finally(() => (told = true))
    await settle()
    expect(told).toBe(false)
    disk.resolve({ ok: false, fault: 'disk-full' })
    await said
  })
})

describe('a token that is over', () => {
  test('still gives a local verdict, calls no server and records nothing', async () => {
    const { scan, calls, appended } = door({ tokenIsGood: false })
    expect(await scan()).toMatchObject({
      verdict: 'VALID',
      source: 'offline',
      checkIn: { kind: 'not-saved', fault: 'token' },
    })
    expect([calls.verify.mock.calls.length, appended.mock.calls.length]).toEqual([0, 0])
  })
  test('is found out by a scan', async () => {
    const { scan, state } = door({ verify: async () => ({ kind: 'token-refused' }) })
    expect((await scan()).checkIn).toEqual({ kind: 'not-saved', fault: 'token' })
    expect(state.token).toBe(false)
  })
})

describe('many at once', () => {
  test('the same card ten times within a moment is recorded once', async () => {
    const { scan, stored } = door({ connection: 'offline' })
    const said = await Promise.all(Array.from({ length: 10 }, () => scan()))
    expect(said.map(({ checkIn }) => checkIn.kind)).toEqual([
      'recorded',
      ...Array.from({ length: 9 }, () => 'before'),
    ])
    expect(stored).toHaveLength(1)
  })
  test('results come in the order of the cards', async () => {
    const order: string[] = []
    const { scan } = door({ connection: 'offline' })
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => order.push((await scan(payloadOf(number))).cardId ?? '')),
    )
    expect(order).toEqual(['WLD_1', 'WLD_2', 'WLD_3', 'WLD_4'])
  })
  test('rejects a flood of scans, and the door keeps working', async () => {
    const { scan } = door({ connection: 'offline' })
    const all = await Promise.allSettled(
      Array.from({ length: 1_000 }, (_, index) => scan(payloadOf(index + 1))),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
    expect((await scan()).verdict).toBe('VALID')
  })
})

test('no name, number or payload reaches the log', async () => {
  const { scan, log } = door({
    verify: async () => ({ kind: 'refused', code: 'too-many' }),
    append: () => Promise.reject(new Error('EIO')),
  })
  await scan()
  expect(JSON.stringify(log.mock.calls)).not.toMatch(/Amna|10004217|1990/)
})

describe('with doors that agree', () => {
  const NORTH: FirstEntry = {
    id: 'n1',
    at: '2026-11-21T08:59:00.000Z',
    gate: 'West door',
    here: false,
    sent: false,
  }
  const AGAIN = { kind: 'before', at: NORTH.at, gate: 'West door', here: false }

  test('a card that came in at another door is told, without the server and before it', async () => {
    for (const connection of ['offline', 'online'] as const) {
      const { scan, doors, appended } = door({ connection })
      doors.first = NORTH
      expect((await scan()).checkIn).toEqual(AGAIN)
      expect(appended).not.toHaveBeenCalled()
    }
  })
  test('staff may have undone what the server had', async () => {
    const { scan, doors } = door()
    doors.first = { ...NORTH, sent: true }
    expect((await scan()).checkIn).toMatchObject({ kind: 'recorded' })
  })
  test('the entry of the other door counts where it was the first', async () => {
    const { scan, doors } = door({ connection: 'offline' })
    await scan()
    doors.first = NORTH
    expect((await scan()).checkIn).toEqual(AGAIN)
  })
  test('an own entry that the server refused counts nowhere', async () => {
    const { scan, doors } = door({ connection: 'offline' })
    doors.first = { ...NORTH, here: true }
    expect((await scan()).checkIn).toMatchObject({ kind: 'recorded' })
  })
  test('a check-in has the id that other doors may send, and is told when it is on the disk', async () => {
    const id = '0b7f5a0e-9a3d-8b53-8f0c-1d2c3b4a5f60'
    const { scan, doors, stored } = door({ connection: 'offline' })
    doors.idFor = () => id
    doors.recorded = vi.fn((checkIn: StoredCheckIn) => expect(stored).toContain(checkIn))
    await scan()
    expect(doors.recorded).toHaveBeenCalledWith(expect.objectContaining({ id, cardId: ID }))
  })
  test('what could not be saved is told to nobody', async () => {
    const { scan, doors } = door({ append: async () => ({ ok: false, fault: 'disk-full' }) })
    expect((await scan()).checkIn).toEqual({ kind: 'not-saved', fault: 'disk-full' })
    expect(doors.recorded).not.toHaveBeenCalled()
  })
})
