import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { phoneTail } from '#shared/domain/people/likeness.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { emailKey, phoneKey, readPhone } from '../../base/contact-keys.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import type { MemberTable, Schema } from '../../parts/database/schema.ts'

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

/**
 * All members with this number, for staff. A number without its country code is found by its last nine digits, where
 * all who have them have one number.
 */
export async function findHoldersOfPhone(
  db: Kysely<Schema>,
  rules: EngineRules,
  phone: string,
): Promise<MemberRow[]> {
  const members = db.selectFrom('members').selectAll('members')
  const held = await members
    .where('phone', '=', phoneKey(phone))
    .where('phone', '!=', '')
    .orderBy('id')
    .limit(HOLDERS_MAX)
    .execute()
  const tail = phoneTail(phone)
  if (held.length > 0 || tail === undefined || readPhone(phone) !== undefined) return held
  const likely = await db
    .selectFrom(rules.searchTable('members', [tail]).as('found'))
    .innerJoin('members', 'members.id', 'found.id')
    .selectAll('members')
    .orderBy('members.id')
    .limit(HOLDERS_MAX)
    .execute()
  const holders = likely.filter((row) => phoneTail(row.phone) === tail)
  return new Set(holders.map((row) => row.phone)).size === 1 ? holders : []
}

export const findByNumber = (db: Kysely<Schema>, id: number): Promise<MemberRow | undefined> =>
  db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()

/** Erased members are missing. */
export async function namesOf(
  db: Kysely<Schema>,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', memberIds)
    .execute()
  return new Map(
    rows.map(({ id, first_name: firstName, last_name: lastName }) => [
      id,
      fullName({ firstName, lastName }),
    ]),
  )
}

export async function nationalitiesOf(db: Kysely<Schema>, memberId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member_nationalities')
    .select('country')
    .where('member_id', '=', memberId)
    .orderBy('country')
    .execute()
  return rows.map(({ country }) => country)
}

/**
 * The rows of these numbers, in the order of the numbers; a number without a member is left out.
 */
export async function findByNumbers(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<MemberRow[]> {
  if (ids.length === 0) return []
  const rows = new Map(
    (await db.selectFrom('members').selectAll().where('id', 'in', ids).execute()).map((row) => [
      row.id,
      row,
    ]),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Locks the row and returns it; undefined where another transaction erased the member first. */
export const lockMember = (db: Transaction<Schema>, id: number): Promise<MemberRow | undefined> =>
  db
    .updateTable('members')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** @param nationalities ISO 3166 alpha-2 codes */
export async function insertMember(
  db: Kysely<Schema>,
  member: Insertable<MemberTable>,
  nationalities: readonly string[],
): Promise<void> {
  await db.insertInto('members').values(member).execute()
  if (nationalities.length > 0)
    await db
      .insertInto('member_nationalities')
      .values([...new Set(nationalities)].map((country) => ({ member_id: member.id, country })))
      .execute()
}

export const updateColumns = (db: Kysely<Schema>, id: number, columns: Partial<MemberRow>) =>
  db.updateTable('members').set(columns).where('id', '=', id).execute()

/**
 * Changes a member who still has the role and the status of `row` and, where `ifUpdatedAt` is
 * given, was last changed at that instant. Returns false when there is none.
 */
export async function updateIfUnchanged(
  db: Kysely<Schema>,
  row: Pick<MemberRow, 'id' | 'role' | 'status'>,
  columns: Partial<MemberRow>,
  ifUpdatedAt: string | undefined,
): Promise<boolean> {
  // The condition is part of the write, so that two simultaneous changes cannot both pass. The
  // role that the permission was checked with must still be the same: a member who became an
  // administrator meanwhile is protected as one.
  const written = db
    .updateTable('members')
    .set(columns)
    .where('id', '=', row.id)
    .where('role', '=', row.role)
    .where('status', '=', row.status)
  const { numUpdatedRows } = await (
    ifUpdatedAt === undefined ? written : written.where('updated_at', '=', ifUpdatedAt)
  ).executeTakeFirst()
  return numUpdatedRows !== 0n
}

/**
 * Sets the password of an active member, and returns what the mails about it need; undefined when
 * the member is not active any more.
 */
export const updatePassword = (
  db: Kysely<Schema>,
  memberId: number,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: string },
) =>
  db
    .updateTable('members')
    .set({ password_hash: passwordHash, updated_at: at })
    .where('id', '=', memberId)
    .where('status', '=', 'active') // a ban in the meantime counts
    .returning(['id', 'email', 'email_key', 'phone', 'phone_confirmed', 'language'])
    .executeTakeFirst()

/** @param countries ISO 3166 alpha-2 codes */
export async function replaceNationalities(
  db: Kysely<Schema>,
  memberId: number,
  countries: readonly string[],
): Promise<void> {
  await db.deleteFrom('member_nationalities').where('member_id', '=', memberId).execute()
  if (countries.length === 0) return
  await db
    .insertInto('member_nationalities')
    .values([...new Set(countries)].map((country) => ({ member_id: memberId, country })))
    .execute()
}

export const insertEmailUndo = (
  db: Kysely<Schema>,
  undo: {
    readonly tokenHash: string
    readonly memberId: number
    readonly oldEmail: string
    readonly expiresAt: string
  },
) =>
  db
    .insertInto('email_undos')
    .values({
      token_hash: undo.tokenHash,
      member_id: undo.memberId,
      old_email: undo.oldEmail,
      expires_at: undo.expiresAt,
      used_at: null,
    })
    .execute()

/** Spends the link of a mail; undefined when it is unknown, used or too old. */
export const spendEmailUndo = (db: Kysely<Schema>, tokenHash: string, at: string) =>
  db
    .updateTable('email_undos')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['member_id', 'old_email', 'expires_at'])
    .executeTakeFirst()

/** Spends the unused links that end at `since` or later. */
export const spendLaterEmailUndos = (
  db: Kysely<Schema>,
  memberId: number,
  { since, at }: { readonly since: string; readonly at: string },
) =>
  db
    .updateTable('email_undos')
    .set({ used_at: at })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .where('expires_at', '>=', since)
    .execute()
