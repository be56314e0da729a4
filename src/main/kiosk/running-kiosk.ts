/** One device at one event, from its enrolment to its end: token, connection, counts, lock and scans. */
import type { KioskState, ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { CallApi } from '../api/call-api.ts'
import { withinLimit, type Timers } from '../base/timers.ts'
import type { Doors } from '../doors/doors.ts'
import type { Log } from '../log/log-file.ts'
import type { OfflineStore } from '../offline/offline-store.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createDeviceApi } from './device-api.ts'
import { createIdleLock } from './idle-lock.ts'
import type { ScanToJudge } from './judge-scan.ts'
import type { KioskEntry, KioskEntryStore } from './kiosk-entry.ts'
import type { KioskCounts, KioskFile, KioskNotes } from './kiosk-file.ts'
import { createPinGate, readPin, type PinTry, type Pins } from './pin.ts'
import { createScanHandler } from './scan.ts'
import { SCAN_LIMIT_MS, createServerReach, type Contact } from './server-reach.ts'
import { createTokenLife } from './token-life.ts'

/** Parts that belong to one server. A kiosk keeps the server at which it started. */
export interface KioskServer {
  /** The call adds no bearer. */
  readonly call: CallApi
  readonly offline: Pick<OfflineStore, 'judge' | 'noteServerTime' | 'refresh'>
  readonly outbox: Pick<Outbox, 'append' | 'firstOf' | 'waiting' | 'onChange'>
  readonly doors: Doors
  /** Signals a change, after which the queue may be sent. */
  readonly retryReplay: () => void
  readonly entries: KioskEntryStore
}
export interface KioskPorts {
  readonly pins: Pins
  readonly appVersion: string
  readonly file: KioskFile
  readonly timers: Timers
  readonly log: Log
}
export interface KioskStart {
  readonly entry: KioskEntry
  readonly event: KioskNotes['event'] | undefined
  readonly counts: KioskCounts
  readonly locked: boolean
  /** The server's time when the token was made; undefined after a restart. */
  readonly serverNow: Date | undefined
  readonly onChange: () => void
}

export interface RunningKiosk {
  state(): Omit<KioskState, 'wanted'>
  readonly eventId: string
  readonly token: string
  /** The call with the bearer of this device. */
  readonly call: CallApi
  probe(): Promise<void>
  touched(): void
  lock(): void
  unlock(): void
  tryPin(typed: string): Promise<PinTry>
  /** Rejects while it is locked. */
  scan(scan: ScanToJudge): Promise<ScanResult>
  /**
   * Ends the scans under way and the token, and informs the server if possible. Waiting check-ins
   * stay in the queue.
   */
  finish(): Promise<void>
}

/** A connection that is too slow for a door still delivers counts and the time. */
const PROBE_LIMIT_MS = 5_000
const REPLAY_LIMIT_MS = 5_000
const END_LIMIT_MS = 3_000

export function runKiosk(
  server: KioskServer,
  ports: KioskPorts,
  {
    entry: given,
    event: knownEvent,
    counts: countsBefore,
    locked: startsLocked,
    serverNow,
    onChange,
  }: KioskStart,
): RunningKiosk {
  const { call, offline, outbox, doors, retryReplay, entries } = server
  const { appVersion, file, pins, timers, log } = ports
  let entry = given
  let event = knownEvent
  let counts = countsBefore
  let locked = startsLocked
  let ending = false
  let people: { readonly checkedIn: number; readonly capacity: number | null } | undefined

  const keep = (change: Partial<KioskEntry>): Promise<void> => {
    if (ending) return Promise.resolve() // the entry is on its way out
    entry = { ...entry, ...change }
    return entries.write(entry)
  }
  const note = (): void => {
    if (event !== undefined && !ending) file.write({ deviceId: entry.deviceId, event, counts })
  }
  note()

  const life = createTokenLife({
    timers,
    expiresAt: new Date(entry.expiresAt),
    serverNow,
    over: entry.over,
    onExpired: onChange,
  })
  const api = createDeviceApi({ call, token: entry.token, appVersion })
  const pin = createPinGate({
    wrong: entry.wrongPins,
    matches: (typed) => pins.matches(typed, entry.pin),
    keep: (wrongPins) => keep({ wrongPins }),
    monotonicMs: timers.monotonicMs,
  })

  const onTokenRefused = (): void => {
    if (ending || entry.over !== 'no') return
    const over = life.refused()
    log('warn', 'kiosk.token-over', { over })
    void keep({ over })
    onChange()
  }

  const ask = async (): Promise<Contact | undefined> => {
    if (entry.over !== 'no' || ending) return undefined
    const startedMs = timers.monotonicMs()
    const result = await withinLimit(timers, PROBE_LIMIT_MS, (signal) => api.self(signal))
    if (result === 'late' || result.kind === 'none') return 'none'
    if (result.kind === 'token-refused') onTokenRefused()
    if (result.kind === 'answer') {
      const { value } = result
      offline.noteServerTime(new Date(value.now))
      life.heard(new Date(value.now), new Date(value.expiresAt))
      people = { checkedIn: value.checkedIn, capacity: value.capacity }
      event = value.event
      note()
      onChange()
    }
    return timers.monotonicMs() - startedMs <= SCAN_LIMIT_MS ? 'fast' : 'slow'
  }
  const reach = createServerReach({
    timers,
    ask,
    onChange,
    onBack: () => {
      retryReplay()
      void offline.refresh()
    },
  })

  const idle = createIdleLock(timers, entry.lockAfterMin * 60_000, () => lock())
  if (!locked) idle.restart()
  function lock(): void {
    if (locked || ending) return
    locked = true
    idle.stop()
    log('info', 'kiosk.locked')
    onChange()
  }

  const scans = createScanHandler({
    device: entry,
    api,
    reach,
    offline,
    outbox,
    doors,
    tokenIsGood: () => life.state() === 'good',
    onTokenRefused,
    onRecorded: () => {
      if (reach.state() !== 'offline') retryReplay()
    },
    timers,
    log,
  })

  const withBearer: CallApi = async (request) => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${entry.token}`)
    const result = await call({ ...request, headers })
    // The probe finds out whether the refusal is really from our server.
    if (
      result.kind === 'answered' &&
      result.response.status === 401 &&
      entry.over === 'no' &&
      !ending
    )
      void reach.probe()
    return result
  }

  /** Resolves when no check-in of this event waits any more; never, where they cannot be sent. */
  const allSent = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (outbox.waiting(entry.eventId, 1).length > 0) return
        stopListening()
        resolve()
      }
      const stopListening = outbox.onChange(look)
      signal.addEventListener('abort', stopListening)
      look()
    })

  return {
    state: () => ({
      mode: locked ? 'locked' : 'scanning',
      deviceId: entry.deviceId,
      deviceName: entry.deviceName,
      event: event ?? null,
      expiresAt: entry.expiresAt,
      token: life.state(),
      connection: reach.state(),
      counts,
      checkedIn: reach.state() === 'online' ? (people?.checkedIn ?? null) : null,
      capacity: people?.capacity ?? null,
    }),
    eventId: entry.eventId,
    token: entry.token,
    call: withBearer,
    probe: () => reach.probe(),
    touched() {
      if (!locked) idle.touched()
    },
    lock,
    unlock() {
      locked = false
      idle.restart()
      onChange()
    },
    tryPin: (typed) => pin.try(readPin(typed)),
    async scan(scan) {
      if (locked || ending || !idle.touched()) throw new Error('The kiosk takes no scan now')
      const result = await scans.scan(scan)
      counts = countScan(counts, result)
      note()
      onChange()
      return result
    },
    async finish() {
      ending = true
      idle.stop()
      await scans.settled()
      const online = reach.state() !== 'offline' && life.state() === 'good'
      const giveBack = () => withinLimit(timers, END_LIMIT_MS, (signal) => api.end(signal))
      if (online) {
        retryReplay()
        await withinLimit(timers, REPLAY_LIMIT_MS, allSent)
        await giveBack()
      } else void giveBack()
      reach.stop()
      life.stop()
    },
  }
}

function countScan(
  before: KioskCounts,
  { verdict, checkIn }: Pick<ScanResult, 'verdict' | 'checkIn'>,
): KioskCounts {
  return {
    scans: before.scans + 1,
    admitted: before.admitted + (checkIn.kind === 'recorded' ? 1 : 0),
    again: before.again + (checkIn.kind === 'before' ? 1 : 0),
    refused: before.refused + (verdict === 'VALID' ? 0 : 1),
  }
}
