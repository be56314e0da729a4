/** Texts that come in. Each names its kind, and is clean from here on (`domain/text/clean-text.ts`). */
import * as z from 'zod'
import { CLEAN, type TextKind } from '../../domain/text/clean-text.ts'

/** Every text of a request is made with it; `text-fields.test.ts` finds one that is not. */
export const textOf = (kind: TextKind) => z.string().overwrite(CLEAN[kind])

/** Tab and line feed are text; other control characters are not, and PostgreSQL holds no NUL. */
const isText = (text: string): boolean =>
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) // oxlint-disable-line no-control-regex -- they are what is looked for

const bounded = (kind: TextKind) => (max: number) =>
  textOf(kind).max(max).refine(isText, { error: 'Control characters are not accepted' })
/** Free text, of several lines or of one. */
export const text = bounded('text')
export const line = bounded('line')
/** What somebody looks for: a name, a number, an address. */
export const search = bounded('search')
export const requiredText = (max: number) => text(max).min(1, 'Required')
export const requiredLine = (max: number) => line(max).min(1, 'Required')

/** Written by a program and read by one: ids, tokens, headers. */
export const machineText = (max: number) => textOf('machine').max(max)

/** Solution of the challenge that a 428 carried; asked for above the normal rate only. */
export const proofHeader = { 'x-proof-of-work': machineText(4_096).optional() } as const

/** The reason for a deletion. It is written to the audit log, which cannot be changed later. */
export const DeleteReason = requiredText(500)
  .describe('Why. It stays in the audit log: name no person')
  .meta({ examples: ['Sent twice'] })

/** An instant in one spelling, with milliseconds: instants are compared as text. */
export const Moment = z.iso
  .datetime('Give an instant in UTC such as 2026-05-03T09:00:00Z')
  .transform((instant) => new Date(instant).toISOString())
  .meta({ examples: ['2026-05-03T09:00:00.000Z'] })

/** Ids that the server made; no other form exists. */
export const RecordId = textOf('machine').regex(
  /^[A-Za-z0-9-]{1,40}$/,
  'Give an id that the list answered',
)
