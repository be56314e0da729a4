/**
 * The knowledge of this device for use without network: the keys of the cards, the signed status
 * list, and the server's time. Judging reads only memory. No data here names a member.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { OfflineState } from '#shared/contract/desktop/ipc-desktop.ts'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { judgeOffline, type ListEvidence } from '#shared/domain/card/judge-offline.ts'
import { createListeners } from '#shared/listeners.ts'
import type { ApiReply, ApiRequest } from '../api/call-api.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { sameKeys } from './card-keys.ts'
import { fetchKnowledge, type FetchOutcome } from './fetch-knowledge.ts'
import { openKnowledgeFiles, type Knowledge, type StoredKnowledge } from './knowledge-files.ts'
import type { OfflineJudgement, OfflineStore } from './offline-store.ts'
import { createServerClock } from './server-clock.ts'

export interface OfflineStoreOptions {
  /** Belongs to one server; data of another server is not valid here. */
  readonly directory: string
  /** Calls with the bearer of staff or of the device. */
  readonly ask: (request: ApiRequest) => Promise<ApiReply>
  readonly maxAgeS: () => number
  readonly now: () => Date
  /** A counter that only grows, also during sleep; the time since the system started by default. */
  readonly monotonicMs?: () => number
  /** 0 to 1, for the spread of devices that were started together. */
  readonly random?: () => number
  readonly log: Log
  readonly refreshEveryMs?: number
}

/** Where the knowledge of one server lies. */
export const offlineDirectory = (userData: string, serverOrigin: string): string =>
  join(userData, 'offline', createHash('sha256').update(serverOrigin).digest('hex').slice(0, 16))

const REFRESH_EVERY_MS = 5 * 60_000
const FIRST_RETRY_MS = 10_000

/**
 * When to fetch again. The spread keeps devices that lost the server together from returning
 * together.
 */
export function nextDelayMs(
  outcome: FetchOutcome,
  failures: number,
  everyMs: number,
  random: number,
): number {
  if (outcome.kind !== 'failed') return everyMs * (0.9 + 0.1 * random)
  const backOffMs =
    Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 16), everyMs) * (0.5 + 0.5 * random)
  return Math.max(backOffMs, (outcome.retryAfterS ?? 0) * 1_000)
}

/** Never rejects: a disk that cannot be read leaves an empty store. */
export async function openOfflineStore(options: OfflineStoreOptions): Promise<OfflineStore> {
  const { directory, log } = options
  const files = openKnowledgeFiles(directory, log)
  return createStore(options, files, await files.read())
}

function clockOf({ now, monotonicMs }: OfflineStoreOptions, { serverMs, list }: StoredKnowledge) {
  const seenMs = [serverMs, list?.issuedAtMs].filter((time) => time !== undefined)
  return createServerClock({
    now,
    monotonicMs,
    lastKnownMs: seenMs.length === 0 ? undefined : Math.max(...seenMs),
  })
}
type ClockReading = ReturnType<ReturnType<typeof createServerClock>['read']>

const textOf = ({ known, wrong }: ClockReading): string => `${known} ${wrong}`

/** null: no list, or the time is not known. */
function listAgeS({ list }: Knowledge, { nowMs, known }: ClockReading): number | null {
  return list === undefined || !known
    ? null
    : Math.max(0, Math.round((nowMs - list.issuedAtMs) / 1_000))
}

function stateOf(
  held: Knowledge,
  reading: ClockReading,
  maxAgeS: number,
  lastTryAt: string | null,
): OfflineState {
  const ageS = listAgeS(held, reading)
  return {
    listIssuedAt: held.list?.issuedAt ?? null,
    listAgeS: ageS,
    maxAgeS,
    cards: held.list?.size ?? null,
    hasKeys: held.keys !== undefined,
    tooOld: held.list !== undefined && (ageS === null || ageS > maxAgeS),
    lastTryAt,
    clockOffS: reading.offS,
    clockWrong: reading.wrong,
  }
}

