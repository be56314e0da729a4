/**
 * Every page, once. Router, guards, menus, footer and "does this page exist" are computed from this table: a new page
 * is a new line here. Pages are loaded when first opened; the home page comes with the first load, because almost every
 * visit starts there. The tabs of the dashboards: dashboard-routes.ts. Public pages that no menu names: rare-routes.ts.
 */
import type { ComponentType } from 'react'
import { getI18n } from 'react-i18next'
import { STAFF_ROLES } from '#shared/domain/people/roles.ts'
import { HomePage } from '../features/home/home-page.tsx'
import type { PageAccess } from './guard/guard-rule.ts'
import { pageOf, type LazySource } from './page-of.ts'

/** Where a page is offered. `top`: header. `person`: the menu behind the person icon. `footer`: quick links. */
export type MenuPlace = 'top' | 'person' | 'footer'

/** A page that comes with the first load, or one that is fetched when it is first opened; react-router reads both. */
export type PageSource = { readonly Component: ComponentType } | { readonly lazy: LazySource }

export type AppRoute = PageSource & {
  readonly path: `/${string}`
  readonly access: PageAccess
  /** Written ahead at the build, in each language, so that it can be read before the script is there: app/prerender.tsx. */
  readonly ahead?: true
  /** `none` fills the whole window: no header, no menus, no footer. `tool`: the way back to the work alone. */
  readonly frame?: 'none' | 'tool'
  /**
   * Key under `nav:`, and where the link stands. Links of guarded pages are shown only to users who
   * may open them.
   */
  readonly menu?: {
    readonly label: string
    readonly places: readonly MenuPlace[]
    readonly callToAction?: true
  }
}

/**
 * Loads the page with its texts: requested by the page itself they would come after it, and requested by a part that appears
 * later, such as the table of a dialog, they would blank all of it for a moment.
 */
const withTexts =
  (load: LazySource, namespaces: readonly string[]): LazySource =>
  async () => {
    const [page] = await Promise.all([load(), getI18n().loadNamespaces(namespaces)])
    return page
  }

const KIOSK_ROUTES: readonly AppRoute[] = [
  {
    path: '/kiosk/start',
    frame: 'tool',
    access: STAFF_ROLES,
    lazy: pageOf(() => import('../features/kiosk/start/start-page.tsx'), 'StartPage'),
  },
  {
    path: '/kiosk',
    frame: 'none',
    access: 'public', // the staff session has ended when it opens; main decides whether it opens: KioskGate
    lazy: withTexts(
      pageOf(() => import('../features/kiosk/kiosk-page.tsx'), 'KioskPage'),
      ['kiosk', 'scanner', 'verification', 'staffUi'],
    ),
  },
  {
    path: '/kiosk/queue',
    frame: 'tool',
    access: STAFF_ROLES,
    lazy: withTexts(
      pageOf(() => import('../features/kiosk/queue/queue-page.tsx'), 'QueuePage'),
      ['kiosk', 'staffUi'],
    ),
  },
]

