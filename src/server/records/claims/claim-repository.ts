import type { ExpressionBuilder, Insertable, Kysely, SelectQueryBuilder, Selectable } from 'kysely'
import type { ClaimSort } from '#shared/contract/claims.ts'
import { searchText } from '#shared/domain/text/search-text.ts'
import type { EngineRules } from '../../parts/database/engine.ts'
import { holdsTokens, holdsWord } from '../../parts/database/holds-word.ts'
import type { ClaimTable, Schema } from '../../parts/database/schema.ts'
import { secretWords } from '../../parts/database/sealing/seal-row.ts'
import { searchWords } from '../members/member-list-repository.ts'

export type ClaimRow = Selectable<ClaimTable>
type NewClaim = Omit<
  Insertable<ClaimTable>,
  | 'search_text'
  | 'status'
  | 'note'
  | 'decided_by'
  | 'decided_at'
  | 'replied_at'
  | 'entry_count'
  | 'shown_at'
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
  readonly status?: ClaimTable['status'] | 'closed' | undefined
  readonly subject?: ClaimTable['subject'] | undefined
  /** Objections to reports alone, those of them that are due, or contact messages alone. */
  readonly about?: 'report' | 'due' | 'contact' | undefined
  /** Until when an objection counts as due. */
  readonly dueUntil: string
}
type Filtered = SelectQueryBuilder<Schema, 'claims', object>

/** An open objection that must be decided until then. */
export const isDue = (until: string) => (eb: ExpressionBuilder<Schema, 'claims'>) =>
  eb.and([eb('claims.status', '=', 'open'), eb('claims.due_at', '<=', until)])

export function filterClaims(
  db: Kysely<Schema>,
  { sealedIndex }: EngineRules,
  { q, status, subject, about, dueUntil }: ClaimFilters,
): Filtered {
  let query: Filtered = db.selectFrom('claims')
  if (status === 'closed') query = query.where('status', '!=', 'open')
  else if (status !== undefined) query = query.where('status', '=', status)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (about === 'due') query = query.where(isDue(dueUntil))
  else if (about !== undefined)
    query = query.where('kind', about === 'report' ? 'is not' : 'is', null)
  for (const word of searchWords(q ?? ''))
    query = query.where((eb) =>
      eb.or([
        holdsWord('claims.search_text', word),
        holdsTokens('claims.search_text', sealedIndex.tokens('claims', word)),
      ]),
    )
  return query
}

export function readClaims(query: Filtered, sort: ClaimSort = '-createdAt'): Promise<ClaimRow[]> {
  const direction = sort === '-createdAt' ? 'desc' : 'asc'
  const rows = query.selectAll()
  const first =
    sort === 'waiting'
      ? rows.orderBy((eb) => eb.case().when('replied_at', 'is', null).then(0).else(1).end())
      : rows
  return first.orderBy('created_at', direction).orderBy('id', direction).execute()
}

export const findClaim = (db: Kysely<Schema>, id: string): Promise<ClaimRow | undefined> =>
  db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst()

/** Replies of people concerned that staff let stand under the report, oldest first. */
export const shownReplies = (db: Kysely<Schema>, reportId: number): Promise<ClaimRow[]> =>
  db
    .selectFrom('claims')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('shown_at', 'is not', null)
    .orderBy('shown_at')
    .orderBy('id')
    .execute()

/** Shows a reply under the report since then, or no longer; undefined where the claim is no reply. */
export const showReply = (
  db: Kysely<Schema>,
  id: string,
  shownAt: string | null,
): Promise<ClaimRow | undefined> =>
  db
    .updateTable('claims')
    .set({ shown_at: shownAt })
    .where('id', '=', id)
    .where('kind', '=', 'reply')
    .returningAll()
    .executeTakeFirst()

/** Whether an address wrote an objection since then: it gets one acknowledgement, not one for each. */
export const wroteObjection = async (
  db: Kysely<Schema>,
  email: string,
  since: string,
): Promise<boolean> =>
  (await db
    .selectFrom('claims')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .where('kind', 'is not', null)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined
