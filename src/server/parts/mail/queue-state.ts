/** How many mails have not left: for administrators and for the figures of the operator. */
import type { Kysely } from 'kysely'
import { countOf } from '../database/engine.ts'
import type { Schema } from '../database/schema.ts'
import { countHeld } from './held-mails.ts'

/** Mails that can still be sent: sent, dropped and erased mails have no values. */
export const keptMails = (db: Kysely<Schema>) =>
  db.selectFrom('mails').where('sent_at', 'is', null).where('values_sealed', '<>', '')

/** @returns counts, and the instant of the oldest that waits, or null */
export async function countMails(
  db: Kysely<Schema>,
): Promise<{ waiting: number; failed: number; held: number; oldestAt: string | null }> {
  const waiting = await keptMails(db)
    .where('failed_at', 'is', null)
    .where('held_at', 'is', null)
    .select(({ fn }) => [fn.countAll().as('n'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const failed = await countOf(keptMails(db).where('failed_at', 'is not', null))
  const held = await countHeld(db)
  return { waiting: Number(waiting.n), failed, held, oldestAt: waiting.oldest } // PostgreSQL counts in bigint, as text
}
