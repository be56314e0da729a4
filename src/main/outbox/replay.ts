/**
 * Sends the waiting check-ins, oldest first, one batch at a time. A batch is settled on the disk
 * before the next one is sent; a batch whose response was lost is sent again, and its ids make it
 * count once.
 */
import type { QueueState } from '#shared/contract/desktop/ipc-desktop.ts'
import { assertNever } from '#shared/domain/assert-never.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { Outbox, StoredCheckIn } from './outbox.ts'
import { readReply, type BatchReply } from './read-reply.ts'
import type { SendCheckIns, SentCheckIn } from './send-check-ins.ts'

export type ReplayProblem =
  | 'none'
  | 'offline'
  | 'not-signed-in'
  | 'revoked'
  | 'event-gone'
  | 'server'
export interface ReplayState {
  readonly problem: ReplayProblem
  readonly lastSentAt: string | null
  readonly voices: QueueState['voices']
}
export interface Replay {
  /**
   * Something changed: a new check-in, the network, a sign-in. Sends at once, but never before a
   * server's Retry-After.
   */
  retryNow(): void
  state(): ReplayState
  /** Aborts the call under way; no check-in is lost. */
  stop(): Promise<void>
}
export interface ReplayOptions {
  readonly outbox: Pick<Outbox, 'waiting' | 'eventsWaiting' | 'settle'>
  readonly send: SendCheckIns
  readonly now: () => Date
  /** This computer's clock minus the server's, for check-ins that do not hold it; null: never compared. */
  readonly clockOffsetMs: () => number | null
  readonly log: Log
  readonly onState: () => void
  /** Returns a function that removes the listener. */
  readonly schedule?: (delayMs: number, work: () => void) => () => void
  readonly random?: () => number
}

export const BATCH_SIZE = 200
/** The screen shows the last ten cards; older voices belong to people who passed long ago. */
const VOICES_MAX = 10
const BACK_OFF_FIRST_MS = 1_000
const BACK_OFF_MAX_MS = 60_000

/**
 * The wait doubles with each failure: 1 s, 2 s, 4 s … 60 s. Chance shortens it by up to a half, so that devices do not
 * send all at once.
 */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** Math.min(failures - 1, 10)) * (1 - random / 2)

const IS_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the server gets of a stored check-in. Its time is the server's, as far as that is known. */
export function toSend(stored: StoredCheckIn, clockOffMs: number | null): SentCheckIn {
  const { id, cardId, gate, sequence, deviceId, at } = stored
  const instant = Date.parse(at) - (stored.clockOffMs ?? clockOffMs ?? 0)
  return {
    id,
    cardId,
    gate,
    sequence,
    at: Number.isNaN(instant) ? at : new Date(instant).toISOString(),
    ...(IS_UUID.test(deviceId) ? { deviceId } : {}),
  }
}

