/**
 * `npm run keys:rotate`: turns the keys of the sealed columns beside a running server; with
 * `--secret-key` it turns SECRET_KEY itself, while no server runs. Exits with 0 only when nothing is
 * left under an old key.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { systemClock } from '../../base/clock.ts'
import { StartFault } from '../../base/start-fault.ts'
import type { Config } from '../../deps/config.ts'
import { lockDataDir } from '../../parts/database/data-dir-lock.ts'
import type { Database } from '../../parts/database/engine.ts'
import { oldKeyKeptMs, openKeyRing } from '../../parts/database/sealing/key-ring.ts'
import { createDirectoryStore } from '../../parts/files/store/directory-store.ts'
import { openS3Store } from '../../parts/files/store/s3-store.ts'
import { createSecrets, existingSecretKey } from '../../parts/security/secrets.ts'
import { openExisting } from '../../start/open-existing.ts'
import { print, readSettings, runCommand } from '../run-command.ts'
import { previewTurn, turnKeys } from './turn-keys.ts'
import { turnSecretKey } from './turn-secret-key.ts'

const USAGE = 'Usage: npm run keys:rotate [-- --dry-run | --secret-key]'

async function turnDataKeys(config: Config, dryRun: boolean): Promise<boolean> {
  const secrets = createSecrets(await existingSecretKey(config))
  const raw = openExisting(config)
  try {
    const ring = await openKeyRing(raw.dataKeys, secrets)
    const turning = {
      raw,
      ring,
      wrapping: secrets,
      clock: systemClock,
      print,
      oldKeyKeptMs: oldKeyKeptMs(config.pool),
    }
    try {
      if (!dryRun) return await turnKeys(turning)
      for (const { table, column, rows } of await previewTurn(turning))
        print(`${table}.${column}: ${rows} rows would be written`)
      print('Nothing was changed.')
      return true
    } finally {
      ring.stop()
    }
  } finally {
    await raw.close()
  }
}

const APPLICATION = 'wld-keys'

/** @throws StartFault while another program is connected to the database */
async function refuseBesideServers({ jobs }: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and application_name <> ${APPLICATION}`.execute(jobs)
  if (Number(rows[0]?.n) > 0)
    throw new StartFault('Stop every server and every other program on this database first.')
}

async function turnRoot(config: Config): Promise<boolean> {
  const old = process.env['SECRET_KEY_OLD'] ?? ''
  if (!/^[0-9a-f]{64}$/i.test(old) || config.secretKey === undefined)
    throw new StartFault(
      'Set SECRET_KEY_OLD to the key of the server and SECRET_KEY to the new one (openssl rand -hex 32).',
    )
  if (old.toLowerCase() === config.secretKey.toLowerCase())
    throw new StartFault('SECRET_KEY and SECRET_KEY_OLD are the same.')
  // The server holds this lock as long as it runs.
  const lock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : undefined
  const address = config.pool.directUrl ?? config.databaseUrl
  const url = address === undefined ? undefined : new URL(address)
  url?.searchParams.set('application_name', APPLICATION)
  const raw = openExisting({
    ...config,
    databaseUrl: url?.href,
    pool: { ...config.pool, directUrl: undefined },
  })
  try {
    if (url !== undefined) await refuseBesideServers(raw)
    const store =
      config.s3 === undefined
        ? createDirectoryStore(join(config.dataDir, 'files'))
        : await openS3Store(config.s3)
    return await turnSecretKey({
      raw,
      store,
      old: createSecrets(old),
      next: createSecrets(config.secretKey),
      clock: systemClock,
      print,
    })
  } finally {
    await raw.close()
    lock?.release()
  }
}

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      'secret-key': { type: 'boolean', default: false },
    },
  })
  if (values['dry-run'] && values['secret-key']) throw new StartFault(USAGE)
  const settings = readSettings()
  const done = values['secret-key']
    ? await turnRoot(settings)
    : await turnDataKeys(settings, values['dry-run'])
  if (done && !values['dry-run']) print('Done: nothing is left under an old key.')
  return done
}

await runCommand(USAGE, run)
