/** The first schema, and how a later step is taken: with the data, as a whole or not at all, beside a version that writes. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { restoreBackup } from '#server/commands/backup/restore/restore-backup.ts'
import type { Database } from '#server/parts/database/engine.ts'
import { migrate, STEP_NAMES, type Steps } from '#server/parts/database/migrate.ts'
import { statementsOf } from '#server/parts/database/migrations/0001-first-schema.ts'
import { openPostgres } from '#server/parts/database/postgres.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { createReport } from '#shared/contract/reports.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import {
  createPostgresDatabase,
  ENGINES,
  hasPostgres,
  type EngineName,
} from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { SECOND_STEP, WITH_SECOND_STEP } from '#tests/support/second-step.ts'

const SECRET_KEY = 'ab'.repeat(32) // of the test server
const BACKUP_KEY = '12'.repeat(32)
/** The hash of the statements that create the first schema on both engines. */
const FIRST_SCHEMA = {
  name: '0001-first-schema-12',
  sha256: '5c8ae7d7ffbd41b850543d95090358b99334007d51db8852a373919c88e98b3e',
} as const

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

async function newPlace(engine: EngineName): Promise<Place> {
  const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-steps-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined }
  const temporary = await createPostgresDatabase()
  ends.push(() => temporary.drop())
  return { dataDir, databaseUrl: temporary.url }
}

