import { type ComponentType, createElement } from 'react'
/** Every tab of the dashboards and every page below one, once. A new tab is a new line here. */
import { STAFF_ROLES, type StaffRole } from '#shared/domain/people/roles.ts'
import { pageOf } from '../page-of.ts'
import type { PageSource } from '../routes.ts'

/**
 * Editors that show what they write as the public page draws it. Features do not import each other,
 * so they are connected here.
 */
type Loaded = Promise<{ readonly Component: ComponentType }>

async function eventEditor(page: 'NewEventPage' | 'EditEventPage'): Loaded {
  const [pages, { EventDetails }] = await Promise.all([
    import('../../features/staff-events/editor/event-editor-page.tsx'),
    import('../../features/events/event-details.tsx'),
  ])
  return { Component: () => createElement(pages[page], { Preview: EventDetails }) }
}

async function newsEditor(page: 'NewArticlePage' | 'EditArticlePage'): Loaded {
  const [pages, { Article }] = await Promise.all([
    import('../../features/staff-news/news-editor-page.tsx'),
    import('../../features/news/article.tsx'),
  ])
  return { Component: () => createElement(pages[page], { Preview: Article }) }
}

/** A page of a tab with an address of its own below it: `:id`, `:id/edit`. The tab stays the chosen one. */
type DashboardPage = PageSource & {
  /** Relative to the tab. */
  readonly path: string
  /** Fewer roles than the tab has; all of them where it is left out. */
  readonly roles?: readonly StaffRole[]
}

export type DashboardTab = PageSource & {
  readonly path: string
  readonly label: string
  readonly roles: readonly StaffRole[]
  /** One that has the same `lazy` function as the tab keeps the state of the page when the address changes. */
  readonly pages?: readonly DashboardPage[]
}

/** The list and the dialogs above it, each with an address of its own. */
const usersPage = pageOf(() => import('../../features/users/users-page.tsx'), 'UsersPage')

const mergePage = pageOf(() => import('../../features/merges/merge-page.tsx'), 'MergePage')

