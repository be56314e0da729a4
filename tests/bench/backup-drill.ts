/**
 * A backup drill: 100,000 members and 10 GB of files are backed up, backed up again, verified and restored, each command
 * timed with its greatest memory, and each killed in every stage and begun again. The files hold random bytes, which no
 * compression makes smaller. It takes three times the size of the files on the disk of DRILL_DIR (the temporary folder),
 * and removes it. Last line: one JSON object; the exit code is 1 when a command fails or anything is not whole.
 *
 *     node tests/bench/backup-drill.ts [--members 100000] [--gigabytes 10]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { originalKey } from '#server/parts/files/library.ts'
import { createSecrets } from '#server/parts/security/secrets.ts'

const PROGRAM = join(import.meta.dirname, '../../src/server/commands/backup/backup.ts')
const SEED = join(import.meta.dirname, 'seed-million.ts')
const SECRET_KEY = 'ab'.repeat(32) // of the seed
const BACKUP_KEY = '12'.repeat(32)
const FILE_BYTES = 2 * 1024 * 1024
const GIGABYTE = 1024 ** 3
const LOOK_MS = 50

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    gigabytes: { type: 'string', default: '10' },
  },
})
const fileCount = Math.ceil((Number(values.gigabytes) * GIGABYTE) / FILE_BYTES)
const place = mkdtempSync(join(process.env['DRILL_DIR'] ?? tmpdir(), 'wld-drill-'))
const [source, folder, target] = ['source', 'backups', 'restored'].map((name) =>
  join(place, name),
) as [string, string, string] // three names
const say = (line: string): void => console.log(line)

function addFiles(from: number, to: number): void {
  const secrets = createSecrets(SECRET_KEY)
  const database = new DatabaseSync(join(source, 'wld.sqlite'))
  const insert = database.prepare(
    `insert into files (id, purpose, owner_id, ticket_id, attached_at, media_type, size_bytes, sha256, original_name, created_at)
     values (?, 'evidence', null, null, ?, 'image/jpeg', ?, ?, '', ?)`,
  )
  const now = new Date().toISOString()
  database.exec('begin')
  for (let index = from; index < to; index += 1) {
    const id = randomUUID()
    const plain = randomBytes(FILE_BYTES)
    const path = join(source, 'files', originalKey(id))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, secrets.seal('files', plain, originalKey(id)))
    insert.run(id, now, FILE_BYTES, createHash('sha256').update(plain).digest('hex'), now)
  }
  database.exec('commit')
  database.close()
}

interface Run {
  readonly seconds: number
  readonly peakMb: number
  readonly output: string
}

/** @param killAt is asked again and again; the command is killed where it says so, and not awaited to succeed */
async function run(
  args: readonly string[],
  dataDir: string,
  killAt?: (output: string) => boolean,
): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], BACKUP_KEY, SECRET_KEY, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, peakMb] = ['', 0]
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (child.exitCode === null && child.signalCode === null) {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      // it ended
    }
    if (killAt?.(output) === true) child.kill('SIGKILL')
    await sleep(LOOK_MS)
  }
  const code = await ended
  if (killAt !== undefined && code === 0) throw new Error(`${args[0]} ended before its kill`)
  if (killAt === undefined && code !== 0) throw new Error(`${args.join(' ')}: ${code}\n${output}`)
  return {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    peakMb: Math.round(peakMb),
    output,
  }
}

const countBelow = (path: string): number =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .length
    : 0

const figures: Record<string, { readonly seconds: number; readonly peakMb: number }> = {}
async function timed(name: string, args: readonly string[], dataDir: string): Promise<void> {
  const { seconds, peakMb, output } = await run(args, dataDir)
  figures[name] = { seconds, peakMb }
  say(`${name}: ${seconds} s, ${peakMb} MB\n${output.trim().split('\n').slice(-3).join('\n')}`)
}
async function killed(
  name: string,
  args: readonly string[],
  dataDir: string,
  at: (output: string) => boolean,
) {
  const { seconds } = await run(args, dataDir, at)
  say(`${name}: killed after ${seconds} s`)
}

try {
  spawnSync(process.execPath, [SEED, '--sqlite', source, '--members', values.members], {
    stdio: 'inherit',
  })
  addFiles(0, fileCount)
  say(`${values.members} members and ${fileCount} files`)
  const objects = join(folder, 'objects')
  const create = ['create', '--to', folder]
  await killed('backup, while rows are copied', create, source, () => countBelow(objects) > 20)
  await killed('backup, rows are copied', create, source, (output) => output.includes(' rows'))
  await killed(
    'backup, a third of the files',
    create,
    source,
    () => countBelow(objects) > fileCount / 3,
  )
  const first = countBelow(objects)
  await timed('backup, the rest', create, source)
  say(`${first} objects were there already`)
  rmSync(folder, { recursive: true })
  await timed('backup', create, source)
  await timed('backup, nothing new', create, source)
  addFiles(0, Math.ceil(fileCount / 100))
  await timed('backup, 1 in 100 files new', create, source)
  await timed('verify', ['verify', '--from', folder], source)
  const restore = ['restore', '--from', folder]
  const files = join(target, 'files')
  const third = fileCount / 3
  await killed('restore, a third of the files', restore, target, () => countBelow(files) > third)
  await killed('restore, files are there', restore, target, () =>
    existsSync(join(target, 'wld.sqlite.restoring')),
  )
  await killed('restore, rows are there', restore, target, (output) => output.includes(' rows'))
  await timed('restore', restore, target)
  say(JSON.stringify({ members: Number(values.members), files: fileCount, ...figures }))
} finally {
  rmSync(place, { recursive: true, force: true })
}
