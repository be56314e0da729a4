/** Backups that are damaged, misplaced or from the future: found, named, healed, and restored past (ADR 0066). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { readErasures } from '#server/commands/backup/erasures-repository.ts'
import { restoreBackup } from '#server/commands/backup/restore/restore-backup.ts'
import { runBackup, runBackupCheck } from '#server/jobs/scheduled-backup.ts'
import { readTurn, takeTurn } from '#server/parts/database/turns.ts'
import { partKey } from '#server/parts/files/parts.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { readBackupState } from '#server/records/backup/backup-state.ts'
import { CHECK_PARTS, checkBackups } from '#server/records/backup/check/check-backups.ts'
import { verifyBackup } from '#server/records/backup/check/verify-backup.ts'
import { listInFolder, writeErasures } from '#server/records/backup/erasures.ts'
import { openBackupFolder, type BackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { instantOf } from '#server/records/backup/folder/snapshot-order.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES, RULE_ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const SECRET_KEY = 'ab'.repeat(32) // of the test server
const BACKUP_KEY = '12'.repeat(32)
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const never = new AbortController().signal

const places: string[] = []
afterAll(async () => {
  for (const place of places) await rm(place, { recursive: true, force: true })
})
async function newPlace(): Promise<string> {
  const place = await mkdtemp(join(MEMORY_FOLDER, 'wld-damage-'))
  places.push(place)
  return place
}
const open = (path: string, create = true) => openBackupFolder(path, BACKUP_KEY, { create })
const filesOf = (dataDir: string) => createDirectoryStore(join(dataDir, 'files'))

async function backUp(server: ApiServer, path: string, now = new Date()) {
  const folder = await open(path)
  return createBackup(folder, {
    config: server.deps.config,
    store: filesOf(server.dataDir),
    secretKey: SECRET_KEY,
    version: '0.0.0',
    now,
    print: () => undefined,
    writeList: async () => writeErasures(folder, await readErasures(server.deps.database.db), now),
  })
}

/** Changes one bit of a file. */
async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  await writeFile(path, bytes)
}
async function rowsOf(folder: BackupFolder, name: string, table: string): Promise<string> {
  const { tables } = await folder.read(name)
  return folder.pathOf(tables.find((one) => one.name === table)?.chunks[0] ?? '')
}

/** `npm run backup` and its kin, with what they print. */
function command(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(
    process.execPath,
    [program('src/server/commands/backup/backup.ts'), ...args],
    {
      env: { ...PROCESS_ENV, BACKUP_KEY, ...env },
    },
  )
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => void (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (text += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }))
  return { child, ended, output: () => text }
}
const environmentOf = ({ dataDir, databaseUrl }: Pick<ApiServer, 'dataDir' | 'databaseUrl'>) => ({
  DATA_DIR: dataDir,
  SECRET_KEY,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
})

