/**
 * Soon after an erasure: removes the mails of erased members from the folder, and the remains of
 * deleted rows from the database files.
 */
import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import { removeOrphans } from '../files/remove-orphans.ts'
import { ERASED } from '../mail/outbox.ts'
import { removeMails } from '../mail/outbox-directory.ts'

/**
 * Rewrites the database once for all erasures until then. Safe to run on several servers; each
 * cleans its own folder.
 */
export async function scrubErased(deps: Deps): Promise<void> {
  const { config, database } = deps
  const { db } = database
  const mails = await db.selectFrom('mails').select('id').where('about_mac', '=', ERASED).execute()
  await removeMails(
    join(config.dataDir, 'outbox'),
    mails.map(({ id }) => id),
  )
  const { wanted_at: wantedAt } = await db
    .selectFrom('scrubs')
    .select('wanted_at')
    .executeTakeFirstOrThrow()
  if (wantedAt === null) return
  await removeOrphans(deps) // rows of released files first: they go in the same pass
  await database.scrub()
  // Cleared only afterwards, so that a server that dies in between repeats it. A later erasure
  // keeps its own mark.
  await db
    .updateTable('scrubs')
    .set({ wanted_at: null })
    .where('wanted_at', '=', wantedAt)
    .execute()
}
