/**
 * The data that this computer keeps for one server: the offline knowledge, the queue of check-ins,
 * the kiosk's entry. Each server has its own folders, so that data of one is never shown or sent to
 * another.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'
import type { CallApi } from '../api/call-api.ts'
import { systemTimers } from '../base/timers.ts'
import type { Connection, Link } from '../connection/connection.ts'
import { onlyTrusted } from '../doors/carry.ts'
import type { Doors } from '../doors/doors.ts'
import { createDoors, type DoorsOptions } from '../doors/open-doors.ts'
import type { Kiosk } from '../kiosk/create-kiosk.ts'
import { openKioskEntry, type KioskEntryStore } from '../kiosk/kiosk-entry.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { OfflineStore } from '../offline/offline-store.ts'
import { offlineDirectory, openOfflineStore } from '../offline/open-offline-store.ts'
import { createExportQueue } from '../outbox/export-queue.ts'
import { openOutbox, type OpenOutbox } from '../outbox/open-outbox.ts'
import { openOutboxKey, OUTBOX_KEY_ACCOUNT } from '../outbox/outbox-key.ts'
import { createReplay, type Replay } from '../outbox/replay.ts'
import { createSendCheckIns } from '../outbox/send-check-ins.ts'
import type { Keychain } from '../session/keychain.ts'

/** Each server has its own queue: check-ins for one are never sent to another. */
const outboxFolder = (userData: string, serverOrigin: string): string =>
  join(userData, 'outbox', createHash('sha256').update(serverOrigin).digest('hex').slice(0, 16))

interface ServerData {
  readonly link: Link
  readonly offline: OfflineStore
  readonly outbox: OpenOutbox
  readonly replay: Replay
  readonly doors: Doors
  /** Something changed, after which what waits may be sent: of this computer, and of other doors. */
  readonly retryReplay: () => void
  readonly entries: KioskEntryStore
  readonly exportQueue: () => Promise<InvokeOutput<'queue:export'>>
  /** Finishes writes under way, and stops all calls. */
  close(): Promise<void>
}

interface ServerDataOptions {
  readonly link: Link
  readonly userData: string
  /** Proven, for one account. */
  readonly openKeychain: (account: string) => Promise<Keychain>
  /** With the bearer of the device where a kiosk runs, and of staff elsewhere. */
  readonly ask: CallApi
  /** The sender of check-ins of this event; undefined: the signed-in staff. */
  readonly bearersFor: Kiosk['bearersFor']
  readonly maxAgeS: () => number
  readonly askExportPath: (suggestedName: string) => Promise<string | undefined>
  readonly onOfflineChange: () => void
  readonly onQueueChange: () => void
  readonly onDoorsChange: () => void
  /** Where the doors listen; by default on the port of all doors, in every network of this computer. */
  readonly doorsAt?: Pick<DoorsOptions, 'port' | 'host' | 'addresses' | 'discovery'>
  readonly now: () => Date
  readonly log: Log
}

export async function openServerData(options: ServerDataOptions): Promise<ServerData> {
  const { link, userData, openKeychain, ask, bearersFor, maxAgeS, askExportPath, now, log } =
    options
  const { origin, call, keeper } = link
  const offline = await openOfflineStore({
    directory: offlineDirectory(userData, origin),
    ask,
    maxAgeS,
    now,
    log,
  })
  const clockOffsetMs = (): number | null => {
    const { clockOffS } = offline.state()
    return clockOffS === null ? null : clockOffS * 1_000
  }
  const key = await openOutboxKey(() => openKeychain(OUTBOX_KEY_ACCOUNT), log)
  const directory = outboxFolder(userData, origin)
  const outbox = await openOutbox({ directory, key, clockOffsetMs, now, log })
  const ofDoors = join(directory, 'doors')
  // Their times were corrected by the door that recorded them.
  const carried = await openOutbox({ directory: ofDoors, key, clockOffsetMs: () => 0, now, log })
  const send = createSendCheckIns({
    call,
    bearersFor: (eventId) => bearersFor(eventId) ?? { ...keeper, sender: 'staff' },
  })
  const replay = createReplay({
    outbox,
    send,
    clockOffsetMs,
    now,
    log,
    onState: options.onQueueChange,
  })
  const carriedReplay = createReplay({
    outbox: onlyTrusted(carried),
    send,
    clockOffsetMs: () => 0,
    now,
    log,
    onState: options.onDoorsChange,
  })
  const doors = createDoors({
    directory: ofDoors,
    key,
    server: origin,
    outbox,
    carried,
    onCarried: () => carriedReplay.retryNow(),
    onChange: options.onDoorsChange,
    timers: systemTimers,
    log,
    ...options.doorsAt,
  })
  const retryReplay = (): void => {
    replay.retryNow()
    carriedReplay.retryNow()
  }
  retryReplay() // what an earlier run left
  const stops = [
    offline.onChange(options.onOfflineChange),
    outbox.onChange(options.onQueueChange),
    carried.onChange(options.onDoorsChange),
    offline.start(),
  ]
  return {
    link,
    offline,
    outbox,
    replay,
    doors,
    retryReplay,
    entries: openKioskEntry(() => openKeychain(`kiosk ${origin}`), log),
    exportQueue: createExportQueue({ outbox, server: origin, askPath: askExportPath, now, log }),
    async close() {
      for (const stop of stops) stop()
      await doors.close()
      await Promise.all([replay.stop(), carriedReplay.stop()])
      await Promise.all([outbox.close(), carried.close()])
    },
  }
}

export interface ServerDataStore {
  current(): ServerData | undefined
  /** The data of the present server once it is open; undefined without a server. */
  ready(): Promise<ServerData | undefined>
  close(): Promise<void>
}

/** The data of one server is open at a time, that of the present one. */
export function followServerData(
  { current, onChange }: Pick<Connection, 'current' | 'onChange'>,
  open: (link: Link) => Promise<ServerData>,
  log: Log,
): ServerDataStore {
  let data: ServerData | undefined
  let opening: Promise<ServerData | undefined> = Promise.resolve(undefined)

  const follow = async (): Promise<ServerData | undefined> => {
    const link = current()
    if (data?.link === link) return data
    const before = data
    data = undefined // the parts of one server must not meet the session of another
    await before?.close()
    if (link !== undefined) data = await open(link)
    return data
  }
  const next = (): void => {
    opening = opening.then(follow, follow).catch((error: unknown) => {
      log('error', 'server-data.not-opened', { error: describeError(error) })
      return undefined
    })
  }
  next()
  onChange(next)
  return {
    current: () => data,
    ready: () => opening,
    async close() {
      await opening
      await data?.close()
      data = undefined
    },
  }
}
