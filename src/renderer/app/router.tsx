import {
  type ComponentType,
  Fragment,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
} from 'react'
import { getI18n } from 'react-i18next'
import { matchPath, Route, Routes } from 'react-router-dom'
import { dashboardPath, STAFF_ROLES, type StaffRole } from '#shared/domain/people/roles.ts'
import { platform } from '@platform'
import { useSession } from '../platform/session/session.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Bare, Frame } from './frame/frame.tsx'
import { PublicFrame } from './frame/public-frame.tsx'
import { Guard } from './guard/guard.tsx'
import { PageBoundary } from './guard/page-boundary.tsx'
import { fetchAhead, lazyPage, NotFound, pageElement } from './page-element.tsx'
import { type AppRoute, ROUTES } from './routes.ts'

/** With the texts of its frame: if the frame requested them, it would be blank for a moment. */
const Dashboard = lazyPage(async () => {
  const [{ DashboardPages: Component }] = await Promise.all([
    import('./dashboard/dashboard-pages.tsx'),
    getI18n().loadNamespaces(['dashboard', 'staffUi']),
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

const dashboardRoute = (role: StaffRole): ReactElement => (
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

const isDesktop = import.meta.env.MODE !== 'web' && platform.target === 'desktop'
const loadGate = async () => (await import('./desktop/desktop-gate.tsx')).DesktopGate

function desktopGate(): GateType {
  const DesktopGate = lazy(async () => ({ default: await loadGate() }))
  return ({ children }) => (
    <Suspense fallback={<PageSpinner />}>
      <DesktopGate>{children}</DesktopGate>
    </Suspense>
  )
}
/** What stands before every page: the set-up and the kiosk of the desktop app, and nothing in a build for the web. */
let Gate: GateType = isDesktop ? desktopGate() : Fragment

/**
 * Fetches gate and first page of the desktop app, whose files are on this computer. What a spinner has hidden is held
 * back by React for 0.3 s, once for the gate and once for the page: a kiosk began 0.5 s later.
 */
export async function fetchFirst(pathname: string): Promise<void> {
  if (!isDesktop) return
  const route = ROUTES.find(({ path }) => matchPath(path, pathname) !== null)
  const [gate] = await Promise.all([
    loadGate(),
    route !== undefined && 'lazy' in route ? fetchAhead(route.lazy) : undefined,
  ])
  Gate = gate
}

const ToolFrame = lazy(async () => ({
  default: (await import('./frame/tool-frame.tsx')).ToolFrame,
}))

const SessionWatch = lazy(async () => ({
  default: (await import('./guard/session-watch.tsx')).SessionWatch,
}))

/** Sessions of staff end without use and after a working day; this tells before. */
function StaffWatch() {
  const session = useSession()
  return session.state === 'authenticated' && session.user.role !== 'member' ? (
    <Suspense>
      <SessionWatch key={session.user.cardId} />
    </Suspense>
  ) : null
}

export const Pages = () => (
  <PageBoundary>
    <Gate>
      <StaffWatch />
      <Routes>
        <Route element={<Frame />}>
          <Route element={<PublicFrame />}>
            {ROUTES.filter(({ frame }) => frame === undefined).map(pageRoute)}
            <Route path="*" element={<NotFound />} />
          </Route>
          {import.meta.env.MODE !== 'web' && (
            <Route
              element={
                <Suspense fallback={<PageSpinner />}>
                  <ToolFrame />
                </Suspense>
              }
            >
              {ROUTES.filter(({ frame }) => frame === 'tool').map(pageRoute)}
            </Route>
          )}
          {STAFF_ROLES.map(dashboardRoute)}
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
