/**
 * Mails of a server that was restored. What waited at the backup was sent since, by the server that
 * was lost or by the one that still runs: nothing leaves until an administrator says so.
 */
import { isoNow, systemClock } from '../../../base/clock.ts'
import type { Config } from '../../../deps/config.ts'
import { migrate } from '../../../parts/database/migrate.ts'
import { inTransaction } from '../../../parts/database/transact.ts'
import { holdMails } from '../../../parts/mail/held-mails.ts'
import { withDatabase } from '../../../start/open-existing.ts'

/** Takes the missing steps of the schema first. @returns how many are held */
export async function holdWaitingMails(
  config: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>,
): Promise<number> {
  return withDatabase(config, async (database) => {
    await migrate(database)
    return await inTransaction(database.jobs, (transaction) =>
      holdMails(transaction, isoNow(systemClock)),
    )
  })
}
