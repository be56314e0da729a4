import type { CallResult } from '#shared/contract/base/client.ts'
/**
 * One check after another, as a pure reducer. Every check has a number that only grows. A response with another number
 * than the present check belongs to an earlier card and is dropped.
 */
import type { VerifyReply } from '#shared/contract/card.ts'
import { assertNever } from '#shared/domain/assert-never.ts'
import { type Result, resultOfReply } from '../result/result.ts'

/** What is to be checked: the text of a code (camera, picture, hand scanner) or a card number that was typed. */
export interface CardInput {
  readonly kind: 'scanned' | 'number'
  readonly text: string
  /** Other readings of the same hand scan: a genuine one counts. */
  readonly alternatives?: readonly string[]
}

/** Why there is no verdict. None of these says anything about the card. */
export type CheckTrouble =
  | { readonly kind: 'offline' }
  | { readonly kind: 'tooMany'; readonly waitS: number }
  /** Too many people were looked up by number; signed cards are still checked. */
  | { readonly kind: 'lookUps'; readonly waitS: number }
  | { readonly kind: 'sessionEnded' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'failed'; readonly reference: string }

/** The verdict of this device while the server does not respond. Only the desktop app has one; the web has none. */
export interface OfflineVerdict {
  /** In the shape of the server's response, without what only the register knows. */
  readonly reply: VerifyReply
  /** Age of the status list behind it; null where no list was used. */
  readonly listAgeS: number | null
}

export type CheckResult =
  | {
      readonly kind: 'verdict'
      readonly reply: VerifyReply
      /** Its check-in before was made on this page, some seconds ago. */
      readonly here?: boolean
    }
  | { readonly kind: 'trouble'; readonly trouble: CheckTrouble; readonly offline?: OfflineVerdict }

interface Numbered {
  readonly number: number
  readonly input: CardInput
}
export type Check =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'checking' } & Numbered)
  | ({ readonly kind: 'shown'; readonly reply: VerifyReply; readonly here?: boolean } & Numbered)
  | ({
      readonly kind: 'unchecked'
      readonly trouble: CheckTrouble
      /** Failed tries so far. */
      readonly tries: number
      readonly retrying: boolean
      /** Stands until the server responds. */
      readonly offline?: OfflineVerdict
    } & Numbered)

export interface RecentCheck {
  readonly number: number
  readonly at: Date
  readonly result: Result
  readonly name: string | null
  /** Verdict of this device alone. */
  readonly offline?: true
}

export interface CheckState {
  readonly check: Check
  /** Newest first. In memory only (see `door-memory.ts`): no name of a member is written anywhere. */
  readonly recent: readonly RecentCheck[]
  /** Another card was read while a stop is on the screen; it is checked next. */
  readonly waits?: true
}

export type CheckEvent =
  | {
      readonly kind: 'started'
      readonly number: number
      readonly input: CardInput
      readonly at: Date
    }
  | { readonly kind: 'retried'; readonly number: number }
  | {
      readonly kind: 'answered'
      readonly number: number
      readonly outcome: CheckResult
      readonly at: Date
    }
  /** The server has not responded yet, and the call is still open. */
  | { readonly kind: 'judgedHere'; readonly number: number; readonly offline: OfflineVerdict }
  | { readonly kind: 'cleared'; readonly at: Date }
  | { readonly kind: 'forgotten' }

export const MOST_RECENT_CHECKS = 20
export const NO_CHECKS: CheckState = { check: { kind: 'idle' }, recent: [] }

const remember = (recent: readonly RecentCheck[], entry: RecentCheck): readonly RecentCheck[] =>
  [entry, ...recent].slice(0, MOST_RECENT_CHECKS)

/** A card that is put aside without a verdict stays in the list, so that staff do not take it for checked. */
function putAside({ check, recent }: CheckState, at: Date): readonly RecentCheck[] {
  if (check.kind !== 'unchecked' && check.kind !== 'checking') return recent
  if (check.kind === 'unchecked' && check.offline !== undefined) {
    const { reply } = check.offline
    return remember(recent, {
      number: check.number,
      at,
      result: resultOfReply(reply, 'offline'),
      name: reply.name,
      offline: true,
    })
  }
  return remember(recent, { number: check.number, at, result: 'unchecked', name: null })
}

