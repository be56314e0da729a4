/** Backups by schedule, where BACKUP_TO names a folder: each in a process of its own, at low priority. */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBackupFolder, SNAPSHOT_NAME } from './backup-folder.ts'
import { writeErasures } from './erasures.ts'
import { readErasures } from './erasures-repository.ts'
import type { Config } from '../config.ts'
import { endTurn, holdTurn, KEEP_TURN_MS, keepTurn } from '../database/turns.ts'
import type { Deps } from '../deps.ts'

/** Beside this module in the source, beside the chunk in the build. */
const PROGRAM = fileURLToPath(
  new URL(`./backup.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
)
/** A backup that should have been made so many intervals ago is late: one may be under way. */
const LATE_AFTER = 2
const OUTPUT_MAX = 4_000

export interface BackupState {
  /** Of the newest complete backup; undefined where there is none. */
  readonly lastAt: Date | undefined
  readonly isLate: boolean
}

/** `20261123T205619Z-…`, as `BackupFolder.write` names snapshots. */
const instantOf = (name: string): Date =>
  new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

/**
 * The newest backup in BACKUP_TO; undefined where the server makes none. A folder that cannot be read
 * counts as one without backups. Whether a backup is whole, `npm run backup:verify` tells.
 */
export async function readBackupState({
  config: { backup },
  clock,
}: Pick<Deps, 'config' | 'clock'>): Promise<BackupState | undefined> {
  if (backup.to === undefined) return undefined
  const names = await readdir(join(backup.to, 'snapshots')).catch(() => [])
  const newest = names
    .filter((name) => SNAPSHOT_NAME.test(name))
    .toSorted()
    .at(-1)
  if (newest === undefined) return { lastAt: undefined, isLate: true }
  const lastAt = instantOf(newest)
  const ageMs = clock.now().getTime() - lastAt.getTime()
  return { lastAt, isLate: ageMs > LATE_AFTER * backup.everyMs }
}

/** What the command reads of the server's settings. */
function environmentOf({ dataDir, databaseUrl, pool, secretKey, s3, backup }: Config) {
  const given = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: pool.directUrl,
    SECRET_KEY: secretKey,
    S3_ENDPOINT: s3?.endpoint,
    S3_REGION: s3?.region,
    S3_BUCKET: s3?.bucket,
    S3_ACCESS_KEY_ID: s3?.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3?.secretAccessKey,
    BACKUP_TO: backup.to,
    BACKUP_KEY: backup.key,
    BACKUP_KEEP: String(backup.keep),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

type Needs = Pick<Deps, 'config' | 'clock' | 'log' | 'database'>

async function isDue(deps: Needs): Promise<boolean> {
  const state = await readBackupState(deps)
  const ageMs = deps.clock.now().getTime() - (state?.lastAt?.getTime() ?? 0)
  return state !== undefined && ageMs >= deps.config.backup.everyMs
}

/**
 * Makes a backup when one is due, on one of several servers, and keeps the list of erasures beside it
 * new. @throws with what the command printed, when it failed
 */
export async function runBackup(deps: Needs, stopping: AbortSignal): Promise<void> {
  const {
    clock,
    database: { db },
  } = deps
  if (!(await isDue(deps))) return renewErasures(deps)
  if (stopping.aborted || !(await holdTurn(db, clock, 'backup'))) return
  const sign = setInterval(() => {
    keepTurn(db, clock, 'backup').catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the turn of the backup cannot be kept'),
    )
  }, KEEP_TURN_MS)
  try {
    // Another server may have made it between the look and the turn.
    if (await isDue(deps)) await makeBackup(deps, stopping)
  } finally {
    clearInterval(sign)
    await endTurn(db, clock, 'backup', {})
  }
}

async function renewErasures({ config: { backup }, clock, database }: Needs): Promise<void> {
  if (backup.to === undefined || backup.key === undefined) return
  const folder = await openBackupFolder(backup.to, backup.key, { create: false })
  await writeErasures(folder, await readErasures(database.jobs), clock.now())
}

async function makeBackup(deps: Needs, stopping: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, 'create'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environmentOf(deps.config) }, // also what names certificates
      signal: stopping,
      killSignal: 'SIGKILL', // the next run goes on
    })
    let output = ''
    const keep = (chunk: Buffer): void =>
      void (output = `${output}${String(chunk)}`.slice(-OUTPUT_MAX))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
      } catch (error) {
        deps.log.warn({ err: error }, 'the backup runs at normal priority') // forbidden here, or it ended
      }
    })
    child.once('error', (error) => (stopping.aborted ? resolve() : reject(error)))
    child.once('exit', (code) => {
      if (code === 0) deps.log.info({ output }, 'a backup was made')
      if (code === 0 || stopping.aborted) resolve()
      else reject(new Error(`The backup failed: ${output}`))
    })
  })
}
