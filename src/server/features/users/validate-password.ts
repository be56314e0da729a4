import type { validatePassword as route } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { recordProof } from '../auth/step-up.ts'
import { findByNumber } from './member-repository.ts'

export const validatePassword: Handler<typeof route> = async ({ body, caller, facts }, deps) => {
  if (parseMemberNumber(body.id) !== caller.memberId) return refuse('forbidden')
  const member = await findByNumber(deps.database.db, caller.memberId)
  // Sign-in trims what is typed (docs/spec/sign-in.md, 1); the same password must be right here.
  const checked = await deps.passwords.verify(body.password.trim(), member?.password_hash)
  if (!checked.ok) return refuse('busy', { retryAfterS: 2 })
  const valid = checked.value
  return facts.transact(async (transaction) => {
    if (valid)
      await recordProof(
        { ...deps, database: { ...deps.database, db: transaction } },
        caller.sessionId,
        { kind: 'password' },
      )
    facts.trace({ target: `member:${caller.memberId}`, detail: { valid } })
    return done({ valid })
  })
}
