import type { createMember as route } from '#shared/contract/users.ts'
import { canCreateMember } from '#shared/domain/member-permissions.ts'
import { roleOf } from '#shared/domain/roles.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { GUESSABLE_PASSWORD, isGuessable } from '../../security/guessable-password.ts'
import { changeColumns } from './change-columns.ts'
import { drawMemberNumber } from './member-number.ts'
import { findByNumber, nationalitiesOf, type MemberRow } from './member-repository.ts'
import { insertMember, newMember } from './new-member.ts'
import { attachFiles, claimsOf } from './own-files.ts'
import { presentListedMember } from './present.ts'

/** Staff-made accounts are validated and inactive, whatever the call says (docs/spec/members.md, 5). */
export const createMember: Handler<typeof route> = async ({ body, caller, facts }, deps) => {
  const { database, passwords, clock } = deps
  const role = body.role ?? 'ROLE_USER'
  if (!canCreateMember(caller, roleOf(role))) return refuse('administrator-protected')
  if (isGuessable(body.password, body)) return refuse('invalid', { fields: [GUESSABLE_PASSWORD] })
  const hashed = await passwords.hash(body.password)
  if (!hashed.ok) return refuse('busy', { retryAfterS: 2 })
  const at = isoNow(clock)
  const number = await drawMemberNumber(database.db)
  const { password: _password, status: _status, connectionMethod = 'email', ...fields } = body
  const base = newMember({
    id: number,
    email: body.email,
    phone: body.phone ?? '',
    passwordHash: hashed.value,
    firstName: body.firstName,
    lastName: body.lastName,
    role,
    status: 'inactive',
    validated: true,
    at,
    details: {
      birth_date: body.birthDate,
      sex: body.sex,
      connection_method: connectionMethod,
      card_photo_file: body.wldCardPhoto,
      id_front_file: body.idProofPhotoFront,
      id_back_file: body.idProofPhotoBack,
    },
  })
  try {
    return await facts.transact(async (transaction) => {
      await insertMember(
        transaction,
        { ...base, ...changeColumns(base as MemberRow, fields, at) },
        body.nationalities ?? [],
      ) // an insertable row has every column
      const faults = await attachFiles(transaction, claimsOf(body), {
        uploaderId: caller.memberId,
        ownerId: number,
        at,
      })
      if (faults.length > 0) return refuse('invalid', { fields: faults })
      facts.trace({ target: `member:${number}`, detail: { role } })
      const created = await findByNumber(transaction, number)
      if (created === undefined) throw new Error('The member is gone right after creation')
      return done(presentListedMember(created, await nationalitiesOf(transaction, number)))
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error)) return refuse('user-exists')
    throw error
  }
}
