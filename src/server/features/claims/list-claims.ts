import type { listClaims as route } from '#shared/contract/claims.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../users/list-limits.ts'
import { filterClaims, readClaims } from './claim-repository.ts'
import { presentClaim } from './present.ts'

export const listClaims: Handler<typeof route> = async ({ query, caller, facts }, deps) => {
  const { database } = deps
  const tooOften = await plainRefusal(deps, caller.memberId, 'claim.list', query)
  if (tooOften !== undefined) return tooOften
  const answer = await readPage(database.db, query, filterClaims(database.db, query), (filtered) =>
    readClaims(filtered, query.sort === 'createdAt' ? 'asc' : 'desc'),
  )
  const { length } = answer.kind === 'page' ? answer.page.items : answer.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'claim.list', query, length)
  if (usedUp !== undefined) return usedUp
  await logBulk(deps, caller.memberId, 'claim.list', query, length, facts.requestId)
  if (answer.kind === 'page')
    return done({ ...answer.page, items: answer.page.items.map(presentClaim) })
  markTruncated(facts.reply, answer.truncated)
  return done(answer.rows.map(presentClaim))
}
