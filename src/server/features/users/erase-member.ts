import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { MemberRow } from './member-repository.ts'
import { forgetSubscriptions } from '../subscriptions/subscription-repository.ts'
import { revokeDevicesOf } from '../kiosk/device-repository.ts'
import { releaseFiles, releasePictures } from './own-files.ts'

/**
 * Removes a person: the row and all that hangs on it, the files, and the name wherever it stands beside other records.
 * The number stays taken for good, and the audit log keeps what was done to that number, without personal data.
 */
export async function eraseMember(db: Transaction<Schema>, row: MemberRow, at: string): Promise<void> {
  await releaseFiles(db, [row.card_photo_file, row.pending_photo_file, row.id_front_file, row.id_back_file])
  await releasePictures(db, row.id)
  await db.updateTable('reports').set({ reporter_id: null, client_key: null, client_body_sha256: null }).where('reporter_id', '=', row.id).execute()
  await db.updateTable('pledges').set({ member_id: null, name: '', email: '', search_text: '' }).where('member_id', '=', row.id).execute()
  await db.deleteFrom('claims').where('member_id', '=', row.id).execute()
  await revokeDevicesOf(db, row.id, at)
  await forgetSubscriptions(db, row.email_key)
  await db.deleteFrom('mails').where('to_address', '=', row.email).where('sent_at', 'is', null).execute()
  await db.insertInto('retired_numbers').values({ id: row.id, retired_at: at }).execute()
  await db.deleteFrom('members').where('id', '=', row.id).execute()
}
