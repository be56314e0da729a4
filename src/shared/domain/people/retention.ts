/**
 * How long what is kept only for a while is kept, in days. Each has a period that the association
 * starts with, and bounds: below the minimum, people could not contest a decision; above the
 * maximum, there is no reason to keep the data.
 */
export const RETENTION = {
  /**
   * Pictures of identity documents, counted from the decision about the request: long enough to contest it. The data protection
   * authority (CNIL) wants no copy once identity is established.
   */
  identityDocuments: { days: 30, min: 7, max: 1_825 },
  /** People whose request was rejected, with everything that they sent: they may apply again at any time. */
  rejectedRequests: { days: 180, min: 30, max: 1_095 },
  /** People whose request nobody decided, with everything that they sent, counted from the request. */
  undecidedRequests: { days: 365, min: 90, max: 1_095 },
  /**
   * Rejected reports, counted from their last change: long enough for the reporter to send proof. They go to the bin, from
   * which an administrator can restore them.
   */
  rejectedReports: { days: 365, min: 90, max: 1_825 },
  /** Messages that were resolved or rejected, counted from then. Open ones stay. */
  contactMessages: { days: 365, min: 30, max: 1_825 },
  /**
   * Scans of the papers of voices, counted from the end of the assembly: until the next yearly one, a vote may be contested
   * (ADR 0059). The signed paper and the row of the voice stay.
   */
  paperScans: { days: 365, min: 90, max: 1_825 },
  /** What the undo of a merge of two members needs, counted from the merge. */
  mergedMembers: { days: 30, min: 7, max: 30 },
  /**
   * Name and contact of donors, counted from the end of the year of the donation: vouchers of accounts are kept for ten years
   * (French code de commerce, article L123-22), and for six where tax law alone asks. The sum stays.
   */
  donations: { days: 3_650, min: 2_190, max: 4_015 },
  /**
   * Name and contact of people who promised a donation that did not arrive, counted from the promise: no voucher of any account, so
   * nothing asks for them longer than money is on its way.
   */
  unpaidPledges: { days: 180, min: 60, max: 1_095 },
  /** Rows of the audit log. Shorter than a year, and a leak that is noticed late could not be looked into. */
  audit: { days: 1_825, min: 365, max: 3_650 },
  /**
   * Sessions that ended. A session without use for 30 days has ended, so this signs no user out.
   */
  sessions: { days: 90, min: 30, max: 365 },
} as const
export type RetentionKind = keyof typeof RETENTION
export const RETENTION_KINDS = Object.keys(RETENTION) as [RetentionKind, ...RetentionKind[]] // keys of the table above
export type RetentionPeriods = Readonly<Record<RetentionKind, number>>

export const RETENTION_DEFAULTS: RetentionPeriods = {
  identityDocuments: RETENTION.identityDocuments.days,
  rejectedRequests: RETENTION.rejectedRequests.days,
  undecidedRequests: RETENTION.undecidedRequests.days,
  rejectedReports: RETENTION.rejectedReports.days,
  contactMessages: RETENTION.contactMessages.days,
  paperScans: RETENTION.paperScans.days,
  mergedMembers: RETENTION.mergedMembers.days,
  donations: RETENTION.donations.days,
  unpaidPledges: RETENTION.unpaidPledges.days,
  audit: RETENTION.audit.days,
  sessions: RETENTION.sessions.days,
}

export type RetentionNumbers = Readonly<Record<RetentionKind, number>>

/**
 * A server that was stopped for longer, or whose clock is this far before the last time, may have a
 * wrong clock.
 */
export const CLOCK_GAP_S = 2 * 24 * 60 * 60
/** More than this of one kind, and more than five times what the last run deleted, is unusual. */
const USUAL: RetentionNumbers = {
  identityDocuments: 20,
  rejectedRequests: 20,
  undecidedRequests: 20,
  rejectedReports: 20,
  contactMessages: 50,
  paperScans: 300, // all of one assembly on one day
  mergedMembers: 50,
  donations: 2_000, // all of one year on one day
  unpaidPledges: 50,
  audit: 2_000,
  sessions: 500,
}
const TIMES_THE_LAST = 5

export const HOLD_REASONS = ['clock-ahead', 'clock-behind', 'many'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/**
 * Whether the clock continues from where it was seen last. A long stop of the server looks like a
 * jump of the clock, so an administrator has to confirm it.
 */
export function clockFault(seenAt: Date, now: Date): HoldReason | undefined {
  const gapS = (now.getTime() - seenAt.getTime()) / 1_000
  if (gapS > CLOCK_GAP_S) return 'clock-ahead'
  return gapS < -CLOCK_GAP_S ? 'clock-behind' : undefined
}

/** Whether a run would delete far more than the one before it. */
export const isUnusual = (due: RetentionNumbers, last: RetentionNumbers | undefined): boolean =>
  RETENTION_KINDS.some(
    (kind) => due[kind] > USUAL[kind] && due[kind] > TIMES_THE_LAST * (last?.[kind] ?? 0),
  )
