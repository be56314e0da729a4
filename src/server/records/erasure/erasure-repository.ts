import type { ExpressionBuilder, Expression, SqlBool, Transaction } from 'kysely'
import { searchText } from '#shared/domain/text/search-text.ts'
import { isoNow } from '../../base/clock.ts'
import { emailKey } from '../../base/contact-keys.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import type { ErasureCounts } from '../../parts/mail/erasure/erasure-receipt.ts'
import { forgetMails } from '../../parts/mail/outbox.ts'
import { revokeDevicesOf } from '../devices/device-repository.ts'
import { releaseFiles } from '../files/own-file-repository.ts'
import { releasePictures } from '../files/own-files.ts'
import { type MemberRow } from '../members/member-repository.ts'
import { eraseMergesOf } from '../merges/forget-merges.ts'
import { forgetSubscriptions } from '../subscriptions/subscription-repository.ts'
import { keepVoidNotices } from '../wallet/wallet-repository.ts'

/**
 * A donation that arrived is a voucher of the accounts: it keeps the name, and nothing that leads to the person, until the
 * period of donations is over (GDPR, article 17.3 b). @returns how many pledges lost the name
 */
async function forgetPledges(
  db: Transaction<Schema>,
  ofPerson: (eb: ExpressionBuilder<Schema, 'pledges'>) => Expression<SqlBool>,
): Promise<number> {
  const kept = await db
    .selectFrom('pledges')
    .select(['id', 'name'])
    .where(ofPerson)
    .where('status', '=', 'confirmed')
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('pledges')
    .set({ member_id: null, name: '', email: '', search_text: '' })
    .where(ofPerson)
    .where('status', '<>', 'confirmed')
    .executeTakeFirst()
  for (const { id, name } of kept)
    await db
      .updateTable('pledges')
      .set({ member_id: null, email: '', search_text: searchText([name]) })
      .where('id', '=', id)
      .execute()
  return Number(numUpdatedRows)
}

/** Rows that were written without sign-in, under the address of the account. */
async function forgetAddress(
  db: Transaction<Schema>,
  { email_key: key }: MemberRow,
): Promise<void> {
  await db
    .deleteFrom('claims')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', key))
    .execute()
  await forgetPledges(db, (eb) => eb(eb.fn('lower', ['email']), '=', key))
  await db.deleteFrom('tickets').where('email_key', '=', key).execute()
  await forgetSubscriptions(db, key)
}

/**
 * A request in the bin is purged weeks later, and a record that was merged is erased weeks later: the
 * address may belong to another person by then.
 */
const isTaken = async (
  db: Transaction<Schema>,
  { email_key: key }: MemberRow,
  erasedId: number,
): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where('email_key', '=', key)
    .where('id', '!=', erasedId)
    .executeTakeFirst()) !== undefined

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
  const pledgesWithoutName = await forgetPledges(db, (eb) => eb('member_id', '=', row.id))
  // The copy is a voucher as well: it stays until its period is over, and leads to no account.
  await db
    .updateTable('donation_receipts')
    .set({ member_id: null })
    .where('member_id', '=', row.id)
    .execute()
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
  const former = await eraseMergesOf(deps, db, row.id)
  const taken = new Set<string>()
  for (const record of [row, ...former.flatMap(({ row: kept }) => kept ?? [])])
    if (await isTaken(db, record, row.id)) taken.add(record.email_key)
    else await forgetAddress(db, record)
  await revokeDevicesOf(db, row.id, at)
  const emails = [
    row.email,
    ...former.flatMap(({ row: kept }) => kept?.email ?? []),
    ...earlier.map(({ old_email: email }) => email),
    ...written.map(({ email }) => email),
  ]
  await forgetMails(
    deps,
    db,
    emails.filter((email) => !taken.has(emailKey(email))),
  )
  const numbers = [row.id, ...former.map(({ id }) => id)]
  await db
    .insertInto('retired_numbers')
    .values(numbers.map((id) => ({ id, retired_at: at })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db.deleteFrom('deleted_requests').where('member_id', 'in', numbers).execute()
  await keepVoidNotices(db, row.id, at)
  await db.deleteFrom('members').where('id', '=', row.id).execute()
  await wantScrub(db, at)
  return {
    files: files.length,
    reportsWithoutName: Number(reports.numUpdatedRows),
    pledgesWithoutName,
  }
}
