import { dashboardPath, isManager, type Role, type StaffRole } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'

interface Dashboard {
  readonly role: Role
  /** The address before that of each tab. */
  readonly base: string
  /** Whether events and news are written here, and members managed. */
  readonly manages: boolean
}

/** The dashboard of the signed-in user. Only staff reach its pages. */
export function useDashboard(): Dashboard {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'reviewer'
  return { role, base: dashboardPath(role as StaffRole), manages: isManager(role) } // the guard of the dashboards admits staff only
}
