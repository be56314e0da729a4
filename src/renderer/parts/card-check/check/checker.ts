import type { CallResult } from '#shared/contract/base/client.ts'
import type { VerifyReply } from '#shared/contract/card.ts'
/**
 * Runs the checks: calls the server, keeps the newest card on top, retries when there was no response. It is no
 * component, so that a scanned text reaches the network without waiting for React, and so that tests need no page.
 */
import { createListeners } from '#shared/listeners.ts'
import {
  type CardInput,
  type CheckEvent,
  type CheckState,
  type OfflineVerdict,
  type CheckResult,
  type RecentCheck,
  decideStart,
  NO_CHECKS,
  outcomeOf,
  reduceChecks,
  retryDelayMs,
} from './check-state.ts'
import { createStopHold } from './stop-hold.ts'

export interface CheckerPorts {
  /** @param eventId the event whose earlier check-in is looked up; '' for none */
  readonly verify: (
    input: CardInput,
    signal: AbortSignal,
    eventId: string,
  ) => Promise<CallResult<VerifyReply>>
  /** The verdict of this device for a card; undefined: it has none. Absent on the web. */
  readonly judgeHere?: ((input: CardInput) => Promise<OfflineVerdict | undefined>) | undefined
  /** Did the member come in on this page some seconds ago? */
  readonly cameInHere?: (reply: VerifyReply) => boolean
  readonly now: () => Date
  /** Checks of an earlier visit of the page, newest first. */
  readonly recent?: readonly RecentCheck[]
}

export interface Checker {
  readonly state: () => CheckState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (input: CardInput) => void
  /** What is on the screen was checked for another event, and is put aside. */
  readonly standAt: (eventId: string) => void
  readonly retry: () => void
  /** Puts the present card aside. After a stop the next card is checked half a second later. */
  readonly clear: () => void
  /** Empties the list of recent checks. */
  readonly forget: () => void
  /** Aborts what is under way; for the end of the page. */
  readonly stop: () => void
}

/** A later response is of no use at a door: the card then waits as "offline" and is retried. */
export const VERIFY_LIMIT_MS = 8_000
/** After this time the verdict of this device is shown; the call to the server stays open. */
export const PATIENCE_MS = 1_500

export function createChecker({
  verify,
  judgeHere,
  cameInHere = () => false,
  now,
  recent = [],
}: CheckerPorts): Checker {
  let state: CheckState = { ...NO_CHECKS, recent }
  let lastNumber = Math.max(0, ...recent.map(({ number }) => number))
  let eventId = ''
  let abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = createStopHold({ seen: () => clear(), next: (input) => start(input) })
  const listeners = createListeners()

  function apply(event: CheckEvent): void {
    const before = state
    state = reduceChecks(state, event)
    if (state === before) return
    if (state.check !== before.check) {
      planRetry()
      hold.show(state.check)
    }
    listeners.call()
  }

  function clear(): void {
    abort.abort()
    apply({ kind: 'cleared', at: now() })
  }

  function planRetry(): void {
    clearTimeout(timer)
    const { check } = state
    if (check.kind !== 'unchecked' || check.retrying) return
    const delayMs = retryDelayMs(check.trouble, check.tries)
    if (delayMs !== undefined) timer = setTimeout(retry, delayMs)
  }

  async function ask(number: number, input: CardInput): Promise<void> {
    abort.abort()
    const mine = new AbortController()
    abort = mine
    // Not named AbortError: a call that timed out counts as "no response", not as aborted.
    const limit = setTimeout(
      () => mine.abort(new DOMException('No answer in time', 'TimeoutError')),
      VERIFY_LIMIT_MS,
    )
    const patience =
      judgeHere === undefined
        ? undefined
        : setTimeout(() => void sayMeanwhile(number, input, mine.signal), PATIENCE_MS)
    const outcome = outcomeOf(await verify(input, mine.signal, eventId))
    clearTimeout(limit)
    clearTimeout(patience)
    if (outcome !== undefined)
      apply({ kind: 'answered', number, outcome: await completed(outcome, input), at: now() })
  }

  async function sayMeanwhile(number: number, input: CardInput, given: AbortSignal): Promise<void> {
    const offline = await judgeHere?.(input)
    if (offline !== undefined && !given.aborted) apply({ kind: 'judgedHere', number, offline })
  }

  async function completed(outcome: CheckResult, input: CardInput): Promise<CheckResult> {
    if (outcome.kind === 'verdict') return { ...outcome, here: cameInHere(outcome.reply) }
    if (outcome.trouble.kind !== 'offline') return outcome
    const offline = await judgeHere?.(input)
    return offline === undefined ? outcome : { ...outcome, offline }
  }

  function start(input: CardInput): void {
    if (hold.keeps(input)) {
      if (!hold.waits() || state.waits === true) return
      state = { ...state, waits: true }
      return listeners.call()
    }
    const decision = decideStart(state.check, input)
    if (decision === 'retry') return retry()
    if (decision === 'ignore') return
    lastNumber += 1
    // The call leaves before "checking" is drawn, so that drawing does not delay it.
    void ask(lastNumber, input)
    apply({ kind: 'started', number: lastNumber, input, at: now() })
  }

  function retry(): void {
    const { check } = state
    if (check.kind !== 'unchecked' || check.retrying) return
    void ask(check.number, check.input)
    apply({ kind: 'retried', number: check.number })
  }

  return {
    state: () => state,
    subscribe: listeners.add,
    start,
    standAt(id) {
      if (id === eventId) return
      eventId = id
      clear()
    },
    retry,
    clear,
    forget: () => apply({ kind: 'forgotten' }),
    stop() {
      abort.abort()
      clearTimeout(timer)
      hold.end()
    },
  }
}
