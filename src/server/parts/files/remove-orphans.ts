/**
 * Clean-up of files that nothing refers to: uploads that were never used, files that were released,
 * calls that failed.
 */
import { ORIGIN_UPLOADS_KEPT_S } from '#shared/contract/uploads.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import type { Database } from '../database/engine.ts'
import { findOrphans, releaseScans } from './file-repository.ts'
import type { Library } from './library.ts'

/** Time to fill in the form after its pictures were sent. */
export const ORPHAN_AGE_S = 30 * 60
const ORPHANS_AT_ONCE = 200

/**
 * Removes rows and bytes; returns the number of removed files. Safe to run on several servers at
 * once, and at any time.
 */
export async function removeOrphans({
  database,
  library,
  clock,
}: {
  readonly database: Database
  readonly library: Library
  readonly clock: Clock
}): Promise<number> {
  let removed = 0
  await releaseScans(database.db)
  for (;;) {
    const ids = await findOrphans(
      database.db,
      {
        before: isoAfter(clock, -ORPHAN_AGE_S),
        originBefore: isoAfter(clock, -ORIGIN_UPLOADS_KEPT_S),
        now: isoNow(clock),
      },
      ORPHANS_AT_ONCE,
    )
    removed += await library.remove(ids)
    if (ids.length < ORPHANS_AT_ONCE) return removed
  }
}
