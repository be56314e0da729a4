/** Clean-up of files that nothing refers to: uploads that were never used, files that were let go, calls that broke. */
import { isoAfter, isoNow } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { findOrphans } from './file-repository.ts'

/** Time to fill in the form after its pictures were sent. */
export const ORPHAN_AGE_S = 30 * 60
const ORPHANS_AT_ONCE = 200

/** Removes rows and bytes; answers how many files went. Safe to run on several servers at once, and at any time. */
export async function removeOrphans({
  database,
  library,
  clock,
}: Pick<Deps, 'database' | 'library' | 'clock'>): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await findOrphans(
      database.db,
      { before: isoAfter(clock, -ORPHAN_AGE_S), now: isoNow(clock) },
      ORPHANS_AT_ONCE,
    )
    removed += await library.remove(ids)
    if (ids.length < ORPHANS_AT_ONCE) return removed
  }
}
