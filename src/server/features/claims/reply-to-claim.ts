import type { replyToClaim as route } from '#shared/contract/claims.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findClaim } from './claim-repository.ts'
import { moveClaim } from './claim-thread.ts'
import { presentFullClaim } from './present.ts'

/** Stored and mailed in one transaction, so that the thread has the text that the sender reads. */
export const replyToClaim: Handler<typeof route> = (
  { params, body: { text, resolves, version }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const change = resolves
      ? { status: 'resolved' as const, note: text, decided_by: caller.memberId, decided_at: at }
      : {}
    const entry = {
      kind: resolves ? ('resolved' as const) : ('reply' as const),
      text,
      mailed: 1 as const,
      author_id: caller.memberId,
      created_at: at,
    }
    const claim = await moveClaim(
      transaction,
      params.id,
      { status: ['open'], version },
      change,
      entry,
    )
    if (claim === undefined) {
      const held = await findClaim(transaction, params.id)
      if (held === undefined) return refuse('not-found')
      return refuse(held.status === 'open' ? 'conflict' : 'already-decided', {
        extra: { current: await presentFullClaim(transaction, held) },
      })
    }
    const presented = await presentFullClaim(transaction, claim)
    await enqueueMail(deps, transaction, {
      to: claim.email,
      language: presented.language,
      template: resolves ? 'claim-answered' : 'claim-replied',
      values: { name: claim.first_name, reference: claim.id, note: text },
    })
    facts.trace({ target: `claim:${claim.id}`, detail: { status: claim.status } })
    return done(presented)
  })
