import type { Kysely, Transaction } from 'kysely'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { forgetScan } from '../../parts/files/file-repository.ts'
import { discard } from '../../records/reports/bin-repository.ts'

/** Queries of a restore that erases again. `at` is the erasure: younger records are other ones. */

export const memberOf = (db: Transaction<Schema>, id: number, at: string) =>
  db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '<=', at)
    .executeTakeFirst()

export const forgetBinned = (db: Transaction<Schema>, memberId: number, at: string) =>
  db
    .deleteFrom('deleted_requests')
    .where('member_id', '=', memberId)
    .where('deleted_at', '<=', at)
    .execute()

export const retireNumber = (db: Transaction<Schema>, id: number, at: string) =>
  db
    .insertInto('retired_numbers')
    .values({ id, retired_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const reportOf = (db: Transaction<Schema>, id: number, at: string) =>
  db
    .selectFrom('reports')
    .select(['id', 'deleted_at', 'deleted_by', 'deleted_reason'])
    .where('id', '=', id)
    .where('created_at', '<=', at)
    .executeTakeFirst()

/** Deletes the row of a piece of evidence and returns it with its hash. */
export async function pieceOf(db: Transaction<Schema>, id: number, at: string) {
  const piece = await db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .selectAll('report_evidence')
    .select('files.sha256')
    .where('report_evidence.id', '=', id)
    .where('uploaded_at', '<=', at)
    .executeTakeFirst()
  if (piece !== undefined) await db.deleteFrom('report_evidence').where('id', '=', id).execute()
  return piece
}

const OF_MEMBERS = [
  'card_photo_file',
  'pending_photo_file',
  'id_front_file',
  'id_back_file',
] as const

/**
 * Takes a file away from its member, or a scan from its voice. Covers stay: a picture of an event that was replaced since is not
 * worth a broken page, and evidence goes with its own row. @returns whether one of them had it
 */
export async function forgetFile(db: Transaction<Schema>, id: string): Promise<boolean> {
  let isFound = await forgetScan(db, id)
  for (const column of OF_MEMBERS) {
    const { numUpdatedRows } = await db
      .updateTable('members')
      .set({ [column]: null })
      .where(column, '=', id)
      .executeTakeFirst()
    isFound ||= numUpdatedRows > 0n
  }
  if (isFound) await discard(db, [id])
  return isFound
}

export const staffOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('members')
    .select(['id', 'role'])
    .where('role', '<>', 'ROLE_USER')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()

/** @returns whether the member was active */
export async function barMember(
  db: Transaction<Schema>,
  id: number,
  status: MemberStatus,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('created_at', '<=', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns whether that card was in force */
export async function replaceListedCard(
  db: Transaction<Schema>,
  {
    statusIndex,
    memberId,
    at,
  }: { readonly statusIndex: number; readonly memberId: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cards')
    .set({ replaced_at: at })
    .where('status_index', '=', statusIndex)
    .where('member_id', '=', memberId)
    .where('issued_at', '<=', at)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
