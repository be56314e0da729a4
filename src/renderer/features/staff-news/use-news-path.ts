import { dashboardPath, type StaffCode } from '#shared/domain/roles.ts'
import { useSession } from '../../platform/session.ts'

/** The list of news on the dashboard of whoever works here. */
export function useNewsPath(): string {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'X'
  return `${dashboardPath(role as StaffCode)}/news` // the guard of the dashboards lets nobody else in
}
