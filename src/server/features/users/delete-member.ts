import type { deleteMember as route } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { hasProof } from '../auth/step-up.ts'
import { eraseMember } from './erase-member.ts'
import { countActiveAdministrators, lockAdministrators } from './member-list-repository.ts'
import { findByNumber } from './member-repository.ts'
import { deletingRefusal, targetOf } from './policy.ts'

export const deleteMember: Handler<typeof route> = async ({ params, caller, facts }, deps) => {
  const { database } = deps
  const number = parseMemberNumber(params.id)
  const row = number === undefined ? undefined : await findByNumber(database.db, number)
  if (row === undefined) return refuse('not-found')
  const refusal = deletingRefusal(caller, targetOf(row))
  if (refusal !== undefined) return refuse(refusal)
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required') // this cannot be undone
  return facts.transact(async (transaction) => {
    if (row.role === 'ROLE_ADMIN' && row.status === 'active') {
      await lockAdministrators(transaction)
      if ((await countActiveAdministrators(transaction)) <= 1) return refuse('last-administrator')
    }
    const present = await findByNumber(transaction, row.id)
    if (present === undefined) return refuse('not-found')
    // The member became an administrator since the check, and is protected as one.
    if (present.role !== row.role || present.status !== row.status) return refuse('conflict')
    await eraseMember(deps, transaction, row)
    facts.trace({ target: `member:${row.id}` })
    return done({ deleted: true })
  })
}
