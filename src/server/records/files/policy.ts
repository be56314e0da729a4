import {
  PAPER_FIELD,
  REPORT_FIELD,
  TICKET_FIELDS,
  UPLOAD_FIELDS,
} from '#shared/contract/uploads.ts'
import { isManager } from '#shared/domain/people/roles.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Origin, Ticket } from '../../http/principal/ticket.ts'

export type Uploader = Ticket | Origin | Caller

const isTicketField = (field: string): boolean => TICKET_FIELDS.some((name) => name === field)

export const isReportField = (field: string): boolean => REPORT_FIELD.test(field)
export const isUploadField = (field: string): boolean =>
  isReportField(field) || UPLOAD_FIELDS.some((name) => name === field)

/**
 * Applicants may upload the fields of a registration; members their own; staff who add members,
 * both, and scans of papers.
 */
export function mayUpload(uploader: Uploader, field: string): boolean {
  if (uploader.kind !== 'member') return isTicketField(field)
  const isOwn = !isTicketField(field) && field !== PAPER_FIELD
  return isOwn || isManager(uploader.role)
}
