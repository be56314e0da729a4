import { isVerified, type ReportStatus } from '#shared/domain/report/report-rules.ts'

/**
 * Whether the report is public: it does not wait for staff, or they have verified it. As a
 * condition: `published` in the repository of reports.
 */
export const isPublished = (report: {
  readonly held_at: string | null
  readonly status: ReportStatus
}): boolean => report.held_at === null || isVerified(report.status)
