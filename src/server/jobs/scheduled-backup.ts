/** Backups by schedule, where BACKUP_TO names a folder: each in a process of its own, at low priority. */
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readErasures } from '../commands/backup/erasures-repository.ts'
import type { Config } from '../deps/config.ts'
import type { Deps } from '../deps/deps.ts'
import { endTurn, holdTurn, KEEP_TURN_MS, keepTurn, takeTurn } from '../parts/database/turns.ts'
import { readBackupState } from '../records/backup/backup-state.ts'
import { writeErasures } from '../records/backup/erasures.ts'
import { openBackupFolder } from '../records/backup/folder/backup-folder.ts'

/** The program lies in its room in the source, and beside the chunk in the build. */
const PROGRAM = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../commands/backup/backup.ts', import.meta.url)
    : new URL('./backup.js', import.meta.url),
)
const OUTPUT_MAX = 4_000

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

type BackupDeps = Pick<Deps, 'config' | 'clock' | 'log' | 'database'>

async function isDue(deps: BackupDeps): Promise<boolean> {
  const state = await readBackupState(deps)
  const ageMs = deps.clock.now().getTime() - (state?.lastAt?.getTime() ?? 0)
  return state !== undefined && ageMs >= deps.config.backup.everyMs
}

/** Holds the turn of the backups, so that of several servers one works on the folder. */
async function alone(deps: BackupDeps, work: () => Promise<void>): Promise<void> {
  const {
    clock,
    database: { db },
  } = deps
  if (!(await holdTurn(db, clock, 'backup'))) return
  const sign = setInterval(() => {
    keepTurn(db, clock, 'backup').catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the turn of the backup cannot be kept'),
    )
  }, KEEP_TURN_MS)
  try {
    await work()
  } finally {
    clearInterval(sign)
    await endTurn(db, clock, 'backup', {})
  }
}

/**
 * Makes a backup when one is due, on one of several servers, and keeps the list of erasures beside it
 * new. @throws with what the command printed, when it failed
 */
export async function runBackup(deps: BackupDeps, stopping: AbortSignal): Promise<void> {
  if (!(await isDue(deps))) return renewErasures(deps)
  if (stopping.aborted) return
  await alone(deps, async () => {
    // Another server may have made it between the look and the turn.
    if (await isDue(deps)) await makeBackup(deps, stopping)
  })
}

async function renewErasures({ config: { backup }, clock, database }: BackupDeps): Promise<void> {
  if (backup.to === undefined || backup.key === undefined) return
  const folder = await openBackupFolder(backup.to, backup.key, { create: false })
  await writeErasures(folder, await readErasures(database.jobs), clock.now())
}

/**
 * Once a day: reads a part of the backups, so that a week reads them all. What is damaged is reported, and
 * written again at once where the server still has it.
 */
export async function runBackupCheck(deps: BackupDeps, stopping: AbortSignal): Promise<void> {
  const {
    clock,
    log,
    database: { db },
  } = deps
  if ((await readBackupState(deps))?.lastAt === undefined) return
  await alone(deps, async () => {
    if (stopping.aborted || !(await takeTurn(db, clock, 'backup-check'))) return
    const { code, output } = await runProgram(deps, ['check', '--daily'], stopping)
    if (stopping.aborted) return
    if (code !== 0) {
      log.error({ output }, 'a backup is damaged; a new one writes again what the server still has')
      await makeBackup(deps, stopping)
    }
    await endTurn(db, clock, 'backup-check', {})
    const left = (await readBackupState(deps))?.faults.filter(({ kind }) => kind === 'damaged')
    for (const { text, remedy } of left ?? []) log.error({ remedy }, text)
    if (code !== 0 && left?.length === 0)
      log.info('all damaged pieces of the backups were written again')
  })
}

async function makeBackup(deps: BackupDeps, stopping: AbortSignal): Promise<void> {
  const { code, output } = await runProgram(deps, ['create'], stopping)
  if (stopping.aborted) return
  if (code !== 0) throw new Error(`The backup failed: ${output}`)
  deps.log.info({ output }, 'a backup was made')
}

/** The command in a process of its own, at low priority. */
const runProgram = (
  deps: BackupDeps,
  args: readonly string[],
  stopping: AbortSignal,
): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
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
    child.once('error', (error) =>
      stopping.aborted ? resolve({ code: null, output }) : reject(error),
    )
    child.once('close', (code) => resolve({ code, output }))
  })
