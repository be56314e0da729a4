import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'

/** Queries of a registration; rules live in the command. */

export const PHOTO_FIELDS = ['idProofPhotoFront', 'idProofPhotoBack', 'wldCardPhoto'] as const
export type PhotoField = (typeof PHOTO_FIELDS)[number]

/** The upload field that each photo must have used. */
const UPLOADED_AS: Readonly<Record<PhotoField, string>> = {
  idProofPhotoFront: 'reqIdProofFront',
  idProofPhotoBack: 'reqIdProofBack',
  wldCardPhoto: 'reqProfile',
}

/** The unreferenced photos that were uploaded with this ticket, or from this origin, for this use. */
export async function uploadedPhotos(
  db: Kysely<Schema>,
  ticketId: string,
  photos: Readonly<Record<PhotoField, string>>,
): Promise<ReadonlySet<PhotoField>> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'purpose'])
    .where(
      'id',
      'in',
      PHOTO_FIELDS.map((field) => photos[field]),
    )
    .where('ticket_id', '=', ticketId)
    .where('attached_at', 'is', null)
    .execute()
  const isUploaded = (field: PhotoField): boolean =>
    rows.some(({ id, purpose }) => id === photos[field] && purpose === UPLOADED_AS[field])
  return new Set(PHOTO_FIELDS.filter(isUploaded))
}

/**
 * Assigns the photos to the member; returns false when one of them was removed or used meanwhile.
 */
export async function attachPhotos(
  db: Kysely<Schema>,
  ticketId: string,
  photos: Readonly<Record<PhotoField, string>>,
  memberId: number,
  at: string,
): Promise<boolean> {
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

interface UsedTicket {
  readonly id: string
  readonly requestId: string
  readonly bodyMac: string
}

/** Uses the ticket; returns true for exactly one of several simultaneous calls. */
export async function useTicket(
  db: Kysely<Schema>,
  { id, requestId, bodyMac }: UsedTicket,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({ used_at: at, request_id: requestId, body_mac: bodyMac })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface NewRequest {
  readonly id: string
  readonly memberId: number
  readonly at: string
}
export const insertRequest = (db: Kysely<Schema>, { id, memberId, at }: NewRequest) =>
  db
    .insertInto('registration_requests')
    .values({
      id,
      member_id: memberId,
      status: 'pending',
      comment: '',
      decided_by: null,
      decided_at: null,
      created_at: at,
    })
    .execute()
