/** Possible duplicates of a person, as staff see them beside requests and members, and merges of those that were one. */
import * as z from 'zod'
import { IsoDateOrBlank, IsoInstant, MemberStatus } from './base/schemas.ts'

export const REQUEST_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'blocked',
  'active',
  'inactive',
] as const
export const RequestStatus = z.enum(REQUEST_STATUSES)

const DUPLICATE_REASONS = ['name-birth-date', 'sound-birth-date', 'phone', 'email'] as const
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
    strength: z
      .enum(['strong', 'weak'])
      .describe('Weak: the names only sound alike, which those of relatives do too'),
  })
  .meta({ id: 'DuplicateHint' })
export type DuplicateHint = z.output<typeof DuplicateHint>

/** A record that became part of another one, as long as that can be undone. */
export const Merge = z
  .object({
    id: z.uuid(),
    endedCardId: z.string().describe('The number that leads to this member'),
    mergedAt: IsoInstant,
    mergedBy: z.string().describe('Card number'),
    reason: z.string(),
    undoUntil: IsoInstant,
  })
  .meta({ id: 'Merge' })
export type Merge = z.output<typeof Merge>
