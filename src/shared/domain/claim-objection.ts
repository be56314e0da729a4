/** What somebody may want who finds something wrong with a report (ADR 0086). */
export const OBJECTION_KINDS = ['reply', 'correction', 'removal', 'privacy'] as const
export type ObjectionKind = (typeof OBJECTION_KINDS)[number]

/** A reply stands under the report, so it is shorter than a contact message. */
export const REPLY_MAX = 3_000

const DAYS_FOR_A_REPLY = 3
const DAY_MS = 86_400_000

/** The same day of the next month, or its last day where it has no such day. */
function aMonthAfter(at: Date): Date {
  const due = new Date(at)
  due.setUTCMonth(due.getUTCMonth() + 1)
  if (due.getUTCDate() !== at.getUTCDate()) due.setUTCDate(0)
  return due
}

/** Staff are reminded of an objection from this many days before it is due. */
export const DUE_SOON_DAYS = 2

/** French law wants a reply shown within three days; the rights of the GDPR have a month (Article 12). */
export const dueDate = (kind: ObjectionKind, at: Date): string =>
  (kind === 'reply'
    ? new Date(at.getTime() + DAYS_FOR_A_REPLY * DAY_MS)
    : aMonthAfter(at)
  ).toISOString()
