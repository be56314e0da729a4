import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'

export const LOWEST = 10_000_000
export const HIGHEST = 99_999_999
const TRIES = 20

/** A free card number: eight digits at random, never one of a member or of an erased member. */
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
    if (held === undefined && retired === undefined) return number
  }
  throw new Error('No free card number was found')
}