/** Tabs of the dashboards; the first one that a role has is its start page. How they are arranged: dashboard-tabs.ts. */
const DASHBOARD_TABS: readonly DashboardTab[] = [
  {
    path: 'overview',
    label: 'tabs.overview',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('../../features/overview/overview-page.tsx'), 'OverviewPage'),
  },
  {
    path: 'users',
    label: 'tabs.users',
    roles: ['admin', 'content'],
    lazy: usersPage,
    pages: [
      { path: 'new', lazy: usersPage },
      {
        path: 'import',
        roles: ['admin'],
        lazy: pageOf(() => import('../../features/users/import/import-page.tsx'), 'ImportPage'),
      },
      {
        path: 'idle',
        lazy: pageOf(() => import('../../features/users/idle/idle-page.tsx'), 'IdlePage'),
      },
      { path: ':id', lazy: usersPage },
      { path: ':id/edit', lazy: usersPage },
      { path: ':id/merge', lazy: mergePage },
      { path: ':id/merge/:other', lazy: mergePage },
    ],
  },
  {
    path: 'requests',
    label: 'tabs.requests',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('../../features/requests/requests-page.tsx'), 'RequestsPage'),
    pages: [
      {
        path: 'portraits',
        lazy: pageOf(
          () => import('../../features/requests/portraits/portraits-page.tsx'),
          'PortraitsPage',
        ),
      },
      {
        path: 'documents/:memberId',
        roles: ['admin', 'content'],
        lazy: pageOf(
          () => import('../../features/requests/documents/documents-page.tsx'),
          'DocumentsPage',
        ),
      },
      {
        path: 'queue',
        lazy: pageOf(() => import('../../features/requests/review/queue-page.tsx'), 'QueuePage'),
      },
      {
        path: ':id',
        lazy: pageOf(() => import('../../features/requests/review/review-page.tsx'), 'ReviewPage'),
      },
    ],
  },
  {
    path: 'claims',
    label: 'tabs.claims',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('../../features/claims/claims-page.tsx'), 'ClaimsPage'),
    pages: [
      {
        path: ':id',
        lazy: pageOf(() => import('../../features/claims/claim-page.tsx'), 'ClaimPage'),
      },
    ],
  },
  {
    path: 'reports',
    label: 'tabs.reports',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('../../features/reports/staff-reports-page.tsx'), 'StaffReportsPage'),
    pages: [
      {
        path: 'queue',
        lazy: pageOf(() => import('../../features/report-desk/desk-page.tsx'), 'ReportQueuePage'),
      },
      {
        path: ':id',
        lazy: pageOf(() => import('../../features/report-desk/desk-page.tsx'), 'ReportDeskPage'),
      },
      {
        path: ':id/evidence',
        lazy: pageOf(() => import('../../features/evidence/evidence-page.tsx'), 'DeskEvidencePage'),
      },
    ],
  },
  {
    path: 'events',
    label: 'tabs.events',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('../../features/staff-events/events-tab.tsx'), 'EventsTab'),
    pages: [
      { path: 'new', roles: ['admin', 'content'], lazy: () => eventEditor('NewEventPage') },
      {
        path: ':id',
        lazy: pageOf(
          () => import('../../features/staff-events/attendance/attendance-page.tsx'),
          'AttendancePage',
        ),
      },
      {
        path: ':id/assembly',
        lazy: pageOf(
          () => import('../../features/staff-events/assembly/assembly-page.tsx'),
          'AssemblyPage',
        ),
      },
      {
        path: ':id/assembly/minutes',
        roles: ['admin', 'content'],
        lazy: pageOf(
          () => import('../../features/staff-events/assembly/minutes/minutes-page.tsx'),
          'MinutesPage',
        ),
      },
      {
        path: ':id/assembly/signatures',
        roles: ['admin', 'content'],
        lazy: pageOf(
          () => import('../../features/staff-events/assembly/sheet/signature-page.tsx'),
          'SignaturePage',
        ),
      },
      { path: ':id/edit', roles: ['admin', 'content'], lazy: () => eventEditor('EditEventPage') },
    ],
  },
  {
    path: 'news',
    label: 'tabs.news',
    roles: ['admin', 'content'],
    lazy: pageOf(() => import('../../features/staff-news/news-tab.tsx'), 'NewsTab'),
    pages: [
      { path: 'new', lazy: () => newsEditor('NewArticlePage') },
      { path: ':id/edit', lazy: () => newsEditor('EditArticlePage') },
    ],
  },
  {
    path: 'verification',
    label: 'tabs.verification',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('./verification-route.tsx'), 'VerificationRoute'),
  },
  {
    path: 'devices',
    label: 'tabs.devices',
    roles: STAFF_ROLES,
    lazy: pageOf(() => import('../../features/staff-kiosk/devices-page.tsx'), 'DevicesPage'),
  },
  {
    path: 'donations',
    label: 'tabs.donations',
    roles: ['admin'],
    lazy: pageOf(
      () => import('../../features/staff-donations/donations-page.tsx'),
      'StaffDonationsPage',
    ),
    pages: [
      {
        path: 'receipts',
        lazy: pageOf(
          () => import('../../features/staff-donations/receipts/receipts-page.tsx'),
          'ReceiptsPage',
        ),
      },
      {
        path: 'receipts/:id',
        lazy: pageOf(
          () => import('../../features/staff-donations/receipts/receipt-page.tsx'),
          'ReceiptPage',
        ),
      },
    ],
  },
  {
    path: 'consents',
    label: 'tabs.consents',
    roles: ['admin'],
    lazy: pageOf(() => import('../../features/consents/consents-page.tsx'), 'ConsentsPage'),
  },
  {
    path: 'audit',
    label: 'tabs.audit',
    roles: ['admin'],
    lazy: pageOf(() => import('../../features/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: 'settings',
    label: 'tabs.settings',
    roles: ['admin'],
    lazy: pageOf(
      () => import('../../features/staff-settings/staff-settings-page.tsx'),
      'StaffSettingsPage',
    ),
  },
]

export const dashboardTabs = (role: StaffRole): readonly DashboardTab[] =>
  DASHBOARD_TABS.filter(({ roles }) => roles.includes(role))
