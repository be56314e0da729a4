import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'

type WaitingPortrait = SelectQueryBuilder<Schema, 'members' | 'files', object>

export const waitingPortraits = (db: Kysely<Schema>): WaitingPortrait =>
  db.selectFrom('members').innerJoin('files', 'files.id', 'members.pending_photo_file')

export const readPortraits = (query: WaitingPortrait) =>
  query
    .select([
      'members.id',
      'members.first_name',
      'members.last_name',
      'members.language',
      'members.card_photo_file',
      'files.id as portrait',
      'files.attached_at',
    ])
    .orderBy('files.attached_at')
    .orderBy('members.id')
    .execute()

export type PortraitRow = Awaited<ReturnType<typeof readPortraits>>[number]

/**
 * Removes the portrait from the queue if it is still the reviewed one. @param present the photo on
 * the card as it was read, so that exactly the replaced photo is released
 */
export async function settlePortrait(
  db: Kysely<Schema>,
  {
    memberId,
    portrait,
    present,
    approves,
    at,
  }: {
    readonly memberId: number
    readonly portrait: string
    readonly present: string | null
    readonly approves: boolean
    readonly at: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({
      pending_photo_file: null,
      updated_at: at,
      ...(approves ? { card_photo_file: portrait } : {}),
    })
    .where('id', '=', memberId)
    .where('pending_photo_file', '=', portrait)
    .where('card_photo_file', present === null ? 'is' : '=', present)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Withdraws the member's own portrait; returns false when it does not wait any more. */
export async function withdrawPortrait(
  db: Kysely<Schema>,
  memberId: number,
  portrait: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ pending_photo_file: null, updated_at: at })
    .where('id', '=', memberId)
    .where('pending_photo_file', '=', portrait)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
