import { STAFF_CODES, type RoleCode } from '../domain/roles.ts'

/**
 * Who may call a route, as data. Server, client, proxy, documentation and the permission tests read this one value.
 * - `public`: anyone, signed in or not · `optional-member`: anyone, and a live session is known where one is sent
 * - `ticket`: the bearer of a registration ticket · `ticket-or-member`: either of both
 * - `refresh-token`: the bearer of a refresh token, and nothing else
 * - `signed-address`: the bearer of an address that the server signed for one viewer
 * - `kiosk`: the bearer of a device's scan-only token · `staff-or-kiosk`: either of both, a device for its own event alone
 * - `member`: anyone with a live session · `staff`: A, X, Y, Z · or a list of roles
 */
export type Access =
  | 'public'
  | 'optional-member'
  | 'ticket'
  | 'ticket-or-member'
  | 'refresh-token'
  | 'signed-address'
  | 'kiosk'
  | 'staff-or-kiosk'
  | 'member'
  | 'staff'
  | readonly RoleCode[]

/** Rules that look at the target as well as at the caller; each has one implementation on the server. */
export const POLICIES = {
  'own-session': 'The session belongs to the caller.',
  'own-account': 'The id in the call is the caller’s own.',
  'manage-member': 'A manages everyone; X everyone but administrators, and never grants that role.',
  'update-member':
    'Own: location and photo; own e-mail, phone and password after step-up; others as in manage-member.',
  'visible-files': 'Only files that the caller may see are signed; others are left out.',
  'own-event': 'A device calls for the event that it was enrolled for; staff for any.',
  'own-devices': 'A and X manage every device; Y and Z those that they enrolled.',
  'add-evidence': 'Staff always; the author while the report is not verified.',
} as const
export type PolicyName = keyof typeof POLICIES

/** Roles that pass the first gate, or undefined where no session is asked for. */
export function rolesAllowed(access: Access): readonly RoleCode[] | undefined {
  switch (access) {
    case 'public':
    case 'optional-member':
    case 'ticket':
    case 'ticket-or-member':
    case 'refresh-token':
    case 'signed-address':
    case 'kiosk':
      return undefined
    case 'member':
      return [...STAFF_CODES, 'F']
    case 'staff':
    case 'staff-or-kiosk':
      return STAFF_CODES
    default:
      return access
  }
}
