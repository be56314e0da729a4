/**
 * `npm run backup`, `npm run backup:verify` and `npm run restore` (docs/operations.md). A backup runs
 * beside the server. Exits with 0 only when everything is whole.
 */
import type { ProtectedAgain } from './protections/apply-protections.ts'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import type { ErasedAgain } from './apply-erasures.ts'
import { DamagedBackup, openBackupFolder, type BackupFolder } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import {
  listInFile,
  listInFolder,
  mergeErasures,
  writeErasures,
  type Erasures,
} from './erasures.ts'
import { readErasures } from './erasures-repository.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { parseConfig, type Config } from '../config.ts'
import { DataDirInUse, lockDataDir } from '../database/data-dir-lock.ts'
import { openExisting } from '../database/open-existing.ts'
import { createDirectoryStore } from '../files/store/directory-store.ts'
import { openS3Store } from '../files/store/s3-store.ts'
import { existingSecretKey } from '../security/secrets.ts'
import { startFaultOf } from '../start/explain-start-fault.ts'
import { StartFault } from '../start/start-fault.ts'

const USAGE = `Usage:
  npm run backup        [-- --to FOLDER] [--keep NUMBER]
  npm run backup:verify [-- --from FOLDER] [--snapshot NAME]
  npm run restore       [-- --from FOLDER] [--snapshot NAME] [--erasures FILE] [--erasures-until INSTANT]
BACKUP_KEY is the key of the backups: 64 hexadecimal digits (openssl rand -hex 32), kept apart from them.
Without --to or --from, BACKUP_TO names the folder.
What was erased since the backup is erased again, as erasures.wld in the folder and FILE, a newer copy of it, say.
After an attack, INSTANT (2026-11-23T10:00:00Z) leaves out what was erased later.`

