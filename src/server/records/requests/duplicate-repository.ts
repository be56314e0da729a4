import type { Kysely } from 'kysely'
import type { EngineRules } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** Queries for possible duplicates; rules live in `find-duplicates.ts`. */

/** Each index returns a few candidates; code removes those that do not match. */
const CANDIDATES_MAX = 200
const COLUMNS = ['id', 'first_name', 'last_name', 'birth_date', 'email', 'phone', 'status'] as const

const candidates = (db: Kysely<Schema>, ownId: number) =>
  db.selectFrom('members').select(COLUMNS).where('id', '!=', ownId).limit(CANDIDATES_MAX)
export type Candidate = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number]

/** Other members with this birth date, in no order. */
export const findBornOn = (
  db: Kysely<Schema>,
  ownId: number,
  birthDate: string,
): Promise<Candidate[]> => candidates(db, ownId).where('birth_date', '=', birthDate).execute()

/** Other members whose search text has this word, in no order; read no further than the first ones. */
export const findBySearch = (
  db: Kysely<Schema>,
  rules: EngineRules,
  ownId: number,
  word: string,
): Promise<Candidate[]> =>
  db
    .selectFrom(rules.searchTable('members', [word]).as('found'))
    .innerJoin('members', 'members.id', 'found.id')
    .select(COLUMNS.map((column) => `members.${column}` as const))
    .where('members.id', '!=', ownId)
    .limit(CANDIDATES_MAX)
    .execute()

export const findRequestsOf = (db: Kysely<Schema>, memberIds: readonly number[]) =>
  db
    .selectFrom('registration_requests')
    .select(['id', 'member_id', 'status'])
    .where('member_id', 'in', memberIds)
    .execute()
