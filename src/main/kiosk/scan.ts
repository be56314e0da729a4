/**
 * One scan from the text to the check-in: judged here at once, sent to the server where it is
 * online, and recorded on the disk before the result is returned. Scans are handled in their order,
 * so that a card that is scanned twice in a row is recorded once.
 */
import { randomUUID } from 'node:crypto'
import type { VerifyReply } from '#shared/contract/card.ts'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import { withinLimit, type Timers } from '../base/timers.ts'
import type { DoorsOfScan } from '../doors/doors.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { OfflineStore } from '../offline/offline-store.ts'
import type { Outbox, StoredCheckIn } from '../outbox/outbox.ts'
import type { DeviceApi } from './device-api.ts'
import { judgeScan, type ScanToJudge } from './judge-scan.ts'
import { SCAN_LIMIT_MS, type ServerReach } from './server-reach.ts'

export interface ScanHandlerOptions {
  readonly device: {
    readonly deviceId: string
    readonly deviceName: string
    readonly eventId: string
  }
  readonly api: Pick<DeviceApi, 'verify'>
  readonly reach: Pick<ServerReach, 'state' | 'lost' | 'answered'>
  readonly offline: Pick<OfflineStore, 'judge' | 'noteServerTime'>
  readonly outbox: Pick<Outbox, 'append' | 'firstOf' | 'waiting'>
  readonly doors: DoorsOfScan
  readonly tokenIsGood: () => boolean
  readonly onTokenRefused: () => void
  /** A new check-in waits to be sent. */
  readonly onRecorded: () => void
  readonly timers: Timers
  readonly log: Log
}
export interface ScanHandler {
  /** Rejects when too many wait already: no person scans cards that fast. */
  scan(scan: ScanToJudge): Promise<ScanResult>
  /** Resolves when every scan so far has its result. */
  settled(): Promise<unknown>
}

const MAX_WAITING = 16
type First = { readonly at: string; readonly gate: string }

interface Known extends First {
  readonly cardId: string
  /** Recorded at this door. */
  readonly here: boolean
  /** The server had the check-in before this call. */
  readonly sent: boolean
}

function knownHere(
  outbox: ScanHandlerOptions['outbox'],
  eventId: string,
  cardId: string,
): Known | undefined {
  const first: StoredCheckIn | undefined = outbox.firstOf(eventId, cardId)
  if (first === undefined) return undefined
  const waits = outbox.waiting(eventId, Number.MAX_SAFE_INTEGER).some(({ id }) => id === first.id)
  return { cardId, at: first.at, gate: first.gate, here: true, sent: !waits }
}

/** The entry that counts at all doors, where they are on; a check-in that the server refused counts nowhere. */
function knownOf(
  { outbox, doors }: Pick<ScanHandlerOptions, 'outbox' | 'doors'>,
  eventId: string,
  cardId: string,
): Known | undefined {
  const own = knownHere(outbox, eventId, cardId)
  const first = doors.firstOf(cardId)
  if (first === undefined || (first.here && own === undefined)) return own
  const { at, gate, here, sent } = first
  return { cardId, at, gate, here, sent }
}

function decideBefore(
  known: Known | undefined,
  reply: VerifyReply | undefined,
): ScanResult['checkIn'] | undefined {
  const told = reply?.firstCheckIn ?? undefined
  // Sent before, and the server has none now: staff removed the check-in as a mistake.
  const here = known?.sent === true && reply !== undefined && told === undefined ? undefined : known
  if (
    here !== undefined &&
    (told === undefined || Date.parse(here.at) <= Date.parse(told.at) || told.gate === here.gate)
  )
    return { kind: 'before', at: here.at, gate: here.gate, here: here.here }
  return told === undefined
    ? undefined
    : { kind: 'before', at: told.at, gate: told.gate, here: false }
}

export function createScanHandler(options: ScanHandlerOptions): ScanHandler {
  const {
    device,
    api,
    reach,
    offline,
    outbox,
    doors,
    tokenIsGood,
    onTokenRefused,
    onRecorded,
    timers,
    log,
  } = options
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const known = (cardId: string): Known | undefined =>
    knownOf({ outbox, doors }, device.eventId, cardId)

  async function handle(scan: ScanToJudge): Promise<ScanResult> {
    const judged = judgeScan(scan, offline.judge, timers.now())
    const before = judged.claimedCardId === undefined ? undefined : known(judged.claimedCardId)
    const asked = await askServer(judged.question)
    const reply = asked === 'look-up-limit' ? undefined : asked
    const here = asked === undefined ? judged.result : notLookedUp(judged.result)
    const result = reply === undefined ? here : fromServer(reply)
    if (result.verdict !== 'VALID' || result.cardId === null) return result
    const first = before?.cardId === result.cardId ? before : known(result.cardId)
    return {
      ...result,
      checkIn: decideBefore(first, reply) ?? (await record(result.cardId)),
    }
  }

  async function askServer(
    question: ScanToJudge | undefined,
  ): Promise<VerifyReply | 'look-up-limit' | undefined> {
    if (question === undefined || !tokenIsGood() || reach.state() === 'offline') return undefined
    const result = await withinLimit(timers, SCAN_LIMIT_MS, (signal) =>
      api.verify({ ...question, eventId: device.eventId }, signal),
    )
    if (result === 'late' || result.kind === 'none') {
      reach.lost()
      return undefined
    }
    if (result.kind === 'token-refused') {
      onTokenRefused()
      return undefined
    }
    reach.answered()
    if (result.kind === 'refused') {
      log('warn', 'kiosk.verify-refused', { code: result.code })
      return result.code === 'look-up-limit' ? result.code : undefined
    }
    offline.noteServerTime(new Date(result.value.checkedAt))
    return result.value
  }

  async function record(cardId: string): Promise<ScanResult['checkIn']> {
    if (!tokenIsGood()) return { kind: 'not-saved', fault: 'token' }
    const { eventId, deviceId, deviceName } = device
    const at = timers.now().toISOString()
    try {
      const result = await outbox.append({
        id: doors.idFor(cardId, at) ?? randomUUID(),
        eventId,
        cardId,
        gate: deviceName,
        deviceId,
        at,
      })
      if (!result.ok) return { kind: 'not-saved', fault: result.fault }
      doors.recorded(result.checkIn)
      onRecorded()
      return { kind: 'recorded', id: result.checkIn.id, at: result.checkIn.at }
    } catch (error) {
      log('error', 'kiosk.not-recorded', { error: describeError(error) })
      return { kind: 'not-saved', fault: 'disk' }
    }
  }

  return {
    scan(given) {
      if (waiting >= MAX_WAITING) return Promise.reject(new Error('Too many scans at once'))
      waiting += 1
      const result = last.then(() => handle(given)).finally(() => (waiting -= 1))
      last = result.catch(() => undefined)
      return result
    },
    settled: () => last,
  }
}

const fromServer = ({ firstCheckIn: _firstCheckIn, ...said }: VerifyReply): ScanResult => ({
  ...said,
  source: 'online',
  listAgeS: null,
  checkIn: { kind: 'none' },
})

/** What only the server could have looked up; cards with our seal are judged here all the same. */
const notLookedUp = (result: ScanResult): ScanResult =>
  result.reason === 'needs-the-server'
    ? { ...result, source: 'online', reason: 'look-up-limit' }
    : result
