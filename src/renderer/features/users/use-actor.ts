import { parseMemberNumber } from '#shared/domain/member-id.ts'
import { canChangeStatus, canDeleteMember, canManageMember, type Actor, type Target } from '#shared/domain/member-permissions.ts'
import { ROLE_IDS, roleCode, type RoleId } from '#shared/domain/roles.ts'
import { useSession } from '../../platform/session.ts'
import type { User } from './use-users.ts'

/** Who is signed in; the guard lets nobody else see the tab. */
export function useActor(): Actor {
  const session = useSession()
  return session.state === 'authenticated' ? { memberId: parseMemberNumber(session.user.cardId) ?? 0, role: session.user.role } : { memberId: 0, role: 'F' }
}

const targetOf = ({ id, role }: Pick<User, 'id' | 'role'>): Target => ({ memberId: parseMemberNumber(id) ?? 0, role: roleCode(role.id) })

/** Why the selects of a row are closed, or undefined. The server decides by the same rules. */
export function closedBecause(actor: Actor, user: Pick<User, 'id' | 'role'>): 'own' | 'administrator' | undefined {
  const target = targetOf(user)
  if (!canManageMember(actor, target)) return 'administrator'
  return canChangeStatus(actor, target) ? undefined : 'own'
}

export const mayDelete = (actor: Actor, user: Pick<User, 'id' | 'role'>): boolean => canDeleteMember(actor, targetOf(user))
export const mayEdit = (actor: Actor, user: Pick<User, 'id' | 'role'>): boolean => canManageMember(actor, targetOf(user))

/** From the least to the most; administrators are named by administrators only. */
export const rolesOffered = (actor: Actor): readonly RoleId[] => ROLE_IDS.toReversed().filter((id) => id !== 'ROLE_ADMIN' || actor.role === 'A')
