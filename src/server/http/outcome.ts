import type { ProblemCode, ProblemField } from '#shared/contract/problem.ts'
import type { AuditEntry } from '../audit/audit-log.ts'

/** What a command answers: the value, or an expected refusal. Exceptions are for bugs. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal

export interface Refusal {
  readonly ok: false
  readonly code: ProblemCode
  readonly fields?: readonly ProblemField[]
  readonly retryAfterS?: number
  /** More members for the reply, where the specification's shape asks for them (`valid: false`). */
  readonly extra?: Readonly<Record<string, unknown>>
  /**
   * A refused attempt that belongs into the audit log. The row is written after the refused command was rolled back,
   * so it stays; the caller sees nothing of it. Writing it in the command's own transaction would lose it.
   */
  readonly audit?: Pick<AuditEntry, 'action' | 'target' | 'detail'>
}

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const refuse = (code: ProblemCode, more: Omit<Refusal, 'ok' | 'code'> = {}): Refusal => ({
  ok: false,
  code,
  ...more,
})