describe.each(ENGINES)('a damaged backup on $title', ({ engine, skip }) => {
  let place: string
  const { server, run } = suiteServer({ engine, skip }, async () => {
    place = await newPlace()
    return { env: { BACKUP_TO: place, BACKUP_KEY, LIMITS_SCALE: '10000' } }
  })

  const kinds = async () =>
    ((await readBackupState(server.deps))?.faults ?? []).map(({ kind }) => kind)

  run(
    'a bit flips in rows: the schedule finds it within a week, and heals it',
    async () => {
      await buildMember(server.deps, { lastName: 'Kept' })
      await runBackup(server.deps, never)
      const folder = await open(place, false)
      const [name = ''] = await folder.snapshots()
      const path = await rowsOf(folder, name, 'members')
      await flipBit(path)
      expect(await kinds()).toEqual([]) // nothing read it yet
      // Each day reads another part. A copy of the folder says which one is the damaged one.
      const copy = await newPlace()
      await cp(place, copy, { recursive: true })
      const copied = await open(copy, false)
      let part = 0
      while (part < CHECK_PARTS && (await checkBackups(copied, part)).damaged.length === 0)
        part += 1
      expect(part, 'one of the parts holds it').toBeLessThan(CHECK_PARTS)
      await server.deps.database.db
        .updateTable('backup_records')
        .set({ checks: part + CHECK_PARTS - 1 })
        .execute()
      const found: boolean[] = []
      for (let day = 0; day < 2; day += 1) {
        server.clock.advance(24 * 60 * 60 + 60)
        await runBackupCheck(server.deps, never)
        found.push(existsSync(`${path}.damaged`))
      }
      expect(found).toEqual([false, true])
      // Written again by the backup that the check began.
      expect((await verifyBackup(folder, name)).faults).toEqual([])
      expect(await folder.snapshots()).toHaveLength(2)
      expect((await kinds()).filter((kind) => kind === 'damaged')).toEqual([])
    },
    180_000,
  )

  run(
    'what the server has no more stays told, with the command',
    async () => {
      const { deps } = server
      const gone = await buildMember(deps)
      const { name } = await backUp(server, place)
      await deps.database.db
        .updateTable('members')
        .set({ first_name: 'Other' })
        .where('id', '=', gone.id)
        .execute()
      const folder = await open(place, false)
      await flipBit(await rowsOf(folder, name, 'members'))
      const checked = await command(['check', '--from', place], environmentOf(server)).ended
      expect(checked.code).toBe(1)
      expect(checked.text).toContain('(rows of members) is damaged.')
      const made = await command(['create', '--to', place], environmentOf(server)).ended
      expect(made.code, made.text).toBe(0)
      const state = await readBackupState(deps)
      const damaged = state?.faults.find(({ kind }) => kind === 'damaged')
      expect(damaged).toMatchObject({
        text: expect.stringContaining('rows of members'),
        remedy: expect.stringContaining('npm run backup'),
      })
      // A new part of the check finds it missing, until the backup that needs it goes.
      await command(['prune', '--from', place, '--keep', '1'], environmentOf(server)).ended
      expect((await command(['check', '--from', place], environmentOf(server)).ended).code).toBe(0)
      expect((await kinds()).filter((kind) => kind === 'damaged')).toEqual([])
    },
    120_000,
  )

  run('an object that was not read for a week is read by the next backup, and healed', async () => {
    const path = await newPlace()
    const { name } = await backUp(server, path)
    const folder = await open(path)
    const object = await rowsOf(folder, name, 'members')
    await flipBit(object)
    expect((await backUp(server, path)).healed).toBe(0) // just written, as far as it knows
    await utimes(object, LONG_AGO, LONG_AGO)
    expect((await backUp(server, path)).healed).toBe(1)
    expect((await verifyBackup(folder, name)).faults).toEqual([])
    // Read whole, it is not read again for a week.
    expect((await backUp(server, path)).healed).toBe(0)
  })

  run(
    'is restored past the damage, with a list of what is missing and where it is',
    async () => {
      const [path, dataDir] = [await newPlace(), await newPlace()]
      const kept = await buildMember(server.deps, { lastName: 'Kept' })
      const first = await backUp(server, path)
      await buildMember(server.deps)
      const second = await backUp(server, path)
      const folder = await open(path, false)
      const object = await rowsOf(folder, second.name, 'members')
      expect(object).not.toBe(await rowsOf(folder, first.name, 'members'))
      await flipBit(object)
      const { tables } = await folder.read(second.name)
      const of = tables.find((table) => table.name === 'members')?.rows
      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      const env = {
        DATA_DIR: dataDir,
        ...(temporary === undefined ? {} : { DATABASE_URL: temporary.url }),
      }
      const { code, text } = await command(['restore', '--from', path], env).ended
      expect(code).toBe(1)
      expect(text).toContain(`members: ${of} of ${of} rows`)
      expect(text).toContain(`damaged: ${object}`)
      expect(text).toContain(`whole in ${first.name} (older)`)
      expect(text).toContain(`npm run restore -- --from ${path} --snapshot ${first.name} --drill`)
      expect(text).toContain(`Restored ${second.name}: `)
      expect(text).toContain('names in reports are withheld is as it was set at the backup')
      // A server starts on it, and everything else is there.
      const restored = await startApiServer({
        engine,
        dataDir,
        ...(temporary === undefined ? {} : { databaseUrl: temporary.url }),
      })
      try {
        const { db } = restored.deps.database
        expect(await findByNumber(db, kept.id)).toBeUndefined()
        for (const table of tables.filter(({ name }) =>
          ['audit', 'settings', 'signing_keys', 'data_keys'].includes(name),
        )) {
          const [{ n }] = (await db
            .selectFrom(table.name as 'audit')
            .select(({ fn }) => fn.countAll().as('n'))
            .execute()) as [{ n: number }]
          expect(Number(n), table.name).toBeGreaterThanOrEqual(table.rows)
        }
        const admin = await buildMember(restored.deps, { role: 'admin' })
        expect((await signIn(restored, admin.email, TEST_PASSWORD)).accessToken).not.toBe('')
      } finally {
        await restored.stop()
        await temporary?.drop()
      }
    },
    60_000,
  )

  run('keys of the database come back although their rows are damaged', async () => {
    const [path, dataDir] = [await newPlace(), await newPlace()]
    const kept = await buildMember(server.deps, { details: { comments: 'Sealed' } })
    const { name } = await backUp(server, path)
    const folder = await open(path)
    for (const table of ['data_keys', 'signing_keys', 'audit_head'])
      await flipBit(await rowsOf(folder, name, table))
    const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const { pool } = server.deps.config
    const config = {
      dataDir,
      databaseUrl: temporary?.url,
      pool,
      secretKey: SECRET_KEY,
      s3: undefined,
    }
    const restored = await restoreBackup(folder, name, {
      config,
      store: filesOf(dataDir),
      print: () => undefined,
    })
    expect(restored).toMatchObject({ missing: [], faults: [] })
    const second = await startApiServer({
      engine,
      dataDir,
      ...(temporary === undefined ? {} : { databaseUrl: temporary.url }),
    })
    try {
      expect(await findByNumber(second.deps.database.db, kept.id)).toMatchObject({
        comments: 'Sealed',
      })
      await buildMember(second.deps) // the audit log and the counters go on
    } finally {
      await second.stop()
      await temporary?.drop()
    }
  })

  run('an upload under way is no damage, nor is a file that is deleted meanwhile', async () => {
    const path = await newPlace()
    const { db } = server.deps.database
    const at = new Date().toISOString()
    const part = { number: 0, size_bytes: 1, sha256: '', stored_at: at }
    const ids = { upload: '1a'.repeat(16), received: '2b'.repeat(16) }
    await db
      .insertInto('file_parts')
      .values({ ...part, id: ids.upload, upload_id: ids.upload, file_id: null })
      .execute()
    await db
      .insertInto('files')
      .values({
        id: ids.received,
        purpose: 'receiving',
        owner_id: null,
        ticket_id: null,
        attached_at: null,
        media_type: 'image/jpeg',
        size_bytes: 1,
        sha256: '',
        original_name: '',
        created_at: at,
      })
      .execute()
    try {
      const { name } = await backUp(server, path)
      const folder = await open(path)
      expect((await folder.read(name)).files).toMatchObject({ missing: [] })
      expect((await verifyBackup(folder, name)).faults).toEqual([])
      expect(partKey(ids.upload)).toContain(ids.upload)
    } finally {
      await db.deleteFrom('file_parts').where('id', '=', ids.upload).execute()
      await db.deleteFrom('files').where('id', '=', ids.received).execute()
    }
  })

  run('a job whose last turn lies in the future still runs', async () => {
    const {
      database: { db },
      clock,
    } = server.deps
    const ahead = new Date(clock.now().getTime() + 5 * 365 * 86_400_000).toISOString()
    for (const name of ['audit-check', 'retention', 'backup-check'] as const) {
      await db
        .updateTable('job_turns')
        .set({ started_at: ahead, done_at: ahead })
        .where('name', '=', name)
        .execute()
      expect(await takeTurn(db, clock, name), name).toBe(true)
      expect((await readTurn(db, name))?.started_at, name).not.toBe(ahead)
      expect(await takeTurn(db, clock, name), name).toBe(false)
    }
  })
})

