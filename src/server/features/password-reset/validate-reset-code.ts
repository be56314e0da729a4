import type { validateResetCode as route } from '#shared/contract/password-reset.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../http/outcome.ts'
import { CODE_FAULT_MESSAGES, spendCode, type CodeFault } from '../../security/codes.ts'
import { issueGrant } from './grant-repository.ts'
import { findActiveMember, readIdentifier, resetSubject } from './identifier.ts'

/** `userId` is what the specification calls it; it is no member's id but a grant that says nothing about anybody. */
export const validateResetCode: Handler<typeof route> = async ({ headers }, deps) => {
  const { db } = deps.database
  const identifier = readIdentifier(headers.identifier)
  const member = await findActiveMember(db, identifier)
  const checked = await db.transaction().execute(async (transaction): Promise<{ readonly userId: string } | { readonly reason: CodeFault }> => {
    const check = await spendCode(deps, transaction, resetSubject(identifier), headers.code, member?.id)
    if (!check.ok) return { reason: check.reason } // committed all the same: the try counts
    return member === undefined ? { reason: 'invalid' } : { userId: await issueGrant(deps, transaction, member.id) }
  })
  if ('reason' in checked) return done({ verified: false, reason: checked.reason, message: CODE_FAULT_MESSAGES[checked.reason] })
  return done({ verified: true, userId: checked.userId, message: 'The code is right. Choose a new password.' })
}
