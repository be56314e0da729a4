/** How the tabs of a dashboard are arranged; which there are, and for whom, stands in dashboard-routes.ts. */
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
} from 'lucide-react'
import { createElement, type ReactElement } from 'react'
import type { DashboardTab } from './dashboard-routes.ts'

export interface TabSection {
  /** Key under `dashboard:sections`. */
  readonly label: 'work' | 'programme' | 'association'
  readonly tabs: readonly DashboardTab[]
}

const SECTIONS = {
  work: ['overview', 'requests', 'users', 'claims', 'reports'],
  programme: ['events', 'news', 'verification', 'devices'],
  association: ['donations', 'audit', 'settings'],
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
  audit: ScrollText,
  settings: Settings2,
}

export const tabIcon = (path: string): ReactElement =>
  createElement(ICONS[path] ?? LayoutDashboard, { 'aria-hidden': true, size: 20 })

export function sectionsOf(tabs: readonly DashboardTab[]): readonly TabSection[] {
  const labels = ['work', 'programme', 'association'] as const
  return labels
    .map((label) => ({
      label,
      tabs: SECTIONS[label].flatMap((path) => tabs.filter((tab) => tab.path === path)),
    }))
    .filter((section) => section.tabs.length > 0)
}
