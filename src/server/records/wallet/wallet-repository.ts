/** Queries of passes and of the phones that hold them. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { countOf } from '../../parts/database/engine.ts'
import { isDue } from '../../parts/database/is-due.ts'
import type { Schema, WalletPassTable } from '../../parts/database/schema.ts'

export type WalletPassRow = Selectable<WalletPassTable>
export type WalletKind = WalletPassTable['kind']

/** The pass with its card and holder: all that decides what it shows. */
const withHolder = (db: Kysely<Schema>) =>
  db
    .selectFrom('wallet_passes')
    .innerJoin('cards', 'cards.status_index', 'wallet_passes.card_index')
    .innerJoin('members', 'members.id', 'cards.member_id')
    .selectAll('wallet_passes')
    .select([
      'cards.status_index',
      'cards.issued_at',
      'cards.expires_at',
      'cards.replaced_at',
      'members.id as member_id',
      'members.first_name',
      'members.last_name',
      'members.birth_date',
      'members.status',
      'members.language',
    ])

export type HeldPass = Awaited<ReturnType<typeof listPassesAfter>>[number]

export const findPass = (db: Kysely<Schema>, serial: string): Promise<HeldPass | undefined> =>
  withHolder(db).where('wallet_passes.id', '=', serial).executeTakeFirst()

export const listPassesAfter = (db: Kysely<Schema>, serial: string, limit: number) =>
  withHolder(db)
    .where('wallet_passes.id', '>', serial)
    .orderBy('wallet_passes.id')
    .limit(limit)
    .execute()

export const listPassesOf = (db: Kysely<Schema>, memberId: number) =>
  withHolder(db).where('members.id', '=', memberId).execute()

/** Two calls at once find one row. */
export async function addPass(
  db: Kysely<Schema>,
  { cardIndex, kind, at }: { cardIndex: number; kind: WalletKind; at: string },
): Promise<HeldPass> {
  await db
    .insertInto('wallet_passes')
    .values({
      id: randomUUID(),
      card_index: cardIndex,
      kind,
      token_hash: null,
      shown: '',
      is_void: 0,
      changed_at: at,
      created_at: at,
      withdrawn_at: null,
      told: '',
      failures: 0,
      next_try_at: '',
    })
    .onConflict((conflict) => conflict.columns(['card_index', 'kind']).doNothing())
    .execute()
  return withHolder(db)
    .where('wallet_passes.card_index', '=', cardIndex)
    .where('wallet_passes.kind', '=', kind)
    .executeTakeFirstOrThrow()
}

export const updatePass = (db: Kysely<Schema>, serial: string, columns: Partial<WalletPassRow>) =>
  db.updateTable('wallet_passes').set(columns).where('id', '=', serial).execute()

/** Its phones stay as they are until the transaction ends. */
export const lockPass = (db: Transaction<Schema>, serial: string) =>
  db
    .updateTable('wallet_passes')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('id', '=', serial)
    .execute()

/** Passes that have been void since before then, with the push tokens of their phones. */
export const deleteVoidPasses = (db: Kysely<Schema>, before: string) =>
  db.deleteFrom('wallet_passes').where('is_void', '=', 1).where('changed_at', '<', before).execute()

export const findPhone = (db: Kysely<Schema>, serial: string, deviceHash: string) =>
  db
    .selectFrom('wallet_phones')
    .select(['id', 'push_token'])
    .where('pass_id', '=', serial)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()

export const countPhones = (db: Kysely<Schema>, serial: string): Promise<number> =>
  countOf(db.selectFrom('wallet_phones').where('pass_id', '=', serial))

export const addPhone = (
  db: Kysely<Schema>,
  phone: { serial: string; deviceHash: string; pushToken: string; at: string },
) =>
  db
    .insertInto('wallet_phones')
    .values({
      id: randomUUID(),
      pass_id: phone.serial,
      device_hash: phone.deviceHash,
      push_token: phone.pushToken,
      created_at: phone.at,
      told_at: '',
      failures: 0,
      next_try_at: '',
    })
    .execute()

