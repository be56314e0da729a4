import type { Reply } from '#shared/contract/define-route.ts'
import type { confirmSubscription as route } from '#shared/contract/subscriptions.ts'
import { CONFIRM_TTL_S } from '#shared/domain/subscriptions.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { confirm, findSubscription } from './subscription-repository.ts'
import { readToken } from './token.ts'

export const confirmSubscription: Handler<typeof route> = async ({ body, facts }, deps) => {
  const token = readToken(deps.secrets, body.token, 'confirm')
  if (token === undefined) return refuse('not-found')
  const at = isoNow(deps.clock)
  return facts.transact<Reply<typeof route>>(async (transaction) => {
    const row = await confirm(transaction, token.id, {
      at,
      askedAfter: isoAfter(deps.clock, -CONFIRM_TTL_S),
    })
    if (row === undefined) {
      const held = await findSubscription(transaction, token.id)
      return held?.state === 'confirmed'
        ? done({ topic: held.topic, state: 'already' })
        : refuse('not-found')
    }
    // For a member's address the setting of the member is changed as well, so that it shows what
    // the mailbox gets.
    if (row.topic === 'newsletter')
      await transaction
        .updateTable('members')
        .set({ newsletter: 1, updated_at: at })
        .where('email_key', '=', row.email_key)
        .execute()
    facts.trace({ target: `subscription:${row.id}`, detail: { topic: row.topic } })
    return done({ topic: row.topic, state: 'confirmed' })
  })
}
