import { Navigate, useLocation } from 'react-router-dom'
import { dashboardPath, isStaff } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'

/** A page that has one address for all roles, and stands below the dashboard of each. */
function DashboardRedirect({ page }: { readonly page: string }) {
  const session = useSession()
  if (session.state !== 'authenticated' || !isStaff(session.user.role)) return null // its guard admits only these roles
  return <Navigate to={`${dashboardPath(session.user.role)}/${page}`} replace />
}

/** `/verify`: the tab that checks cards. */
export const VerifyRedirect = () => <DashboardRedirect page="verification" />

/** `/messages/:id`: the mail about a message goes to an office, and who reads it there has any role. */
export function MessageRedirect() {
  const id = useLocation().pathname.split('/').at(-1) ?? ''
  return <DashboardRedirect page={`claims/${id}`} />
}
