import { dashboardPath, type StaffCode } from '#shared/domain/roles.ts'
import { useSession } from '../../platform/session.ts'

/** The dashboard of whoever works here. Only staff reach these pages. */
export function useDashboard(): { readonly base: string; readonly writes: boolean } {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'Z'
  return { base: dashboardPath(role as StaffCode), writes: role === 'A' || role === 'X' } // the guard of the dashboards lets nobody else in
}
