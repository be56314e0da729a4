import { validateResetCode as route } from '#shared/contract/password-reset.ts'
import { CODE_MAX_TRIES, CODE_SENDS_PER_HOUR } from '#shared/domain/code-rules.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { CODE_FAULT_MESSAGES, isOpenCode, spendCode, type CodeFault } from '../../security/codes.ts'
import type { Identifier } from '../auth/identifier.ts'
import type { MemberRow } from '../users/member-repository.ts'
import { issueGrant } from './grant-repository.ts'
import { findActiveMember, readIdentifier, resetSubject } from './identifier.ts'
import { inTransaction } from '../../database/transact.ts'

const HOUR_S = 3_600
/**
 * As many tries as the codes of one hour have: an account with e-mail and phone gets no more than
 * with one of them.
 */
const GUESSES_PER_HOUR = CODE_SENDS_PER_HOUR * CODE_MAX_TRIES

/**
 * Counts a guess that would be compared, by account. Above the limit no code is accepted and the
 * reply stays the same, because another reply would reveal that an address and a number belong
 * together. Guesses without an open code do not count: otherwise a stranger could use up the tries
 * of a holder without any mail to the holder.
 */
async function mayGuess(
  deps: Deps,
  identifier: Identifier,
  member: MemberRow | undefined,
): Promise<boolean> {
  if (!(await isOpenCode(deps, deps.database.db, resetSubject(identifier)))) return true
  const account = deps.secrets.mac(
    'lookup',
    member === undefined ? identifier.key : `member:${member.id}`,
  )
  return (await deps.throttle.hit(`${route.id}/account/${account}`, GUESSES_PER_HOUR, HOUR_S)).ok
}

/** `userId` is what the specification calls it; it is not a member's id but a random grant. */
export const validateResetCode: Handler<typeof route> = async ({ headers }, deps) => {
  const { db } = deps.database
  const identifier = readIdentifier(headers.identifier)
  const found = await findActiveMember(db, identifier)
  const member = (await mayGuess(deps, identifier, found)) ? found : undefined
  const checked = await inTransaction(
    db,
    async (transaction): Promise<{ readonly userId: string } | { readonly reason: CodeFault }> => {
      const check = await spendCode(
        deps,
        transaction,
        resetSubject(identifier),
        headers.code,
        member?.id,
      )
      if (!check.ok) return { reason: check.reason } // committed also on failure, because the try counts
      return member === undefined
        ? { reason: 'invalid' }
        : { userId: await issueGrant(deps, transaction, member.id) }
    },
  )
  if ('reason' in checked)
    return done({
      verified: false,
      reason: checked.reason,
      message: CODE_FAULT_MESSAGES[checked.reason],
    })
  return done({
    verified: true,
    userId: checked.userId,
    message: 'The code is right. Choose a new password.',
  })
}
