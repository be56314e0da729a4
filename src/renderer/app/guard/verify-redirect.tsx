import { Navigate } from 'react-router-dom'
import { dashboardPath, isStaff } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'

/**
 * `/verify` is the same address for all roles; the tab that checks cards is below the dashboard of
 * each role.
 */
export function VerifyRedirect() {
  const session = useSession()
  if (session.state !== 'authenticated' || !isStaff(session.user.role)) return null // its guard admits only these roles
  return <Navigate to={`${dashboardPath(session.user.role)}/verification`} replace />
}
