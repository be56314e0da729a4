/** Every tab of the dashboards and every page below one, once. A new tab is a new line here. */
import { STAFF_CODES, type StaffCode } from '#shared/domain/roles.ts'
import type { LazySource, PageSource } from './routes.ts'
import { eventEditor, newsEditor } from './staff-editors.ts'

/** A page of a tab with an address of its own below it: `:id`, `:id/edit`. The tab stays the chosen one. */
export type DashboardPage = PageSource & {
  /** Relative to the tab. */
  readonly path: string
  /** Fewer roles than the tab has; all of them where it is left out. */
  readonly roles?: readonly StaffCode[]
}

export type DashboardTab = PageSource & {
  readonly path: string
  readonly label: string
  readonly roles: readonly StaffCode[]
  /** One that has the same `lazy` function as the tab keeps the state of the page when the address changes. */
  readonly pages?: readonly DashboardPage[]
}

/** The list and the dialogs above it, each with an address of its own. */
const usersPage: LazySource = async () => ({
  Component: (await import('../features/users/users-page.tsx')).UsersPage,
})

/** Tabs of the dashboards; the first one that a role has is its start page. How they are arranged: dashboard-tabs.ts. */
export const DASHBOARD_TABS: readonly DashboardTab[] = [
  {
    path: 'overview',
    label: 'tabs.overview',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/overview/overview-page.tsx')).OverviewPage,
    }),
  },
  {
    path: 'users',
    label: 'tabs.users',
    roles: ['A', 'X'],
    lazy: usersPage,
    pages: [
      { path: 'new', lazy: usersPage },
      {
        path: 'import',
        roles: ['A'],
        lazy: async () => ({
          Component: (await import('../features/users/import-page.tsx')).ImportPage,
        }),
      },
      { path: ':id', lazy: usersPage },
      { path: ':id/edit', lazy: usersPage },
    ],
  },
  {
    path: 'requests',
    label: 'tabs.requests',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/requests/requests-page.tsx')).RequestsPage,
    }),
    pages: [
      {
        path: 'portraits',
        lazy: async () => ({
          Component: (await import('../features/requests/portraits/portraits-page.tsx'))
            .PortraitsPage,
        }),
      },
      {
        path: 'documents/:memberId',
        roles: ['A', 'X'],
        lazy: async () => ({
          Component: (await import('../features/requests/documents/documents-page.tsx'))
            .DocumentsPage,
        }),
      },
      {
        path: ':id',
        lazy: async () => ({
          Component: (await import('../features/requests/review/review-page.tsx')).ReviewPage,
        }),
      },
    ],
  },
  {
    path: 'claims',
    label: 'tabs.claims',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/claims/claims-page.tsx')).ClaimsPage,
    }),
    pages: [
      {
        path: ':id',
        lazy: async () => ({
          Component: (await import('../features/claims/claim-page.tsx')).ClaimPage,
        }),
      },
    ],
  },
  {
    path: 'reports',
    label: 'tabs.reports',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/reports/staff-reports-page.tsx')).StaffReportsPage,
    }),
  },
  {
    path: 'events',
    label: 'tabs.events',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/staff-events/events-tab.tsx')).EventsTab,
    }),
    pages: [
      { path: 'new', roles: ['A', 'X'], lazy: () => eventEditor('NewEventPage') },
      {
        path: ':id',
        lazy: async () => ({
          Component: (await import('../features/staff-events/attendance-page.tsx')).AttendancePage,
        }),
      },
      { path: ':id/edit', roles: ['A', 'X'], lazy: () => eventEditor('EditEventPage') },
    ],
  },
  {
    path: 'news',
    label: 'tabs.news',
    roles: ['A', 'X'],
    lazy: async () => ({
      Component: (await import('../features/staff-news/news-tab.tsx')).NewsTab,
    }),
    pages: [
      { path: 'new', lazy: () => newsEditor('NewArticlePage') },
      { path: ':id/edit', lazy: () => newsEditor('EditArticlePage') },
    ],
  },
  {
    path: 'verification',
    label: 'tabs.verification',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/verification/verification-page.tsx')).VerificationPage,
    }),
  },
  {
    path: 'devices',
    label: 'tabs.devices',
    roles: STAFF_CODES,
    lazy: async () => ({
      Component: (await import('../features/staff-devices/devices-page.tsx')).DevicesPage,
    }),
  },
  {
    path: 'donations',
    label: 'tabs.donations',
    roles: ['A'],
    lazy: async () => ({
      Component: (await import('../features/staff-donations/donations-page.tsx'))
        .StaffDonationsPage,
    }),
  },
  {
    path: 'audit',
    label: 'tabs.audit',
    roles: ['A'],
    lazy: async () => ({ Component: (await import('../features/audit/audit-page.tsx')).AuditPage }),
  },
  {
    path: 'settings',
    label: 'tabs.settings',
    roles: ['A'],
    lazy: async () => ({
      Component: (await import('../features/staff-settings/staff-settings-page.tsx'))
        .StaffSettingsPage,
    }),
  },
]

export const dashboardTabs = (role: StaffCode): readonly DashboardTab[] =>
  DASHBOARD_TABS.filter(({ roles }) => roles.includes(role))
