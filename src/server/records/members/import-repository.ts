import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import { HIGHEST, LOWEST } from './member-number-repository.ts'
import type { newMember } from './new-member.ts'

/** Parameters of one statement: far below the limits of both engines. */
const KEYS_AT_ONCE = 500
const ROWS_AT_ONCE = 100

function* inPortions<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** The addresses and numbers that already belong to a member. */
export async function heldKeys(
  db: Kysely<Schema>,
  emailKeys: readonly string[],
  phones: readonly string[],
): Promise<{ readonly emails: ReadonlySet<string>; readonly phones: ReadonlySet<string> }> {
  const held = { emails: new Set<string>(), phones: new Set<string>() }
  for (const portion of inPortions(emailKeys, KEYS_AT_ONCE))
    for (const row of await db
      .selectFrom('members')
      .select('email_key')
      .where('email_key', 'in', portion)
      .execute())
      held.emails.add(row.email_key)
  for (const portion of inPortions(phones, KEYS_AT_ONCE))
    for (const row of await db
      .selectFrom('members')
      .select('phone')
      .where('phone', 'in', portion)
      .execute())
      held.phones.add(row.phone)
  return held
}

/** The given count of free card numbers, none of a member, or of one who was erased or merged. */
export async function drawMemberNumbers(db: Kysely<Schema>, count: number): Promise<number[]> {
  const drawn = new Set<number>()
  while (drawn.size < count) {
    const tries = new Set(
      Array.from({ length: Math.min(KEYS_AT_ONCE, count - drawn.size) }, () =>
        randomInt(LOWEST, HIGHEST + 1),
      ).filter((number) => !drawn.has(number)),
    )
    for (const table of ['members', 'retired_numbers'] as const)
      for (const { id } of await db
        .selectFrom(table)
        .select('id')
        .where('id', 'in', [...tries])
        .execute())
        tries.delete(id)
    for (const { ended_id: id } of await db
      .selectFrom('member_merges')
      .select('ended_id')
      .where('ended_id', 'in', [...tries])
      .execute())
      tries.delete(id)
    for (const number of tries) drawn.add(number)
  }
  return [...drawn]
}

export interface NewPerson {
  readonly row: ReturnType<typeof newMember>
  readonly nationalities: readonly string[]
}

export async function insertPeople(
  db: Kysely<Schema>,
  people: readonly NewPerson[],
): Promise<void> {
  for (const portion of inPortions(people, ROWS_AT_ONCE)) {
    await db
      .insertInto('members')
      .values(portion.map(({ row }) => row))
      .execute()
    const countries = portion.flatMap(({ row, nationalities }) =>
      nationalities.map((country) => ({ member_id: row.id, country })),
    )
    if (countries.length > 0)
      await db.insertInto('member_nationalities').values(countries).execute()
  }
}
