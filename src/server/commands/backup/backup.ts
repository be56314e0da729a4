/**
 * `npm run backup`, `backup:verify`, `backup:check`, `backup:prune` and `restore` (docs/operations.md).
 * A backup runs beside the server. Exits with 0 only when everything is whole.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../../../package.json' with { type: 'json' }
import { StartFault } from '../../base/start-fault.ts'
import type { Config } from '../../deps/config.ts'
import { DataDirInUse, lockDataDir } from '../../parts/database/data-dir-lock.ts'
import { createDirectoryStore } from '../../parts/files/store/directory-store.ts'
import { openS3Store } from '../../parts/files/store/s3-store.ts'
import { existingSecretKey } from '../../parts/security/secrets.ts'
import {
  readRecord,
  recordBackup,
  recordCheck,
  recordFailure,
  refuseOtherStore,
} from '../../records/backup/backup-repository.ts'
import { CHECK_PARTS, checkBackups } from '../../records/backup/check/check-backups.ts'
import { verifyBackup } from '../../records/backup/check/verify-backup.ts'
import { writeErasures } from '../../records/backup/erasures.ts'
import { openBackupFolder, type BackupFolder } from '../../records/backup/folder/backup-folder.ts'
import { folderFaultOf } from '../../records/backup/folder/folder-fault.ts'
import { withDatabase } from '../../start/open-existing.ts'
import { print, readSettings, runCommand, sentenceOf } from '../run-command.ts'
import { createBackup } from './create-backup.ts'
import { readErasures } from './erasures-repository.ts'
import { withRecords } from './open-records.ts'
import { pruneBackups } from './prune-backups.ts'
import { chooseList, chooseSnapshot } from './restore/choose-source.ts'
import { drillConfig, runDrill } from './restore/drill.ts'
import { restoreBackup } from './restore/restore-backup.ts'
import { tellErased, tellHeld, tellMissing, tellProtected } from './restore/restore-words.ts'

const USAGE = `Usage:
  npm run backup        [-- --to FOLDER] [--keep NUMBER] [--begin]
  npm run backup:verify [-- --from FOLDER] [--snapshot NAME]
  npm run backup:check  [-- --from FOLDER]
  npm run backup:prune   -- --keep NUMBER [--from FOLDER]
  npm run restore       [-- --from FOLDER] [--snapshot NAME] [--drill]
                        [--erasures FILE] [--erasures-until INSTANT] [--old-erasures]
BACKUP_KEY is the key of the backups: 64 hexadecimal digits (openssl rand -hex 32), kept apart from them.
Without --to or --from, BACKUP_TO names the folder.
--begin takes a folder that is not the one of the last backup, such as a new disk.
--drill restores beside the running server, and runs it on a port of its own until Ctrl+C.
What was erased since the backup is erased again, as erasures.wld in the folder and FILE, a newer copy of it, say.
--old-erasures continues with a list that is damaged, missing or older than the backups.
After an attack, INSTANT (2026-11-23T10:00:00Z) leaves out what was erased later.`

class Misused extends StartFault {
  override readonly name = 'Misused'
}

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  snapshot: { type: 'string' },
  keep: { type: 'string' },
  begin: { type: 'boolean', default: false },
  daily: { type: 'boolean', default: false },
  drill: { type: 'boolean', default: false },
  erasures: { type: 'string' },
  'erasures-until': { type: 'string' },
  'old-erasures': { type: 'boolean', default: false },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

const fileStoreOf = (config: Config) =>
  config.s3 === undefined
    ? createDirectoryStore(join(config.dataDir, 'files'))
    : openS3Store(config.s3)

interface BackupArguments {
  readonly config: Config
  readonly folder: BackupFolder
  /** The snapshot that was named, or the newest. */
  readonly snapshot: () => Promise<string>
  readonly keep: number | undefined
  readonly values: Values
  /** Lets other commands work on the folder. */
  readonly release: () => void
}

