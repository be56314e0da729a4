import type { Insertable, Kysely, Selectable } from 'kysely'
import type { KnownDeviceTable, NotMeLinkTable, Schema } from '../../parts/database/schema.ts'

/** Queries of known devices; rules live in `known-devices.ts`. */

export const hasKnownDevice = async (
  db: Kysely<Schema>,
  memberId: number,
  deviceKey: string,
): Promise<boolean> =>
  (await db
    .selectFrom('known_devices')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('device_key', '=', deviceKey)
    .executeTakeFirst()) !== undefined

/** Newest first. */
export const listKnownDevices = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('known_devices')
    .select(['device_key', 'seen_at'])
    .where('member_id', '=', memberId)
    .orderBy('seen_at', 'desc')
    .execute()

/** A device that is already known gets the new date. */
export const upsertKnownDevice = (db: Kysely<Schema>, row: Selectable<KnownDeviceTable>) =>
  db
    .insertInto('known_devices')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'device_key']).doUpdateSet({ seen_at: row.seen_at }),
    )
    .execute()

export const deleteKnownDevices = (
  db: Kysely<Schema>,
  memberId: number,
  deviceKeys: readonly string[],
) =>
  db
    .deleteFrom('known_devices')
    .where('member_id', '=', memberId)
    .where('device_key', 'in', deviceKeys)
    .execute()

/** Every device is new again. */
export const forgetKnownDevices = (db: Kysely<Schema>, memberId: number) =>
  db.deleteFrom('known_devices').where('member_id', '=', memberId).execute()

export const insertNotMeLink = (db: Kysely<Schema>, row: Insertable<NotMeLinkTable>) =>
  db.insertInto('not_me_links').values(row).execute()

/** Spends an unused link; returns its member to exactly one of several simultaneous calls. */
export const spendNotMeLink = async (
  db: Kysely<Schema>,
  tokenHash: string,
  at: string,
): Promise<number | undefined> =>
  (
    await db
      .updateTable('not_me_links')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returning('member_id')
      .executeTakeFirst()
  )?.member_id
