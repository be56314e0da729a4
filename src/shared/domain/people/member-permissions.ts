/**
 * The permissions of staff over members, as named predicates that the interface and the server
 * share (docs/spec/roles.md, 3). Predicates know roles and identity only; step-up and codes are
 * asked for on top, where said.
 */
import { writtenBy } from './member-fields.ts'
import { isActiveStatus, type MemberStatus } from './member-status.ts'
import { isStaff, type Role } from './roles.ts'

export interface Actor {
  readonly memberId: number
  readonly role: Role
}
export interface Target {
  readonly memberId: number
  readonly role: Role
}

const isOwn = (actor: Actor, target: Target): boolean => actor.memberId === target.memberId

/** Administrators manage all members, content managers all but administrators. */
export const canManageMember = (actor: Actor, target: Target): boolean =>
  actor.role === 'admin' || (actor.role === 'content' && target.role !== 'admin')

/**
 * E-mail, phone and password open an account: with a new one of them the account of a colleague could be taken over.
 * A content manager changes them for members without a staff role only.
 */
export const canChangeAccess = (actor: Actor, target: Target): boolean =>
  actor.role === 'admin' || (actor.role === 'content' && !isStaff(target.role))

/**
 * Only administrators give the administrator role, and only they remove a staff role: a content
 * manager could otherwise make a colleague a member for as long as it takes to set a password. No
 * member changes their own role.
 */
export const canGrantRole = (actor: Actor, target: Target, role: Role): boolean =>
  canManageMember(actor, target) &&
  !isOwn(actor, target) &&
  (actor.role === 'admin' || (role !== 'admin' && (isStaff(role) || !isStaff(target.role))))

/**
 * No member changes their own state: an administrator could lock the association out by mistake.
 */
export const canChangeStatus = (actor: Actor, target: Target): boolean =>
  canManageMember(actor, target) && !isOwn(actor, target)

/**
 * Whether a change of state from the table may go without the password, a few times an hour. Never of
 * an administrator; and a session that somebody found open must not open an account of staff.
 */
export const canSetStateAlone = (
  target: Pick<Target, 'role'>,
  status: MemberStatus | undefined,
): boolean =>
  target.role !== 'admin' &&
  !(isStaff(target.role) && status !== undefined && isActiveStatus(status))

export const canDeleteMember = (actor: Actor, target: Target): boolean =>
  canManageMember(actor, target) && !isOwn(actor, target)

/** The own card, or the card of a managed member. */
export const canReissueCard = (actor: Actor, target: Target): boolean =>
  isOwn(actor, target) || canManageMember(actor, target)

export const canCreateMember = (actor: Actor, role: Role): boolean =>
  actor.role === 'admin' || (actor.role === 'content' && role !== 'admin')

/** Location and photo of one's own. */
export const canEditOwnProfile = isOwn

/** @public for the forms of the interface */
export const canReviewRequests = (actor: Actor): boolean => isStaff(actor.role)
export const canEditReport = (actor: Actor): boolean => isStaff(actor.role)

/**
 * Fields that members change on their own account without a further proof; the last three are
 * preferences.
 */
export const OWN_PROFILE_FIELDS = [
  ...writtenBy('member'),
  'photoUrl',
  'wldCardPhoto',
  'language',
  'newsletter',
  'notifications',
] as const
/** Fields of one's own that need a proven password, and for e-mail and phone a proven code. */
export const OWN_SECURED_FIELDS = [...writtenBy('proven-member'), 'password'] as const
/** Fields of another member that need a proven password of the acting administrator. */
export const STEP_UP_FIELDS = ['role', 'status', 'email', 'phone', 'password'] as const
