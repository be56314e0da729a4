import { platform } from '@platform'
import {
  type ComponentType,
  Fragment,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
} from 'react'
import { getI18n } from 'react-i18next'
import { Route, Routes } from 'react-router-dom'
import { dashboardPath, STAFF_CODES, type StaffCode } from '#shared/domain/roles.ts'
import { Guard } from './guard.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { lazyPage, NotFound, pageElement } from './page-element.tsx'
import { type AppRoute, ROUTES } from './routes.ts'
import { Bare } from './shell/bare.tsx'
import { Frame } from './shell/frame.tsx'
import { Shell } from './shell/shell.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

/** With the texts of its frame: asked for by the frame itself, they would blank it for a moment. */
const Dashboard = lazyPage(async () => {
  const [{ DashboardPages: Component }] = await Promise.all([
    import('./dashboard-pages.tsx'),
    getI18n().loadNamespaces('dashboard'),
  ])
  return { Component }
})

const pageRoute = (route: AppRoute): ReactElement => (
  <Route
    key={route.path}
    path={route.path}
    element={
      route.access === 'public' ? (
        pageElement(route)
      ) : (
        <Guard access={route.access}>{pageElement(route)}</Guard>
      )
    }
  />
)

const dashboardRoute = (role: StaffCode): ReactElement => (
  <Route
    key={role}
    path={`${dashboardPath(role)}/*`}
    element={
      <Suspense fallback={<PageSpinner />}>
        <Guard access={[role]}>
          <Dashboard />
        </Guard>
      </Suspense>
    }
  />
)

type GateType = ComponentType<{ readonly children: ReactNode }>

function desktopGate(): GateType {
  const DesktopGate = lazy(async () => ({
    default: (await import('./desktop-gate.tsx')).DesktopGate,
  }))
  return ({ children }) => (
    <Suspense fallback={<PageSpinner />}>
      <DesktopGate>{children}</DesktopGate>
    </Suspense>
  )
}
/** What stands before every page: the set-up and the kiosk of the desktop app, and nothing in a build for the web. */
const Gate: GateType =
  import.meta.env.MODE !== 'web' && platform.target === 'desktop' ? desktopGate() : Fragment

export const Pages = () => (
  <PageBoundary>
    <Gate>
      <Routes>
        <Route element={<Frame />}>
          <Route element={<Shell />}>
            {ROUTES.filter(({ frame }) => frame === undefined).map(pageRoute)}
            <Route path="*" element={<NotFound />} />
          </Route>
          {STAFF_CODES.map(dashboardRoute)}
        </Route>
        {import.meta.env.MODE !== 'web' && (
          <Route element={<Bare />}>
            {ROUTES.filter(({ frame }) => frame === 'none').map(pageRoute)}
          </Route>
        )}
      </Routes>
    </Gate>
  </PageBoundary>
)
