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
export async function withdrawResets(deps: Pick<Deps, 'secrets'>, db: Kysely<Schema>, row: Pick<MemberRow, 'id' | 'email_key' | 'phone'>, at: string): Promise<void> {
  await withdrawGrants(db, row.id, at)
  await withdrawCodes(deps, db, [resetSubject({ kind: 'email', key: row.email_key }), resetSubject({ kind: 'phone', key: row.phone })])
}
