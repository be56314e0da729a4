import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { withdrawCodes } from '../../security/codes.ts'
import type { MemberRow } from '../users/member-repository.ts'
import { withdrawGrants } from './grant-repository.ts'
import { resetSubject } from './identifier.ts'

/**
 * Ends every reset of the password that is under way: codes that were sent and grants that were not spent. Whoever
 * began one with the address, number or password from before must begin anew with the present one.
 * @param row as it was before the change
 */
export async function withdrawResets(
  deps: Pick<Deps, 'secrets'>,
  db: Kysely<Schema>,
  row: Pick<MemberRow, 'id' | 'email_key' | 'phone' | 'phone_confirmed'>,
  at: string,
): Promise<void> {
  await withdrawGrants(db, row.id, at)
  const byEmail = resetSubject({ kind: 'email', key: row.email_key })
  const byPhone = resetSubject({ kind: 'phone', key: row.phone })
  // The reset by a number that is not confirmed here is under way for somebody else.
  await withdrawCodes(deps, db, row.phone_confirmed === 1 ? [byEmail, byPhone] : [byEmail])
}
