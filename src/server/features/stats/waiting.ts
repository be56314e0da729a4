import type { statsWaiting as route } from '#shared/contract/stats.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { seesPledgeNumbers } from './policy.ts'
import {
  waitingClaims,
  waitingPledges,
  waitingPortraits,
  waitingReports,
  waitingRequests,
} from './stats-repository.ts'

export const statsWaiting: Handler<typeof route> = async ({ caller }, { database: { db } }) => {
  const [requests, portraits, claims, reports, pledges] = await Promise.all([
    waitingRequests(db),
    waitingPortraits(db),
    waitingClaims(db),
    waitingReports(db),
    seesPledgeNumbers(caller.role) ? waitingPledges(db) : undefined,
  ])
  return done({
    requests: requests.waiting,
    portraits,
    claims: claims.waiting,
    reports,
    ...(pledges === undefined ? {} : { pledges }),
  })
}
