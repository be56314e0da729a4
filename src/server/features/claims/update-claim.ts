import type { updateClaim as route } from '#shared/contract/claims.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findClaim } from './claim-repository.ts'
import { moveClaim } from './claim-thread.ts'
import { presentClaim } from './present.ts'
import { senderLanguage } from './sender.ts'

/**
 * Decided once, and mailed in the transaction of the decision: the sender gets one mail, and none
 * for a decision that failed.
 */
export const updateClaim: Handler<typeof route> = (
  { params, body: { status, note, mailed }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const entry = {
      kind: status,
      text: note,
      mailed: mailed ? (1 as const) : (0 as const),
      author_id: caller.memberId,
      created_at: at,
    }
    const decided = await moveClaim(
      transaction,
      params.id,
      { status: ['open'] },
      { status, note, decided_by: caller.memberId, decided_at: at },
      entry,
    )
    if (decided === undefined) {
      const held = await findClaim(transaction, params.id)
      return held === undefined
        ? refuse('not-found')
        : refuse('already-decided', { extra: { current: presentClaim(held) } })
    }
    if (mailed)
      await enqueueMail(deps, transaction, {
        to: decided.email,
        language: await senderLanguage(transaction, decided),
        template: 'claim-answered',
        values: { name: decided.first_name, reference: decided.id, note: decided.note },
      })
    facts.trace({ target: `claim:${decided.id}`, detail: { status: decided.status, mailed } })
    return done(presentClaim(decided))
  })
