/**
 * Who may do what to whom, as named predicates that the interface and the server share (spec staff §6, DESIGN 4).
 * Predicates know roles and identity only; step-up and codes are asked for on top, where said.
 */
import { isStaff, type RoleCode } from './roles.ts'

export interface Actor {
  readonly memberId: number
  readonly role: RoleCode
}
export interface Target {
  readonly memberId: number
  readonly role: RoleCode
}

const isOwn = (actor: Actor, target: Target): boolean => actor.memberId === target.memberId

/** A manages everyone; X everyone but administrators. */
export const canManageMember = (actor: Actor, target: Target): boolean =>
  actor.role === 'A' || (actor.role === 'X' && target.role !== 'A')

/**
 * E-mail, phone and password open an account: with a new one of them the account of a colleague could be taken over.
 * X changes them for members without a staff role only.
 */
export const canChangeAccess = (actor: Actor, target: Target): boolean =>
  actor.role === 'A' || (actor.role === 'X' && target.role === 'F')

/**
 * The administrator role is given by administrators only, and only they take somebody off the staff: X could otherwise
 * make a colleague a member for as long as it takes to set a password. Nobody changes their own role.
 */
export const canGrantRole = (actor: Actor, target: Target, role: RoleCode): boolean =>
  canManageMember(actor, target) &&
  !isOwn(actor, target) &&
  (actor.role === 'A' || (role !== 'A' && (role !== 'F' || target.role === 'F')))

/** Nobody changes their own state: an administrator who slips would lock the association out. */
export const canChangeStatus = (actor: Actor, target: Target): boolean =>
  canManageMember(actor, target) && !isOwn(actor, target)

export const canDeleteMember = (actor: Actor, target: Target): boolean =>
  canManageMember(actor, target) && !isOwn(actor, target)

export const canCreateMember = (actor: Actor, role: RoleCode): boolean =>
  actor.role === 'A' || (actor.role === 'X' && role !== 'A')

/** Location and photo of one's own. */
export const canEditOwnProfile = isOwn

/** @public for the forms of the interface */
export const canReviewRequests = (actor: Actor): boolean => isStaff(actor.role)
export const canEditReport = (actor: Actor): boolean => isStaff(actor.role)

/** Fields that members change on their own account without more ado; the last three are preferences. */
export const OWN_PROFILE_FIELDS = [
  'currentCountry',
  'currentCity',
  'currentVillage',
  'photoUrl',
  'wldCardPhoto',
  'language',
  'newsletter',
  'notifications',
] as const
/** Fields of one's own that need a proven password, and for e-mail and phone a proven code. */
export const OWN_SECURED_FIELDS = ['email', 'phone', 'password'] as const
/** Fields of somebody else that need a proven password of the acting administrator. */
export const STEP_UP_FIELDS = ['role', 'status', 'email', 'phone', 'password'] as const
