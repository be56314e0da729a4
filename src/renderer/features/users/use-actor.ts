import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import {
  canChangeAccess,
  canChangeStatus,
  canDeleteMember,
  canGrantRole,
  canManageMember,
  type Actor,
  type Target,
} from '#shared/domain/people/member-permissions.ts'
import { ROLE_IDS, roleOf, type RoleId } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'
import type { User } from './use-users.ts'

/** The signed-in user; the guard lets only staff open the tab. */
export function useActor(): Actor {
  const session = useSession()
  return session.state === 'authenticated'
    ? { memberId: parseMemberNumber(session.user.cardId) ?? 0, role: session.user.role }
    : { memberId: 0, role: 'member' }
}

export const targetOf = ({ id, role }: Pick<User, 'id' | 'role'>): Target => ({
  memberId: parseMemberNumber(id) ?? 0,
  role: roleOf(role.id),
})

/** Why the selects of a row are closed, or undefined. The server decides by the same rules. */
export function closedBecause(
  actor: Actor,
  user: Pick<User, 'id' | 'role'>,
): 'own' | 'administrator' | undefined {
  const target = targetOf(user)
  if (!canManageMember(actor, target)) return 'administrator'
  return canChangeStatus(actor, target) ? undefined : 'own'
}

export const mayDelete = (actor: Actor, user: Pick<User, 'id' | 'role'>): boolean =>
  canDeleteMember(actor, targetOf(user))
export const mayEdit = (actor: Actor, user: Pick<User, 'id' | 'role'>): boolean =>
  canManageMember(actor, targetOf(user))

/**
 * The server refuses a content manager who changes a colleague's sign-in; for their own account it asks for a proof.
 */
export function mayEditAccess(actor: Actor, user: Pick<User, 'id' | 'role'>): boolean {
  const target = targetOf(user)
  return actor.memberId === target.memberId || canChangeAccess(actor, target)
}

/** Whether what opens this account waits for a second administrator, where the association has one. */
export const accessWaits = (actor: Actor, user: Pick<User, 'id' | 'role'>): boolean =>
  user.role.id === 'ROLE_ADMIN' && actor.memberId !== targetOf(user).memberId

/** From the least to the most; only administrators can appoint administrators. */
export const rolesOffered = (actor: Actor): readonly RoleId[] =>
  ROLE_IDS.toReversed().filter((id) => id !== 'ROLE_ADMIN' || actor.role === 'admin')

/** For an existing person: the present role, and the roles that may be given. */
export const rolesFor = (actor: Actor, user: Pick<User, 'id' | 'role'>): readonly RoleId[] =>
  rolesOffered(actor).filter(
    (id) => id === user.role.id || canGrantRole(actor, targetOf(user), roleOf(id)),
  )