class Misused extends StartFault {
  override readonly name = 'Misused'
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const fileStoreOf = (config: Config) =>
  config.s3 === undefined
    ? createDirectoryStore(join(config.dataDir, 'files'))
    : openS3Store(config.s3)

interface Wish {
  readonly config: Config
  readonly folder: BackupFolder
  /** The snapshot that was named, or the newest. */
  readonly snapshot: () => Promise<string>
  readonly keep: number | undefined
  /** A list of erasures that was kept elsewhere. */
  readonly erasures: string | undefined
  readonly erasuresUntil: string | undefined
}

async function create({ config, folder, keep = config.backup.keep }: Wish): Promise<boolean> {
  const made = await createBackup(folder, {
    config,
    store: await fileStoreOf(config),
    secretKey: await existingSecretKey(config),
    version: packageJson.version,
    now: new Date(),
    print,
  })
  print(
    `Backup ${made.name}: ${made.rows} rows and ${made.files} files (${made.bytes} bytes), ${made.written} pieces new.`,
  )
  // After the rows, so that the list is never older than the snapshot.
  const database = openExisting(config)
  try {
    await writeErasures(folder, await readErasures(database.jobs), new Date())
  } finally {
    await database.close()
  }
  print(`${(await folder.prune(keep)).snapshots} older backups deleted.`)
  return true
}

async function verify({ folder, snapshot }: Wish): Promise<boolean> {
  const name = await snapshot()
  const { rows, files, originals, faults } = await verifyBackup(folder, name)
  for (const fault of faults) print(fault)
  print(
    faults.length === 0
      ? `Whole: ${name}, ${rows} rows, ${files} files, ${originals} originals as they were received.`
      : `DAMAGED: ${name} has ${faults.length} faults. Make a new backup, and keep this one until that is whole: it stores anew what the server still has.`,
  )
  return faults.length === 0
}

function tellErased(again: ErasedAgain | undefined): void {
  if (again === undefined) {
    print('There is no list of what was erased since the backup: see docs/operations.md, Restore.')
    return
  }
  const { member, report, evidence, file, card, barred } = again.counts
  print(
    `Erased again: ${member} members, ${report} reports, ${evidence} pieces of evidence, ${file} files. Revoked again: ${card} cards, and the accounts of ${barred} members.`,
  )
  print(`The list is of ${again.at}: what was erased or protected later is not in it.`)
  for (const line of again.rights) print(`${line}: look at the role in Users.`)
}

/** Where no list says what was hidden since, it is public again with the first call (docs/operations.md, Restore). */
const PROTECTIONS_LOST =
  'As they were at the backup: which reports are hidden, withdrawn or held, and which evidence is held back or painted over. What was protected since is public again as soon as the site is. Look before you open it: docs/operations.md, Restore, step 2.'

function tellProtected(again: ProtectedAgain | undefined): void {
  if (again === undefined) {
    print(PROTECTIONS_LOST)
    return
  }
  const { reports, evidence, withdrawn, holds } = again
  print(
    `Protected again: ${reports.length} reports wait for staff or are in the bin, ${evidence} pieces of evidence, ${withdrawn} withdrawals of witnesses, ${holds} legal holds.`,
  )
  if (reports.length > 0)
    print(`Look at these reports before you publish them: ${reports.join(', ')}.`)
}

async function erasuresOf({ folder, erasures: file }: Wish): Promise<Erasures | undefined> {
  if (file === undefined) return listInFolder(folder)
  const given = await listInFile(folder, file)
  // A copy is given also where the list in the folder is damaged.
  const held = await listInFolder(folder).catch((error: unknown) => {
    if (error instanceof DamagedBackup) return undefined
    throw error
  })
  return mergeErasures(held, given)
}

async function restore(wish: Wish): Promise<boolean> {
  const { config, folder, snapshot, erasuresUntil } = wish
  const name = await snapshot()
  const { rows, files, originals, erasedAgain, faults } = await restoreBackup(folder, name, {
    config,
    store: await fileStoreOf(config),
    print,
    erasures: await erasuresOf(wish),
    erasuresUntil,
  })
  for (const fault of faults) print(fault)
  tellErased(erasedAgain)
  print(
    `Restored ${name}: ${rows} rows, ${files} files, ${originals} originals as they were received, ${faults.length} faults. Everybody signs in anew.`,
  )
  tellProtected(erasedAgain?.protectedAgain)
  if (config.secretKey === undefined)
    print(
      `SECRET_KEY of the association was written to ${join(config.dataDir, 'local-secret.key')}. Put it into the environment of the server, then delete that file.`,
    )
  return faults.length === 0
}

const COMMANDS: Readonly<Record<string, (wish: Wish) => Promise<boolean>>> = {
  create,
  verify,
  restore,
}

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      snapshot: { type: 'string' },
      keep: { type: 'string' },
      erasures: { type: 'string' },
      'erasures-until': { type: 'string' },
    },
  })
  const name = positionals[0] ?? ''
  const command = COMMANDS[name]
  const parsed = parseConfig(process.env, 'local')
  if (!parsed.ok) throw new StartFault(parsed.faults.join('\n'))
  const { config } = parsed
  const path = (name === 'create' ? values.to : values.from) ?? config.backup.to
  if (command === undefined || path === undefined) throw new Misused(USAGE)
  const { key } = config.backup
  if (key === undefined) throw new Misused(`BACKUP_KEY is missing.\n${USAGE}`)
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new Misused('--keep wants how many backups stay, 1 or more.')
  const until = values['erasures-until']
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw new Misused('--erasures-until wants an instant such as 2026-11-23T10:00:00Z.')
  const folder = await openBackupFolder(path, key, { create: name === 'create' })
  const lock = lockFolder(path)
  try {
    const snapshot = async (): Promise<string> => {
      const names = await folder.snapshots()
      const wanted = values.snapshot ?? names.at(-1)
      if (wanted !== undefined && names.includes(wanted)) return wanted
      const known = names.length === 0 ? 'none is complete' : names.join(', ')
      throw new StartFault(`${path} has no backup ${wanted ?? ''}: ${known}.`)
    }
    return await command({
      config,
      folder,
      snapshot,
      keep,
      erasures: values.erasures,
      erasuresUntil: until && new Date(until).toISOString(),
    })
  } finally {
    lock.release()
  }
}

function lockFolder(path: string) {
  try {
    return lockDataDir(path)
  } catch (error) {
    if (error instanceof DataDirInUse)
      throw new StartFault(`Another command works on ${path}. Wait until it has ended.`)
    throw error
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  const { code, message, stack } = error as Error & { code?: string } // only Errors are thrown here
  const place = {
    dataDir: process.env['DATA_DIR'] ?? '.data',
    databaseUrl: process.env['DATABASE_URL'],
  }
  process.stderr.write(
    `${code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `${message}\n${USAGE}` : (startFaultOf(error, place) ?? String(stack))}\n`,
  )
  process.exitCode = 1
}
