import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'

export const LOWEST = 10_000_000
export const HIGHEST = 99_999_999
const TRIES = 20

/** The member to whom a number belonged that ended in a merge; undefined where it is no such number. */
export const findMergedInto = async (
  db: Kysely<Schema>,
  number: number,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('member_merges')
      .select('stays_id')
      .where('ended_id', '=', number)
      .executeTakeFirst()
  )?.stays_id

/** The number that leads to the member now: another one after a merge, else the same. */
export const presentNumber = async (db: Kysely<Schema>, number: number): Promise<number> =>
  (await findMergedInto(db, number)) ?? number

/** A free card number: eight digits at random, never one of a member, or of one who was erased or merged. */
export async function drawMemberNumber(db: Kysely<Schema>): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const number = randomInt(LOWEST, HIGHEST + 1)
    const held = await db
      .selectFrom('members')
      .select('id')
      .where('id', '=', number)
      .executeTakeFirst()
    const retired = await db
      .selectFrom('retired_numbers')
      .select('id')
      .where('id', '=', number)
      .executeTakeFirst()
    const merged = await findMergedInto(db, number)
    if (held === undefined && retired === undefined && merged === undefined) return number
  }
  throw new Error('No free card number was found')
}
