import type { listPortraits as route } from '#shared/contract/portraits.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../http/outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { readPortraits, waitingPortraits } from './portrait-repository.ts'
import { presentPortrait } from './present.ts'

export const listPortraits: Handler<typeof route> = async ({ query, caller, facts }, { database, library }) => {
  const answer = await readPage(database.db, query, waitingPortraits(database.db), readPortraits)
  const present = presentPortrait(library, caller)
  if (answer.kind === 'page') return done({ ...answer.page, items: answer.page.items.map(present) })
  markTruncated(facts.reply, answer.truncated)
  return done(answer.rows.map(present))
}
