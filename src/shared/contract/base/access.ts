import { STAFF_ROLES, type Role } from '../../domain/people/roles.ts'
import type { ProblemCode } from './problem.ts'

/**
 * Declares as data which callers may use a route. Server, client, proxy, documentation and the
 * permission tests read this one value.
 * - `public`: any caller, signed in or not · `optional-member`: any caller; the session is read
 *   where one is sent
 * - `ticket`: the bearer of a registration ticket, or without a bearer whoever calls from where an
 *   address was proven a moment ago (ADR 0080) · `ticket-or-member`: either of both
 * - `witness`: the bearer of the receipt of a witness report · `member-or-witness`: either of both
 * - `wallet-pass`: the bearer of the token in a pass of Apple Wallet, sent as Apple has it
 * - `refresh-token`: the bearer of a refresh token, and nothing else
 * - `signed-address`: the bearer of an address that the server signed for one viewer
 * - `kiosk`: the bearer of a device's scan-only token · `staff-or-kiosk`: either of both, a device
 *   only for its own event
 * - `member`: any caller with a live session · `staff`: every role but member · or a list of roles
 */
export type Access =
  | 'public'
  | 'optional-member'
  | 'ticket'
  | 'ticket-or-member'
  | 'witness'
  | 'member-or-witness'
  | 'wallet-pass'
  | 'refresh-token'
  | 'signed-address'
  | 'kiosk'
  | 'staff-or-kiosk'
  | 'member'
  | 'staff'
  | readonly Role[]

interface Policy {
  readonly rule: string
  /** The refusal code of the rule. Absent where the rule leaves out what the caller may not see. */
  readonly refusals: readonly ProblemCode[]
}
/** Rules that look at the target as well as at the caller; each has one implementation on the server. */
export const POLICIES = {
  'own-session': { rule: 'The session belongs to the caller.', refusals: [] },
  'own-account': { rule: 'The id in the call is the caller’s own.', refusals: ['forbidden'] },
  'manage-member': {
    rule: 'Administrators manage everyone; content managers everyone but administrators, and never grant that role.',
    refusals: ['forbidden'],
  },
  'update-member': {
    rule: 'Own: location and photo; own e-mail, phone and password after step-up; others as in manage-member.',
    refusals: ['forbidden'],
  },
  'reissue-card': {
    rule: 'The own card, or that of a member as in manage-member.',
    refusals: ['forbidden'],
  },
  'not-own-account': {
    rule: 'The account is that of somebody else.',
    refusals: ['own-account-protected'],
  },
  'merge-members': {
    rule: 'Neither record is the caller’s own. The one that stays has a role below the caller’s, the one that ends none.',
    refusals: ['own-account-protected', 'staff-protected'],
  },
  'second-person': {
    rule: 'The proposal is of another member, and no other account changed the access of either of them in the last three days; the own one only where no other administrator is left, after three days.',
    refusals: ['own-proposal'],
  },
  'visible-files': {
    rule: 'Only files that the caller may see are signed; others are left out.',
    refusals: [],
  },
  'own-event': {
    rule: 'A device calls for the event that it was enrolled for; staff for any.',
    refusals: ['forbidden', 'other-event'],
  },
  'own-devices': {
    rule: 'Administrators and content managers manage every device; moderators and reviewers those that they enrolled.',
    refusals: ['forbidden'],
  },
  'decide-objection': {
    rule: 'Of an objection to a report: the caller neither sent it nor filed the report.',
    refusals: ['own-account-protected'],
  },
  'add-evidence': {
    rule: 'Staff always; the author while the report is not verified.',
    refusals: ['forbidden'],
  },
} as const satisfies Readonly<Record<string, Policy>>
export type PolicyName = keyof typeof POLICIES

/** Roles that pass the first gate, or undefined where no session is asked for. */
export function rolesAllowed(access: Access): readonly Role[] | undefined {
  switch (access) {
    case 'public':
    case 'optional-member':
    case 'ticket':
    case 'ticket-or-member':
    case 'witness':
    case 'member-or-witness':
    case 'wallet-pass':
    case 'refresh-token':
    case 'signed-address':
    case 'kiosk':
      return undefined
    case 'member':
      return [...STAFF_ROLES, 'member']
    case 'staff':
    case 'staff-or-kiosk':
      return STAFF_ROLES
    default:
      return access
  }
}
