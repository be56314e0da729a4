/**
 * Public pages that no menu names: people come by a link in a mail or on another page, or are led there. They are looked up when no page of
 * `routes.ts` has the address, so that a first visit does not load their lines.
 */
import { STAFF_ROLES } from '#shared/domain/people/roles.ts'
import type { PageAccess } from './guard/guard-rule.ts'
import { pageOf, type LazySource } from './page-of.ts'

interface RareRoute {
  readonly path: `/${string}`
  /** Public, where it is left out. */
  readonly access?: PageAccess
  readonly lazy: LazySource
}

/**
 * The page for witnesses is a program of its own (`tell/tell-main.tsx`), which the development server
 * does not know. It is not in the desktop app, which belongs to a person, and keeps a session.
 */
const WITNESS_ROUTES: readonly RareRoute[] = [
  {
    path: '/tell',
    lazy: pageOf(() => import('../features/witness-reports/witness-page.tsx'), 'WitnessPage'),
  },
]

export const RARE_ROUTES: readonly RareRoute[] = [
  ...(import.meta.env.DEV ? WITNESS_ROUTES : []),
  {
    // The name that French readers type.
    path: '/mentions-legales',
    lazy: pageOf(() => import('../features/legal/legal-page.tsx'), 'LegalPage'),
  },
  {
    // For demonstration data alone; the footer leads there.
    path: '/tour',
    lazy: pageOf(() => import('../features/tour/tour-page.tsx'), 'TourPage'),
  },
  {
    path: '/agreements',
    access: 'member',
    lazy: pageOf(
      () => import('../features/profile/agreements/agreements-page.tsx'),
      'AgreementsPage',
    ),
  },
  {
    path: '/messages/:id',
    access: STAFF_ROLES,
    lazy: pageOf(() => import('./guard/verify-redirect.tsx'), 'MessageRedirect'),
  },
  {
    path: '/second-factor',
    lazy: pageOf(() => import('../features/factors/second-factor-page.tsx'), 'SecondFactorPage'),
  },
  {
    path: '/not-me',
    lazy: pageOf(() => import('../features/not-me/not-me-page.tsx'), 'NotMePage'),
  },
  {
    path: '/email-undo',
    lazy: pageOf(() => import('../features/email-undo/email-undo-page.tsx'), 'EmailUndoPage'),
  },
  {
    path: '/farewell',
    lazy: pageOf(() => import('../features/profile/farewell-page.tsx'), 'FarewellPage'),
  },
  {
    // The hidden page of the table of pages: the administrator sign-in. No menu, and not for search engines.
    path: '/boss/kho/logy/wld',
    lazy: pageOf(
      () => import('../features/admin-sign-in/admin-sign-in-page.tsx'),
      'AdminSignInPage',
    ),
  },
  {
    path: '/registration-success',
    lazy: pageOf(
      () => import('../features/registration/steps/success-page.tsx'),
      'RegistrationSuccessPage',
    ),
  },
  {
    // The screen in the hall. It covers the frame, which a page of this table stands in.
    path: '/events/:id/assembly',
    access: STAFF_ROLES,
    lazy: pageOf(() => import('../features/assembly-screen/screen-page.tsx'), 'AssemblyScreenPage'),
  },
  {
    path: '/reports/new',
    access: 'member',
    lazy: pageOf(() => import('../features/reports/filing/filing-page.tsx'), 'FilingPage'),
  },
  {
    path: '/reports/:id/objection',
    lazy: pageOf(() => import('../features/contact/objection-page.tsx'), 'ObjectionPage'),
  },
  {
    path: '/reports/statistics',
    lazy: pageOf(
      () => import('../features/report-statistics/report-statistics-page.tsx'),
      'ReportStatisticsPage',
    ),
  },
  {
    // Typed, or cut off from the address of a report. After the others, as the first one that fits is taken.
    path: '/reports/:id',
    lazy: pageOf(() => import('../features/evidence/evidence-page.tsx'), 'ReportAddress'),
  },
]
