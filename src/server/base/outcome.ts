import type { ProblemCode, ProblemField } from '#shared/contract/base/problem.ts'

/** What a command returns: the value, or an expected refusal. Exceptions are for bugs. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal

export interface Refusal {
  readonly ok: false
  readonly code: ProblemCode
  readonly fields?: readonly ProblemField[]
  readonly retryAfterS?: number
  /** More properties for the reply, where the specification's shape needs them (`valid: false`). */
  readonly extra?: Readonly<Record<string, unknown>>
  /**
   * Audit row for a refused attempt. It is written after the refused command was rolled back,
   * because the rollback would remove it; the caller does not see it.
   */
  readonly audit?: {
    readonly action: string
    readonly target?: string
    readonly detail?: Readonly<Record<string, string | number | boolean | null>>
  }
}

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const refuse = (code: ProblemCode, more: Omit<Refusal, 'ok' | 'code'> = {}): Refusal => ({
  ok: false,
  code,
  ...more,
})
/** For one field that is wrong in a way that its schema cannot know. */
export const refuseField = (path: string, code: string, message: string): Refusal =>
  refuse('invalid', { fields: [{ path, code, message }] })