async function create(wish: BackupArguments): Promise<boolean> {
  const { config, folder, keep = config.backup.keep, values } = wish
  await withRecords(config, async (db) =>
    refuseOtherStore(folder, await readRecord(db, folder.path), values.begin),
  )
  await withDatabase(config, async (database) => {
    const made = await createBackup(folder, {
      config,
      store: await fileStoreOf(config),
      secretKey: await existingSecretKey(config),
      version: packageJson.version,
      now: new Date(),
      print,
      writeList: async () => writeErasures(folder, await readErasures(database.jobs), new Date()),
    })
    print(
      `Backup ${made.name}: ${made.rows} rows and ${made.files} files (${made.bytes} bytes), ${made.written} pieces new.`,
    )
    if (made.healed > 0)
      print(
        `${made.healed} pieces were damaged on the disk of the backups, and were written again.`,
      )
    await withRecords(config, (db) => recordBackup(db, folder, made.name))
  })
  return prune({ ...wish, keep })
}

async function prune({ folder, keep }: BackupArguments): Promise<boolean> {
  if (keep === undefined) throw new Misused(`--keep is missing.\n${USAGE}`)
  const { snapshots, faults } = await pruneBackups(folder, keep)
  print(`${snapshots} older backups deleted.`)
  for (const fault of faults) print(`NOTE: ${fault}`)
  if (faults.length > 0)
    print('NOTE: until then no space is freed, because what the damaged backup needs is not known.')
  return true
}

async function verify({ folder, snapshot }: BackupArguments): Promise<boolean> {
  const name = await snapshot()
  const { rows, files, originals, faults } = await verifyBackup(folder, name)
  for (const fault of faults) print(fault)
  print(
    faults.length === 0
      ? `Whole: ${name}, ${rows} rows, ${files} files, ${originals} originals as they were received.`
      : `DAMAGED: ${name} has ${faults.length} faults. Make a new backup (npm run backup), and keep this one until that is whole: it stores again what the server still has. docs/runbooks.md, "A backup is damaged".`,
  )
  return faults.length === 0
}

async function check({ config, folder, values }: BackupArguments): Promise<boolean> {
  const record = await withRecords(config, (db) => readRecord(db, folder.path))
  const part = values.daily ? (record?.checks ?? 0) % CHECK_PARTS : undefined
  const { snapshots, objects, read, damaged } = await checkBackups(folder, part)
  await withRecords(config, (db) =>
    recordCheck(db, folder.path, { at: new Date().toISOString(), damaged }),
  )
  for (const { text } of damaged) print(text)
  print(
    damaged.length === 0
      ? `Whole: ${snapshots} backups, ${objects} pieces, ${read} of them read now.`
      : `DAMAGED: ${damaged.length} pieces of ${objects}. Run npm run backup: it writes again what the server still has. docs/runbooks.md, "A backup is damaged".`,
  )
  return damaged.length === 0
}

async function restore(wish: BackupArguments): Promise<boolean> {
  const { folder, snapshot, values, release } = wish
  const config = values.drill ? drillConfig(wish.config) : wish.config
  const until = values['erasures-until']
  const name = await snapshot()
  const restored = await restoreBackup(folder, name, {
    config,
    store: await fileStoreOf(config),
    print,
    erasures: await chooseList(folder, {
      file: values.erasures,
      isOldAccepted: values['old-erasures'],
    }),
    erasuresUntil: until && new Date(until).toISOString(),
  })
  const { rows, files, originals, erasedAgain, faults, heldMails } = restored
  for (const fault of faults) print(fault)
  const command = (other: string): string =>
    `npm run restore -- --from ${folder.path} --snapshot ${other} --drill`
  tellMissing(restored, command, print)
  tellErased(erasedAgain, print)
  print(
    `Restored ${name}: ${rows} rows, ${files} files, ${originals} originals as they were received, ${faults.length + restored.missing.length} faults. Everybody has to sign in again.`,
  )
  tellProtected(erasedAgain?.protectedAgain, print)
  print(tellHeld(heldMails))
  const isWhole = faults.length + restored.missing.length === 0
  if (values.drill) {
    const { secretKey } = await folder.read(name)
    release() // the running server makes its backups meanwhile
    return (await runDrill(config, secretKey, print)) && isWhole
  }
  if (config.secretKey === undefined)
    print(
      `SECRET_KEY of the association was written to ${join(config.dataDir, 'local-secret.key')}. Put it into the environment of the server, then delete that file.`,
    )
  return isWhole
}

