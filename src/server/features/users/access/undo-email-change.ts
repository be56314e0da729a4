import { createHash } from 'node:crypto'
import type { undoEmailChange as route } from '#shared/contract/users.ts'
import { isoNow } from '../../../base/clock.ts'
import { done, refuse } from '../../../base/outcome.ts'
import type { Handler } from '../../../http/handlers.ts'
import { changeColumns } from '../../../records/members/change-columns.ts'
import {
  findByNumber,
  spendEmailUndo,
  spendLaterEmailUndos,
  updateColumns,
} from '../../../records/members/member-repository.ts'
import { endSessionsOf } from '../../../records/sessions/end-sessions.ts'
import { withdrawResets } from '../../../records/sessions/withdraw-resets.ts'
import { moveSubscriptions } from '../../../records/subscriptions/subscription-repository.ts'

/**
 * The holder of the old mailbox recovers the account: the address is restored and every session
 * ends.
 */
export const undoEmailChange: Handler<typeof route> = async ({ body, facts }, deps) => {
  const { database, clock } = deps
  const hash = createHash('sha256').update(body.token).digest('base64url')
  const at = isoNow(clock)
  try {
    return await facts.transact(async (transaction) => {
      const undo = await spendEmailUndo(transaction, hash, at)
      const row = undo === undefined ? undefined : await findByNumber(transaction, undo.member_id)
      if (undo === undefined || row === undefined) return refuse('not-found')
      // After two changes, an attacker may have the link that restores the first new address: it
      // must not work.
      await spendLaterEmailUndos(transaction, row.id, { since: undo.expires_at, at })
      await updateColumns(transaction, row.id, changeColumns(row, { email: undo.old_email }, at))
      await moveSubscriptions(transaction, row.email_key, undo.old_email)
      await withdrawResets(deps, transaction, row, at)
      await endSessionsOf(transaction, row.id, { at, reason: 'email-change-undone' })
      facts.trace({ target: `member:${row.id}` })
      return done({ undone: true })
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error)) return refuse('conflict')
    throw error
  }
}
