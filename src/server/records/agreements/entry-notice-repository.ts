/** Members whom staff entered, and the mails that tell them so (ADR 0100). */
import type { Kysely, Selectable } from 'kysely'
import { ENTRY_NOTICES_A_DAY, type EntryNoticeQueue } from '#shared/domain/privacy/entry-notice.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, type Clock } from '../../base/clock.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { EntryNoticeTable, Schema } from '../../parts/database/schema.ts'

type EntryNotice = Selectable<EntryNoticeTable>

const ROWS_AT_ONCE = 200

export interface EnteredMember {
  readonly memberId: number
  /** Undefined: staff did not say it. */
  readonly language: string | undefined
}

export async function noteEntered(
  db: Kysely<Schema>,
  people: readonly EnteredMember[],
  { byMail, at }: { readonly byMail: boolean; readonly at: string },
): Promise<void> {
  for (let from = 0; from < people.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('entry_notices')
      .values(
        people.slice(from, from + ROWS_AT_ONCE).map(({ memberId, language }) => ({
          member_id: memberId,
          entered_at: at,
          by_mail: byMail ? 1 : 0,
          all_languages: language === undefined ? 1 : 0,
          mailed_at: null,
        })),
      )
      .execute()
}

export const findEntryNotice = (
  db: Kysely<Schema>,
  memberId: number,
): Promise<EntryNotice | undefined> =>
  db.selectFrom('entry_notices').selectAll().where('member_id', '=', memberId).executeTakeFirst()

export const presentEntryNotice = (row: EntryNotice | undefined) =>
  row === undefined
    ? null
    : { enteredAt: row.entered_at, byMail: row.by_mail === 1, mailedAt: row.mailed_at }

const waitingNotices = (db: Kysely<Schema>) =>
  db.selectFrom('entry_notices').where('by_mail', '=', 1).where('mailed_at', 'is', null)

/** The mails are counted, not the members: an erased member gives nothing back to the budget. */
export async function readEntryNoticeQueue(
  db: Kysely<Schema>,
  clock: Clock,
): Promise<EntryNoticeQueue> {
  const waiting = await countOf(waitingNotices(db))
  const mails = await countOf(
    db
      .selectFrom('mails')
      .where('template', '=', 'entered-by-staff')
      .where('created_at', '>', isoAfter(clock, -DAY_S)),
  )
  return { waiting, left: Math.max(0, ENTRY_NOTICES_A_DAY - mails) }
}

export const nextEntryNotices = (db: Kysely<Schema>, max: number) =>
  waitingNotices(db)
    .innerJoin('members', 'members.id', 'entry_notices.member_id')
    .select(['members.id', 'members.email', 'members.first_name', 'members.language'])
    .select('entry_notices.all_languages')
    .orderBy('entry_notices.entered_at')
    .orderBy('entry_notices.member_id')
    .limit(max)
    .execute()

export const noteMailed = (db: Kysely<Schema>, memberId: number, at: string) =>
  db.updateTable('entry_notices').set({ mailed_at: at }).where('member_id', '=', memberId).execute()
