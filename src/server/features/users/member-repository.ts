import type { Kysely, Selectable } from 'kysely'
import { emailKey, phoneKey } from '../../contact-keys.ts'
import type { MemberTable, Schema } from '../../database/schema.ts'

export type MemberRow = Selectable<MemberTable>

export const findByEmail = (db: Kysely<Schema>, email: string): Promise<MemberRow | undefined> =>
  db.selectFrom('members').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/**
 * The account to which a phone number signs in: the one whose number staff confirmed. Other holders
 * of the number are ignored.
 */
export const findByPhone = async (
  db: Kysely<Schema>,
  phone: string,
): Promise<MemberRow | undefined> => {
  const key = phoneKey(phone)
  if (key === '') return undefined
  return db
    .selectFrom('members')
    .selectAll()
    .where('phone', '=', key)
    .where('phone_confirmed', '=', 1)
    .executeTakeFirst()
}

const HOLDERS_MAX = 20

/** All members with this number, for staff. */
export const findHoldersOfPhone = async (
  db: Kysely<Schema>,
  phone: string,
): Promise<MemberRow[]> => {
  const key = phoneKey(phone)
  return key === ''
    ? []
    : db
        .selectFrom('members')
        .selectAll()
        .where('phone', '=', key)
        .orderBy('id')
        .limit(HOLDERS_MAX)
        .execute()
}

export const findByNumber = (db: Kysely<Schema>, id: number): Promise<MemberRow | undefined> =>
  db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()

export async function nationalitiesOf(db: Kysely<Schema>, memberId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member_nationalities')
    .select('country')
    .where('member_id', '=', memberId)
    .orderBy('country')
    .execute()
  return rows.map(({ country }) => country)
}
