/** Possible duplicates of a person, as staff see them beside requests and members. */
import * as z from 'zod'
import { IsoDateOrBlank, MemberStatus } from './base/schemas.ts'

export const REQUEST_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'blocked',
  'active',
  'inactive',
] as const
export const RequestStatus = z.enum(REQUEST_STATUSES)

export const DUPLICATE_REASONS = ['name-birth-date', 'phone', 'email'] as const
/** A possible duplicate: which fields match, and where that person is stored. */
export const DuplicateHint = z
  .object({
    cardId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: IsoDateOrBlank,
    status: MemberStatus,
    requestId: z.string().nullable(),
    requestStatus: RequestStatus.nullable(),
    reasons: z.array(z.enum(DUPLICATE_REASONS)),
  })
  .meta({ id: 'DuplicateHint' })
export type DuplicateHint = z.output<typeof DuplicateHint>
