/**
 * What staff did with a claim, entry by entry. Each change raises the number of entries in the same
 * statement.
 */
import type { Kysely, Selectable, Updateable } from 'kysely'
import type { ClaimEntryTable, ClaimTable, Schema } from '../../parts/database/schema.ts'
import { insertSealed } from '../../parts/database/sealing/insert-sealed.ts'
import type { ClaimRow } from './claim-repository.ts'

export type ClaimEntryRow = Selectable<ClaimEntryTable> & {
  readonly author_first_name: string | null
  readonly author_last_name: string | null
}
type NewEntry = Omit<Selectable<ClaimEntryTable>, 'id' | 'claim_id'>

export const entriesOf = (db: Kysely<Schema>, claimId: string): Promise<ClaimEntryRow[]> =>
  db
    .selectFrom('claim_entries')
    .leftJoin('members', 'members.id', 'claim_entries.author_id')
    .selectAll('claim_entries')
    .select(['members.first_name as author_first_name', 'members.last_name as author_last_name'])
    .where('claim_id', '=', claimId)
    .orderBy('claim_entries.id')
    .execute()

interface Expected {
  readonly status: readonly ClaimTable['status'][]
  /** Number of entries that the caller has seen; undefined where only the status is compared. */
  readonly version?: number
}

/**
 * Returns the changed row for exactly one of several simultaneous changes of the same state;
 * undefined for the others.
 */
export async function moveClaim(
  db: Kysely<Schema>,
  id: string,
  { status, version }: Expected,
  change: Pick<Updateable<ClaimTable>, 'status' | 'note' | 'decided_by' | 'decided_at'>,
  entry: NewEntry,
): Promise<ClaimRow | undefined> {
  const changed = await db
    .updateTable('claims')
    .set((eb) => ({
      ...change,
      entry_count: eb('entry_count', '+', 1),
      ...(entry.mailed === 1 ? { replied_at: entry.created_at } : {}),
    }))
    .where('id', '=', id)
    .where('status', 'in', [...status])
    .$if(version !== undefined, (query) => query.where('entry_count', '=', version ?? 0))
    .returningAll()
    .executeTakeFirst()
  if (changed !== undefined) await insertSealed(db, 'claim_entries', { ...entry, claim_id: id })
  return changed
}
