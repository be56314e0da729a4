import { dashboardPath, isStaff, isManager } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'

export interface ClaimsPath {
  readonly list: string
  /** The page of a member; undefined for roles that may not open it. */
  readonly memberPage: ((cardId: string) => string) | undefined
  readonly mayReopen: boolean
}

/** Addresses on the dashboard of the signed-in user. */
export function useClaimsPath(): ClaimsPath {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'member'
  const base = isStaff(role) ? dashboardPath(role) : ''
  const seesMembers = isManager(role)
  return {
    list: `${base}/claims`,
    memberPage: seesMembers ? (cardId) => `${base}/users/${cardId}` : undefined,
    mayReopen: role === 'admin',
  }
}
