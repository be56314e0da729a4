import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'

/** Queries of the pictures of events and news; rules live in `covers.ts`. */

/** Whether an event or an article shows this picture. */
export async function isShown(db: Kysely<Schema>, fileId: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('image_file', '=', fileId)
    .limit(1)
    .executeTakeFirst()
  return (
    event !== undefined ||
    (await db
      .selectFrom('news')
      .select('id')
      .where('image_file', '=', fileId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Use and release of one picture are serialized, because otherwise a picture could be deleted from
 * the event that just chose it.
 */
export const lockFile = (
  db: Transaction<Schema>,
  fileId: string,
  columns: { readonly purpose?: string } = {},
) =>
  db
    .updateTable('files')
    .set((eb) => ({ purpose: eb.ref('purpose'), ...columns }))
    .where('id', '=', fileId)
    .execute()
