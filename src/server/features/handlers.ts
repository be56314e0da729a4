import type { Handlers } from '../http/handlers.ts'
import type { ConsentActs } from '../records/consents/carry-out.ts'
import { aboutHandlers } from './about/routes.ts'
import { accountHandlers } from './account/routes.ts'
import { agreementsHandlers } from './agreements/routes.ts'
import { assemblyHandlers } from './assembly/routes.ts'
import { auditHandlers } from './audit/routes.ts'
import { authHandlers } from './auth/routes.ts'
import { cardHandlers } from './card/routes.ts'
import { claimsHandlers } from './claims/routes.ts'
import { consentsHandlers } from './consents/routes.ts'
import { documentsHandlers } from './documents/routes.ts'
import { donationReceiptsHandlers } from './donation-receipts/routes.ts'
import { donationsHandlers } from './donations/routes.ts'
import { emailCodeHandlers } from './email-code/routes.ts'
import { eventsHandlers } from './events/routes.ts'
import { evidenceHandlers } from './evidence/routes.ts'
import { factorActs, factorsHandlers } from './factors/routes.ts'
import { filesHandlers } from './files/routes.ts'
import { healthHandlers } from './health/routes.ts'
import { holdsHandlers } from './holds/routes.ts'
import { kioskHandlers } from './kiosk/routes.ts'
import { mailQueueHandlers } from './mail-queue/routes.ts'
import { mergesHandlers } from './merges/routes.ts'
import { newsHandlers } from './news/routes.ts'
import { passwordResetHandlers } from './password-reset/routes.ts'
import { portraitsHandlers } from './portraits/routes.ts'
import { publicCopiesHandlers } from './public-copies/routes.ts'
import { registrationHandlers } from './registration/routes.ts'
import { reportActs, reportsHandlers } from './reports/routes.ts'
import { requestsHandlers } from './requests/routes.ts'
import { searchHandlers } from './search/routes.ts'
import { settingsActs, settingsHandlers } from './settings/routes.ts'
import { statsHandlers } from './stats/routes.ts'
import { subscriptionsHandlers } from './subscriptions/routes.ts'
import { uploadsHandlers } from './uploads/routes.ts'
import { memberActs, usersHandlers } from './users/routes.ts'
import { walletHandlers } from './wallet/routes.ts'
import { watchHandlers } from './watch/routes.ts'
import { witnessReportsHandlers } from './witness-reports/routes.ts'

const consentActs: ConsentActs = {
  ...factorActs,
  ...memberActs,
  ...reportActs,
  ...settingsActs,
}

export const handlers: Handlers = {
  ...aboutHandlers,
  ...accountHandlers,
  ...agreementsHandlers,
  ...assemblyHandlers,
  ...auditHandlers,
  ...authHandlers,
  ...cardHandlers,
  ...claimsHandlers,
  ...consentsHandlers(consentActs),
  ...documentsHandlers,
  ...donationsHandlers,
  ...donationReceiptsHandlers,
  ...emailCodeHandlers,
  ...eventsHandlers,
  ...evidenceHandlers,
  ...publicCopiesHandlers,
  ...factorsHandlers,
  ...filesHandlers,
  ...healthHandlers,
  ...holdsHandlers,
  ...kioskHandlers,
  ...mailQueueHandlers,
  ...mergesHandlers,
  ...newsHandlers,
  ...passwordResetHandlers,
  ...portraitsHandlers,
  ...registrationHandlers,
  ...reportsHandlers,
  ...requestsHandlers,
  ...searchHandlers,
  ...settingsHandlers,
  ...statsHandlers,
  ...subscriptionsHandlers,
  ...uploadsHandlers,
  ...usersHandlers,
  ...watchHandlers,
  ...walletHandlers,
  ...witnessReportsHandlers,
}
