import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import { isManager, type Role } from '#shared/domain/people/roles.ts'
import type { MemberRow } from '../members/member-repository.ts'

/**
 * The states of an account that a decision may start from: a rejection does not deactivate an
 * active member, and an approval does not undo a ban.
 */
export const STATES_BEFORE: Readonly<Record<'approved' | 'rejected', readonly MemberStatus[]>> = {
  approved: ['inactive', 'active'],
  rejected: ['inactive'],
}

/**
 * Only an applicant: never activated, not banned, without a staff role. Only such a person is
 * deleted with the request.
 */
export const isApplicant = ({
  validated,
  status,
  role,
}: Pick<MemberRow, 'validated' | 'status' | 'role'>): boolean =>
  validated === 0 && status === 'inactive' && role === 'ROLE_USER'

/**
 * Callers who manage members see all fields. Reviewers see a person while the request is pending;
 * later only name and decision.
 */
export const seesDecided = (role: Role): boolean => isManager(role)
