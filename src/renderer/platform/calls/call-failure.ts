import type { CallResult } from '#shared/contract/base/client.ts'
import type { Problem } from '#shared/contract/base/problem.ts'

type Failed =
  | Extract<CallResult<never>, { readonly ok: false }>
  | {
      readonly ok: false
      readonly problem: undefined
      readonly cause: 'part-missing' | 'page-fault'
    }

/** A failed call as an exception, for TanStack Query, which knows no other failures. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly failed: Failed
  readonly problem: Problem | undefined
  readonly retryAfterS: number | undefined
  /** Key under `problems:` that says what happened. */
  readonly messageKey: string

  constructor(failed: Failed) {
    const code = failed.problem === undefined ? failed.cause : failed.problem.code
    super(code)
    this.failed = failed
    this.problem = failed.problem
    this.retryAfterS = failed.problem === undefined ? undefined : failed.retryAfterS
    this.messageKey = code
  }
}

/** Of Chromium and Firefox, of Safari, and of the helper that fetches styles. */
const PART_MISSING =
  /dynamically imported module|importing a module script failed|unable to preload css/i

/** A part of the program was not fetched: a newer version replaced it, or there is no network. A fault inside the part is none of these. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && PART_MISSING.test(error.message)

function causeOf(error: unknown): Extract<Failed, { readonly cause: unknown }>['cause'] {
  if (error instanceof DOMException && error.name === 'AbortError') return 'aborted'
  if (isPartMissing(error)) return navigator.onLine ? 'part-missing' : 'offline'
  return 'page-fault'
}

/** Whatever was thrown, as a failure that can be told. Only a call without a response is a lost connection. */
export const failureOf = (error: unknown): CallFailure =>
  error instanceof CallFailure
    ? error
    : new CallFailure({ ok: false, problem: undefined, cause: causeOf(error) })

/** Key under `problems:` for whatever a query threw. Null: the device itself has no network. */
export const messageKeyOf = (error: Error | null): string =>
  error === null ? 'offline' : failureOf(error).messageKey

/** These meet the same fault again in the same page; a page that is loaded anew may not. */
export const needsReload = (key: string): boolean =>
  ['part-missing', 'page-fault', 'unreadable'].includes(key)

const MOST_RETRIES = 2

/** A retry helps after a missing response or a fault of the server, never after a refusal. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MOST_RETRIES || !(error instanceof CallFailure)) return false
  const status = error.problem?.status
  return status === undefined ? error.messageKey === 'offline' : status >= 500
}
