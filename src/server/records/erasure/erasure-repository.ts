import type { Transaction } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { ErasureCounts } from '../../parts/mail/erasure-receipt.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import type { Deps } from '../../deps/deps.ts'
import { forgetMails } from '../../parts/mail/outbox.ts'
import { type MemberRow } from '../members/member-repository.ts'
import { emailKey } from '../../base/contact-keys.ts'
import { forgetSubscriptions } from '../subscriptions/subscription-repository.ts'
import { revokeDevicesOf } from '../devices/device-repository.ts'
import { leaveFarewells } from '../wallet/wallet-repository.ts'
import { releaseFiles } from '../files/own-file-repository.ts'
import { releasePictures } from '../files/own-files.ts'

/** Rows that were written without sign-in, under the address of the account. */
async function forgetAddress(
  db: Transaction<Schema>,
  { email_key: key }: MemberRow,
): Promise<void> {
  await db
    .deleteFrom('claims')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', key))
    .execute()
  await db
    .updateTable('pledges')
    .set({ name: '', email: '', search_text: '' })
    .where((eb) => eb(eb.fn('lower', ['email']), '=', key))
    .execute()
  await db.deleteFrom('tickets').where('email_key', '=', key).execute()
  await forgetSubscriptions(db, key)
}

/**
 * Erases a person: the row and all dependent rows, the files, and the name in other records. The
 * number is never assigned again, and the audit log keeps the actions on that number, without
 * personal data. The job `scrub` removes what is left of it in the files of the database and in the
 * folder of mails.
 *
 * @returns what was found, for the receipt of the person
 */
export async function eraseMember(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  db: Transaction<Schema>,
  row: MemberRow,
): Promise<ErasureCounts> {
  const at = isoNow(deps.clock)
  const files = [
    row.card_photo_file,
    row.pending_photo_file,
    row.id_front_file,
    row.id_back_file,
  ].filter((id) => id !== null)
  await releaseFiles(db, files)
  await releasePictures(db, row.id)
  const reports = await db
    .updateTable('reports')
    .set({ reporter_id: null, client_key: null, client_body_sha256: null })
    .where('reporter_id', '=', row.id)
    .executeTakeFirst()
  const pledges = await db
    .updateTable('pledges')
    .set({ member_id: null, name: '', email: '', search_text: '' })
    .where('member_id', '=', row.id)
    .executeTakeFirst()
  const earlier = await db
    .selectFrom('email_undos')
    .select('old_email')
    .where('member_id', '=', row.id)
    .execute()
  const written = await db
    .selectFrom('claims')
    .select('email')
    .where('member_id', '=', row.id)
    .execute()
  await db.deleteFrom('claims').where('member_id', '=', row.id).execute()
  // A request in the bin is purged weeks later: its address may belong to another person by then.
  const isTaken = await db
    .selectFrom('members')
    .select('id')
    .where('email_key', '=', row.email_key)
    .where('id', '!=', row.id)
    .executeTakeFirst()
  if (isTaken === undefined) await forgetAddress(db, row)
  await revokeDevicesOf(db, row.id, at)
  const emails = [
    row.email,
    ...earlier.map(({ old_email: email }) => email),
    ...written.map(({ email }) => email),
  ]
  await forgetMails(
    deps,
    db,
    emails.filter((email) => isTaken === undefined || emailKey(email) !== row.email_key),
  )
  await db
    .insertInto('retired_numbers')
    .values({ id: row.id, retired_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db.deleteFrom('deleted_requests').where('member_id', '=', row.id).execute()
  await leaveFarewells(db, row.id, at)
  await db.deleteFrom('members').where('id', '=', row.id).execute()
  await wantScrub(db, at)
  return {
    files: files.length,
    reportsWithoutName: Number(reports.numUpdatedRows),
    pledgesWithoutName: Number(pledges.numUpdatedRows),
  }
}
