/** The pages below a dashboard. They are fetched with its frame: the addresses of staff are no part of a public visit. */
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { dashboardPath, STAFF_ROLES } from '#shared/domain/roles.ts'
import { dashboardTabs } from './dashboard-routes.ts'
import { NotFound, pageElement } from '../page-element.tsx'
import { StaffShell } from './staff-shell.tsx'

export function DashboardPages() {
  const { pathname } = useLocation()
  // Behind the guard of this address, which tells the role.
  const role = STAFF_ROLES.find((code) => pathname.startsWith(dashboardPath(code)))
  if (role === undefined) return <NotFound />
  const tabs = dashboardTabs(role)
  const first = tabs[0]
  return (
    <Routes>
      <Route element={<StaffShell />}>
        {first !== undefined && <Route index element={<Navigate to={first.path} replace />} />}
        {tabs.flatMap((tab) => [
          <Route key={tab.path} path={tab.path} element={pageElement(tab)} />,
          ...(tab.pages ?? [])
            .filter(({ roles = tab.roles }) => roles.includes(role))
            .map((page) => (
              <Route
                key={`${tab.path}/${page.path}`}
                path={`${tab.path}/${page.path}`}
                element={pageElement(page)}
              />
            )),
        ])}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
