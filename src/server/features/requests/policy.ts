import type { MemberStatus } from '#shared/domain/member-status.ts'
import type { RoleCode } from '#shared/domain/roles.ts'
import type { MemberRow } from '../users/member-repository.ts'

/** The states of an account that a decision may start from: whoever is let in is not closed out by a rejection, and no ban is undone by an approval. */
export const STATES_BEFORE: Readonly<Record<'approved' | 'rejected', readonly MemberStatus[]>> = {
  approved: ['inactive', 'active'],
  rejected: ['inactive'],
}

/** Nothing but an applicant: neither let in, nor banned, nor given a role. Only such a person goes with the request. */
export const isApplicant = ({
  validated,
  status,
  role,
}: Pick<MemberRow, 'validated' | 'status' | 'role'>): boolean =>
  validated === 0 && status === 'inactive' && role === 'ROLE_USER'

/** Whoever manages members sees them whole. Reviewers see a person while there is something to decide; then the row says who and what, no more. */
export const seesDecided = (role: RoleCode): boolean => role === 'A' || role === 'X'
