import { canEditReport } from '#shared/domain/member-permissions.ts'
import { isVerified, type ReportStatus } from '#shared/domain/report-rules.ts'
import type { Caller } from '../../http/caller.ts'

/** Staff read what is kept from the public: the account of the actor and the words of the verifier. */
export const seesEverything = (caller: Caller | undefined): boolean =>
  caller !== undefined && canEditReport(caller)

/** Whether everybody may read it: it does not wait for staff, or they have verified it. As a condition: `published` in the repository. */
export const isPublished = (report: {
  readonly held_at: string | null
  readonly status: ReportStatus
}): boolean => report.held_at === null || isVerified(report.status)

/** What waits is read by staff and by the one who filed it. */
export const mayRead = (
  caller: Caller | undefined,
  report: {
    readonly held_at: string | null
    readonly status: ReportStatus
    readonly reporter_id: number | null
  },
): boolean =>
  isPublished(report) ||
  seesEverything(caller) ||
  (caller !== undefined && report.reporter_id === caller.memberId)

/** Whoever read an older version must look first. Who names none replaces what is there, as the specification's call does. */
export const isStale = (
  read: number | undefined,
  { version }: { readonly version: number },
): boolean => read !== undefined && read !== version

/** Policy `add-evidence`: staff always; the author while nobody has begun to verify. */
export const mayAddEvidence = (
  caller: Caller,
  report: { readonly reporter_id: number | null; readonly status: string },
): boolean =>
  canEditReport(caller) ||
  (report.reporter_id === caller.memberId && report.status === 'not verified')
