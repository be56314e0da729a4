import type { listPortraits as route } from '#shared/contract/portraits.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { budgetRefusal, plainRefusal } from '../users/list-limits.ts'
import { readPortraits, waitingPortraits } from './portrait-repository.ts'
import { presentPortrait } from './present.ts'

export const listPortraits: Handler<typeof route> = async ({ query, caller, facts }, deps) => {
  const { database, library } = deps
  const tooOften = await plainRefusal(deps, caller.memberId, 'portrait.list', query)
  if (tooOften !== undefined) return tooOften
  const answer = await readPage(database.db, query, waitingPortraits(database.db), readPortraits)
  const { length } = answer.kind === 'page' ? answer.page.items : answer.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'portrait.list', query, length)
  if (usedUp !== undefined) return usedUp
  const present = presentPortrait(library, caller)
  if (answer.kind === 'page') return done({ ...answer.page, items: answer.page.items.map(present) })
  markTruncated(facts.reply, answer.truncated)
  return done(answer.rows.map(present))
}
