/** Opens the real parts behind `Deps`, and closes them again in reverse order. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { createAuditLog } from './audit/audit-log.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import { lockDataDir } from './database/data-dir-lock.ts'
import { migrate } from './database/migrate.ts'
import { openPostgres } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Deps } from './deps.ts'
import { createDirectoryStore } from './files/directory-store.ts'
import { createLibrary } from './files/library.ts'
import { openS3Store } from './files/s3-store.ts'
import { createSignal } from './jobs/signal.ts'
import { createLogger } from './logger.ts'
import { createOutboxDirectory } from './mail/outbox-directory.ts'
import { createSmtpSender } from './mail/smtp.ts'
import { createAccessTokens } from './security/access-tokens.ts'
import { localSecretKey } from './security/local-secret.ts'
import { createPasswords } from './security/passwords.ts'
import { createSecrets } from './security/secrets.ts'
import { loadSigningKeys } from './security/signing-keys.ts'
import { createThrottle } from './security/throttle.ts'

export interface OpenedDeps {
  readonly deps: Deps
  readonly close: () => Promise<void>
}

/**
 * @throws DataDirInUse when another process works on the same data directory (embedded database only: with
 *   PostgreSQL several servers are meant to share)
 * @throws WrongSecretKey when the database was made with another SECRET_KEY
 * @throws FileStoreUnusable when the bucket of S3_BUCKET cannot be written
 */
export async function openDeps(config: Config, { clock = systemClock, log = createLogger(config.logLevel) }: { clock?: Clock; log?: Deps['log'] } = {}): Promise<OpenedDeps> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : undefined
  const database =
    config.databaseUrl === undefined
      ? openSqlite(join(config.dataDir, 'wld.sqlite'))
      : openPostgres(config.databaseUrl, (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  const close = async (): Promise<void> => {
    await database.close()
    lock?.release()
  }
  try {
    await migrate(database)
    const secrets = createSecrets(config.secretKey ?? localSecretKey(config.dataDir))
    const keys = await loadSigningKeys(database, secrets, clock)
    const files = config.s3 === undefined ? createDirectoryStore(join(config.dataDir, 'files')) : await openS3Store(config.s3)
    const deps: Deps = {
      config,
      clock,
      log,
      database,
      secrets,
      keys,
      accessTokens: createAccessTokens(keys, clock),
      passwords: createPasswords(),
      throttle: createThrottle(database, clock, config.limitsScale),
      audit: createAuditLog(database, clock),
      files,
      library: createLibrary(database, files, secrets, clock),
      mail:
        config.smtpUrl === undefined
          ? createOutboxDirectory(join(config.dataDir, 'outbox'), config.mailFrom)
          : createSmtpSender(config.smtpUrl, config.mailFrom),
      outboxSignal: createSignal(),
      version: packageJson.version,
    }
    return { deps, close }
  } catch (error) {
    await close()
    throw error
  }
}