const onTimer = (delayMs: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Why nothing is sent for a while. */
type Pause = {
  readonly problem: ReplayProblem
  /** Where it is undefined, the pause lasts until something changes. */
  readonly waitMs: number | undefined
  /** The server named the time in Retry-After, so that nothing may cut the pause short. */
  readonly byServer?: true
}
type EventFault = 'event-gone' | 'not-signed-in' | 'revoked' | 'server'

interface Sender {
  /** Sends one batch of that event. Returns undefined when all its entries were handled. */
  sendBatch(eventId: string): Promise<Pause | undefined>
  isBlocked(eventId: string): boolean
  /** Says why nothing is left to send. An event that the server rejected is tried again after that pause. */
  whatBlocks(): Pause
  /** Retries every event. */
  unblock(): void
}
interface SenderOptions extends Pick<
  ReplayOptions,
  'outbox' | 'send' | 'now' | 'clockOffsetMs' | 'log'
> {
  readonly signal: AbortSignal
  /** Counts a failure, and returns the pause that follows it. */
  readonly pauseAfterFailure: (problem: ReplayProblem) => Pause
  readonly onSent: (voices: QueueState['voices']) => void
}

function pauseOf(
  outcome: Exclude<
    BatchReply,
    { kind: 'settled' | 'not-taken' | 'not-allowed' | 'event-gone' | 'not-signed-in' | 'revoked' }
  >,
  { log, pauseAfterFailure }: Pick<SenderOptions, 'log' | 'pauseAfterFailure'>,
): Pause {
  switch (outcome.kind) {
    case 'offline':
    case 'server':
      log('warn', 'replay.failed', { kind: outcome.kind, cause: outcome.cause })
      return pauseAfterFailure(outcome.kind)
    case 'wait':
      return { problem: 'server', waitMs: outcome.waitMs, byServer: true }
    default:
      return assertNever(outcome)
  }
}

function createSender({
  outbox,
  send,
  now,
  clockOffsetMs,
  log,
  signal,
  pauseAfterFailure,
  onSent,
}: SenderOptions): Sender {
  /** Events whose check-ins the server rejects at present; the others continue. */
  const blocked = new Map<string, EventFault>()

  /**
   * Returns undefined when all entries were handled. One rejected entry must not delay the others: the batch is halved
   * until that entry is alone, and it is added to `suspects`.
   */
  const deliver = async (
    eventId: string,
    items: readonly StoredCheckIn[],
    suspects: StoredCheckIn[],
  ): Promise<Pause | undefined> => {
    const reply = await send(
      eventId,
      items.map((item) => toSend(item, clockOffsetMs())),
      signal,
    )
    const outcome = await readReply(reply, items, now())
    switch (outcome.kind) {
      case 'settled': {
        const settled = await outbox.settle(outcome.settlements)
        if (!settled.ok) return pauseAfterFailure('none') // the queue reports a fault of its disk by itself
        onSent(outcome.voices)
        return undefined
      }
      case 'not-taken': {
        if (items.length === 1) {
          suspects.push(...items)
          return undefined
        }
        const half = Math.ceil(items.length / 2)
        return (
          (await deliver(eventId, items.slice(0, half), suspects)) ??
          deliver(eventId, items.slice(half), suspects)
        )
      }
      case 'event-gone':
      case 'not-allowed':
        log('error', 'replay.event-refused', { event: eventId, kind: outcome.kind })
        blocked.set(eventId, outcome.kind === 'event-gone' ? 'event-gone' : 'not-signed-in')
        return undefined
      // No bearer may send for this event at present; a kiosk at another one still can.
      case 'not-signed-in':
      case 'revoked':
        blocked.set(eventId, outcome.kind)
        return undefined
      default:
        return pauseOf(outcome, { log, pauseAfterFailure })
    }
  }

  const sendBatch = async (eventId: string): Promise<Pause | undefined> => {
    const items = outbox.waiting(eventId, BATCH_SIZE)
    const suspects: StoredCheckIn[] = []
    const pause = await deliver(eventId, items, suspects)
    if (pause !== undefined || suspects.length === 0 || blocked.has(eventId)) return pause
    // A server that accepts none of them is another server, or another version. Then no entry counts as refused.
    if (suspects.length === items.length) {
      log('warn', 'replay.failed', { kind: 'server', cause: 'it takes no check-in as it is' })
      blocked.set(eventId, 'server')
      return undefined
    }
    log('error', 'replay.refused', { event: eventId, entries: suspects.length })
    const settled = await outbox.settle(
      suspects.map(({ id }) => ({ id, result: 'refused', first: null })),
    )
    return settled.ok ? undefined : pauseAfterFailure('none')
  }

  /** Rejected entries are retried after a while; all others wait until a user acts. */
  const whatBlocks = (): Pause => {
    const faults = [...blocked.values()]
    const [first = 'none'] = faults
    if (!faults.includes('server')) return { problem: first, waitMs: undefined }
    for (const [eventId, fault] of blocked) if (fault === 'server') blocked.delete(eventId)
    return pauseAfterFailure('server')
  }

  return {
    sendBatch,
    isBlocked: (eventId) => blocked.has(eventId),
    whatBlocks,
    unblock: () => blocked.clear(),
  }
}

export function createReplay({
  outbox,
  send,
  now,
  clockOffsetMs,
  log,
  onState,
  schedule = onTimer,
  random = Math.random,
}: ReplayOptions): Replay {
  let state: ReplayState = { problem: 'none', lastSentAt: null, voices: [] }
  let failures = 0
  let running: Promise<void> | undefined
  let isRetryDue = false
  let cancelTimer = (): void => undefined
  let notBeforeMs = 0
  const stopped = new AbortController()

  const setState = (change: Partial<ReplayState>): void => {
    const next = { ...state, ...change }
    if (
      next.problem === state.problem &&
      next.lastSentAt === state.lastSentAt &&
      next.voices === state.voices
    )
      return
    state = next
    onState()
  }
  const pauseAfterFailure = (problem: ReplayProblem): Pause => {
    failures += 1
    return { problem, waitMs: backOffMs(failures, random()) }
  }
  const sender = createSender({
    outbox,
    send,
    now,
    clockOffsetMs,
    log,
    signal: stopped.signal,
    pauseAfterFailure,
    onSent: (more) => {
      failures = 0
      const voices =
        more.length === 0 ? state.voices : [...state.voices, ...more].slice(-VOICES_MAX)
      setState({ problem: 'none', lastSentAt: now().toISOString(), voices })
    },
  })

  const round = async (): Promise<Pause> => {
    while (!stopped.signal.aborted) {
      const eventId = outbox.eventsWaiting().find((id) => !sender.isBlocked(id))
      if (eventId === undefined) return sender.whatBlocks()
      const pause = await sender.sendBatch(eventId)
      if (pause !== undefined) return pause
    }
    return { problem: state.problem, waitMs: undefined }
  }

  const wake = (delayMs: number): void => {
    cancelTimer()
    cancelTimer = schedule(delayMs, start)
  }
  function start(): void {
    if (running !== undefined || stopped.signal.aborted) return
    isRetryDue = false
    running = run().finally(() => {
      running = undefined
      if (isRetryDue) retryNow()
    })
  }
  const run = async (): Promise<void> => {
    const pause = await round().catch((error: unknown): Pause => {
      log('error', 'replay.broke', { error: describeError(error) })
      return pauseAfterFailure('server')
    })
    if (pause.byServer === true) notBeforeMs = now().getTime() + (pause.waitMs ?? 0)
    if (pause.waitMs !== undefined && !stopped.signal.aborted) wake(pause.waitMs)
    setState({ problem: pause.problem })
  }
  function retryNow(): void {
    if (stopped.signal.aborted) return
    if (running !== undefined) {
      isRetryDue = true
      return
    }
    sender.unblock()
    const earlyMs = notBeforeMs - now().getTime()
    if (earlyMs > 0) wake(earlyMs)
    else {
      cancelTimer()
      start()
    }
  }

  return {
    retryNow,
    state: () => state,
    async stop() {
      stopped.abort()
      cancelTimer()
      await running
    },
  }
}