const SETUP_ROUTES: readonly AppRoute[] = [
  {
    path: '/setup',
    frame: 'none',
    access: 'public', // before there is a server, no user can be signed in; SetupGate closes it afterwards
    lazy: pageOf(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
  },
  {
    path: '/desktop-settings',
    frame: 'tool',
    access: 'public', // of the computer, not of a person
    lazy: pageOf(
      () => import('../features/setup/settings/desktop-settings-page.tsx'),
      'DesktopSettingsPage',
    ),
  },
]

export const ROUTES: readonly AppRoute[] = [
  // First of a member's links: it is needed at the door and must never be behind "More".
  {
    path: '/id-card',
    access: 'member',
    ahead: true,
    lazy: pageOf(() => import('../features/card/id-card-page.tsx'), 'IdCardPage'),
    menu: { label: 'idCard', places: ['top', 'person', 'footer'] },
  },
  {
    path: '/',
    access: 'public',
    ahead: true,
    Component: HomePage,
    menu: { label: 'home', places: ['top'] },
  },
  {
    path: '/about',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/about/about-page.tsx'), 'AboutPage'),
    menu: { label: 'about', places: ['top', 'footer'] },
  },
  {
    path: '/events',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/events/events-page.tsx'), 'EventsPage'),
    menu: { label: 'events', places: ['top', 'footer'] },
  },
  {
    path: '/events/:id',
    access: 'public',
    lazy: pageOf(() => import('../features/events/event-page.tsx'), 'EventPage'),
  },
  {
    path: '/news',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/news/news-page.tsx'), 'NewsPage'),
    menu: { label: 'news', places: ['footer'] },
  },
  {
    path: '/news/:id',
    access: 'public',
    lazy: pageOf(() => import('../features/news/article-page.tsx'), 'ArticlePage'),
  },
  {
    path: '/community',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/community/community-page.tsx'), 'CommunityPage'),
    menu: { label: 'community', places: ['footer'] },
  },
  {
    path: '/coming-soon',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/coming-soon/coming-soon-page.tsx'), 'ComingSoonPage'),
  },
  {
    path: '/reports',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
    menu: { label: 'reports', places: ['top', 'footer'] },
  },
  {
    path: '/reports/:id/evidence',
    access: 'public',
    lazy: pageOf(() => import('../features/evidence/evidence-page.tsx'), 'EvidencePage'),
  },
  {
    path: '/contact',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/contact/contact-page.tsx'), 'ContactPage'),
    menu: { label: 'contact', places: ['top', 'footer'] },
  },
  {
    path: '/donate',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/donations/donate-page.tsx'), 'DonatePage'),
    menu: { label: 'donate', places: ['top', 'footer'], callToAction: true },
  },
  {
    path: '/newsletter',
    access: 'public',
    lazy: pageOf(() => import('../features/subscriptions/newsletter-page.tsx'), 'NewsletterPage'),
    menu: { label: 'newsletter', places: ['footer'] },
  },
  {
    path: '/search',
    access: 'public',
    lazy: pageOf(() => import('../features/search/search-page.tsx'), 'SearchPage'),
  },
  {
    path: '/login',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/auth/sign-in-page.tsx'), 'SignInPage'),
  },
  {
    path: '/reset-password',
    access: 'public',
    ahead: true,
    lazy: pageOf(
      () => import('../features/password-reset/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  },
  {
    path: '/register',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/registration/register-page.tsx'), 'RegisterPage'),
  },
  {
    path: '/terms',
    access: 'public',
    ahead: true,
    lazy: pageOf(() => import('../features/terms/terms-page.tsx'), 'TermsPage'),
    menu: { label: 'terms', places: ['footer'] },
  },
  {
    path: '/legal',
    access: 'public',
    lazy: pageOf(() => import('../features/legal/legal-page.tsx'), 'LegalPage'),
    menu: { label: 'legal', places: ['footer'] },
  },
  {
    path: '/privacy',
    access: 'public',
    lazy: pageOf(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
    menu: { label: 'privacy', places: ['footer'] },
  },
  {
    // Where a link of the desktop app leads (wld://verify); signing in on the way comes back here.
    path: '/verify',
    access: STAFF_ROLES,
    lazy: pageOf(() => import('./guard/verify-redirect.tsx'), 'VerifyRedirect'),
  },
  {
    path: '/profile',
    access: 'member',
    lazy: pageOf(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
    menu: { label: 'profile', places: ['person'] },
  },
  {
    path: '/my-role',
    access: 'member',
    lazy: pageOf(() => import('../features/my-role/my-role-page.tsx'), 'MyRolePage'),
    menu: { label: 'myRole', places: ['top', 'person'] },
  },
  {
    path: '/settings',
    access: 'public',
    lazy: pageOf(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
    menu: { label: 'settings', places: ['person'] },
  },
  // The computer at the door. Only the desktop app can be one: a build for the web leaves these out.
  ...(import.meta.env.MODE === 'web' ? [] : [...KIOSK_ROUTES, ...SETUP_ROUTES]),
  // The kit on one page, for those who build with it: only under `npm run dev`, a build leaves it out.
  ...(import.meta.env.DEV
    ? [
        {
          path: '/dev/ui',
          access: 'public',
          lazy: pageOf(() => import('../features/dev-ui/dev-ui-page.tsx'), 'DevUiPage'),
        } as const,
      ]
    : []),
]

export const KNOWN_PATHS: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path))
