import type { CallResult } from '#shared/contract/base/client.ts'
import type { Problem } from '#shared/contract/base/problem.ts'

type Failed = Extract<CallResult<never>, { readonly ok: false }>

/** A failed call as an exception, for TanStack Query, which knows no other failures. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly problem: Problem | undefined
  readonly retryAfterS: number | undefined
  /** Key under `problems:` that says what happened. */
  readonly messageKey: string

  constructor(failed: Failed) {
    const code = failed.problem === undefined ? failed.cause : failed.problem.code
    super(code)
    this.problem = failed.problem
    this.retryAfterS = failed.problem === undefined ? undefined : failed.retryAfterS
    this.messageKey = code
  }
}

/**
 * Key under `problems:` for whatever a query threw. Only a call without a response is a lost connection: an error that is
 * no failed call is a fault of the page. Null: the device itself has no network.
 */
export const messageKeyOf = (error: Error | null): string =>
  error === null ? 'offline' : error instanceof CallFailure ? error.messageKey : 'page-fault'

const MOST_RETRIES = 2

/** A retry helps after a missing response or a fault of the server, never after a refusal. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MOST_RETRIES || !(error instanceof CallFailure)) return false
  const status = error.problem?.status
  return status === undefined ? error.messageKey === 'offline' : status >= 500
}