function judgeCard(
  payload: string,
  held: Knowledge,
  reading: ClockReading,
  maxAgeS: number,
): OfflineJudgement {
  const { nowMs, known, offS } = reading
  const at = new Date(nowMs)
  const card = readCardPayload(payload, at)
  const { keys, list } = held
  const signed = card.kind === 'signed' ? card : undefined
  const signature =
    signed === undefined
      ? 'none'
      : (keys?.check(signed.keyId, signed.signedText, signed.signature) ?? 'unchecked')
  const evidence: ListEvidence | undefined =
    list === undefined || signed === undefined
      ? undefined
      : { issuedAt: new Date(list.issuedAtMs), state: list.stateAt(signed.statusIndex) }
  const judgement = judgeOffline({
    card,
    signature,
    list: evidence,
    maxAgeS,
    now: at,
    clock: known ? (offS === null ? 'own' : 'server') : 'unknown',
  })
  // A forgery follows from its seal alone, without the list.
  return { ...judgement, card, listAgeS: signature === 'good' ? listAgeS(held, reading) : null }
}

/** Writes what changed. */
async function keepOnDisk(
  files: ReturnType<typeof openKnowledgeFiles>,
  before: Knowledge,
  { keys, list }: Knowledge,
  log: Log,
): Promise<void> {
  if (keys !== undefined && !sameKeys(before.keys, keys)) {
    log('info', 'offline.keys-taken', { keys: keys.published.map(({ kid }) => kid).join(' ') })
    await files.writeKeys(keys)
  }
  if (list !== undefined && list !== before.list) {
    log('info', 'offline.list-taken', { issuedAt: list.issuedAt, cards: list.size })
    await files.writeList(list)
  } else if (list === undefined && before.list !== undefined) {
    log('warn', 'offline.list-dropped', { fault: 'its key was withdrawn' })
    await files.removeList()
  }
}

function createStore(
  options: OfflineStoreOptions,
  files: ReturnType<typeof openKnowledgeFiles>,
  stored: StoredKnowledge,
): OfflineStore {
  const {
    ask,
    maxAgeS,
    now,
    log,
    random = Math.random,
    refreshEveryMs = REFRESH_EVERY_MS,
  } = options
  let held: Knowledge = { keys: stored.keys, list: stored.list }
  const clock = clockOf(options, stored)
  let lastTryAt: string | null = null
  let flight: Promise<FetchOutcome> | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let running = false
  const listeners = createListeners()

  let clockTold = textOf(clock.read())
  const tell = (): void => {
    clockTold = textOf(clock.read())
    listeners.call()
  }

  const state = (): OfflineState => stateOf(held, clock.read(), maxAgeS(), lastTryAt)

  async function askServer(): Promise<FetchOutcome> {
    lastTryAt = now().toISOString()
    try {
      const { outcome, ...fetched } = await fetchKnowledge(held, {
        ask,
        onServerTime: (serverMs) => clock.note(serverMs),
        localNowMs: () => now().getTime(),
      })
      const before = held
      held = { keys: fetched.keys, list: fetched.list }
      await keepOnDisk(files, before, held, log)
      const serverMs = clock.lastKnownMs()
      if (serverMs !== undefined) await files.writeServerTime(serverMs)
      return outcome
    } catch (error) {
      return { kind: 'failed', cause: describeError(error) }
    }
  }

  function refreshOnce(): Promise<FetchOutcome> {
    flight ??= askServer().then((outcome) => {
      flight = undefined
      failures = outcome.kind === 'failed' ? failures + 1 : 0
      if (outcome.kind === 'failed')
        log('warn', 'offline.not-refreshed', { cause: outcome.cause, failures })
      if (outcome.kind === 'refused') log('info', 'offline.refused', { status: outcome.status })
      plan(nextDelayMs(outcome, failures, refreshEveryMs, random()))
      tell()
      return outcome
    })
    return flight
  }

  function plan(delayMs: number): void {
    clearTimeout(timer)
    if (!running) return
    timer = setTimeout(() => void refreshOnce(), delayMs)
    timer.unref()
  }

  return {
    state,
    async refresh() {
      const underWay = flight
      const outcome = await refreshOnce()
      // That call may have been sent before the present user was signed in.
      if (underWay !== undefined && outcome.kind === 'refused') await refreshOnce()
      return state()
    },
    start() {
      running = true
      void refreshOnce()
      return () => {
        running = false
        clearTimeout(timer)
      }
    },
    judge: (payload) => judgeCard(payload, held, clock.read(), maxAgeS()),
    noteServerTime(serverNow) {
      clock.note(serverNow.getTime())
      if (textOf(clock.read()) !== clockTold) tell()
    },
    onChange: listeners.add,
  }
}