export function reduceChecks(state: CheckState, event: CheckEvent): CheckState {
  const { check, recent } = state
  switch (event.kind) {
    case 'started':
      return {
        check: { kind: 'checking', number: event.number, input: event.input },
        recent: putAside(state, event.at),
      }
    case 'retried':
      if (check.kind !== 'unchecked' || check.number !== event.number) return state
      return { check: { ...check, retrying: true }, recent }
    case 'answered':
      return answered(state, event)
    case 'judgedHere':
      if (check.kind !== 'checking' || check.number !== event.number) return state
      return {
        check: {
          kind: 'unchecked',
          number: check.number,
          input: check.input,
          trouble: { kind: 'offline' },
          tries: 0,
          retrying: true,
          offline: event.offline,
        },
        recent,
      }
    case 'cleared':
      return check.kind === 'idle'
        ? state
        : { check: { kind: 'idle' }, recent: putAside(state, event.at) }
    case 'forgotten':
      return { check, recent: [] }
    default:
      return assertNever(event)
  }
}

function answered(
  state: CheckState,
  { number, outcome, at }: Extract<CheckEvent, { kind: 'answered' }>,
): CheckState {
  const { check, recent } = state
  const waits = check.kind === 'checking' || check.kind === 'unchecked'
  if (!waits || check.number !== number) return state
  const { input } = check
  if (outcome.kind === 'trouble') {
    const tries = check.kind === 'unchecked' ? check.tries + 1 : 1
    const { trouble, offline } = outcome
    return {
      check: {
        kind: 'unchecked',
        number,
        input,
        trouble,
        tries,
        retrying: false,
        ...(offline !== undefined && { offline }),
      },
      recent,
    }
  }
  const { reply } = outcome
  return {
    check: { kind: 'shown', number, input, reply, ...(outcome.here === true && { here: true }) },
    recent: remember(recent, {
      number,
      at,
      result: resultOfReply(reply, 'online', outcome.here === true),
      name: reply.name,
    }),
  }
}

/**
 * A camera sees the same card many times, and users type twice. A check that is under way is not started again. A card
 * that waits for the server is tried at once. After a verdict the same card is a new check, because the member may have
 * changed since.
 */
export function decideStart(check: Check, input: CardInput): 'start' | 'retry' | 'ignore' {
  if (check.kind === 'idle' || check.kind === 'shown') return 'start'
  if (check.input.kind !== input.kind || check.input.text !== input.text) return 'start'
  return check.kind === 'checking' ? 'ignore' : 'retry'
}

const DEFAULT_WAIT_S = 5

/** The response of `card.verify` as an outcome, or undefined when the call was aborted for a newer one. */
export function outcomeOf(result: CallResult<VerifyReply>): CheckResult | undefined {
  if (result.ok) return { kind: 'verdict', reply: result.value }
  const trouble = (kind: CheckTrouble): CheckResult => ({ kind: 'trouble', trouble: kind })
  if (result.problem === undefined) {
    if (result.cause === 'aborted') return undefined
    return trouble(
      result.cause === 'offline' ? { kind: 'offline' } : { kind: 'failed', reference: '' },
    )
  }
  const { status, code, requestId } = result.problem
  if (status === 401) return trouble({ kind: 'sessionEnded' })
  if (status === 403) return trouble({ kind: 'forbidden' })
  if (status === 429)
    return trouble({
      kind: code === 'look-up-limit' ? 'lookUps' : 'tooMany',
      waitS: Math.max(1, Math.ceil(result.retryAfterS ?? DEFAULT_WAIT_S)),
    })
  // A server that starts or drains counts as no response: it will be back.
  if (status === 503) return trouble({ kind: 'offline' })
  return trouble({ kind: 'failed', reference: requestId })
}

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000

/** When the check is retried, or undefined when the user has to act first. */
export function retryDelayMs(trouble: CheckTrouble, tries: number): number | undefined {
  switch (trouble.kind) {
    case 'offline':
      return Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
    case 'tooMany':
      return trouble.waitS * 1_000
    case 'lookUps': // may take until midnight; the number is typed again then
    case 'sessionEnded':
    case 'forbidden':
    case 'failed':
      return undefined
    default:
      return assertNever(trouble)
  }
}
