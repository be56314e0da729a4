import { parseMemberNumber } from '#shared/domain/member-id.ts'
import {
  canChangeAccess,
  canChangeStatus,
  canDeleteMember,
  canGrantRole,
  canManageMember,
  type Actor,
  type Target,
} from '#shared/domain/member-permissions.ts'
import { ROLE_IDS, roleCode, type RoleId } from '#shared/domain/roles.ts'
import { useSession } from '../../platform/session.ts'
import type { User } from './use-users.ts'

/** Who is signed in; the guard lets nobody else see the tab. */
export function useActor(): Actor {
  const session = useSession()
  return session.state === 'authenticated'
    ? { memberId: parseMemberNumber(session.user.cardId) ?? 0, role: session.user.role }
    : { memberId: 0, role: 'F' }
}

const targetOf = ({ id, role }: Pick<User, 'id' | 'role'>): Target => ({
  memberId: parseMemberNumber(id) ?? 0,
  role: roleCode(role.id),
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

/** The server refuses a content manager who changes how a colleague signs in; of the own account it asks for a proof. */
export function mayEditAccess(actor: Actor, user: Pick<User, 'id' | 'role'>): boolean {
  const target = targetOf(user)
  return actor.memberId === target.memberId || canChangeAccess(actor, target)
}

/** From the least to the most; administrators are named by administrators only. */
export const rolesOffered = (actor: Actor): readonly RoleId[] =>
  ROLE_IDS.toReversed().filter((id) => id !== 'ROLE_ADMIN' || actor.role === 'A')

/** For a person who is there: the present role, and those that may be given. */
export const rolesFor = (actor: Actor, user: Pick<User, 'id' | 'role'>): readonly RoleId[] =>
  rolesOffered(actor).filter(
    (id) => id === user.role.id || canGrantRole(actor, targetOf(user), roleCode(id)),
  )
