/** Opens the real dependencies of `Deps`, and closes them in reverse order. */
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { systemClock } from '../base/clock.ts'
import { makeFolder } from '../base/durable-file.ts'
import { createLogger } from '../base/logger.ts'
import type { Config } from '../deps/config.ts'
import type { Deps } from '../deps/deps.ts'
import { createAuditLog } from '../parts/audit/audit-log.ts'
import { lockDataDir } from '../parts/database/data-dir-lock.ts'
import type { Database } from '../parts/database/engine.ts'
import { isEmpty, migrate } from '../parts/database/migrate.ts'
import { openPostgres } from '../parts/database/postgres.ts'
import { loadKeyRing, withSealing } from '../parts/database/sealing/sealed-database.ts'
import { inspectSqlite, refuseNewBeside } from '../parts/database/sqlite-file.ts'
import { openSqlite } from '../parts/database/sqlite.ts'
import { createLibrary } from '../parts/files/library.ts'
import { createDirectoryStore } from '../parts/files/store/directory-store.ts'
import { openS3Store } from '../parts/files/store/s3-store.ts'
import { createOutboxDirectory } from '../parts/mail/outbox-directory.ts'
import { createSignal } from '../parts/mail/signal.ts'
import { createSmtpSender } from '../parts/mail/smtp.ts'
import { createAccessTokens } from '../parts/security/access-tokens.ts'
import { createPasswords } from '../parts/security/passwords.ts'
import { localSecretKey, createSecrets } from '../parts/security/secrets.ts'
import { createSessionRows } from '../parts/security/session-rows.ts'
import { loadSigningKeys } from '../parts/security/signing-keys.ts'
import { createThrottle } from '../parts/security/throttle.ts'
import { createTracelessNetworks } from '../parts/security/traceless-networks.ts'
import { refuseHalfRestored } from './restore-mark.ts'
import { sealPlainValues } from './seal-plain-values.ts'

export interface OpenedDeps {
  readonly deps: Deps
  readonly close: () => Promise<void>
}

function openDatabase({ databaseUrl, pool, dataDir }: Config, log: Deps['log']): Database {
  if (databaseUrl !== undefined)
    return openPostgres(
      databaseUrl,
      (error) => log.warn({ err: error }, 'an idle database connection was lost'),
      pool,
    )
  const file = join(dataDir, 'wld.sqlite')
  if (!inspectSqlite(file)) refuseNewBeside(dataDir, file)
  return openSqlite(file)
}

/**
 * @throws StartFault when the database is damaged, newer than this program, or missing beside files
 * of an association
 * @throws DataDirInUse when another process works on the same data directory (embedded database
 * only: with PostgreSQL several servers may share one)
 * @throws WrongSecretKey when the database was made with another SECRET_KEY
 * @throws FileStoreUnusable when the bucket of S3_BUCKET cannot be written
 */
export async function openDeps(
  config: Config,
  {
    clock = systemClock,
    log = createLogger(config.logLevel),
    passwords = createPasswords(),
    stopping = new AbortController().signal,
    demonstration,
  }: Partial<Pick<Deps, 'clock' | 'log' | 'passwords' | 'stopping' | 'demonstration'>> = {},
): Promise<OpenedDeps> {
  await makeFolder(config.dataDir)
  refuseHalfRestored(config.dataDir)
  const lock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : undefined
  let opened: Database | undefined
  const close = async (): Promise<void> => {
    await opened?.close()
    lock?.release()
  }
  try {
    const raw = openDatabase(config, log)
    opened = raw
    if (config.databaseUrl !== undefined && (await isEmpty(raw)))
      refuseNewBeside(config.dataDir, 'The database in DATABASE_URL')
    await raw.checkLimits?.()
    await migrate(raw)
    const secrets = createSecrets(config.secretKey ?? (await localSecretKey(config.dataDir)))
    const keys = await loadSigningKeys(raw, secrets, clock)
    const ring = await loadKeyRing(raw, secrets, clock)
    const database = withSealing(raw, ring, ({ error, ...place }) =>
      log.error({ err: error, ...place }, 'a sealed value cannot be opened'),
    )
    opened = database
    await sealPlainValues(raw, ring, { clock, log })
    const files =
      config.s3 === undefined
        ? createDirectoryStore(join(config.dataDir, 'files'))
        : await openS3Store(config.s3)
    const deps: Deps = {
      config,
      clock,
      log,
      database,
      secrets,
      keys,
      accessTokens: createAccessTokens(keys, clock),
      sessionRows: createSessionRows(database),
      passwords,
      throttle: createThrottle(database, clock, config.limitsScale),
      tracelessNetworks: createTracelessNetworks(clock),
      audit: createAuditLog(database, clock),
      files,
      library: createLibrary(database, files, secrets, clock),
      mail:
        config.smtpUrl === undefined
          ? createOutboxDirectory(join(config.dataDir, 'outbox'), config.mailFrom)
          : createSmtpSender(config.smtpUrl, config.mailFrom),
      outboxSignal: createSignal(),
      version: packageJson.version,
      demonstration,
      stopping,
    }
    const closeAll = async (): Promise<void> => {
      await deps.throttle.close()
      await deps.audit
        .close()
        .catch((error: unknown) =>
          log.error(
            { err: error, rows: deps.audit.waiting() },
            'audit rows of looks are lost: the database cannot be written',
          ),
        )
      await close()
    }
    return { deps, close: closeAll }
  } catch (error) {
    await close()
    throw error
  }
}
