/** Databases of released versions come forward with their data, on PostgreSQL while that version still writes. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { verifyCard } from '#shared/contract/card.ts'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { migrate } from '#server/parts/database/migrate.ts'
import { DEFAULT_POOL } from '#server/parts/database/pool/pool-settings.ts'
import { openPostgres } from '#server/parts/database/postgres.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES, hasPostgres } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import {
  keptRows,
  loadReleased,
  RELEASED,
  type ReleasedVersion,
} from '#tests/support/released-versions.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function emptyPlace(engine: 'sqlite' | 'postgres') {
  const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-released-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, pool: DEFAULT_POOL }
  const temporary = await createPostgresDatabase()
  ends.push(() => temporary.drop())
  return { dataDir, databaseUrl: temporary.url, pool: DEFAULT_POOL }
}

/** Starts this version there. */
async function start(
  engine: 'sqlite' | 'postgres',
  { dataDir, databaseUrl }: Awaited<ReturnType<typeof emptyPlace>>,
): Promise<ApiServer> {
  const server = await startApiServer({
    engine,
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  ends.push(() => server.stop())
  return server
}

test.each(RELEASED)('no step of $version was changed since', async ({ steps, schema }) => {
  const { dataDir } = await emptyPlace('sqlite')
  const file = join(dataDir, 'wld.sqlite')
  const database = openSqlite(file)
  await migrate(database, steps)
  await database.close()
  const reader = new DatabaseSync(file, { readOnly: true })
  const rows = reader
    .prepare(
      "select sql from sqlite_schema where sql is not null and name not like 'kysely%' and name not like 'sqlite_%' order by name",
    )
    .all()
  reader.close()
  const text = rows.map((row) => String(row['sql']).replaceAll(/\s+/g, ' ')).join('\n')
  expect(createHash('sha256').update(text).digest('hex')).toBe(schema)
})

describe.each(ENGINES)('on $title', ({ engine, skip }) => {
  test.skipIf(skip).each(RELEASED)('$version comes forward with its data', async (released) => {
    const place = await emptyPlace(engine)
    await loadReleased(place, released)
    const server = await start(engine, place)
    const { db } = server.deps.database
    const { admin, holder } = released
    for (const [name, count] of keptRows(released)) {
      const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(db)
      expect([name, found.length]).toEqual([name, count])
    }
    expect((await checkChain(db)).broken).toBeUndefined()
    await signIn(server, holder.email, TEST_PASSWORD)
    const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
    const verdict = await server.client.call(
      verifyCard,
      { body: { payload: holder.payload } },
      { bearer },
    )
    expect(verdict).toMatchObject({ ok: true, value: { cardId: holder.cardId } })
    const claim = await db.selectFrom('claims').select('message').executeTakeFirstOrThrow()
    expect(claim.message).toBe('When is the assembly?') // sealed by the start, and opened
    await expectCounts(server)
  })
})

/** The counts of triggers are those of the rows. */
async function expectCounts({ deps: { database } }: ApiServer): Promise<void> {
  const { rows } = await sql<Record<'active' | 'counted' | 'came' | 'seen', number>>`select
    (select count(*) from members where status = 'active') as active,
    (select sum(delta) from member_counts where kind = 'active') as counted,
    (select count(distinct member_id) from check_ins) as came,
    (select sum(delta) from member_counts where kind = 'came') as seen`.execute(database.db)
  const { active, counted, came, seen } = rows[0] ?? {}
  expect([Number(counted), Number(seen)]).toEqual([Number(active), Number(came)])
}

/** A process of the version before: it writes the columns that it knows, with its limits of time. */
async function oldWriter(url: string, { tables }: ReleasedVersion) {
  const client = new pg.Client({
    connectionString: url,
    statement_timeout: 10_000,
    lock_timeout: 3_000,
  })
  await client.connect()
  const insertLike = async (name: string, own: Readonly<Record<string, unknown>>) => {
    const table = tables.find((one) => one.name === name)
    const [row] = table?.rows ?? []
    if (table === undefined || row === undefined) throw new Error(`no ${name}`)
    const values = table.columns.map((column, at) => (column in own ? own[column] : row[at]))
    const names = table.columns.map((column) => `"${column}"`).join(', ')
    const marks = values.map((_, at) => `$${at + 1}`).join(', ')
    await client.query(`insert into ${name} (${names}) values (${marks})`, values)
  }
  return {
    end: () => client.end(),
    async write(memberId: number): Promise<void> {
      const [id, member] = [randomUUID(), memberId]
      const address = `${id}@test.example`
      const writes = [
        () => insertLike('claims', { id, email: address }),
        () => insertLike('pledges', { id, reference: id }),
        () => client.query(`update members set comments = $1 where id = $2`, [id, member]),
      ]
      await client.query('begin')
      await insertLike('members', {
        id: member,
        email: address,
        email_key: address,
        phone: String(member),
      })
      // Each transaction takes its locks in another order.
      for (let turn = 0; turn < writes.length; turn += 1)
        await writes[(turn + member) % writes.length]?.()
      await insertLike('check_ins', { id, member_id: member })
      await insertLike('sessions', { id, member_id: member })
      await client.query('commit')
    },
  }
}

describe(
  hasPostgres
    ? 'under the traffic of a released version'
    : 'under the traffic of a released version (skipped: no PostgreSQL)',
  () => {
    const run = test.skipIf(!hasPostgres)
    let lastMember = 30_000_000

    run.each(RELEASED)('no write of $version fails or is lost', async (released) => {
      const place = await emptyPlace('postgres')
      await loadReleased(place, released)
      const url = place.databaseUrl ?? ''
      let isUp = false
      let written = 0
      const work = async (): Promise<void> => {
        const writer = await oldWriter(url, released)
        ends.push(() => writer.end())
        const writeMore = async (isEnough: () => boolean) => {
          while (!isEnough()) {
            await writer.write((lastMember += 1))
            written += 1
            await sleep(20) // a busy day: 50 writes a second from each
          }
        }
        await writeMore(() => isUp)
        const enough = written + 20
        await writeMore(() => written >= enough)
      }
      const working = Promise.all([work(), work()])
      const server = await start('postgres', place).finally(() => (isUp = true))
      await working
      const { db } = server.deps.database
      const members = await db.selectFrom('members').select('id').execute()
      const before = released.tables.find(({ name }) => name === 'members')?.rows.length ?? 0
      expect(members).toHaveLength(before + written)
      const messages = await db.selectFrom('claims').select('message').execute()
      expect(new Set(messages.map(({ message }) => message))).toEqual(
        new Set(['When is the assembly?']),
      )
      await expectCounts(server)
    })

    run('writes go on while a long read holds the steps up', async () => {
      const [released] = RELEASED
      if (released === undefined) throw new Error('nothing was released')
      const place = await emptyPlace('postgres')
      await loadReleased(place, released)
      const url = place.databaseUrl ?? ''
      const reader = new pg.Client({ connectionString: url })
      await reader.connect()
      ends.push(() => reader.end())
      await reader.query('begin isolation level repeatable read')
      await reader.query('select count(*) from members')
      const database = openPostgres(url, () => undefined)
      ends.push(() => database.close())
      let isDone = false
      const migrating = migrate(database).finally(() => (isDone = true))
      await expect
        .poll(async () => {
          const { rows } = await reader.query(
            `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
              and database = (select oid from pg_database where datname = current_database())`,
          )
          return rows.length
        })
        .toBe(1)
      const writer = await oldWriter(url, released)
      ends.push(() => writer.end())
      for (let count = 0; count < 5; count += 1) await writer.write((lastMember += 1))
      expect(isDone).toBe(false)
      await reader.query('commit')
      await migrating
    })
  },
)
