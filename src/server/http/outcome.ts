import type { ProblemCode, ProblemField } from '#shared/contract/problem.ts'

/** What a command answers: the value, or an expected refusal. Exceptions are for bugs. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal

export interface Refusal {
  readonly ok: false
  readonly code: ProblemCode
  readonly fields?: readonly ProblemField[]
  readonly retryAfterS?: number
  /** More members for the reply, where the specification's shape asks for them (`valid: false`). */
  readonly extra?: Readonly<Record<string, unknown>>
}

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const refuse = (code: ProblemCode, more: Omit<Refusal, 'ok' | 'code'> = {}): Refusal => ({ ok: false, code, ...more })
