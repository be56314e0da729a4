import type { Kysely, Selectable } from 'kysely'
import type { MemberTable, Schema } from '../../database/schema.ts'

export type MemberRow = Selectable<MemberTable>

/** The spelling in which e-mail addresses are compared. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

/** `+249…` from what people type: blanks, dots, brackets and hyphens go, `00` in front means `+`. */
export function phoneKey(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/[^\d+]/g, '')
  if (digits === '') return ''
  return digits.startsWith('+') ? digits : `+${digits.replace(/^00/, '')}`
}

export const findByEmail = (db: Kysely<Schema>, email: string): Promise<MemberRow | undefined> =>
  db.selectFrom('members').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/** The account that a number opens: the one whose number staff confirmed. Other holders of the number are not looked at. */
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

/** Everybody who gave this number, for staff. */
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
