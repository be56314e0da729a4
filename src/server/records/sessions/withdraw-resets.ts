import type { Kysely } from 'kysely'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { withdrawCodes } from '../../parts/security/codes.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { withdrawGrants } from './grant-repository.ts'
import { resetSubject } from './reset-identifier.ts'

/**
 * Ends every reset of the password that is under way: open codes and unspent grants. A reset that
 * was started with the old address, number or password must be started again with the present one.
 * @param row the member's row before the change
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
  // An unconfirmed number may have a running reset of another member, which is not ended.
  await withdrawCodes(deps, db, row.phone_confirmed === 1 ? [byEmail, byPhone] : [byEmail])
}
