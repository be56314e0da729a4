/**
 * What this device knows for a time without network: the keys of the cards, the signed status list, and what time it is by
 * the server. Judging reads memory alone. Nothing here names a member.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readCardPayload } from '#shared/domain/card-payload.ts'
import { judgeOffline, type ListEvidence } from '#shared/domain/judge-offline.ts'
import type { OfflineState } from '#shared/contract/ipc-desktop.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { ApiAnswer, ApiRequest } from '../proxy/call-api.ts'
import { sameKeys } from './card-keys.ts'
import { fetchKnowledge, type FetchOutcome } from './fetch-knowledge.ts'
import { openKnowledgeFiles, type Knowledge, type StoredKnowledge } from './knowledge-files.ts'
import type { OfflineJudgement, OfflineStore } from './offline-store.ts'
import { createServerClock } from './server-clock.ts'

export interface OfflineStoreOptions {
  /** Of one server: what another server says is worth nothing here. */
  readonly directory: string
  /** With the bearer of staff or device. */
  readonly ask: (request: ApiRequest) => Promise<ApiAnswer>
  readonly maxAgeS: () => number
  readonly now: () => Date
  /** A counter that only grows and goes on in sleep; the time since the system started by default. */
  readonly monotonicMs?: () => number
  /** 0 to 1, for the spread of devices that were started together. */
  readonly random?: () => number
  readonly log: Log
  readonly refreshEveryMs?: number
}

/** Where the knowledge of one server lies. */
export const offlineDirectory = (userData: string, serverOrigin: string): string =>
  join(userData, 'offline', createHash('sha256').update(serverOrigin).digest('hex').slice(0, 16))

export const REFRESH_EVERY_MS = 5 * 60_000
const FIRST_RETRY_MS = 10_000

/** When to ask again. Devices that lost the server together do not come back together. */
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
  const seenMs = [stored.serverMs, stored.list?.issuedAtMs].filter((time) => time !== undefined)
  const clock = createServerClock({
    now,
    monotonicMs: options.monotonicMs,
    lastKnownMs: seenMs.length === 0 ? undefined : Math.max(...seenMs),
  })
  let lastTryAt: string | null = null
  let flight: Promise<FetchOutcome> | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let running = false
  const listeners = new Set<() => void>()

  const clockText = (): string => {
    const { known, wrong } = clock.read()
    return `${known} ${wrong}`
  }
  let clockTold = clockText()
  const tell = (): void => {
    clockTold = clockText()
    for (const listener of listeners) listener()
  }

  /** null: no list, or nobody knows what time it is. */
  function listAgeS(): number | null {
    const { nowMs, known } = clock.read()
    return held.list === undefined || !known
      ? null
      : Math.max(0, Math.round((nowMs - held.list.issuedAtMs) / 1_000))
  }

  function state(): OfflineState {
    const { offS, wrong } = clock.read()
    const ageS = listAgeS()
    return {
      listIssuedAt: held.list?.issuedAt ?? null,
      listAgeS: ageS,
      maxAgeS: maxAgeS(),
      cards: held.list?.size ?? null,
      hasKeys: held.keys !== undefined,
      tooOld: held.list !== undefined && (ageS === null || ageS > maxAgeS()),
      lastTryAt,
      clockOffS: offS,
      clockWrong: wrong,
    }
  }

  async function keep(fetched: Knowledge): Promise<void> {
    const before = held
    held = { keys: fetched.keys, list: fetched.list }
    if (held.keys !== undefined && !sameKeys(before.keys, held.keys)) {
      log('info', 'offline.keys-taken', {
        keys: held.keys.published.map(({ kid }) => kid).join(' '),
      })
      await files.writeKeys(held.keys)
    }
    if (held.list !== undefined && held.list !== before.list) {
      log('info', 'offline.list-taken', { issuedAt: held.list.issuedAt, cards: held.list.size })
      await files.writeList(held.list)
    } else if (held.list === undefined && before.list !== undefined) {
      log('warn', 'offline.list-dropped', { fault: 'its key was withdrawn' })
      await files.removeList()
    }
    const serverMs = clock.lastKnownMs()
    if (serverMs !== undefined) await files.writeServerTime(serverMs)
  }

  async function askServer(): Promise<FetchOutcome> {
    lastTryAt = now().toISOString()
    try {
      const { outcome, ...fetched } = await fetchKnowledge(held, {
        ask,
        onServerTime: (serverMs) => clock.note(serverMs),
        localNowMs: () => now().getTime(),
      })
      await keep(fetched)
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

  function judge(payload: string): OfflineJudgement {
    const { nowMs, known, offS } = clock.read()
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
      maxAgeS: maxAgeS(),
      now: at,
      clock: known ? (offS === null ? 'own' : 'server') : 'unknown',
    })
    // A forgery is told by its seal: the list says nothing of it.
    return { ...judgement, card, listAgeS: signature === 'good' ? listAgeS() : null }
  }

  return {
    state,
    async refresh() {
      const underWay = flight
      const outcome = await refreshOnce()
      // That one may have left before whoever asks now was signed in.
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
    judge,
    noteServerTime(serverNow) {
      clock.note(serverNow.getTime())
      if (clockText() !== clockTold) tell()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
