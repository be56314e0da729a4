import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, PanelLeft } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
/** The pages below a dashboard. They are fetched with its frame: the addresses of staff are no part of a public visit. */
import { Link, matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import {
  dashboardPath,
  STAFF_ROLES,
  isStaff,
  type StaffRole,
  isManager,
} from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { RoleBadge } from '../../ui/feedback/badge.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { useSendOnEnter } from '../../ui/field/send-on-enter.ts'
import { Disclosure, DisclosurePanel } from '../../ui/layout/disclosure.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { UndoBar } from '../../ui/staff/desk/undo-bar.tsx'
import { useKeptChoice } from '../../ui/staff/table/kept-choice.ts'
import { Banners } from '../frame/banners.tsx'
import { MAIN_ID } from '../frame/frame.tsx'
import { MobileMenuButton } from '../frame/header.tsx'
import { PersonMenu } from '../frame/person-menu.tsx'
import { LanguageSelect, ThemeChoice, ThemeMenu } from '../frame/preferences.tsx'
import { SearchButton } from '../frame/search-button.tsx'
import { NotFound, pageElement } from '../page-element.tsx'
import { DashboardNav } from './dashboard-nav.tsx'
import { dashboardTabs } from './dashboard-routes.ts'
import { Palette } from './palette.tsx'

/** The role whose dashboard stands at that address. */
const roleOf = (pathname: string): StaffRole | undefined =>
  STAFF_ROLES.find((code) => pathname.startsWith(dashboardPath(code)))

/**
 * The page of the first address is fetched while the session is being checked, which is a round trip: its guard asks for it
 * after that alone. What is fetched is the same for everybody; the rows come with the session.
 */
function fetchFirstPage(pathname: string): void {
  const role = roleOf(pathname)
  if (role === undefined) return
  for (const tab of dashboardTabs(role))
    for (const [path, page] of [
      [tab.path, tab] as const,
      ...(tab.pages ?? []).map((below) => [`${tab.path}/${below.path}`, below] as const),
    ])
      if ('lazy' in page && matchPath(`${dashboardPath(role)}/${path}`, pathname) !== null)
        page.lazy().catch(() => undefined) // the page itself asks again, and says what is wrong
}
fetchFirstPage(window.location.pathname)

export function DashboardPages() {
  const { pathname } = useLocation()
  useSendOnEnter()
  // Behind the guard of this address, which knows the role.
  const role = roleOf(pathname)
  if (role === undefined) return <NotFound />
  const tabs = dashboardTabs(role)
  const first = tabs[0]
  return (
    <Routes>
      <Route element={<StaffFrame />}>
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

/**
 * What stands around the pages of a dashboard in place of the public header and footer: a slim bar, and the tabs at the
 * side. From 768 px the tabs are icons, from 1280 px icons with words unless they are folded, below they are behind the menu
 * button.
 */
function StaffFrame() {
  const { t } = useTranslation('dashboard')
  const session = useSession()
  const side = useRef<HTMLDivElement>(null)
  const [nav, keepNav] = useKeptChoice('nav')
  useFreshCounts()
  if (session.state !== 'authenticated' || !isStaff(session.user.role)) return null // the guard around it admits only these roles
  const { role } = session.user
  return (
    // One left edge for everything beside the tabs, at every width.
    <div className="flex grow flex-col [--column-margin:0] [--column-width:104rem] md:[--column-air:1.5rem]">
      <StaffBar role={role} />
      {/* As wide as the bar above them, which is no page. */}
      <div className="contents [--column-air:1rem] [--column-width:none]">
        <Banners />
      </div>
      <div className="flex grow" data-nav={nav}>
        <div
          ref={side}
          className="w-60 shrink-0 border-e border-line bg-surface max-md:hidden folded:w-16 print:hidden"
        >
          <div className="sticky top-15 grid max-h-[calc(100dvh-3.75rem)] gap-2 overflow-y-auto px-3 py-3 folded:px-2">
            <Tabs role={role} />
            <IconButton
              label={t('foldNav')}
              className="max-xl:hidden"
              icon={<PanelLeft aria-hidden="true" size={20} className="mirror" />}
              onClick={() => keepNav((side.current?.offsetWidth ?? 0) > 100 ? 'folded' : 'open')}
            />
          </div>
        </div>
        <main id={MAIN_ID} tabIndex={-1} className="min-w-0 grow print:p-0">
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
          <UndoBar />
          <Palette role={role} />
        </main>
      </div>
    </div>
  )
}

/** Refreshes the counts when a tab opens, after a decision on another tab. */
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

/** Administrators and content managers have many tabs, in sections; moderators and reviewers have few, in one list. */
const Tabs = ({ role }: { readonly role: StaffRole }) => (
  <DashboardNav
    base={dashboardPath(role)}
    tabs={dashboardTabs(role)}
    inSections={isManager(role)}
  />
)

/** docs/spec/pages.md, 2: a link to the dashboard stands in the header while one is open. Here it is the brand. */
function StaffBar({ role }: { readonly role: StaffRole }) {
  const { t } = useTranslation(['dashboard', 'common'])
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <div aria-hidden="true" className="weave h-1" />
      <div className="flex min-h-14 items-center gap-1 px-2 sm:gap-2 md:ps-3.5 md:pe-4">
        <StaffMenu role={role} />
        <Link
          to={dashboardPath(role)}
          className="flex min-h-11 items-center gap-2.5 rounded-md pe-1"
        >
          <Emblem size={36} />
          <span aria-hidden="true" className="text-lg font-extrabold max-lg:hidden" dir="ltr">
            {t('common:appName')}
          </span>
          <span className="leading-tight font-semibold sm:whitespace-nowrap max-sm:text-[min(1rem,5vw)]">
            {t('title')}
          </span>
        </Link>
        <span className="me-auto max-sm:invisible">
          <span className="max-sm:hidden">
            <RoleBadge role={role} />
          </span>
        </span>
        <PublicSite className="min-h-11 rounded-md px-3 max-lg:px-2 max-md:hidden" />
        <SearchButton />
        <div className="flex items-center gap-1 max-md:hidden">
          <LanguageSelect />
          <ThemeMenu />
        </div>
        <PersonMenu />
      </div>
    </header>
  )
}

function PublicSite({ className }: { readonly className: string }) {
  const { t } = useTranslation('dashboard')
  return (
    <Link
      to="/"
      className={`inline-flex items-center gap-2.5 font-semibold whitespace-nowrap text-muted hover:bg-sunken hover:text-ink ${className}`}
    >
      <ExternalLink aria-hidden="true" size={19} className="mirror md:max-lg:hidden" />
      {t('publicSite')}
    </Link>
  )
}

/** Everything that a narrow bar has no room for. */
function StaffMenu({ role }: { readonly role: StaffRole }) {
  return (
    <Disclosure className="md:hidden">
      <MobileMenuButton />
      {/* Hangs from the bar, which is positioned, over the whole width. */}
      <DisclosurePanel className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-rise overflow-y-auto border-y border-line bg-surface shadow-float">
        <div className="grid gap-4 px-4 py-4">
          <Tabs role={role} />
          <div className="border-t border-line pt-2">
            <PublicSite className="min-h-12 w-full rounded-md px-3" />
          </div>
          <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
            <LanguageSelect block />
            <ThemeChoice />
          </div>
        </div>
      </DisclosurePanel>
    </Disclosure>
  )
}
