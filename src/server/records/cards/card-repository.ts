import { sql, type Kysely, type Selectable } from 'kysely'
import { CARDS_A_BLOCK } from '../../parts/database/migrations/first-schema/cards.ts'
import type { CardTable, MemberTable, Schema } from '../../parts/database/schema.ts'

export type CardRow = Selectable<CardTable>
/** No column of it is sealed. */
export type HolderRow = Pick<
  Selectable<MemberTable>,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'birth_date'
  | 'status'
  | 'role'
  | 'card_photo_file'
  | 'created_at'
> & { readonly [column in 'status_index' | 'expires_at']: CardRow[column] | null }

export const findCardInForce = (
  db: Kysely<Schema>,
  memberId: number,
): Promise<CardRow | undefined> =>
  db
    .selectFrom('cards')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

/**
 * What a verdict needs of a member and of the card in force, in one statement; undefined without the member. Text and no
 * builder: it is the statement of every scan, and to build it costs more than to run it.
 */
export async function findHolder(db: Kysely<Schema>, memberId: number) {
  const { rows } = await sql<HolderRow>`
    select members.id, first_name, last_name, birth_date, status, role, card_photo_file, created_at, status_index, expires_at
    from members left join cards on cards.member_id = members.id and cards.replaced_at is null
    where members.id = ${memberId}`.execute(db)
  return rows[0]
}

/** Whether a card was ever issued to the member, in force or replaced. */
export const hadCard = async (db: Kysely<Schema>, memberId: number): Promise<boolean> =>
  (await db
    .selectFrom('cards')
    .select('status_index')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * A member has at most one card in force: if two calls issue one at once, the second finds the card
 * of the first.
 */
export async function insertCard(
  db: Kysely<Schema>,
  card: { memberId: number; issuedAt: string; expiresAt: string },
): Promise<void> {
  await db
    .insertInto('cards')
    .values({
      member_id: card.memberId,
      issued_at: card.issuedAt,
      expires_at: card.expiresAt,
      replaced_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('member_id').where('replaced_at', 'is', null).doNothing(),
    )
    .execute()
}

export const renewCard = (
  db: Kysely<Schema>,
  statusIndex: number,
  card: { issuedAt: string; expiresAt: string },
) =>
  db
    .updateTable('cards')
    .set({ issued_at: card.issuedAt, expires_at: card.expiresAt })
    .where('status_index', '=', statusIndex)
    .execute()

/** Marks the card in force as replaced. Its place in the status list then says revoked. */
export const replaceCard = (db: Kysely<Schema>, memberId: number, at: string) =>
  db
    .updateTable('cards')
    .set({ replaced_at: at })
    .where('member_id', '=', memberId)
    .where('replaced_at', 'is', null)
    .execute()

export const firstCheckIn = (db: Kysely<Schema>, eventId: string, memberId: number) =>
  db
    .selectFrom('check_ins')
    .select(['at', 'gate'])
    .where('event_id', '=', eventId)
    .where('member_id', '=', memberId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()

/** Changes with each change to a block: versions only grow, and blocks are never removed. */
export async function markOfBlocks(db: Kysely<Schema>): Promise<string> {
  const { blocks, versions } = await db
    .selectFrom('status_blocks')
    .select(({ fn }) => [fn.countAll().as('blocks'), fn.sum('version').as('versions')])
    .executeTakeFirstOrThrow()
  return `${blocks}/${versions}`
}

/** Blocks of places in the status list, in no order. */
export const listBlocks = (db: Kysely<Schema>) =>
  db.selectFrom('status_blocks').select(['block', 'version']).execute()

/** The cards of one block, with the state of the holder. */
export const listCardsOfBlock = (db: Kysely<Schema>, block: number) =>
  db
    .selectFrom('cards')
    .innerJoin('members', 'members.id', 'cards.member_id')
    .select(['cards.status_index', 'cards.expires_at', 'cards.replaced_at', 'members.status'])
    .where('cards.status_index', '>=', block * CARDS_A_BLOCK)
    .where('cards.status_index', '<', (block + 1) * CARDS_A_BLOCK)
    .execute()
