/** The kiosk as the rest of main sees it: how it begins, comes back after a restart, and ends. */
import type * as z from 'zod'
import type { CallResult } from '#shared/contract/base/client.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import type {
  KioskBegin,
  KioskBegun,
  KioskState,
  KioskSystem,
} from '#shared/contract/desktop/ipc-desktop.ts'
import { enrolKiosk } from '#shared/contract/kiosk.ts'
import { clientOver } from '../api/api-client.ts'
import type { CallApi } from '../api/call-api.ts'
import { createTurns } from '../base/turns.ts'
import type { ChannelHandlers } from '../ipc/handle-channels.ts'
import { describeError } from '../log/log-file.ts'
import type { Bearer } from '../session/keeper.ts'
import { createDoorsHandlers } from './doors-channels.ts'
import { judgeScan } from './judge-scan.ts'
import { NO_COUNTS } from './kiosk-file.ts'
import { KIOSK_PATH } from './kiosk-routes.ts'
import { readPin } from './pin.ts'
import {
  runKiosk,
  type KioskPorts,
  type KioskServer,
  type KioskStart,
  type RunningKiosk,
} from './running-kiosk.ts'

export interface KioskWindowPort {
  /** Holds the window, or the one that opens next. */
  enter(): void
  leave(): void
  /** Reloads the page, so that nothing of the earlier page stays in memory. */
  loadRoute(path: string): Promise<void>
}
/** What is needed of the present server to begin there. */
export interface KioskServerData extends KioskServer {
  /** The call adds the bearer of the signed-in user. */
  readonly staffCall: CallApi
  /** Removes the staff session here before it resolves; the server may be informed later. */
  readonly signStaffOut: () => Promise<unknown>
}
export interface KioskOptions extends KioskPorts {
  /** Set right after the choice of a server, so that the server does not count as away. */
  readonly ready: () => Promise<unknown>
  /** The present server; undefined before one was chosen. */
  readonly server: () => KioskServerData | undefined
  readonly window: KioskWindowPort
  readonly system: () => KioskSystem
  /** The app was started to be a kiosk: the set-up is offered at once. */
  readonly wanted: boolean
  /** `kiosk:changed` to the page. */
  readonly push: () => void
}

type KioskChannel = Extract<
  keyof ChannelHandlers,
  `kiosk:${string}` | `doors:${string}` | 'card:judge-offline'
>
export interface Kiosk {
  readonly handlers: Pick<ChannelHandlers, KioskChannel>
  isOn(): boolean
  /** A set-up is under way: the server must not change. */
  isBeginning(): boolean
  mode(): KioskState['mode']
  /** The call with the bearer of the device; without a kiosk it reaches no server. */
  readonly deviceCall: CallApi
  /** The bearer for check-ins of this event; undefined when it is not the kiosk's. */
  bearersFor(eventId: string): DeviceBearers | undefined
  /**
   * Brings back a kiosk that was running. Await it before the first window: it takes a moment of the keychain where a
   * kiosk is expected, and none elsewhere.
   */
  restore(): Promise<void>
}

/** A device's token cannot be renewed; a new token needs a new enrolment. */
interface DeviceBearers {
  readonly sender: 'device'
  bearer(): Promise<Bearer>
  renewed(rejected: string): Promise<Bearer>
}

type KioskFault = Extract<z.output<typeof KioskBegun>, { ok: false }>['fault']
const OFF: Omit<KioskState, 'wanted'> = {
  mode: 'off',
  deviceId: null,
  deviceName: null,
  event: null,
  expiresAt: null,
  token: 'none',
  connection: 'unknown',
  counts: NO_COUNTS,
  checkedIn: null,
  capacity: null,
}

