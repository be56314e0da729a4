import type { reissueCard as route } from '#shared/contract/card.ts'
import { CARD_VALIDITY_S } from '#shared/domain/card/card-rules.ts'
import { cardId, parseMemberNumber } from '#shared/domain/people/member-id.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { done, refuse } from '../../outcome.ts'
import { stepUpRefusal } from '../auth/step-up.ts'
import { findByNumber } from '../users/member-repository.ts'
import { targetOf } from '../users/policy.ts'
import { findCardInForce, insertCard, replaceCard } from './card-repository.ts'
import { reissueRefusal } from './policy.ts'

/**
 * Revokes the card in force and issues a new one with its own place in the status list. A member
 * without a card gets the first one: from then on a code without a signature is no longer accepted.
 * The holder is told by mail in each case, so that the holder notices a reissue by another person.
 */
export const reissueCard: Handler<typeof route> = async ({ params, body, caller, facts }, deps) => {
  const { database, clock } = deps
  const number = parseMemberNumber(params.id)
  const asked = number === undefined ? undefined : await findByNumber(database.db, number)
  const target = asked === undefined ? undefined : targetOf(asked)
  const refusal = reissueRefusal(caller, target)
  if (refusal !== undefined) return refuse(refusal)
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const member = await findByNumber(transaction, target?.memberId ?? 0)
    if (member === undefined) return refuse('not-found')
    if (reissueRefusal(caller, targetOf(member)) !== undefined) return refuse('conflict')
    if (member.birth_date === '' || member.sex === '') return refuse('card-incomplete')
    const at = isoNow(clock)
    const before = await findCardInForce(transaction, member.id)
    await replaceCard(transaction, member.id, at)
    const dates = { issuedAt: at, expiresAt: isoAfter(clock, CARD_VALIDITY_S) }
    await insertCard(transaction, { memberId: member.id, ...dates })
    const isOwn = member.id === caller.memberId
    await enqueueMail(deps, transaction, {
      to: member.email,
      language: member.language,
      template: 'card-reissued',
      values: { at, by: isOwn ? 'you' : 'staff' },
    })
    facts.trace({
      target: `member:${member.id}`,
      detail: { reason: body.reason, revoked: before?.status_index ?? null },
    })
    return done({ cardId: cardId(member.id), ...dates })
  })
}
