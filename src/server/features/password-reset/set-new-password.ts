import type { setNewPassword as route } from '#shared/contract/password-reset.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../security/guessable-password.ts'
import { endSessionsOf } from '../auth/end-sessions.ts'
import { memberOfGrant, spendGrant } from './grant-repository.ts'
import { withdrawResets } from './withdraw-resets.ts'

/** Refused when the grant or the member is no longer valid. */
const replacePassword = (deps: Deps, facts: RequestFacts, grant: string, passwordHash: string) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const memberId = await spendGrant(deps, transaction, grant)
    if (memberId === undefined) return refuse('not-found')
    const member = await transaction
      .updateTable('members')
      .set({ password_hash: passwordHash, updated_at: at })
      .where('id', '=', memberId)
      .where('status', '=', 'active') // a ban in the meantime counts
      .returning(['id', 'email', 'email_key', 'phone', 'phone_confirmed', 'language'])
      .executeTakeFirst()
    if (member === undefined) return refuse('not-found')
    // Ends all sessions and other resets, in case another person knew the old password or requested
    // a code.
    await endSessionsOf(transaction, memberId, { at, reason: 'password-reset' })
    await withdrawResets(deps, transaction, member, at)
    await enqueueMail(deps, transaction, {
      to: member.email,
      language: member.language,
      template: 'password-changed',
      values: { at },
    })
    facts.trace({ actor: memberActor(memberId), target: memberActor(memberId) })
    return done({ updated: true as const })
  })

/**
 * A weak password is refused before it comes here, so it does not spend the grant; nor does a busy
 * server.
 */
export const setNewPassword: Handler<typeof route> = async ({ params, body, facts }, deps) => {
  const owner = await memberOfGrant(deps, deps.database.db, params.userId)
  if (owner === undefined) return refuse('not-found') // no hash for a guess
  if (isGuessable(body.password, owner)) return refuse('invalid', { fields: [GUESSABLE_PASSWORD] })
  const hashed = await deps.passwords.hash(body.password)
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  return replacePassword(deps, facts, params.userId, hashed.value)
}