export const updatePhone = (
  db: Kysely<Schema>,
  id: string,
  columns: Partial<Selectable<Schema['wallet_phones']>>,
) => db.updateTable('wallet_phones').set(columns).where('id', '=', id).execute()

export const deletePhone = (db: Kysely<Schema>, id: string) =>
  db.deleteFrom('wallet_phones').where('id', '=', id).execute()

/** What a phone holds, oldest change first. */
export const listPassesOfPhone = (db: Kysely<Schema>, deviceHash: string) =>
  db
    .selectFrom('wallet_phones')
    .innerJoin('wallet_passes', 'wallet_passes.id', 'wallet_phones.pass_id')
    .where('wallet_phones.device_hash', '=', deviceHash)
    .select(['wallet_passes.id', 'wallet_passes.changed_at'])
    .orderBy('wallet_passes.changed_at')
    .orderBy('wallet_passes.id')
    .execute()

/** Phones whose pass changed since they were told. */
export const listPhonesToTell = (db: Kysely<Schema>, now: string, limit: number) =>
  db
    .selectFrom('wallet_phones')
    .innerJoin('wallet_passes', 'wallet_passes.id', 'wallet_phones.pass_id')
    .whereRef('wallet_phones.told_at', '<', 'wallet_passes.changed_at')
    .where(isDue('wallet_phones.next_try_at', now))
    .select([
      'wallet_phones.id',
      'wallet_phones.push_token',
      'wallet_phones.failures',
      'wallet_passes.changed_at',
    ])
    .orderBy('wallet_passes.changed_at')
    .limit(limit)
    .execute()

/** Passes of which Google has another state. */
export const listPassesToTell = (db: Kysely<Schema>, now: string, limit: number) =>
  withHolder(db)
    .where('wallet_passes.kind', '=', 'google')
    .whereRef('wallet_passes.told', '!=', 'wallet_passes.shown')
    .where(isDue('wallet_passes.next_try_at', now))
    .orderBy('wallet_passes.changed_at')
    .limit(limit)
    .execute()

/** Before a member is erased, whose passes go along: what Google has of them is made void afterwards. */
export async function keepVoidNotices(
  db: Transaction<Schema>,
  memberId: number,
  at: string,
): Promise<void> {
  const held = await listPassesOf(db, memberId)
  const rows = held
    .filter(({ kind }) => kind === 'google')
    .map(({ id, language }) => ({ id, language, created_at: at, failures: 0, next_try_at: '' }))
  if (rows.length > 0) await db.insertInto('wallet_void_notices').values(rows).execute()
}

export const listVoidNotices = (db: Kysely<Schema>, now: string, limit: number) =>
  db
    .selectFrom('wallet_void_notices')
    .selectAll()
    .where(isDue('next_try_at', now))
    .orderBy('next_try_at')
    .limit(limit)
    .execute()

export const updateVoidNotice = (
  db: Kysely<Schema>,
  id: string,
  columns: { readonly failures: number; readonly next_try_at: string },
) => db.updateTable('wallet_void_notices').set(columns).where('id', '=', id).execute()

export const deleteVoidNotice = (db: Kysely<Schema>, id: string) =>
  db.deleteFrom('wallet_void_notices').where('id', '=', id).execute()

/** Whether the session is open, and of this member, who is active. */
export const isOpenSession = async (
  db: Kysely<Schema>,
  sessionId: string,
  memberId: number,
): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('members.id', '=', memberId)
    .where('members.status', '=', 'active')
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** What is still not told after this many tries is said to the operator. */
const TRIES_BEFORE_WORD = 3

export async function countUntold(
  db: Kysely<Schema>,
): Promise<{ readonly phones: number; readonly passes: number }> {
  const count = (table: 'wallet_phones' | 'wallet_passes' | 'wallet_void_notices') =>
    countOf(db.selectFrom(table).where('failures', '>=', TRIES_BEFORE_WORD))
  return {
    phones: await count('wallet_phones'),
    passes: (await count('wallet_passes')) + (await count('wallet_void_notices')),
  }
}