const COMMANDS: Readonly<Record<string, (wish: BackupArguments) => Promise<boolean>>> = {
  create,
  verify,
  check,
  prune,
  restore,
}

interface Call {
  readonly name: string
  readonly values: Values
  readonly config: Config
  readonly path: string
  readonly key: string
}

function readCall(): Call {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS })
  const name = positionals[0] ?? ''
  const config = readSettings()
  const path = (name === 'create' ? values.to : values.from) ?? config.backup.to
  if (!(name in COMMANDS) || path === undefined) throw new Misused(USAGE)
  const { key } = config.backup
  if (key === undefined) throw new Misused(`BACKUP_KEY is missing.\n${USAGE}`)
  const until = values['erasures-until']
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw new Misused('--erasures-until must be an instant such as 2026-11-23T10:00:00Z.')
  return { name, values, config, path, key }
}

async function run({ name, values, config, path, key }: Call): Promise<boolean> {
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new Misused('--keep must be the number of backups to keep, 1 or more.')
  const record =
    name === 'create' ? await withRecords(config, (db) => readRecord(db, path)) : undefined
  const folder = await openBackupFolder(path, key, {
    create: name === 'create',
    isKnown: !values.begin && (record?.stores.length ?? 0) > 0,
  })
  const release = lockFolder(path, name)
  try {
    const snapshot = (): Promise<string> => chooseSnapshot(folder, values.snapshot, print)
    return (await COMMANDS[name]?.({ config, folder, keep, values, snapshot, release })) ?? false
  } finally {
    release()
  }
}

/** SQLite's primary result codes. */
const [READONLY, FULL, CANTOPEN] = [8, 13, 14]

/** @returns what releases it, once */
function lockFolder(path: string, name: string): () => void {
  try {
    let lock: ReturnType<typeof lockDataDir> | undefined = lockDataDir(path)
    return () => {
      lock?.release()
      lock = undefined
    }
  } catch (error) {
    if (error instanceof DataDirInUse)
      throw new StartFault(`Another command is working on ${path}. Wait until it has finished.`)
    const { errcode } = error as { errcode?: number } // of node:sqlite
    if (errcode === undefined) throw folderFaultOf(error, path)
    const isReadOnly = [READONLY, CANTOPEN].includes(errcode & 0xff)
    // On a medium that takes no writes nothing else works either.
    if (isReadOnly && ['verify', 'restore'].includes(name)) return () => undefined
    if ((errcode & 0xff) === FULL) throw folderFaultOf({ code: 'ENOSPC' }, path)
    throw isReadOnly ? folderFaultOf({ code: 'EROFS' }, path) : error
  }
}

/** So that the overview and the doctor know it; where the database is away, they know that. */
async function noteFailure({ name, config, path }: Call, text: string): Promise<void> {
  if (name !== 'create') return
  const failed = { at: new Date().toISOString(), text: text.split('\n')[0] ?? '' }
  await withRecords(config, (db) => recordFailure(db, path, failed)).catch(() => undefined)
}

await runCommand(USAGE, async () => {
  const call = readCall()
  try {
    return await run(call)
  } catch (error) {
    await noteFailure(call, sentenceOf(error, USAGE))
    throw error
  }
})
