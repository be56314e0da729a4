import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { dashboardPath, isStaff, type StaffCode } from '#shared/domain/roles.ts'
import { useSession } from '../platform/session.ts'
import { RoleBadge } from '../ui/badge.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { DashboardNav } from './dashboard-nav.tsx'
import { dashboardTabs } from './dashboard-routes.ts'

/** A and X have many tabs and share the frame with the rail; Y and Z have few, and share the one with tabs on top. */
const hasRail = (role: StaffCode): boolean => role === 'A' || role === 'X'

/** The frame of a dashboard: whose it is, its tabs, and what waits behind them. The page inside brings the heading. */
export function DashboardLayout() {
  const session = useSession()
  useFreshCounts()
  if (session.state !== 'authenticated' || !isStaff(session.user.role)) return null // the guard around it lets nobody else in
  const { role } = session.user
  return hasRail(role) ? <RailFrame role={role} /> : <TopFrame role={role} />
}

/** What was just decided on one tab is no longer counted when the next one opens. */
function useFreshCounts(): void {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    void client.refetchQueries({ queryKey: ['stats', 'waiting'], stale: true, type: 'active' })
  }, [client, pathname])
}

const Content = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
)

function RailFrame({ role }: { readonly role: StaffCode }) {
  return (
    <div className="mx-auto max-w-[92rem] lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <div className="border-line bg-surface max-lg:border-b lg:border-e print:hidden">
        <div className="px-4 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto lg:py-6">
          <Whose role={role} className="pt-3 lg:px-3 lg:pt-0 lg:pb-5" />
          <DashboardNav base={dashboardPath(role)} tabs={dashboardTabs(role)} rail />
        </div>
      </div>
      <div className="min-w-0">
        <Content />
      </div>
    </div>
  )
}

function TopFrame({ role }: { readonly role: StaffCode }) {
  return (
    <>
      <div className="border-b border-line bg-surface print:hidden">
        <div className="column flex flex-wrap-reverse items-center justify-between gap-x-6">
          <DashboardNav base={dashboardPath(role)} tabs={dashboardTabs(role)} rail={false} />
          <Whose role={role} className="py-2" />
        </div>
      </div>
      <Content />
    </>
  )
}

function Whose({ role, className }: { readonly role: StaffCode; readonly className: string }) {
  const { t } = useTranslation('nav')
  return (
    <div className={`flex items-center justify-between gap-2 ${className}`}>
      <p className="font-semibold">{t('dashboardTitle')}</p>
      <RoleBadge role={role} />
    </div>
  )
}
