/**
 * PostgreSQL falls silent in the middle of a transaction: every connection stays open, and neither side learns that the
 * other one is gone.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { Unavailable } from '#server/base/unavailable.ts'
import { pledge } from '#shared/contract/donations.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { startCutLine } from '#tests/support/cut-line.ts'
import { createPostgresDatabase, hasPostgres } from '#tests/support/engines.ts'

/** The longest time for calls: three seconds to the end of a silent statement, and the waits before it. */
const SHORT_CALLS = { DATABASE_STATEMENT_TIMEOUT_MS: '1000', DATABASE_CONNECT_TIMEOUT_MS: '500' }
const CALL_MAX_MS = 20_000
/** Connections for calls; jobs have two more, and the turn of keys one. */
const CALLS = 10
const POOL = CALLS + 3
/** A job looks after each three seconds whether PostgreSQL is at work. */
const LONG_JOB_S = 10
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

test.skipIf(!hasPostgres)(
  `calls get 503, jobs end, and both work again on new connections${hasPostgres ? '' : ' (skipped: no server at 127.0.0.1:5432)'}`,
  async () => {
    const temporary = await createPostgresDatabase()
    ends.push(() => temporary.drop())
    const line = await startCutLine(temporary.url)
    ends.push(() => line.stop())
    const through = new URL(temporary.url)
    through.port = new URL(line.url).port
    const server = await startApiServer({
      engine: 'postgres',
      databaseUrl: through.href,
      env: { LIMITS_SCALE: '10000', ...SHORT_CALLS },
    })
    ends.push(() => server.stop())
    const { db, jobs } = server.deps.database
    const write = async (id: string = randomUUID()) => {
      const startedMs = performance.now()
      const answer = await server.client.call(pledge, {
        headers: {},
        body: { id, cause: 'education', amountUsd: 10 },
      })
      return { id, answer, tookMs: performance.now() - startedMs }
    }
    const recovers = () =>
      expect
        .poll(async () => (await write()).answer.ok, { timeout: 60_000, interval: 200 })
        .toBe(true)
    const job = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(jobs)

    // A job takes as long as it needs, where PostgreSQL is at work.
    await job(LONG_JOB_S)

    const [lost, alsoLost] = [job(1), job(1)] // every connection that jobs have
    const jobsEnded = Promise.all(
      [lost, alsoLost].map((one) => expect(one).rejects.toBeInstanceOf(Unavailable)),
    )
    // It has the lock of the audit log, which every other write waits for.
    line.stallAt('insert into "audit"')
    const calls = await Promise.all(Array.from({ length: 15 }, () => write()))
    expect(line.isStalled()).toBe(true)
    const refused = calls.filter(({ answer }) => !answer.ok)
    expect(refused.length).toBeGreaterThan(5)
    for (const { answer, tookMs } of refused) {
      expect(answer).toMatchObject({
        problem: { status: 503, code: 'unavailable', part: 'database' },
        retryAfterS: expect.any(Number),
      })
      expect(tookMs).toBeLessThan(CALL_MAX_MS)
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)

    line.renew()
    await recovers() // PostgreSQL ends the transaction that does nothing after half a minute
    await jobsEnded
    await Promise.all([job(0), job(0)])

    // Sent again with its id, a pledge counts once, whether the first call was carried out or not.
    for (const { id } of calls) expect((await write(id)).answer.ok).toBe(true)
    // Every connection of calls works at the same time. A crowd of writes would wait for one lock, and on a busy
    // machine longer than the second that this server gives a statement (ADR 0009).
    const together = () =>
      Promise.allSettled(Array.from({ length: CALLS }, () => sql`select pg_sleep(0.3)`.execute(db)))
    await expect
      .poll(async () => (await together()).map(({ status }) => status), { timeout: 60_000 })
      .toEqual(Array.from({ length: CALLS }, () => 'fulfilled'))
    const rows = await db.selectFrom('pledges').select('id').execute()
    expect(calls.filter(({ id }) => rows.filter((row) => row.id === id).length !== 1)).toEqual([])
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()

    // No connection leaked: those that were silent are closed.
    await expect.poll(line.clients).toBeLessThanOrEqual(POOL)
  },
)
