import { dashboardPath, type StaffRole } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'

/** The list of news on the dashboard of the signed-in user. */
export function useNewsPath(): string {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'content'
  return `${dashboardPath(role as StaffRole)}/news` // the guard of the dashboards admits staff only
}
