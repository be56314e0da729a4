import { isRejected, isVerified, type ReportStatus } from '#shared/domain/report/report-rules.ts'

interface State {
  readonly held_at: string | null
  readonly contested_at: string | null
  readonly status: ReportStatus
}

/**
 * Whether the public knows of the report, that is of its number, day and state: it does not wait for
 * staff, or they have verified it. As a condition: `listed` in the repository of reports.
 */
export const isListed = (report: State): boolean =>
  report.held_at === null || isVerified(report.status)

/**
 * Whether the public reads the report and sees its evidence: it is listed, and staff did not judge it
 * unfounded, and did not hide it while they look at an objection. As a condition: `published` in the
 * repository of reports.
 */
export const isPublished = (report: State): boolean =>
  isListed(report) && !isRejected(report.status) && report.contested_at === null

/**
 * Whether the public could read it at some time, also where it is hidden now: a report that waits since it was filed was never
 * public, unless it was verified. That of a witness waits in every state.
 */
export const wasPublic = (report: {
  readonly held_at: string | null
  readonly created_at: string
  readonly verified_at: string | null
}): boolean => report.verified_at !== null || report.held_at !== report.created_at
