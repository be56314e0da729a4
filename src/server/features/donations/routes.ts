import type { donationsRoutes } from '#shared/contract/donations.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { pledgesCsv } from './export-pledges.ts'
import { makePledge } from './make-pledge.ts'
import { listPledges, pledgeTotals, updatePledge, reopenPledge } from './manage-pledges.ts'
import { donationSummary } from './summary.ts'

export const donationsHandlers: HandlersOf<typeof donationsRoutes> = {
  'donation.summary': donationSummary,
  'donation.pledge': makePledge,
  'donation.list': listPledges,
  'donation.totals': pledgeTotals,
  'donation.csv': pledgesCsv,
  'donation.update': updatePledge,
  'donation.reopen': reopenPledge,
}
