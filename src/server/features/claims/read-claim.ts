import type { readClaim as route } from '#shared/contract/claims.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { findClaim } from './claim-repository.ts'
import { presentFullClaim } from './present.ts'

export const readClaim: Handler<typeof route> = async ({ params, facts }, { database: { db } }) => {
  const claim = await findClaim(db, params.id)
  if (claim === undefined) return refuse('not-found')
  facts.trace({ target: `claim:${claim.id}` })
  return done(await presentFullClaim(db, claim))
}