/** Starts this version there, and ends it after the work. */
async function withServer<T>(
  engine: EngineName,
  { dataDir, databaseUrl }: Place,
  work: (server: ApiServer) => Promise<T>,
): Promise<T> {
  const server = await startApiServer({
    engine,
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}
const started = async (): Promise<void> => undefined

/** Opens the database as it is; the test may close it before its end. */
function openRaw({ dataDir, databaseUrl }: Place): Database {
  const database =
    databaseUrl === undefined
      ? openSqlite(join(dataDir, 'wld.sqlite'))
      : openPostgres(databaseUrl, () => undefined)
  ends.push(() => database.close())
  return database
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What the engine says of its tables, and the rows of some. */
async function contentsOf({ db, rules }: Database) {
  const described =
    rules.kind === 'sqlite'
      ? sql`select type, name, sql from sqlite_schema where name not like 'sqlite_%' order by type, name`
      : sql`select table_name, column_name, data_type, column_default from information_schema.columns
          where table_schema = current_schema() order by table_name, column_name`
  const rowsOf = async (table: string): Promise<readonly unknown[]> =>
    (await sql`select * from ${sql.table(table)} order by 1`.execute(db)).rows
  return {
    schema: (await described.execute(db)).rows,
    steps: (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows,
    members: await rowsOf('members'),
    reports: await rowsOf('reports'),
    claims: await rowsOf('claims'),
    counts: await rowsOf('member_counts'),
    audit: await rowsOf('audit'),
  }
}

/** A member, a report and a message, through the server. */
async function fill(server: ApiServer): Promise<{ readonly email: string }> {
  const member = await buildMember(server.deps, { firstName: 'Zaki' })
  const { accessToken: bearer } = await signIn(server, member.email, TEST_PASSWORD)
  const report = await server.client.call(createReport, { body: reportBody() }, { bearer })
  const message = await server.client.call(sendContactMessage, {
    headers: {},
    body: {
      firstName: 'Amna',
      lastName: 'Idris',
      email: 'amna@test.example',
      phoneNumber: '+249912345678',
      subject: 'query',
      message: 'When is the assembly?',
    },
  })
  expect([report.ok, message.ok]).toEqual([true, true])
  return member
}

async function backUp(server: ApiServer) {
  const path = await mkdtemp(join(MEMORY_FOLDER, 'wld-steps-backup-'))
  ends.push(() => rm(path, { recursive: true, force: true }))
  const folder = await openBackupFolder(path, BACKUP_KEY, { create: true })
  const { name } = await createBackup(folder, {
    config: server.deps.config,
    store: createDirectoryStore(join(server.dataDir, 'files')),
    secretKey: SECRET_KEY,
    version: '1.0.0',
    now: new Date(),
    print: () => undefined,
  })
  return { folder, name }
}

test('the first schema is the one of its name', async () => {
  // Nothing connects to the second one.
  const engines = [openSqlite(':memory:'), openPostgres('postgres://127.0.0.1/', () => undefined)]
  ends.push(...engines.map(({ close }) => close))
  const text = engines
    .flatMap(({ rules }) => statementsOf(rules))
    .join('\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '') // when it was made
  expect(
    { name: STEP_NAMES[0], sha256: sha256(text) },
    'Before 1.0.0 is released: give the first schema another name that begins with 0001- in migrate.ts, and write both here. After it: undo the change, and write a step.',
  ).toEqual(FIRST_SCHEMA)
})

describe.each(ENGINES)('on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)

  run('a step keeps the data, and the backup from before it is the way back', async () => {
    const place = await newPlace(engine)
    const { email, folder, name, config } = await withServer(engine, place, async (server) => ({
      ...(await fill(server)),
      ...(await backUp(server)),
      config: server.deps.config,
    }))

    const database = openRaw(place)
    const before = await contentsOf(database)
    await migrate(database, WITH_SECOND_STEP)
    const after = await contentsOf(database)
    const { schema: _, steps: __, ...rows } = before
    expect(after).toMatchObject(rows)
    const { rows: named } =
      await sql`select m.nickname, n.text from members m join nicknames n on n.member_id = m.id`.execute(
        database.db,
      )
    expect(named).toEqual([{ nickname: 'Zaki', text: 'Zaki' }])
    await migrate(database, WITH_SECOND_STEP) // taken once
    expect(await contentsOf(database)).toEqual(after)

    // The version before does not know the step.
    await expect(withServer(engine, place, started)).rejects.toThrow(
      `newer version of WLD (${SECOND_STEP})`,
    )
    const back = await newPlace(engine)
    await restoreBackup(folder, name, {
      config: { ...config, ...back },
      store: createDirectoryStore(join(back.dataDir, 'files')),
      print: () => undefined,
    })
    await withServer(engine, back, async (old) => {
      await signIn(old, email, TEST_PASSWORD)
      const { db } = old.deps.database
      const claim = await db.selectFrom('claims').select('message').executeTakeFirstOrThrow()
      expect(claim.message).toBe('When is the assembly?')
    })
  })

  run('a step that fails leaves the schema and the rows of before', async () => {
    const place = await newPlace(engine)
    const { email } = await withServer(engine, place, fill)
    const database = openRaw(place)
    const before = await contentsOf(database)
    const failing: Steps = {
      ...WITH_SECOND_STEP,
      '0003-fails': async (db) => {
        await sql`create table half_done (id bigint primary key)`.execute(db)
        await sql`delete from claims`.execute(db)
        await sql`insert into half_done (id) values (1), (1)`.execute(db)
      },
    }
    await expect(migrate(database, failing)).rejects.toThrow('Migration 0003-fails failed')
    expect(await contentsOf(database)).toEqual(before)
    await database.close()
    await withServer(engine, place, (server) => signIn(server, email, TEST_PASSWORD))
  })

  run('a database from before the first release is refused, and not changed', async () => {
    const place = await newPlace(engine)
    const database = openRaw(place)
    await migrate(database)
    await sql`update kysely_migration set name = '0001-first'`.execute(database.db)
    const before = await contentsOf(database)
    await expect(withServer(engine, place, started)).rejects.toThrow(
      /made by a development version from before 1\.0\.0 \(0001-first\).*Set DATA_DIR to an empty directory/,
    )
    expect(await contentsOf(database)).toEqual(before)
  })

  run('a backup from before the first release is refused', async () => {
    const { folder, name, config } = await withServer(
      engine,
      await newPlace(engine),
      async (server) => {
        await sql`update kysely_migration set name = '0001-first'`.execute(server.deps.database.db)
        return { ...(await backUp(server)), config: server.deps.config }
      },
    )
    const place = await newPlace(engine)
    const restoring = restoreBackup(folder, name, {
      config: { ...config, ...place },
      store: createDirectoryStore(join(place.dataDir, 'files')),
      print: () => undefined,
    })
    await expect(restoring).rejects.toThrow(
      /The backup was made by a development version from before 1\.0\.0 \(0001-first\)/,
    )
  })
})

/** A process of the version before: it writes the columns that it knows, with its limits of time. */
async function oldWriter(url: string) {
  const client = new pg.Client({
    connectionString: url,
    statement_timeout: 10_000,
    lock_timeout: 3_000,
  })
  await client.connect()
  ends.push(() => client.end())
  const templates = new Map<string, Readonly<Record<string, unknown>>>()
  for (const table of ['members', 'claims'])
    templates.set(table, (await client.query(`select * from ${table} limit 1`)).rows[0])
  const insertLike = async (table: string, own: Readonly<Record<string, unknown>>) => {
    const row = { ...templates.get(table), ...own }
    const marks = Object.keys(row).map((_, at) => `$${at + 1}`)
    await client.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${marks.join(', ')})`,
      Object.values(row),
    )
  }
  return {
    async write(member: number): Promise<void> {
      const id = randomUUID()
      const address = `${id}@test.example`
      await client.query('begin')
      const phone = String(member)
      await insertLike('members', { id: member, email: address, email_key: address, phone })
      const writes = [
        () => insertLike('claims', { id, email: address }),
        () => client.query('insert into retired_numbers values ($1, $2)', [member, id]),
        () => client.query('update members set comments = $1 where id = $2', [id, member]),
      ]
      // Each transaction takes its locks in another order.
      for (let turn = 0; turn < writes.length; turn += 1)
        await writes[(turn + member) % writes.length]?.()
      await client.query('commit')
    },
  }
}

describe(
  hasPostgres
    ? 'a step under the traffic of the version before'
    : 'a step under the traffic of the version before (skipped: no PostgreSQL)',
  () => {
    const run = test.skipIf(!hasPostgres)
    let lastMember = 30_000_000

    /** A database of the first schema with one member. */
    async function filled() {
      const place = await newPlace('postgres')
      await withServer('postgres', place, fill)
      return { url: place.databaseUrl ?? '', database: openRaw(place) }
    }

    run('no write fails or is lost', async () => {
      const { url, database } = await filled()
      let isTaken = false
      let written = 0
      const work = async (): Promise<void> => {
        const writer = await oldWriter(url)
        const writeMore = async (isEnough: () => boolean) => {
          while (!isEnough()) {
            await writer.write((lastMember += 1))
            written += 1
            await sleep(20) // a busy day: 50 writes a second from each
          }
        }
        await writeMore(() => isTaken)
        const enough = written + 20
        await writeMore(() => written >= enough)
      }
      const working = Promise.all([work(), work()])
      await expect.poll(() => written).toBeGreaterThan(10)
      await migrate(database, WITH_SECOND_STEP).finally(() => (isTaken = true))
      await working
      const { rows } = await sql<Record<string, number>>`select
        (select count(*) from members) as members, (select count(*) from claims) as claims,
        (select sum(delta) from member_counts where kind = 'active') as counted`.execute(
        database.db,
      )
      expect(rows.map((row) => Object.values(row).map(Number))).toEqual([
        [written + 1, written + 1, written + 1],
      ])
    })

    run('writes go on while a long read holds the step up', async () => {
      const { url, database } = await filled()
      const reader = new pg.Client({ connectionString: url })
      await reader.connect()
      ends.push(() => reader.end())
      await reader.query('begin isolation level repeatable read')
      await reader.query('select count(*) from members')
      let isDone = false
      const migrating = migrate(database, WITH_SECOND_STEP).finally(() => (isDone = true))
      await expect
        .poll(async () => {
          const { rows } = await reader.query(
            `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
              and database = (select oid from pg_database where datname = current_database())`,
          )
          return rows.length
        })
        .toBe(1)
      const writer = await oldWriter(url)
      for (let count = 0; count < 5; count += 1) await writer.write((lastMember += 1))
      expect(isDone).toBe(false)
      await reader.query('commit')
      await migrating
    })
  },
)