describe.each(RULE_ENGINES)('a folder of backups on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })

  const end = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    command(args, { ...environmentOf(server), ...more }).ended

  run('has its head twice: either is enough, and the damaged one is written again', async () => {
    const path = await newPlace()
    const { name } = await backUp(server, path)
    const heads = ['wld-backup.json', 'wld-backup.copy.json'].map((file) => join(path, file))
    const sound = await readFile(heads[0] ?? '', 'utf8')
    for (const head of heads) {
      await writeFile(head, '')
      const opened = await open(path, false)
      expect(await readFile(head, 'utf8')).toBe(sound)
      await rm(head)
      expect((await open(path, false)).storeId).toBe(opened.storeId)
    }
    // Without both, the backups themselves prove the key.
    for (const head of heads) await rm(head)
    expect((await verifyBackup(await open(path, false), name)).faults).toEqual([])
    for (const head of heads) await writeFile(head, '{"format":1,')
    await expect(openBackupFolder(path, '34'.repeat(32), { create: false })).rejects.toMatchObject({
      kind: 'head-lost',
      message: expect.stringContaining('Copy wld-backup.json from the second place'),
    })
  })

  run('names each fault as what it is, with the next step', async () => {
    const [path, foreign, nothing] = [await newPlace(), await newPlace(), await newPlace()]
    await backUp(server, path)
    await writeFile(join(foreign, 'letter.txt'), 'mine')
    const other = '34'.repeat(32)
    const cases = [
      [path, other, { create: false }, 'wrong-key', 'were made with another key'],
      [foreign, BACKUP_KEY, { create: true }, 'foreign', 'contains other files'],
      [nothing, BACKUP_KEY, { create: false }, 'empty', 'Mount the disk'],
      [nothing, BACKUP_KEY, { create: true, isKnown: true }, 'not-mounted', '--begin'],
    ] as const
    for (const [place, key, how, kind, words] of cases)
      await expect(openBackupFolder(place, key, how), kind).rejects.toMatchObject({
        kind,
        message: expect.stringContaining(words),
      })
    expect(await readdir(nothing)).toEqual([])
  })

  run(
    'begins no new store where the disk of the known one is missing',
    async () => {
      const path = await newPlace()
      expect((await end(['create', '--to', path])).code).toBe(0)
      const away = `${path}.away`
      places.push(away)
      await rename(path, away)
      const missing = await end(['create', '--to', path])
      expect(missing.code).toBe(1)
      expect(missing.text).toContain('its disk is not mounted')
      expect(existsSync(path)).toBe(false)
      // Another store in its place is not taken either, unless a person says so.
      await mkdir(path)
      await backUp(server, path)
      const other = await end(['create', '--to', path])
      expect(other.code).toBe(1)
      expect(other.text).toContain('another disk is mounted')
      const begun = await end(['create', '--to', path, '--begin'])
      expect(begun.code, begun.text).toBe(0)
      // Both are known now.
      await rm(path, { recursive: true })
      await rename(away, path)
      expect((await end(['create', '--to', path])).code).toBe(0)
    },
    60_000,
  )

  run(
    'continues with an older backup that is damaged, and names it',
    async () => {
      const path = await newPlace()
      const first = await backUp(server, path)
      await writeFile(join(path, 'snapshots', first.name), 'damaged')
      const made = await end(['create', '--to', path, '--keep', '1'])
      expect(made.code, made.text).toBe(0)
      const next = await end(['create', '--to', path, '--keep', '2'])
      expect(next.code, next.text).toBe(0)
      expect((await end(['check', '--from', path])).text).toContain('Whole')
      const named = await end(['restore', '--from', path, '--snapshot', first.name], {
        DATA_DIR: await newPlace(),
      })
      expect(named.text).toContain(`has no backup ${first.name}`)
    },
    60_000,
  )

  run('a snapshot that is damaged names the nearest one that is not', async () => {
    const path = await newPlace()
    const [first, second] = [await backUp(server, path), await backUp(server, path)]
    await writeFile(join(path, 'snapshots', second.name), 'damaged')
    const refused = await end(['restore', '--from', path, '--snapshot', second.name], {
      DATA_DIR: await newPlace(),
    })
    expect(refused.code).toBe(1)
    expect(refused.text).toContain(`npm run restore -- --from ${path} --snapshot ${first.name}`)
  })

  run('a half restored place names the way on', async () => {
    const [path, dataDir] = [await newPlace(), await newPlace()]
    const [first, second] = [await backUp(server, path), await backUp(server, path)]
    await writeFile(join(dataDir, 'restore-unfinished'), `${first.name}\n`)
    const refused = await end(['restore', '--from', path, '--snapshot', second.name], {
      DATA_DIR: dataDir,
    })
    expect(refused.text).toContain(`npm run restore -- --from ${path} --snapshot ${first.name}`)
    expect(refused.text).toContain(`rm -r ${dataDir}/*`)
  })

  run(
    'a backup from the future is reported, is never the newest, and stops no other',
    async () => {
      const path = await newPlace()
      const away = await startApiServer({ engine, env: { BACKUP_TO: path, BACKUP_KEY } })
      try {
        const future = await backUp(away, path, new Date(Date.now() + 5 * 365 * 86_400_000))
        const state = await readBackupState(away.deps)
        expect(state).toMatchObject({ lastAt: undefined, isLate: true })
        expect(state?.faults.map(({ kind }) => kind)).toEqual(
          expect.arrayContaining(['none', 'future']),
        )
        await runBackup(away.deps, never) // due, although a later one lies there
        const names = await (await open(path)).snapshots()
        expect(names).toHaveLength(2)
        // In the order in which the folder got them, not by their times.
        expect(names[0]).toBe(future.name)
        const after = await readBackupState(away.deps)
        expect(after).toMatchObject({ lastAt: instantOf(names[1] ?? ''), isLate: false })
        expect(after?.faults.map(({ kind }) => kind)).toEqual(['future'])
        const { text } = await end(['restore', '--from', path], { DATA_DIR: await newPlace() })
        expect(text).toContain(`NOTE: ${future.name}: dated in the future`)
        expect(text).toContain(`Restored ${names[1]}`)
        expect(text).toContain('names in reports are withheld is as it was set at the backup')
      } finally {
        await away.stop()
      }
    },
    60_000,
  )

  run(
    'an older list of erasures than the backups know is refused, with the way on',
    async () => {
      const path = await newPlace()
      await backUp(server, path)
      const list = join(path, 'erasures.wld')
      const old = await readFile(list)
      await backUp(server, path)
      const newer = join(await newPlace(), 'newer.wld')
      await writeFile(newer, await readFile(list))
      const restore = async (...args: string[]) =>
        end(['restore', '--from', path, ...args], { DATA_DIR: await newPlace() })
      await writeFile(list, old)
      const refused = await restore()
      expect(refused.code).toBe(1)
      expect(refused.text).toContain('erasures.wld')
      expect(refused.text).toContain('is older than the newest backup knows')
      expect(refused.text).toContain('--erasures FILE')
      expect((await restore('--erasures', newer)).code).toBe(0)
      expect((await restore('--old-erasures')).code).toBe(0)
      await writeFile(list, 'damaged')
      expect((await restore()).text).toContain('is damaged')
      expect((await restore('--erasures', newer)).code).toBe(0)
      await rm(list)
      expect((await restore()).text).toContain('is missing')
      // The next backup counts on from what the snapshots know.
      const { name } = await backUp(server, path)
      const folder = await open(path)
      expect((await listInFolder(folder))?.counter).toBe(
        (await folder.read(name)).erasures?.counter,
      )
      expect((await restore()).code).toBe(0)
    },
    120_000,
  )

  run(
    'a drill runs the backup beside the server, and leaves nothing behind',
    async () => {
      const path = await newPlace()
      await backUp(server, path)
      const { child, ended, output } = command(['restore', '--from', path, '--drill'], {
        ...environmentOf(server),
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'WLD <wld@test.example>',
      })
      const drill = join(server.dataDir, 'drill')
      try {
        const said = (): string | undefined =>
          /The drill runs at (http:\/\/localhost:\d+)/.exec(output())?.[1]
        await expect.poll(said, { timeout: 60_000 }).toBeDefined()
        const address = said()?.replace('localhost', '127.0.0.1') ?? ''
        expect((await fetch(`${address}/healthz`)).status).toBe(200)
        expect(existsSync(join(drill, 'wld.sqlite'))).toBe(true)
      } finally {
        child.kill('SIGTERM')
      }
      const { code, text } = await ended
      expect(code, text).toBe(0)
      expect(existsSync(drill)).toBe(false)
    },
    120_000,
  )
})
