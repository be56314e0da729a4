import type { Insertable, Kysely, SelectQueryBuilder, Selectable } from 'kysely'
import { searchText } from '#shared/domain/text/search-text.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import { holdsTokens, holdsWord } from '../../parts/database/holds-word.ts'
import type { ClaimTable, Schema } from '../../parts/database/schema.ts'
import { secretWords } from '../../parts/database/sealing/seal-row.ts'
import { searchWords } from '../members/member-list-repository.ts'

export type ClaimRow = Selectable<ClaimTable>
type NewClaim = Omit<
  Insertable<ClaimTable>,
  'search_text' | 'status' | 'note' | 'decided_by' | 'decided_at' | 'replied_at' | 'entry_count'
>

export const claimSearchText = (
  claim: Pick<ClaimRow, 'id' | 'first_name' | 'last_name' | 'email' | 'message'>,
): string =>
  secretWords(
    searchText([claim.id, claim.first_name, claim.last_name, claim.email]),
    searchText([claim.message]),
  )

/** @returns false when the id is taken; the caller draws another */
export async function insertClaim(db: Kysely<Schema>, claim: NewClaim): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('claims')
    .values({
      ...claim,
      search_text: claimSearchText(claim),
      status: 'open',
      note: '',
      decided_by: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export interface ClaimFilters {
  readonly q?: string | undefined
  readonly status?: ClaimTable['status'] | undefined
  readonly subject?: ClaimTable['subject'] | undefined
}
type Filtered = SelectQueryBuilder<Schema, 'claims', object>

export function filterClaims(
  db: Kysely<Schema>,
  { sealedIndex }: EngineRules,
  { q, status, subject }: ClaimFilters,
): Filtered {
  let query: Filtered = db.selectFrom('claims')
  if (status !== undefined) query = query.where('status', '=', status)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  for (const word of searchWords(q ?? ''))
    query = query.where((eb) =>
      eb.or([
        holdsWord('claims.search_text', word),
        holdsTokens('claims.search_text', sealedIndex.tokens('claims', word)),
      ]),
    )
  return query
}

export const readClaims = (query: Filtered, direction: 'asc' | 'desc'): Promise<ClaimRow[]> =>
  query.selectAll().orderBy('created_at', direction).orderBy('id', direction).execute()

export const findClaim = (db: Kysely<Schema>, id: string): Promise<ClaimRow | undefined> =>
  db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()
