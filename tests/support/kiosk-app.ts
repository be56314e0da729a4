import { vi } from 'vitest'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import type { ApiReply, ApiRequest } from '../../src/main/api/call-api.ts'
import {
  createKiosk,
  type KioskServerData,
  type KioskOptions,
} from '../../src/main/kiosk/create-kiosk.ts'
import type { KioskEntry } from '../../src/main/kiosk/kiosk-entry.ts'
import type { KioskNotes } from '../../src/main/kiosk/kiosk-file.ts'
import { createPins } from '../../src/main/kiosk/pin.ts'
/** A kiosk in a main process whose server, keychain, queue and window are controlled by a test. */
import type { Log } from '../../src/main/log/log-file.ts'
import type { OfflineJudgement } from '../../src/main/offline/offline-store.ts'
import type { NewCheckIn, StoredCheckIn } from '../../src/main/outbox/outbox.ts'
import { movedTimers } from './moved-timers.ts'
import { noDoors } from './no-doors.ts'

export const PIN = '482916'
export const TOKEN = `wldk_${'t'.repeat(43)}`
export const DEVICE = '0b7f5a0e-9a3d-4b53-8f0c-1d2c3b4a5f60'
export const CARD = `10004217|Amna Idris|1990-04-12|1.k1.1790000000.1900000000.7.${'s'.repeat(86)}`
export const EVENT = {
  id: 'general-assembly',
  title: { en: 'General assembly', ar: 'الجمعية العامة', fr: 'Assemblée générale' },
  startsAt: '2026-11-21T08:00:00.000Z',
  endsAt: '2026-11-21T18:00:00.000Z',
}
export const WISH = {
  eventId: EVENT.id,
  deviceName: 'North door',
  hours: 8,
  pin: PIN,
  lockAfterMin: 15,
} as const

export const answered = (status: number, body: unknown): ApiReply => ({
  kind: 'answered',
  response: Response.json(body, { status }),
})
export const problem = (status: number, code: string, requestId = 'r-1'): ApiReply =>
  answered(status, {
    type: 'about:blank',
    title: code,
    status,
    code,
    message: code,
    fields: [],
    requestId,
  })
export const UNREACHABLE: ApiReply = { kind: 'unreachable', cause: 'refused' }

/** State that outlives one run of the app. */
export interface Machine {
  entry: KioskEntry | undefined
  notes: KioskNotes | undefined
  readonly stored: StoredCheckIn[]
}
export const machine = (): Machine => ({ entry: undefined, notes: undefined, stored: [] })

export function kioskApp(on: Machine = machine(), change: Partial<KioskServerData> = {}) {
  const timers = movedTimers()
  const order: string[] = []
  const server = {
    online: true,
    token: 'good' as 'good' | 'over',
    hours: 8,
    enrol: (): ApiReply =>
      answered(200, {
        deviceId: DEVICE,
        token: TOKEN,
        expiresAt: new Date(timers.now().getTime() + server.hours * 3_600_000).toISOString(),
        event: EVENT,
      }),
  }
  const call = vi.fn(async ({ path, headers }: ApiRequest): Promise<ApiReply> => {
    order.push(`${path} ${headers.get('authorization') ?? '-'}`)
    if (!server.online) return UNREACHABLE
    if (server.token === 'over') return problem(401, 'not-signed-in')
    if (path === '/api/kiosk/me')
      return answered(200, {
        deviceId: DEVICE,
        name: 'North door',
        event: EVENT,
        expiresAt: new Date(
          Date.parse('2026-11-21T09:00:00.000Z') + server.hours * 3_600_000,
        ).toISOString(),
        now: timers.now().toISOString(),
        checkedIn: 41,
        registered: 90,
        capacity: 120,
      })
    return path === '/api/kiosk/end' ? answered(200, { ended: true }) : problem(500, 'server-error')
  })
  const staffCall = vi.fn(async (_request: ApiRequest) =>
    server.online ? server.enrol() : UNREACHABLE,
  )
  const signStaffOut = vi.fn(async () => void order.push('signed out'))
  const window = {
    enter: vi.fn(() => void order.push('enter')),
    leave: vi.fn(() => void order.push('leave')),
    loadRoute: vi.fn(async (path: string) => void order.push(`load ${path}`)),
  }
  const push = vi.fn<() => void>()
  const log = vi.fn<Log>()
  const noteServerTime = vi.fn<(now: Date) => void>()
  const listeners = new Set<() => void>()
  const sent = new Set<string>()
  const data: KioskServerData = {
    call,
    staffCall,
    signStaffOut,
    offline: {
      judge: (payload): OfflineJudgement => ({
        verdict: 'VALID',
        reason: 'signed',
        card: readCardPayload(payload, timers.now()),
        listAgeS: 60,
      }),
      noteServerTime,
      refresh: vi.fn(async () => (order.push('refresh'), undefined as never)), // its reply is not read
    },
    outbox: {
      append: async (checkIn: NewCheckIn) => {
        const kept = { ...checkIn, sequence: on.stored.length + 1 }
        on.stored.push(kept)
        return { ok: true, checkIn: kept }
      },
      firstOf: (_eventId, cardId) => on.stored.find((kept) => kept.cardId === cardId),
      waiting: () => on.stored.filter(({ id }) => !sent.has(id)),
      onChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    },
    doors: noDoors(),
    retryReplay: vi.fn(() => void order.push('replay')),
    entries: {
      read: async () => on.entry,
      write: async (entry) => void ((on.entry = entry), order.push('entry')),
      clear: async () => void ((on.entry = undefined), order.push('cleared')),
    },
    ...change,
  }
  const options: KioskOptions = {
    ready: () => Promise.resolve(),
    server: () => data,
    pins: createPins(2),
    window,
    push,
    log,
    timers,
    appVersion: '1.2.3',
    wanted: false,
    system: () => ({ camera: 'unknown', windowing: 'x11', displays: 1 }),
    file: {
      read: () => on.notes,
      write: (notes) => void (on.notes = notes),
      clear: () => void (on.notes = undefined),
      settled: async () => undefined,
    },
  }
  const sendAll = (): void => {
    for (const { id } of on.stored) sent.add(id)
    for (const listener of listeners) listener()
  }
  const kiosk = createKiosk(options)
  const { handlers } = kiosk
  const begin = async () => {
    const begun = await handlers['kiosk:begin']({ ...WISH, hours: server.hours })
    await timers.pass(1)
    return begun
  }
  return {
    kiosk,
    handlers,
    begin,
    timers,
    order,
    server,
    call,
    staffCall,
    signStaffOut,
    window,
    push,
    log,
    options,
    data,
    listeners,
    sendAll,
    noteServerTime,
    on,
    state: () => handlers['kiosk:state'](),
  }
}
