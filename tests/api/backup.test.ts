/** Backups of a running server, and what comes back from them, from each engine into each (ADR 0040). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { readErasures } from '#server/commands/backup/erasures-repository.ts'
import { pruneBackups } from '#server/commands/backup/prune-backups.ts'
import { NOT_BACKED_UP } from '#server/commands/backup/read-rows.ts'
import { restoreBackup } from '#server/commands/backup/restore/restore-backup.ts'
import { purgeReports } from '#server/features/reports/bin/purge-reports.ts'
import { runBackup } from '#server/jobs/scheduled-backup.ts'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { endTurn, holdTurn } from '#server/parts/database/turns.ts'
import { originalKey } from '#server/parts/files/library.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { verifyBackup } from '#server/records/backup/check/verify-backup.ts'
import { listInFolder, writeErasures, type Erased } from '#server/records/backup/erasures.ts'
import { fileLines, openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { replaceCard } from '#server/records/cards/card-repository.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { releaseFiles } from '#server/records/files/own-file-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { myCard } from '#shared/contract/card.ts'
import { createReport, listReports } from '#shared/contract/reports.ts'
import { statsOverview } from '#shared/contract/stats.ts'
import { readMember } from '#shared/contract/users.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { freshAssembly, freshProxy } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const PROGRAM = program('src/server/commands/backup/backup.ts')
const SECRET_KEY = 'ab'.repeat(32) // of the test server
const BACKUP_KEY = '12'.repeat(32)
const silent = (): void => undefined

describe.each(ENGINES)('a backup on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '10000' } })
  let member: BuiltMember
  let fileId: string
  let bearer: string
  const places: string[] = []
  const newPlace = async (): Promise<string> => {
    const place = await mkdtemp(join(MEMORY_FOLDER, 'wld-backup-'))
    places.push(place)
    return place
  }
  const open = (path: string, create = true) => openBackupFolder(path, BACKUP_KEY, { create })
  const filesOf = (dataDir: string) => createDirectoryStore(join(dataDir, 'files'))
  const backUp = async (path: string) =>
    createBackup(await open(path), {
      config: server.deps.config,
      store: filesOf(server.dataDir),
      secretKey: SECRET_KEY,
      version: '0.0.0',
      now: new Date(),
      print: silent,
    })

  beforeAll(async () => {
    member = await buildMember(server.deps, {
      lastName: 'Wadhelima',
      details: { tribe: 'Fur', comments: 'Kept comments' },
    })
    bearer = (await signIn(server, member.email, TEST_PASSWORD)).accessToken
    await server.client.call(
      createReport,
      { body: reportBody({ victim: 'Civilians of Nyala' }) },
      { bearer },
    )
    fileId = await server.deps.library.addPicture({
      purpose: 'card-photo',
      ownerId: member.id,
      bytes: await jpeg(),
      originalName: 'photo.jpg',
    })
  })
  afterAll(async () => {
    for (const place of places) await rm(place, { recursive: true, force: true })
  })

  const targets = ENGINES.filter((target) => !target.skip).map((target) => target.engine)
  for (const target of targets)
    run(`comes back whole into an empty ${target} database`, async () => {
      const [folder, dataDir] = [await newPlace(), await newPlace()]
      const { name } = await backUp(folder)
      const temporary = target === 'postgres' ? await createPostgresDatabase() : undefined
      const databaseUrl = temporary?.url
      const { pool } = server.deps.config
      const config = { dataDir, databaseUrl, pool, secretKey: SECRET_KEY, s3: undefined }
      const restored = await restoreBackup(await open(folder, false), name, {
        config,
        store: filesOf(dataDir),
        print: silent,
      })
      expect(restored).toMatchObject({ originals: 1, faults: [] })
      const second = await startApiServer({
        engine: target,
        dataDir,
        env: { LIMITS_SCALE: '10000' },
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      })
      try {
        const { db } = second.deps.database
        // Sessions stay behind: one that was ended after the backup must not come back.
        expect(await second.client.call(myCard, {}, { bearer })).toMatchObject({
          ok: false,
          problem: { status: 401 },
        })
        const { accessToken } = await signIn(second, member.email, TEST_PASSWORD)
        const admin = await buildMember(second.deps, { role: 'admin' })
        const staff = (await signIn(second, admin.email, TEST_PASSWORD)).accessToken
        expect(
          await second.client.call(
            readMember,
            { params: { id: member.cardId } },
            { bearer: staff },
          ),
        ).toMatchObject({ ok: true, value: { tribe: 'Fur', lastName: 'Wadhelima' } })
        expect((await second.deps.library.readVariant(fileId, 'card'))?.length).toBeGreaterThan(0)
        expect((await checkChain(db)).broken).toBeUndefined()
        // The index of the search was made anew.
        expect(
          await second.client.call(
            listReports,
            { query: { page: 1, q: 'nyala' } },
            { bearer: staff },
          ),
        ).toMatchObject({ ok: true, value: { items: [expect.anything()] } })
        // Numbers go on where they were, and triggers work.
        const countsOf = async () =>
          (await db.selectFrom('report_writes').select('count').executeTakeFirstOrThrow()).count
        const before = await countsOf()
        const idsOf = async () =>
          (await db.selectFrom('reports').select('id').orderBy('id').execute()).map(({ id }) => id)
        const old = await idsOf()
        await second.client.call(createReport, { body: reportBody() }, { bearer: accessToken })
        expect(await idsOf()).toEqual([...old, (old.at(-1) ?? 0) + 1])
        expect(await countsOf()).toBeGreaterThan(before)
      } finally {
        await second.stop()
        await temporary?.drop()
      }
    })

  run('holds every table but those that end by themselves, and nothing in the clear', async () => {
    const folder = await newPlace()
    const { name } = await backUp(folder)
    const { tables } = await (await open(folder, false)).read(name)
    const { db } = server.deps.database
    const all = (await db.introspection.getTables())
      .map((table) => table.name)
      .filter((table) => !/^kysely_|_fts|_words|^sqlite_/.test(table))
    expect(tables.map((table) => table.name).toSorted()).toEqual(
      all.filter((table) => !NOT_BACKED_UP.some((one) => one === table)).toSorted(),
    )
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      for (const text of ['Wadhelima', member.email, SECRET_KEY])
        expect(bytes.includes(text), entry.name).toBe(false)
    }
  })

  run('costs what is new, and deletes what no backup needs', async () => {
    const folder = await newPlace()
    const first = await backUp(folder)
    await buildMember(server.deps)
    const second = await backUp(folder)
    expect(second.rows).toBeGreaterThan(first.rows)
    expect(second.written).toBeLessThan(first.written / 2)
    const opened = await open(folder)
    // They stand in the order in which they were made, because within one second their names do not tell it.
    expect(await opened.snapshots()).toEqual([first.name, second.name])
    const pruned = await pruneBackups(opened, 1)
    expect(pruned.snapshots).toBe(1)
    expect(pruned.objects).toBeGreaterThan(0)
    expect(await opened.snapshots()).toEqual([second.name])
    expect((await verifyBackup(opened, second.name)).faults).toEqual([])
  })

  run(
    'brings nobody back who was erased since, revokes cards again, and keeps younger records',
    async () => {
      const [folder, dataDir] = [await newPlace(), await newPlace()]
      const { deps, clock } = server
      const { db } = deps.database
      const picture = async (ownerId: number, purpose: 'card-photo' | 'identity-front') =>
        deps.library.addPicture({
          purpose,
          ownerId,
          bytes: await jpeg(),
          originalName: 'photo.jpg',
        })
      const [gone, binned, barred, staff] = [
        await buildMember(deps),
        await buildMember(deps),
        await buildMember(deps),
        await buildMember(deps, { role: 'moderator' }),
      ]
      const photo = await picture(gone.id, 'card-photo')
      const front = await picture(binned.id, 'identity-front')
      const scan = await buildFile(deps, { ownerId: null, purpose: 'paper', attached: true })
      const voice = { giver: binned.id, holder: barred.id, scan }
      await freshProxy(deps, await freshAssembly(deps), voice)
      const set = (id: number, columns: object) =>
        db.updateTable('members').set(columns).where('id', '=', id).execute()
      await set(gone.id, { card_photo_file: photo })
      await set(binned.id, { id_front_file: front })
      await server.client.call(myCard, {}, { bearer })
      const cardOf = (database: typeof db) =>
        database.selectFrom('cards').selectAll().where('member_id', '=', member.id).execute()
      expect(await cardOf(db)).toMatchObject([{ replaced_at: null }])
      await server.client.call(
        createReport,
        { body: reportBody({ victim: 'Of the bin' }) },
        { bearer },
      )
      const report = await db
        .selectFrom('reports')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const { name } = await backUp(folder)

      clock.advance(3_600)
      await inTransaction(db, async (transaction) => {
        const row = await findByNumber(transaction, gone.id)
        if (row !== undefined) await eraseMember(deps, transaction, row)
        await replaceCard(transaction, member.id, clock.now().toISOString())
      })
      await set(binned.id, { id_front_file: null })
      await db.deleteFrom('assembly_proxies').execute() // the voice was taken back
      await releaseFiles(db, [front, scan])
      await removeOrphans(deps)
      await set(barred.id, { status: 'blocked' })
      await set(staff.id, { role: 'ROLE_USER' })
      await db
        .updateTable('reports')
        .set({ deleted_at: new Date(0).toISOString(), deleted_reason: 'Twice' })
        .where('id', '=', report.id)
        .execute()
      await purgeReports(deps)
      const opened = await open(folder)
      await writeErasures(opened, await readErasures(db), clock.now())
      // Written by a server that knows less, the list keeps what it had.
      const list = await listInFolder(opened)
      // A report with the number of an older one that was erased: this one stays.
      const older: Erased = ['report', String(report.id - 1), new Date(0).toISOString()]
      const erasures = list && { ...list, erased: [...list.erased, older] }
      expect(JSON.stringify(erasures)).not.toContain(gone.email)

      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      const databaseUrl = temporary?.url
      const restored = await restoreBackup(opened, name, {
        config: {
          dataDir,
          databaseUrl,
          pool: deps.config.pool,
          secretKey: SECRET_KEY,
          s3: undefined,
        },
        store: filesOf(dataDir),
        print: silent,
        erasures,
      })
      expect(restored.erasedAgain).toEqual({
        at: list?.at,
        counts: { member: 1, report: 1, evidence: 0, file: 2, card: 1, barred: 1 },
        rights: [`${staff.cardId} is moderator again, and was member`],
        protectedAgain: { reports: [], evidence: 0, withdrawn: 0, holds: 0 },
      })
      const second = await startApiServer({
        engine,
        dataDir,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      })
      try {
        const { db: other } = second.deps.database
        expect(await findByNumber(other, gone.id)).toBeUndefined()
        expect(await findByNumber(other, barred.id)).toMatchObject({ status: 'blocked' })
        expect(await findByNumber(other, binned.id)).toMatchObject({ id_front_file: null })
        expect(await cardOf(other)).toMatchObject([{ replaced_at: expect.any(String) }])
        const ids = (await other.selectFrom('reports').select('id').execute()).map(({ id }) => id)
        expect(ids).not.toContain(report.id)
        expect(ids).toContain(report.id - 1)
        expect(
          await other.selectFrom('assembly_proxies').select(['scan_file', 'scan_sha256']).execute(),
        ).toEqual([{ scan_file: null, scan_sha256: expect.any(String) }])
        for (const file of [photo, front, scan])
          expect(await filesOf(dataDir).get(originalKey(file))).toBeUndefined()
        const { detail } = await other
          .selectFrom('audit')
          .select('detail')
          .where('action', '=', 'restore.erased')
          .executeTakeFirstOrThrow()
        expect(JSON.parse(detail)).toMatchObject({ snapshot: name, member: 1, card: 1 })
        expect((await checkChain(other)).broken).toBeUndefined()
      } finally {
        await second.stop()
        await temporary?.drop()
      }
    },
  )

  run('stores anew what was damaged, and brings everything else back until then', async () => {
    const [folder, dataDir] = [await newPlace(), await newPlace()]
    const { name } = await backUp(folder)
    const opened = await open(folder, false)
    const { files } = await opened.read(name)
    const ids = new Map<string, string>()
    for await (const [key, object] of fileLines(opened, files.chunks)) ids.set(key, object)
    const id = ids.get(originalKey(fileId)) ?? ''
    await writeFile(join(folder, 'objects', id.slice(0, 2), id), 'damaged')
    const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const { pool } = server.deps.config
    const restored = await restoreBackup(opened, name, {
      config: {
        dataDir,
        databaseUrl: temporary?.url,
        pool,
        secretKey: SECRET_KEY,
        s3: undefined,
      },
      store: filesOf(dataDir),
      print: silent,
    })
    expect(restored.faults).toContainEqual(expect.stringContaining(originalKey(fileId)))
    expect(restored.files).toBe(ids.size)
    expect((await verifyBackup(opened, name)).faults).not.toEqual([])
    const next = await backUp(folder)
    expect((await verifyBackup(opened, next.name)).faults).toEqual([])
    expect((await verifyBackup(opened, name)).faults).toEqual([])
    await temporary?.drop()
  })

  run('deletes no object while a damaged backup is among those that stay', async () => {
    const folder = await newPlace()
    const made: string[] = []
    for (let n = 0; n < 4; n += 1) {
      await buildMember(server.deps)
      made.push((await backUp(folder)).name)
    }
    const opened = await open(folder)
    await writeFile(join(folder, 'snapshots', made[2] ?? ''), 'damaged')
    // Two that can be read stay; the damaged one lies between them.
    const first = await pruneBackups(opened, 2)
    expect(first).toMatchObject({ snapshots: 1, objects: 0 })
    expect(first.faults).toEqual([expect.stringContaining(`The backup ${made[2]} is damaged`)])
    // It is older than all that stay, and goes with what only it needed.
    const second = await pruneBackups(opened, 1)
    expect(second).toMatchObject({ snapshots: 2, faults: [] })
    expect(second.objects).toBeGreaterThan(0)
    expect(await opened.snapshots()).toEqual([made[3]])
    expect((await verifyBackup(opened, made[3] ?? '')).faults).toEqual([])
  })

  run('goes on with a restore only into the places where it began', async () => {
    const [folder, dataDir] = [await newPlace(), await newPlace()]
    const { name } = await backUp(folder)
    await writeFile(join(dataDir, 'restore-unfinished'), `${name}\nelsewhere.example/wld\n`)
    const { pool } = server.deps.config
    const restored = restoreBackup(await open(folder, false), name, {
      config: { dataDir, databaseUrl: undefined, pool, secretKey: SECRET_KEY, s3: undefined },
      store: filesOf(dataDir),
      print: silent,
    })
    await expect(restored).rejects.toThrow(
      `an unfinished restore of ${name}, elsewhere.example/wld`,
    )
  })

  run('writes into no bucket that holds files of the backup', async () => {
    const [folder, dataDir] = [await newPlace(), await newPlace()]
    const { name } = await backUp(folder)
    const { pool } = server.deps.config
    const s3 = {
      endpoint: 'http://localhost:1',
      region: 'test',
      bucket: 'in-use',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    }
    const restored = restoreBackup(await open(folder, false), name, {
      config: { dataDir, databaseUrl: undefined, pool, secretKey: SECRET_KEY, s3 },
      store: filesOf(server.dataDir),
      print: silent,
    })
    await expect(restored).rejects.toThrow('Bucket in-use already holds files of this backup')
    expect(await readdir(dataDir)).toEqual([])
  })

  run('tells an original that was changed before the backup was made', async () => {
    const folder = await newPlace()
    const store = filesOf(server.dataDir)
    const key = originalKey(fileId)
    const sound = (await store.get(key)) ?? Buffer.alloc(0)
    const changed = Buffer.from(sound)
    changed[40] = (changed[40] ?? 0) ^ 1
    await store.put(key, changed)
    const { name } = await backUp(folder)
    const opened = await open(folder)
    const { faults } = await verifyBackup(opened, name)
    expect(faults).toEqual([expect.stringContaining(fileId)])
    await store.delete(key)
    const next = await backUp(folder)
    expect((await verifyBackup(opened, next.name)).faults).toContain(
      `${key} was missing when the backup was made.`,
    )
    await store.put(key, sound)
  })

  const command = (
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
  ): { readonly ended: Promise<number | null>; kill(): void; output(): string } => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...PROCESS_ENV, BACKUP_KEY, ...env },
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => void (text += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => void (text += String(chunk)))
    return {
      ended: once(child, 'exit').then(([code]) => code as number | null),
      kill: () => void child.kill('SIGKILL'),
      output: () => text,
    }
  }
  const environmentOf = (dataDir: string, databaseUrl: string | undefined) => ({
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })

  run(
    'is finished by the same command after a kill, and so is a restore',
    async () => {
      const [folder, dataDir] = [await newPlace(), await newPlace()]
      const env = {
        ...environmentOf(server.dataDir, server.databaseUrl),
        SECRET_KEY,
      }
      const killed = command(['create', '--to', folder], env)
      while (!existsSync(join(folder, 'objects'))) await sleep(1)
      killed.kill()
      await killed.ended
      const finished = command(['create', '--to', folder], env)
      expect(await finished.ended, finished.output()).toBe(0)
      const checked = command(['verify', '--from', folder], env)
      expect(await checked.ended, checked.output()).toBe(0)
      expect(checked.output()).toContain('Whole: ')

      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      // SECRET_KEY is not given: the machine is lost, and the key with it.
      const place = environmentOf(dataDir, temporary?.url)
      const begun = command(['restore', '--from', folder], place)
      while (!existsSync(join(dataDir, 'restore-unfinished'))) await sleep(1)
      begun.kill()
      await begun.ended
      const restored = command(['restore', '--from', folder], place)
      expect(await restored.ended, restored.output()).toBe(0)
      expect(await readFile(join(dataDir, 'local-secret.key'), 'utf8')).toBe(`${SECRET_KEY}\n`)
      const again = command(['restore', '--from', folder], place)
      expect(await again.ended).toBe(1)
      expect(again.output()).toContain('A restore writes only into an empty place')
      await temporary?.drop()
    },
    120_000,
  )

  run(
    'is made by schedule, is told to administrators, and is late after two intervals',
    async () => {
      const folder = await newPlace()
      const scheduled = await startApiServer({
        engine,
        env: { BACKUP_TO: folder, BACKUP_KEY, BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '2' },
      })
      const tokenOf = async (role: 'admin' | 'moderator') => {
        const { email } = await buildMember(scheduled.deps, { role })
        return (await signIn(scheduled, email, TEST_PASSWORD)).accessToken
      }
      const shown = async (token: string) => {
        const answer = await scheduled.client.call(statsOverview, {}, { bearer: token })
        return answer.ok ? answer.value.backup : answer
      }
      try {
        const [admin, moderator] = [await tokenOf('admin'), await tokenOf('moderator')]
        const make = () => runBackup(scheduled.deps, new AbortController().signal)
        const names = async () => (await open(folder)).snapshots()
        expect(await shown(admin)).toEqual({ lastAt: null, isLate: true })
        await make()
        await make() // not due
        expect(await names()).toHaveLength(1)
        // Beside the backup, the list of erasures follows the database.
        const gone = await buildMember(scheduled.deps)
        await inTransaction(scheduled.deps.database.db, async (transaction) => {
          const row = await findByNumber(transaction, gone.id)
          if (row !== undefined) await eraseMember(scheduled.deps, transaction, row)
        })
        await make()
        expect((await listInFolder(await open(folder)))?.erased).toContainEqual([
          'member',
          String(gone.id),
          expect.any(String),
        ])
        // The list is written also where nothing is new: its instant tells a restore until when it knows.
        const listAt = async () => Date.parse((await listInFolder(await open(folder)))?.at ?? '')
        const before = await listAt()
        scheduled.clock.advance(600)
        await make()
        expect((await listAt()) - before).toBeGreaterThanOrEqual(600_000)
        expect(await shown(admin)).toEqual({ lastAt: expect.any(String), isLate: false })
        expect(await shown(moderator)).toBeUndefined()
        scheduled.clock.advance(2 * 86_400 + 60)
        expect(await shown(await tokenOf('admin'))).toMatchObject({ isLate: true })
        // One of several servers makes it: the others leave it to the one that holds the turn.
        const { db } = scheduled.deps.database
        expect(await holdTurn(db, scheduled.clock, 'backup')).toBe(true)
        await make()
        expect(await names()).toHaveLength(1)
        await endTurn(db, scheduled.clock, 'backup', {})
        await Promise.all([make(), make()])
        expect(await names()).toHaveLength(2)
        // An emptied folder is a disk that is missing: no new store begins in it.
        await rm(folder, { recursive: true })
        await mkdir(folder)
        scheduled.clock.advance(86_400 * 3)
        await expect(make()).rejects.toThrow('its disk is not mounted')
        expect(await readdir(folder)).toEqual([])
      } finally {
        await scheduled.stop()
      }
    },
    120_000,
  )

  run(
    'refuses another key, another folder and a wrong word',
    async () => {
      const [folder, foreign] = [await newPlace(), await newPlace()]
      await backUp(folder)
      await writeFile(join(foreign, 'letter.txt'), 'mine')
      const env = { ...environmentOf(server.dataDir, server.databaseUrl), SECRET_KEY }
      const cases: readonly (readonly [readonly string[], Record<string, string>, string])[] = [
        [['verify', '--from', folder], { BACKUP_KEY: '34'.repeat(32) }, 'BACKUP_KEY does not open'],
        [['create', '--to', foreign], {}, 'contains other files'],
        [['verify', '--from', foreign], {}, 'contains no backup of WLD'],
        [['prune', '--from', folder], {}, '--keep is missing'],
        [['verify', '--from', folder, '--snapshot', 'x'], {}, 'has no backup x'],
        [['create', '--to', folder, '--keep', '0'], {}, '--keep must be'],
        [['create'], {}, 'Usage:'],
        [['create', '--to', folder], { BACKUP_KEY: '' }, 'BACKUP_KEY is missing'],
      ]
      for (const [args, more, text] of cases) {
        const refused = command(args, { ...env, ...more })
        expect(await refused.ended, args.join(' ')).toBe(1)
        expect(refused.output()).toContain(text)
      }
    },
    60_000,
  )
})
