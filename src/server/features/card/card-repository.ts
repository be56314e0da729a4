import type { Kysely, Selectable } from 'kysely'
import type { CardTable, Schema } from '../../database/schema.ts'

export type CardRow = Selectable<CardTable>

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

export const firstCheckIn = (db: Kysely<Schema>, eventId: string, memberId: number) =>
  db
    .selectFrom('check_ins')
    .select(['at', 'gate'])
    .where('event_id', '=', eventId)
    .where('member_id', '=', memberId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()

/** The next cards with a higher index than `after`, in its order, with the state of the member. */
export const listCards = (db: Kysely<Schema>, after: number, max: number) =>
  db
    .selectFrom('cards')
    .innerJoin('members', 'members.id', 'cards.member_id')
    .select(['cards.status_index', 'cards.expires_at', 'cards.replaced_at', 'members.status'])
    .where('cards.status_index', '>', after)
    .orderBy('cards.status_index')
    .limit(max)
    .execute()
