import { dashboardPath, type StaffRole, isManager } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'

/** The dashboard of the signed-in user. Only staff reach these pages. */
export function useDashboard(): { readonly base: string; readonly writes: boolean } {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'reviewer'
  return { base: dashboardPath(role as StaffRole), writes: isManager(role) } // the guard of the dashboards lets only staff in
}
