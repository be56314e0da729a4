/**
 * Faults of the database: an interrupted migration, a lost or slow server, a lock held by another process, a full disk.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Unavailable } from '#server/base/unavailable.ts'
import type { Database } from '#server/parts/database/engine.ts'
import { migrate } from '#server/parts/database/migrate.ts'
import { openPostgres } from '#server/parts/database/postgres.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { pledge } from '#shared/contract/donations.ts'
import { startCutLine, type CutLine } from '#tests/support/cut-line.ts'
import { createPostgresDatabase, ENGINES, hasPostgres } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

/** Whether this is `npm test -- faults`. */
const IS_LONG = process.env['FAULT_ROUNDS'] !== undefined
/** Statements from one that fails to the next. */
const STEPS = { sqlite: { long: 1, short: 9 }, postgres: { long: 29, short: 97 } } as const
const root = join(import.meta.dirname, '../..')

/** Calls `onStatement` with the number of each statement before it runs. */
const counting = (onStatement: (number: number) => void): KyselyPlugin => {
  let number = 0
  return {
    transformQuery: ({ node }) => {
      onStatement((number += 1))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
const counted = ({ jobs, rules }: Database, onStatement: (number: number) => void) => ({
  rules,
  jobs: jobs.withPlugin(counting(onStatement)),
})

/** Runs the migrations in a child process that is killed before the statement with that number. */
async function killAt(
  number: number,
  url: string | undefined,
  file: string,
): Promise<string | null> {
  const program = `
    const { openSqlite } = await import(${JSON.stringify(join(root, 'src/server/parts/database/sqlite.ts'))})
    const { openPostgres } = await import(${JSON.stringify(join(root, 'src/server/parts/database/postgres.ts'))})
    const { migrate } = await import(${JSON.stringify(join(root, 'src/server/parts/database/migrate.ts'))})
    let number = 0
    const plugin = {
      transformQuery: ({ node }) => ((number += 1) === ${number} ? process.kill(process.pid, 'SIGKILL') : 0, node),
      transformResult: async ({ result }) => result,
    }
    const database = ${url === undefined ? `openSqlite(${JSON.stringify(file)})` : `openPostgres(${JSON.stringify(url)}, () => undefined)`}
    await migrate({ ...database, jobs: database.jobs.withPlugin(plugin) })
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'ignore',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

describe.each(ENGINES)('an interrupted migration on $title', ({ engine, skip }) => {
  let folder: string
  let temporary: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined
  let database: Database
  let file: string
  /** Number of statements in all migrations. */
  let total = 0
  const open = (): Database =>
    temporary === undefined ? openSqlite(file) : openPostgres(temporary.url, () => undefined)
  const tables = async (): Promise<readonly string[]> =>
    (await database.db.introspection.getTables()).map(({ name }) => name)
  beforeAll(async () => {
    if (skip) return
    folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-faults-'))
    file = join(folder, 'wld.sqlite')
    temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const whole = openSqlite(':memory:')
    await migrate(counted(whole, (number) => void (total = number)))
    await whole.close()
    database = open()
  })
  afterAll(async () => {
    if (skip) return
    await database.close()
    await temporary?.drop()
    await rm(folder, { recursive: true })
  })

  test.skipIf(skip)('leaves no table behind when its process is killed', async () => {
    for (const at of [Math.round(total / 4), Math.round(total / 2)])
      expect(await killAt(at, temporary?.url, file)).toBe('SIGKILL')
    expect(await tables()).toEqual([])
  })

  test.skipIf(skip)(
    'leaves no table behind after an error at any statement, and succeeds when it runs again',
    async () => {
      // One transaction holds all statements, so some of them are enough; `npm test -- faults` takes many more.
      const step = STEPS[engine][IS_LONG ? 'long' : 'short']
      let at = 1
      const cutOff = (number: number): void => {
        if (number === at) throw new Error('cut off here')
      }
      for (;;) {
        const isCut = await migrate(counted(database, cutOff)).then(
          () => false,
          () => true,
        )
        if (!isCut) break
        expect(await tables(), `after statement ${at}`).toEqual([])
        at += step
      }
      expect(at).toBeGreaterThan(total / 2)
      expect(await tables()).toContain('members')
      await migrate(database) // all migrations have run already
    },
  )
})

describe(
  hasPostgres
    ? 'an unreachable PostgreSQL'
    : 'an unreachable PostgreSQL (skipped: no server at 127.0.0.1:5432)',
  () => {
    const run = test.skipIf(!hasPostgres)
    let temporary: Awaited<ReturnType<typeof createPostgresDatabase>>
    let line: CutLine
    beforeAll(async () => {
      temporary = await createPostgresDatabase()
      line = await startCutLine(temporary.url)
    })
    afterAll(async () => {
      await line.stop()
      await temporary.drop()
    })
    const { server } = suiteServer({ engine: 'postgres' }, () => {
      const through = new URL(temporary.url)
      through.port = new URL(line.url).port
      return { databaseUrl: through.href }
    })
    afterAll(() => line.restore())
    const write = () =>
      server.client.call(pledge, { headers: {}, body: { cause: 'education', amountUsd: 10 } })
    const ready = async (): Promise<unknown> => (await fetch(`${server.url}/readyz`)).json()
    const AWAY = {
      problem: { status: 503, code: 'unavailable', part: 'database' },
      retryAfterS: expect.any(Number),
    }

    run(
      'running calls get 503, the process continues, and writes work after the connection returns',
      async () => {
        const { db } = server.deps.database
        const waiting = db
          .transaction()
          .execute((transaction) => sql`select pg_sleep(60)`.execute(transaction))
        const ended = expect(waiting).rejects.toBeInstanceOf(Unavailable)
        await expect
          .poll(
            async () =>
              (
                await sql`select 1 from pg_stat_activity where query = 'select pg_sleep(60)'`.execute(
                  db,
                )
              ).rows.length,
          )
          .toBe(1)
        const calls = Promise.all(Array.from({ length: 15 }, write))
        line.cut()
        await ended
        for (const answer of await calls) if (!answer.ok) expect(answer).toMatchObject(AWAY)
        expect(await write()).toMatchObject(AWAY)
        expect(await ready()).toMatchObject({ code: 'not-ready', part: 'database' })
        line.restore()
        expect(await write()).toMatchObject({ ok: true })
      },
    )

    run('a database that accepts connections and never replies causes 503', async () => {
      line.hang()
      // More than the open connections, so that new ones are made.
      for (const answer of await Promise.all(Array.from({ length: 15 }, write)))
        expect(answer).toMatchObject(AWAY)
      line.restore()
      expect(await write()).toMatchObject({ ok: true })
    })

    run('a call that waits too long for a lock gets 503', async () => {
      const other = openPostgres(temporary.url, () => undefined)
      await other.jobs.transaction().execute(async (transaction) => {
        await sql`lock table pledges in access exclusive mode`.execute(transaction)
        expect(await write()).toMatchObject(AWAY)
        // The limit of a statement would end the call too, but only after ten seconds.
        const {
          rows: [limit],
        } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(server.deps.database.db)
        expect(limit).toEqual({ lock_timeout: '3s' })
      })
      await other.close()
      expect(await write()).toMatchObject({ ok: true })
    })
  },
)

describe('an SQLite file', () => {
  test('is readable by its owner only, even if other users had access before', async () => {
    const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-mode-'))
    const data = join(folder, 'data')
    const modeOf = async (path: string): Promise<string> =>
      ((await stat(path)).mode & 0o777).toString(8)
    const file = join(data, 'wld.sqlite')
    const first = openSqlite(file)
    await sql`create table one (id integer)`.execute(first.db)
    expect(await modeOf(data)).toBe('700')
    for (const end of ['', '-wal', '-shm']) expect(await modeOf(file + end), end).toBe('600')
    await first.close()
    for (const end of ['', '-wal', '-shm']) {
      if (end !== '') await writeFile(file + end, '')
      await chmod(file + end, 0o644)
    }
    const second = openSqlite(file)
    await sql`insert into one values (1)`.execute(second.db)
    for (const end of ['', '-wal', '-shm']) expect(await modeOf(file + end), end).toBe('600')
    await second.close()
    await rm(folder, { recursive: true })
  })
})

describe('an SQLite file that cannot be written', () => {
  const { server } = suiteServer({ engine: 'sqlite' }, { env: { LIMITS_SCALE: '10000' } })

  const write = () =>
    server.client.call(pledge, { headers: {}, body: { cause: 'education', amountUsd: 10 } })

  test('responds with 503 while another process holds its lock, and still handles other requests', async () => {
    const other = new DatabaseSync(join(server.dataDir, 'wld.sqlite'))
    other.exec('begin immediate')
    let isDone = false
    const call = write().finally(() => {
      isDone = true
    })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(isDone).toBe(false)
    // SQLite's own wait would block the thread at each attempt.
    expect((await sql`pragma busy_timeout`.execute(server.deps.database.db)).rows).toEqual([
      { timeout: 0 },
    ])
    expect(await call).toMatchObject({
      problem: { status: 503, code: 'unavailable', part: 'database' },
    })
    other.exec('rollback')
    other.close()
    expect(await write()).toMatchObject({ ok: true })
  })
})
