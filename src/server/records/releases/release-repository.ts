/** What will become public (ADR 0065): one row for each item, until it does or is stopped. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import type { ReleaseTable, Schema } from '../../parts/database/schema.ts'

export type ReleaseRow = Selectable<ReleaseTable>
type Kind = ReleaseRow['kind']

/** The change of a report: it is verified where it still has this version. */
export const reportRelease = (version: number): string => JSON.stringify({ version })
export const releasedVersion = ({ change }: ReleaseRow): number =>
  (JSON.parse(change) as { version: number }).version // written above

/** Replaces one that waits for the same item. */
export async function insertRelease(
  db: Kysely<Schema>,
  row: Omit<ReleaseRow, 'id' | 'confirmed_by'>,
): Promise<void> {
  await takeRelease(db, row.kind, row.target)
  await db
    .insertInto('releases')
    .values({ id: randomUUID(), confirmed_by: null, ...row })
    .execute()
}

export const findRelease = (
  db: Kysely<Schema>,
  kind: Kind,
  target: number,
): Promise<ReleaseRow | undefined> =>
  db
    .selectFrom('releases')
    .selectAll()
    .where('kind', '=', kind)
    .where('target', '=', target)
    .executeTakeFirst()

/** Ends it; undefined where there is none any more. */
export const takeRelease = (
  db: Kysely<Schema>,
  kind: Kind,
  target: number,
): Promise<ReleaseRow | undefined> =>
  db
    .deleteFrom('releases')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .returningAll()
    .executeTakeFirst()

/** True for exactly one of several people at once. */
export async function confirmRelease(
  db: Kysely<Schema>,
  id: string,
  { by, dueAt }: { readonly by: number; readonly dueAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('releases')
    .set({ confirmed_by: by, due_at: dueAt })
    .where('id', '=', id)
    .where('due_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Later than this after its time nothing becomes public: a restored backup may hold what was stopped since. */
const LAPSES_AFTER_S = 600
/** One that is not confirmed ends after seven days. */
const UNCONFIRMED_S = 7 * 86_400

export const dueReleases = (
  db: Kysely<Schema>,
  clock: Pick<Clock, 'now'>,
): Promise<readonly ReleaseRow[]> =>
  db
    .selectFrom('releases')
    .selectAll()
    .where('due_at', '<=', isoNow(clock))
    .where('due_at', '>', isoAfter(clock, -LAPSES_AFTER_S))
    .orderBy('due_at')
    .limit(100)
    .execute()

/** Removes what will not take effect any more. */
export const sweepReleases = (db: Kysely<Schema>, clock: Pick<Clock, 'now'>) =>
  db
    .deleteFrom('releases')
    .where((eb) =>
      eb.or([
        eb('due_at', '<=', isoAfter(clock, -LAPSES_AFTER_S)),
        eb.and([
          eb('due_at', 'is', null),
          eb('proposed_at', '<=', isoAfter(clock, -UNCONFIRMED_S)),
        ]),
      ]),
    )
    .execute()
