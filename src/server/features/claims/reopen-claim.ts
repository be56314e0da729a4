import type { reopenClaim as route } from '#shared/contract/claims.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { findClaim } from './claim-repository.ts'
import { moveClaim } from './claim-thread.ts'
import { presentFullClaim } from './present.ts'

const OPEN = { status: 'open', note: '', decided_by: null, decided_at: null } as const

/** The decision stays in the thread; the claim itself returns to its open state. */
export const reopenClaim: Handler<typeof route> = (
  { params, body: { note, version }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const entry = {
      kind: 'reopened' as const,
      text: note,
      mailed: 0 as const,
      author_id: caller.memberId,
      created_at: isoNow(deps.clock),
    }
    const claim = await moveClaim(
      transaction,
      params.id,
      { status: ['resolved', 'rejected'], version },
      OPEN,
      entry,
    )
    if (claim === undefined) {
      const held = await findClaim(transaction, params.id)
      return held === undefined
        ? refuse('not-found')
        : refuse('conflict', { extra: { current: await presentFullClaim(transaction, held) } })
    }
    facts.trace({ target: `claim:${claim.id}` })
    return done(await presentFullClaim(transaction, claim))
  })
