/** Free text of a bounded length. */
import * as z from 'zod'

/** Tab and line feed are text; other control characters are not, and PostgreSQL holds no NUL. */
const isText = (text: string): boolean =>
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) // oxlint-disable-line no-control-regex -- they are what is looked for

export const text = (max: number) =>
  z.string().trim().max(max).refine(isText, { error: 'Control characters are not accepted' })
export const requiredText = (max: number) => text(max).min(1, 'Required')

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
export const RecordId = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/, 'Give an id that the list answered')
