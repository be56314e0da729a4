import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import { discardFiles, publishFile } from '../../parts/files/file-repository.ts'

/** Queries of uploads; rules live in the command. */

export async function uploadsOfTicket(db: Kysely<Schema>, ticketId: string): Promise<number> {
  const row = await db
    .selectFrom('tickets')
    .select('uploads')
    .where('id', '=', ticketId)
    .executeTakeFirst()
  return row?.uploads ?? 0
}

export async function unusedBytesOf(db: Kysely<Schema>, memberId: number): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('owner_id', '=', memberId)
    .where('attached_at', 'is', null)
    // Uploads in parts have their own quota.
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('evidence_uploads')
        .select((inner) => inner.ref('evidence_uploads.file_id').$notNull().as('id'))
        .where('evidence_uploads.file_id', 'is not', null),
    )
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** @param received field to id */
export async function publishForMember(
  db: Transaction<Schema>,
  received: ReadonlyMap<string, string>,
  memberId: number,
): Promise<void> {
  for (const [purpose, id] of received)
    await publishFile(db, id, { purpose, owner_id: memberId, ticket_id: null, attached_at: null })
}

/** Nothing is replaced: several applicants may share the origin. */
export async function publishForOrigin(
  db: Transaction<Schema>,
  received: ReadonlyMap<string, string>,
  origin: string,
): Promise<void> {
  for (const [purpose, id] of received)
    await publishFile(db, id, { purpose, owner_id: null, ticket_id: origin, attached_at: null })
}

/**
 * A new file replaces the earlier one in its field. The update of the ticket's row serializes
 * uploads of one ticket. Returns the replaced ids, or undefined when the ticket is used, too old or
 * without uploads left.
 */
export async function publishForTicket(
  db: Transaction<Schema>,
  received: ReadonlyMap<string, string>,
  {
    ticketId,
    at,
    uploadsMax,
  }: { readonly ticketId: string; readonly at: string; readonly uploadsMax: number },
): Promise<string[] | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set((eb) => ({ uploads: eb('uploads', '+', 1) }))
    .where('id', '=', ticketId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('uploads', '<', uploadsMax)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  const earlier = await db
    .selectFrom('files')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('purpose', 'in', [...received.keys()])
    .where('attached_at', 'is', null)
    .execute()
  const replaced = await discardFiles(
    db,
    earlier.map(({ id }) => id),
  )
  for (const [purpose, id] of received)
    await publishFile(db, id, { purpose, owner_id: null, ticket_id: ticketId, attached_at: null })
  return replaced.map(({ id }) => id)
}
