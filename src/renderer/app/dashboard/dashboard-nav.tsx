import {
  CalendarDays,
  FileWarning,
  HandCoins,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  MonitorSmartphone,
  Newspaper,
  ScanQrCode,
  ScrollText,
  Settings2,
  Users,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useId, createElement, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { shortCount, waitingBehind } from '../../features/overview/waiting.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { useWaiting } from '../../ui/staff/refresh-counts.ts'
import type { DashboardTab } from './dashboard-routes.ts'

/**
 * The arrangement of the tabs of a dashboard; the tabs and their roles are in dashboard-routes.ts.
 */
interface TabSection {
  /** Key under `dashboard:sections`. */
  readonly label: 'work' | 'programme' | 'association'
  readonly tabs: readonly DashboardTab[]
}

const SECTIONS = {
  work: ['overview', 'requests', 'users', 'claims', 'reports'],
  programme: ['events', 'news', 'verification', 'devices'],
  association: ['donations', 'consents', 'audit', 'settings'],
} as const satisfies Readonly<Record<TabSection['label'], readonly string[]>>

const ICONS: Readonly<Record<string, LucideIcon>> = {
  overview: LayoutDashboard,
  requests: Inbox,
  users: Users,
  claims: MessagesSquare,
  reports: FileWarning,
  events: CalendarDays,
  news: Newspaper,
  verification: ScanQrCode,
  devices: MonitorSmartphone,
  donations: HandCoins,
  consents: UsersRound,
  audit: ScrollText,
  settings: Settings2,
}

const tabIcon = (path: string): ReactElement =>
  createElement(ICONS[path] ?? LayoutDashboard, { 'aria-hidden': true, size: 20 })

function sectionsOf(tabs: readonly DashboardTab[]): readonly TabSection[] {
  const labels = ['work', 'programme', 'association'] as const
  return labels
    .map((label) => ({
      label,
      tabs: SECTIONS[label].flatMap((path) => tabs.filter((tab) => tab.path === path)),
    }))
    .filter((section) => section.tabs.length > 0)
}

interface DashboardNavProps {
  readonly base: string
  readonly tabs: readonly DashboardTab[]
  readonly inSections: boolean
}

/** The words are out of sight, not out of the page, where the tabs are icons. */
const WORDS = 'folded:sr-only'

export function DashboardNav({ base, tabs, inSections }: DashboardNavProps) {
  const { t } = useTranslation('dashboard')
  return (
    <nav aria-label={t('title')} className="grid gap-3 folded:gap-2">
      {sectionsOf(tabs).map((section) => (
        <Section
          key={section.label}
          title={inSections ? t(`sections.${section.label}`) : undefined}
        >
          {section.tabs.map((tab) => (
            <li key={tab.path}>
              <TabLink to={`${base}/${tab.path}`} tab={tab} />
            </li>
          ))}
        </Section>
      ))}
    </nav>
  )
}

function Section({
  title,
  children,
}: {
  readonly title: string | undefined
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <div
      className={cx(
        title === undefined
          ? 'not-first:-mt-2.5 folded:not-first:-mt-1.5'
          : 'folded:not-first:border-t folded:not-first:border-line folded:not-first:pt-2',
      )}
    >
      {title !== undefined && (
        <p id={id} className={cx('px-3 pb-1 text-xs font-semibold text-muted', WORDS)}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id} className="grid gap-0.5">
        {children}
      </ul>
    </div>
  )
}

function TabLink({
  to,
  tab: { path, label },
}: {
  readonly to: string
  readonly tab: DashboardTab
}) {
  const { t } = useTranslation('dashboard')
  const id = useId()
  const { data } = useWaiting()
  const waiting = data === undefined ? 0 : waitingBehind(path, data)
  return (
    <div className="relative">
      <NavLink
        to={to}
        title={t(label)}
        aria-describedby={waiting > 0 ? id : undefined}
        className={({ isActive }) =>
          cx(
            // Twelve tabs and the button below them fit into a window 800 px high.
            'flex min-h-11 items-center gap-2.5 rounded-md px-3 font-semibold pointer-fine:min-h-10 transition-colors folded:justify-center folded:px-0',
            waiting > 0 && 'pe-12',
            isActive ? 'bg-brand-soft text-brand' : 'text-muted hover:bg-sunken hover:text-ink',
          )
        }
      >
        <span className="shrink-0">{tabIcon(path)}</span>
        <span className={WORDS}>{t(label)}</span>
      </NavLink>
      {waiting > 0 && <WaitingBadge id={id} count={waiting} />}
    </div>
  )
}

/** Over the link, not in it: its name stays what people call the tab, and the number is its description. */
function WaitingBadge({ id, count }: { readonly id: string; readonly count: number }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-y-0 end-2 my-auto grid h-6 min-w-6 place-items-center rounded-full bg-brand px-1.5 text-xs font-semibold text-on-brand tabular-nums',
          'folded:inset-y-auto folded:end-0 folded:top-0 folded:h-4.5 folded:min-w-4.5 folded:px-1 folded:text-[0.6875rem]',
        )}
      >
        {shortCount(count, (value) => format.number(value))}
      </span>
      <span id={id} hidden>
        {t('waiting', { count })}
      </span>
    </>
  )
}
