import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { findByEmail, findByPhone } from '../users/member-repository.ts'

/** Queries of a registration; rules live in the command. */

export const PHOTO_FIELDS = ['idProofPhotoFront', 'idProofPhotoBack', 'wldCardPhoto'] as const
export type PhotoField = (typeof PHOTO_FIELDS)[number]

/** Field of the upload that each photo must have come in by. */
const UPLOADED_AS: Readonly<Record<PhotoField, string>> = {
  idProofPhotoFront: 'reqIdProofFront',
  idProofPhotoBack: 'reqIdProofBack',
  wldCardPhoto: 'reqProfile',
}

/** The photos that were uploaded with this very ticket for this very use, and that nothing refers to yet. */
export async function uploadedPhotos(db: Kysely<Schema>, ticketId: string, photos: Readonly<Record<PhotoField, string>>): Promise<ReadonlySet<PhotoField>> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'purpose'])
    .where('id', 'in', PHOTO_FIELDS.map((field) => photos[field]))
    .where('ticket_id', '=', ticketId)
    .where('attached_at', 'is', null)
    .execute()
  return new Set(PHOTO_FIELDS.filter((field) => rows.some(({ id, purpose }) => id === photos[field] && purpose === UPLOADED_AS[field])))
}

/** Gives the photos to the member; answers false when one of them is gone or taken meanwhile. */
export async function attachPhotos(db: Kysely<Schema>, ticketId: string, photos: Readonly<Record<PhotoField, string>>, memberId: number, at: string): Promise<boolean> {
  for (const field of PHOTO_FIELDS) {
    const { numUpdatedRows } = await db
      .updateTable('files')
      .set({ owner_id: memberId, attached_at: at, ticket_id: null })
      .where('id', '=', photos[field])
      .where('purpose', '=', UPLOADED_AS[field])
      .where('ticket_id', '=', ticketId)
      .where('attached_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
  }
  return true
}

/** Uses the ticket up; true for exactly one of several that try. */
export async function useTicket(db: Kysely<Schema>, ticketId: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({ used_at: at })
    .where('id', '=', ticketId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertRequest = (db: Kysely<Schema>, { id, memberId, at }: { readonly id: string; readonly memberId: number; readonly at: string }) =>
  db.insertInto('registration_requests').values({ id, member_id: memberId, status: 'pending', comment: '', decided_by: null, decided_at: null, created_at: at }).execute()

export const isTaken = async (db: Kysely<Schema>, email: string, phone: string): Promise<boolean> =>
  (await findByEmail(db, email)) !== undefined || (await findByPhone(db, phone)) !== undefined
