/** Mails that a restore holds back. A newsletter that was under way counts as one. */
import type { Kysely } from 'kysely'
import { countOf } from '../database/engine.ts'
import type { Schema } from '../database/schema.ts'

/** As the time of the next try it comes after every other one. */
const NEVER = '9999-12-31T00:00:00.000Z'

export async function countHeld(db: Kysely<Schema>): Promise<number> {
  const mails = db
    .selectFrom('mails')
    .where('held_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
  const issues = db
    .selectFrom('newsletter_issues')
    .where('done_at', 'is', null)
    .where('not_before', '=', NEVER)
  return (await countOf(mails)) + (await countOf(issues))
}

/** Holds everything that would leave by itself. @returns how many */
export async function holdMails(db: Kysely<Schema>, at: string): Promise<number> {
  await db
    .updateTable('mails')
    .set({ held_at: at })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  await db
    .updateTable('newsletter_issues')
    .set({ not_before: NEVER })
    .where('done_at', 'is', null)
    .execute()
  return countHeld(db)
}

export interface Release {
  readonly now: string
  readonly giveUpAt: string
}

/** Puts what is held into the queue. @returns how many */
export async function releaseHeld(db: Kysely<Schema>, { now, giveUpAt }: Release): Promise<number> {
  const count = await countHeld(db)
  await db
    .updateTable('mails')
    .set({ held_at: null, tries: 0, next_try_at: now, give_up_at: giveUpAt })
    .where('held_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  await db
    .updateTable('newsletter_issues')
    .set({ not_before: now })
    .where('not_before', '=', NEVER)
    .execute()
  return count
}

/** Deletes what is held, with its text. @returns how many */
export async function discardHeld(db: Kysely<Schema>, now: string): Promise<number> {
  const count = await countHeld(db)
  await db
    .deleteFrom('mails')
    .where('held_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  await db
    .updateTable('newsletter_issues')
    .set({ done_at: now, after_key: '' })
    .where('not_before', '=', NEVER)
    .execute()
  return count
}
