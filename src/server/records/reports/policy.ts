import { canEditReport } from '#shared/domain/people/member-permissions.ts'
import { OPEN_REPORT_STATUSES, type ReportStatus } from '#shared/domain/report/report-rules.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { isPublished } from './published.ts'

/**
 * Staff read what is withheld from the public: the account of the actor and the comment of the
 * verifier.
 */
export const seesEverything = (caller: Caller | undefined): boolean =>
  caller !== undefined && canEditReport(caller)

/**
 * When something came, for the public. What a witness sent has its day alone: an observer of the
 * line, who knows when a device spoke with this server, must find no time to compare with.
 */
export const publicInstant = ({ witness }: { readonly witness: number }, at: string): string =>
  witness === 1 ? `${at.slice(0, '2026-01-31'.length)}T00:00:00.000Z` : at

/** Whether the caller's account filed the report. */
export const isOwn = (
  caller: Caller | undefined,
  { reporter_id: reporterId }: { readonly reporter_id: number | null },
): boolean => caller !== undefined && reporterId === caller.memberId

/** A report that is not public, waiting, rejected or contested, is read by staff and by its reporter. */
export const mayRead = (
  caller: Caller | undefined,
  report: {
    readonly held_at: string | null
    readonly contested_at: string | null
    readonly status: ReportStatus
    readonly reporter_id: number | null
  },
): boolean => isPublished(report) || seesEverything(caller) || isOwn(caller, report)

/** Neither verified nor rejected yet: reviewers hold such reports alone. */
export const isOpen = ({ status }: { readonly status: ReportStatus }): boolean =>
  OPEN_REPORT_STATUSES.some((open) => open === status)

/**
 * A caller with an older version must read the present one first. A call without a version replaces
 * the present one, as the specification's call does.
 */
export const isStale = (
  read: number | undefined,
  { version }: { readonly version: number },
): boolean => read !== undefined && read !== version

/** Policy `add-evidence`: staff always; the author while no reviewer has begun to verify. */
export const mayAddEvidence = (
  caller: Caller,
  report: { readonly reporter_id: number | null; readonly status: string },
): boolean =>
  canEditReport(caller) ||
  (report.reporter_id === caller.memberId && report.status === 'not verified')

/**
 * A witness adds to a report until it is verified: what is added afterwards would be public before
 * staff saw it. Then the witness writes to staff, who take the report back to review.
 */
export const mayAddToWitnessReport = (report: {
  readonly witness: number
  readonly status: ReportStatus
}): boolean =>
  report.witness === 1 && (report.status === 'not verified' || report.status === 'under review')
