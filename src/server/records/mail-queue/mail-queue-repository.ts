import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import { keptMails } from '../../parts/mail/queue-state.ts'

/** Mails that can still be sent: failed ones first, then the oldest. */
export const listMails = (db: Kysely<Schema>, max: number) =>
  keptMails(db)
    .selectAll()
    .orderBy((eb) => eb.case().when('failed_at', 'is not', null).then(0).else(1).end())
    .orderBy('created_at')
    .limit(max)
    .execute()

/**
 * Puts a failed mail into the queue again; returns false when it has not failed, or can no longer
 * be sent.
 */
export async function updateFailedMail(
  db: Kysely<Schema>,
  id: string,
  { nextTryAt, giveUpAt }: { readonly nextTryAt: string; readonly giveUpAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ failed_at: null, tries: 0, next_try_at: nextTryAt, give_up_at: giveUpAt })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('values_sealed', '<>', '')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const hasMail = async (db: Kysely<Schema>, id: string): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
