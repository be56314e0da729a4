import { validateResetCode as route } from '#shared/contract/password-reset.ts'
import { CODE_MAX_TRIES, CODE_SENDS_PER_HOUR } from '#shared/domain/code-rules.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../http/outcome.ts'
import { CODE_FAULT_MESSAGES, isOpenCode, spendCode, type CodeFault } from '../../security/codes.ts'
import type { Identifier } from '../auth/identifier.ts'
import type { MemberRow } from '../users/member-repository.ts'
import { issueGrant } from './grant-repository.ts'
import { findActiveMember, readIdentifier, resetSubject } from './identifier.ts'

const HOUR_S = 3_600
/** As many as the codes of one hour have: an account that is asked for by e-mail and by phone has no more than by one. */
const GUESSES_PER_HOUR = CODE_SENDS_PER_HOUR * CODE_MAX_TRIES

/**
 * Counts a guess that would be compared, by account. Beyond the limit no code fits and the reply stays the same:
 * another one would tell that an address and a number belong together. Guesses at no code count nothing, or anybody
 * could use up the guesses of a holder without a mail that tells them.
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

/** `userId` is what the specification calls it; it is no member's id but a grant that says nothing about anybody. */
export const validateResetCode: Handler<typeof route> = async ({ headers }, deps) => {
  const { db } = deps.database
  const identifier = readIdentifier(headers.identifier)
  const found = await findActiveMember(db, identifier)
  const member = (await mayGuess(deps, identifier, found)) ? found : undefined
  const checked = await db
    .transaction()
    .execute(
      async (
        transaction,
      ): Promise<{ readonly userId: string } | { readonly reason: CodeFault }> => {
        const check = await spendCode(
          deps,
          transaction,
          resetSubject(identifier),
          headers.code,
          member?.id,
        )
        if (!check.ok) return { reason: check.reason } // committed all the same: the try counts
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