export function createKiosk(options: KioskOptions): Kiosk {
  const { server, file, pins, timers, window, wanted, push, log } = options
  let running: RunningKiosk | undefined
  let beginning = 0
  /** Start, restore and end exclude each other. */
  const inTurn = createTurns()

  const run = async (
    data: KioskServerData,
    start: Omit<KioskStart, 'onChange'>,
  ): Promise<RunningKiosk> => {
    const kiosk = runKiosk(data, options, { ...start, onChange: push })
    running = kiosk
    window.enter()
    data.doors
      .enter({ eventId: kiosk.eventId, deviceName: start.entry.deviceName })
      .catch((error: unknown) => log('error', 'doors.not-on', { error: describeError(error) }))
    // Also where a start was cut off in the middle: in a kiosk no user is signed in.
    await signOut(data)
    return kiosk
  }
  const signOut = ({ signStaffOut }: KioskServerData): Promise<unknown> =>
    signStaffOut().catch((error: unknown) =>
      log('error', 'kiosk.staff-not-signed-out', { error: describeError(error) }),
    )
  /** Runs after the reply was sent, because it closes the page of the request. */
  const showSoon = (path: string): void => {
    timers.after(0, () => {
      window
        .loadRoute(path)
        .catch((error: unknown) =>
          log('warn', 'kiosk.page-not-loaded', { error: describeError(error) }),
        )
    })
  }

  async function begin({
    eventId,
    deviceName,
    hours,
    pin,
    lockAfterMin,
  }: z.output<typeof KioskBegin>): Promise<z.output<typeof KioskBegun>> {
    const digits = readPin(pin)
    if (running !== undefined || digits === undefined) return { ok: false, fault: 'refused' }
    const data = server()
    if (data === undefined) return { ok: false, fault: 'offline' }
    const [enrolled, hash] = await Promise.all([
      clientOver(data.staffCall).call(enrolKiosk, { body: { eventId, name: deviceName, hours } }),
      pins.hash(digits),
    ])
    if (!enrolled.ok) return { ok: false, fault: faultOf(enrolled) }
    const { token, deviceId, expiresAt, event } = enrolled.value
    const entry = {
      token,
      deviceId,
      deviceName,
      eventId: event.id,
      expiresAt,
      pin: hash,
      wrongPins: 0,
      lockAfterMin,
      over: 'no' as const,
    }
    await data.entries.write(entry)
    const serverNow = new Date(Date.parse(expiresAt) - hours * 3_600_000)
    const kiosk = await run(data, { entry, event, counts: NO_COUNTS, locked: false, serverNow })
    log('info', 'kiosk.begun', { hours })
    // While the page loads: with a list that comes late, the server alone judges the first cards.
    void data.offline.refresh()
    void kiosk.probe()
    push()
    showSoon(KIOSK_PATH)
    return { ok: true }
  }

  async function comeBack(): Promise<void> {
    const data = server()
    const entry = await data?.entries.read()
    if (data === undefined || entry === undefined || running !== undefined) return
    const notes = file.read()
    const own = notes?.deviceId === entry.deviceId ? notes : undefined
    // Another person may restart the computer, so the PIN is required.
    const kiosk = await run(data, {
      entry,
      event: own?.event,
      counts: own?.counts ?? NO_COUNTS,
      locked: true,
      serverNow: undefined,
    })
    log('info', 'kiosk.restored')
    void kiosk.probe()
    void data.offline.refresh()
    push()
    if (notes === undefined) showSoon(KIOSK_PATH) // the window is already open
  }

  async function end(kiosk: RunningKiosk): Promise<void> {
    if (running !== kiosk) return
    await kiosk.finish()
    file.clear()
    const data = server()
    await data?.doors
      .exit()
      .catch((error: unknown) => log('error', 'doors.not-left', { error: describeError(error) }))
    await data?.entries.clear()
    if (data !== undefined) await signOut(data) // a sign-in that was under way when the kiosk began
    running = undefined
    window.leave()
    log('info', 'kiosk.ended')
    push()
    showSoon('/')
  }

  const NO_KIOSK = { ok: false, triesLeft: 0, waitS: 0 } as const
  return {
    isOn: () => running !== undefined,
    isBeginning: () => beginning > 0,
    mode: () => running?.state().mode ?? 'off',
    deviceCall: (request) =>
      running?.call(request) ??
      Promise.resolve({ kind: 'unreachable', cause: 'There is no kiosk' }),
    bearersFor(eventId) {
      const kiosk = running
      if (kiosk?.eventId !== eventId) return undefined
      return {
        sender: 'device',
        bearer: async () => ({ kind: 'token', token: kiosk.token }),
        renewed: async () => {
          void kiosk.probe() // whether it is really our server that refuses
          return { kind: 'signed-out' }
        },
      }
    },
    restore() {
      const back = inTurn(comeBack).catch((error: unknown) =>
        log('error', 'kiosk.not-restored', { error: describeError(error) }),
      )
      // Without the notes file there was probably no kiosk; a keychain that waits for its password
      // must not delay the start in the office.
      return file.read() === undefined ? Promise.resolve() : back
    },
    handlers: {
      'kiosk:state': () => ({
        ...(running?.state() ?? OFF),
        wanted: wanted || running !== undefined,
      }),
      'kiosk:system': () => options.system(),
      'kiosk:begin': async (wish) => {
        beginning += 1
        try {
          return await inTurn(async () => {
            await options.ready()
            return begin(wish)
          })
        } finally {
          beginning -= 1
        }
      },
      'kiosk:lock': () => running?.lock(),
      'kiosk:touched': () => running?.touched(),
      'kiosk:unlock': async (typed) => {
        const kiosk = running
        const tried = await (kiosk?.tryPin(typed) ?? NO_KIOSK)
        if (tried.ok) kiosk?.unlock()
        return tried
      },
      'kiosk:end': async (typed) => {
        const kiosk = running
        const tried = await (kiosk?.tryPin(typed) ?? NO_KIOSK)
        if (tried.ok && kiosk !== undefined) await inTurn(() => end(kiosk))
        return tried
      },
      ...createDoorsHandlers({ doors: () => server()?.doors, kiosk: () => running }),
      'kiosk:scan': (scan) => running?.scan(scan) ?? Promise.reject(new Error('There is no kiosk')),
      'card:judge-offline': (scan) => {
        const data = server()
        if (data === undefined) throw new Error('No server was chosen')
        return judgeScan(scan, data.offline.judge, timers.now()).result
      },
    },
  }
}

function faultOf(result: Exclude<CallResult<Reply<typeof enrolKiosk>>, { ok: true }>): KioskFault {
  if (result.problem === undefined) return result.cause === 'unreadable' ? 'refused' : 'offline'
  switch (result.problem.status) {
    case 401:
      return 'not-signed-in'
    case 404:
      return 'no-such-event'
    case 409:
      return 'event-over'
    case 429:
      return 'too-many'
    default:
      return 'refused'
  }
}
