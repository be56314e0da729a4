/**
 * PostgreSQL is slow, gives no connection, and fails over to a standby. It has clusters of its own, because the one of the
 * other suites must not stop. Only `npm test -- faults` runs it.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { pledge } from '#shared/contract/donations.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { startCutLine, type CutLine } from '#tests/support/cut-line.ts'
import {
  hasStandby,
  startPrivatePostgres,
  type PrivatePostgres,
} from '#tests/support/private-postgres.ts'

const IS_LONG = process.env['FAULT_ROUNDS'] !== undefined
const reason = IS_LONG
  ? 'no initdb, postgres or pg_basebackup in the path'
  : 'npm test -- faults runs it'
const IS_SKIPPED = !IS_LONG || !hasStandby

describe(
  IS_SKIPPED ? `a PostgreSQL of its own (skipped: ${reason})` : 'a PostgreSQL of its own',
  () => {
    const run = test.skipIf(IS_SKIPPED)
    const ends: (() => Promise<unknown>)[] = []
    let primary: PrivatePostgres
    let line: CutLine
    let server: ApiServer
    beforeEach(async () => {
      if (IS_SKIPPED) return
      primary = await startPrivatePostgres()
      ends.push(() => primary.stop())
      line = await startCutLine(primary.url)
      ends.push(() => line.stop())
      const through = new URL(primary.url)
      through.port = new URL(line.url).port
      server = await startApiServer({
        engine: 'postgres',
        databaseUrl: through.href,
        env: { LIMITS_SCALE: '10000' },
      })
      ends.push(() => server.stop())
    })
    afterEach(async () => {
      for (const end of ends.splice(0).toReversed()) await end()
    })

    const write = (id: string = randomUUID()) =>
      server.client.call(pledge, { headers: {}, body: { id, cause: 'education', amountUsd: 10 } })
    const pledges = async (): Promise<readonly string[]> =>
      (await server.deps.database.db.selectFrom('pledges').select('id').execute()).map(
        ({ id }) => id,
      )
    const recovered = () =>
      expect.poll(async () => (await write()).ok, { timeout: 30_000 }).toBe(true)

    run(
      'fails over to a standby without losing or doubling what was acknowledged',
      async () => {
        const standby = await startPrivatePostgres(primary)
        ends.push(() => standby.stop())
        await primary.query(`alter system set synchronous_standby_names = '*'`)
        await primary.query('select pg_reload_conf()')
        const acknowledged: string[] = []
        const unknown: string[] = []
        const over = new AbortController()
        const enough = Promise.withResolvers<void>()
        const work = async (): Promise<void> => {
          while (!over.signal.aborted) {
            const id = randomUUID()
            ;((await write(id)).ok ? acknowledged : unknown).push(id)
            if (acknowledged.length === 60) enough.resolve()
          }
        }
        const working = Promise.all([work(), work(), work()])
        await enough.promise
        await primary.stop()
        await standby.query('select pg_promote()')
        line.moveTo(standby.url)
        await recovered()
        over.abort()
        await working
        // Sent again with its id, a pledge counts once, whether the first call was carried out or not.
        for (const id of unknown) expect((await write(id)).ok).toBe(true)
        const found = await pledges()
        expect(new Set(found).size).toBe(found.length)
        expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
        expect((await checkChain(server.deps.database.db)).broken).toBeUndefined()
      },
      120_000,
    )

    run(
      'replies 503 while others hold every connection, and recovers when one is free',
      async () => {
        expect((await write()).ok).toBe(true)
        const holders: pg.Client[] = []
        ends.push(() => Promise.all(holders.map((holder) => holder.end())))
        line.cut() // its own connections end, and it needs new ones
        for (;;) {
          const holder = new pg.Client({ connectionString: primary.url })
          holder.on('error', () => undefined)
          try {
            await holder.connect()
          } catch (error) {
            expect((error as { code?: string }).code).toBe('53300')
            break
          }
          holders.push(holder)
        }
        line.restore()
        expect(await write()).toMatchObject({
          ok: false,
          problem: { status: 503, code: 'unavailable', part: 'database' },
        })
        await Promise.all(holders.splice(0).map((holder) => holder.end()))
        await recovered()
      },
      120_000,
    )

    run(
      'is only slower when each piece of data takes 100 ms',
      async () => {
        line.slow(100)
        await recovered() // the connections of before are gone
        const before = (await pledges()).length
        const answers = await Promise.all(Array.from({ length: 8 }, () => write()))
        expect(answers.map(({ ok }) => ok)).toEqual(Array(8).fill(true))
        expect(await pledges()).toHaveLength(before + 8)
      },
      120_000,
    )
  },
)
