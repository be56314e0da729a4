import type { verifyEmailCode as route } from '#shared/contract/email-code.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { issueTicket } from '../../http/ticket.ts'
import { CODE_FAULT_MESSAGES, spendCode, type CodeCheck } from '../../security/codes.ts'
import { recordProof } from '../auth/step-up.ts'
import { codeSubject } from './code-subject.ts'
import { inTransaction } from '../../database/transact.ts'

type Checked = CodeCheck & { readonly ticket?: string }

/**
 * Spends the code and creates the ticket or proof in one transaction, so that no code is spent
 * without a result.
 */
export const verifyEmailCode: Handler<typeof route> = async ({ body, caller }, deps) => {
  const subject = codeSubject(body.email, caller)
  const checked = await inTransaction(deps.database.db, async (transaction): Promise<Checked> => {
    const check = await spendCode(deps, transaction, subject, body.code)
    if (!check.ok) return check // committed also on failure, because the try counts
    const inside = { ...deps, database: { ...deps.database, db: transaction } }
    if (caller === undefined)
      return { ok: true, ticket: await issueTicket(inside, subject.address) }
    await recordProof(inside, caller.sessionId, { kind: 'contact', address: subject.address })
    return check
  })
  if (!checked.ok)
    return done({
      verified: false,
      reason: checked.reason,
      message: CODE_FAULT_MESSAGES[checked.reason],
    })
  return done({
    verified: true,
    ...(checked.ticket === undefined ? {} : { ticket: checked.ticket }),
  })
}
