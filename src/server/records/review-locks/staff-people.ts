import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { StaffPerson } from '#shared/contract/base/review-lock.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { letterOf, roleOf } from '#shared/domain/people/roles.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { listColleagues } from './lock-repository.ts'

export type Colleague = z.output<typeof StaffPerson>

/** Maps member numbers to staff members; erased members are left out. */
export async function staffPeople(
  db: Kysely<Schema>,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, Colleague>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await listColleagues(db, wanted)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        cardId: cardId(row.id),
        name: fullName({ firstName: row.first_name, lastName: row.last_name }),
        role: letterOf(roleOf(row.role)),
      },
    ]),
  )
}

/** The number in `member:10004217`, or null for actors without one. */
export function actorNumber(actor: string): number | null {
  const number = Number(/^member:(\d{1,15})$/.exec(actor)?.[1] ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}
