import { aboutRoutes } from './about.ts'
import { accountRoutes } from './account.ts'
import { agreementsRoutes } from './agreements.ts'
import { assemblyRoutes } from './assembly.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { cardRoutes } from './card.ts'
import { claimsRoutes } from './claims.ts'
import { consentsRoutes } from './consents.ts'
import { documentsRoutes } from './documents.ts'
import { donationReceiptsRoutes } from './donation-receipts.ts'
import { donationsRoutes } from './donations.ts'
import { emailCodeRoutes } from './email-code.ts'
import { eventsRoutes } from './events.ts'
import { evidenceRoutes } from './evidence.ts'
import { factorsRoutes } from './factors.ts'
import { filesRoutes } from './files.ts'
import { healthRoutes } from './health.ts'
import { holdsRoutes } from './holds.ts'
import { kioskRoutes } from './kiosk.ts'
import { mailQueueRoutes } from './mail-queue.ts'
import { mergesRoutes } from './merges.ts'
import { newsRoutes } from './news.ts'
import { passwordResetRoutes } from './password-reset.ts'
import { portraitsRoutes } from './portraits.ts'
import { publicCopiesRoutes } from './public-copies.ts'
import { registrationRoutes } from './registration.ts'
import { reportsRoutes } from './reports.ts'
import { requestsRoutes } from './requests.ts'
import { searchRoutes } from './search.ts'
import { settingsRoutes } from './settings.ts'
import { statsRoutes } from './stats.ts'
import { subscriptionsRoutes } from './subscriptions.ts'
import { uploadsRoutes } from './uploads.ts'
import { usersRoutes } from './users.ts'
import { walletRoutes } from './wallet.ts'
import { watchRoutes } from './watch.ts'
import { witnessReportsRoutes } from './witness-reports.ts'

export const DECLARED_ROUTES = [
  ...aboutRoutes,
  ...accountRoutes,
  ...agreementsRoutes,
  ...assemblyRoutes,
  ...auditRoutes,
  ...authRoutes,
  ...cardRoutes,
  ...claimsRoutes,
  ...consentsRoutes,
  ...documentsRoutes,
  ...donationsRoutes,
  ...donationReceiptsRoutes,
  ...emailCodeRoutes,
  ...eventsRoutes,
  ...evidenceRoutes,
  ...publicCopiesRoutes,
  ...factorsRoutes,
  ...filesRoutes,
  ...healthRoutes,
  ...holdsRoutes,
  ...kioskRoutes,
  ...mailQueueRoutes,
  ...mergesRoutes,
  ...newsRoutes,
  ...passwordResetRoutes,
  ...portraitsRoutes,
  ...registrationRoutes,
  ...reportsRoutes,
  ...requestsRoutes,
  ...searchRoutes,
  ...settingsRoutes,
  ...statsRoutes,
  ...subscriptionsRoutes,
  ...uploadsRoutes,
  ...usersRoutes,
  ...watchRoutes,
  ...walletRoutes,
  ...witnessReportsRoutes,
] as const
type Declared = (typeof DECLARED_ROUTES)[number]

export type RouteId = Declared['id']

/** Every route of the product by its id. A route that is not in this table is not served, proxied or documented. */
export const ROUTES = Object.fromEntries(DECLARED_ROUTES.map((route) => [route.id, route])) as {
  readonly [Route in Declared as Route['id']]: Route
} // the type of `fromEntries` loses which id belongs to which route
