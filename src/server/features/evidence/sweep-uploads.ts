import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import { removeParts } from '../../parts/files/parts.ts'
import { deleteUpload, dueUploads, strayParts } from '../../records/evidence/upload-repository.ts'

const AT_ONCE = 100

/**
 * Removes expired uploads with all their parts. Safe to run on several servers at once, and at any
 * time.
 */
export async function sweepUploads({
  database: { db },
  library: { parts },
  clock,
}: Pick<Deps, 'database' | 'library' | 'clock'>): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await dueUploads(db, isoNow(clock), AT_ONCE)
    for (const id of ids) {
      await removeParts(db, parts, { uploadId: id })
      await deleteUpload(db, id)
    }
    removed += ids.length
    if (ids.length < AT_ONCE) break
  }
  for (const { upload_id: id } of await strayParts(db, AT_ONCE))
    if (id !== null) await removeParts(db, parts, { uploadId: id })
  return removed
}
