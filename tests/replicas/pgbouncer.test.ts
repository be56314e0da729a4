/** Servers behind PgBouncer in transaction mode: each statement or transaction may get another connection. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { listSessions } from '#shared/contract/auth.ts'
import { sendEmailCode, verifyEmailCode } from '#shared/contract/email-code.ts'
import { createReport, listReports } from '#shared/contract/reports.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import {
  createPostgresDatabase,
  hasPostgres,
  type TemporaryDatabase,
} from '#tests/support/engines.ts'
import { uploadInParts } from '#tests/support/evidence-uploads.ts'
import { lastCode } from '#tests/support/mailbox.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#tests/support/pgbouncer.ts'
import { film } from '#tests/support/sample-films.ts'

const isHere = hasPostgres && hasPgBouncer
const LIMITS = {
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '30s',
}
/** Fewer than the servers want, so that they share connections. */
const CONNECTIONS = 4

describe(`behind PgBouncer${isHere ? '' : ' (skipped: no PostgreSQL or no pgbouncer, Debian: apt-get install pgbouncer)'}`, () => {
  const run = test.skipIf(!isHere)
  let direct: TemporaryDatabase
  let pooler: PgBouncer
  let servers: ApiServer[] = []
  const start = (): Promise<ApiServer> =>
    startApiServer({
      engine: 'postgres',
      databaseUrl: pooler.url,
      env: { DATABASE_DIRECT_URL: direct.url },
    })
  beforeAll(async () => {
    if (!isHere) return
    direct = await createPostgresDatabase()
    pooler = await startPgBouncer(direct.url, CONNECTIONS)
  })
  afterAll(async () => {
    if (!isHere) return
    for (const server of servers) await server.stop()
    await pooler.stop()
    await direct.drop()
  })

  run('a server without the direct address does not start, and says which variable', async () => {
    await expect(
      startApiServer({ engine: 'postgres', databaseUrl: pooler.url }),
    ).rejects.toMatchObject({ name: 'Unavailable', cause: { code: '08P01' } })
  })

  run(
    'a server whose calls would have no time limits does not start, and says how to set them',
    async () => {
      await expect(start()).rejects.toThrow(
        /no time limits.*alter role … set statement_timeout = '10000ms';.*lock_timeout.*idle_in/,
      )
    },
  )

  run('two servers start at once on an empty database, and each call has its limits', async () => {
    const client = await startApiServer({ engine: 'postgres', databaseUrl: direct.url })
    const { db } = client.deps.database
    const name = new URL(direct.url).pathname.slice(1)
    for (const [limit, value] of Object.entries(LIMITS))
      await sql`alter role current_user in database ${sql.ref(name)} set ${sql.ref(limit)} = ${sql.lit(value)}`.execute(
        db,
      )
    await client.stop()
    await pooler.stop()
    pooler = await startPgBouncer(direct.url, CONNECTIONS)
    servers = await Promise.all([start(), start()])
    for (const { deps } of servers) {
      for (const [limit, value] of Object.entries(LIMITS))
        expect((await sql`show ${sql.ref(limit)}`.execute(deps.database.db)).rows).toEqual([
          { [limit]: value },
        ])
      expect((await sql`show statement_timeout`.execute(deps.database.jobs)).rows).toEqual([
        { statement_timeout: '0' },
      ])
    }
  })

  run('sign-in, codes, sealed reports and mails work on shared connections', async () => {
    const [one, other] = servers as [ApiServer, ApiServer] // the test before started them
    const member = await buildMember(one.deps)
    const { accessToken } = await signIn(one, member.email, TEST_PASSWORD)
    expect(await other.client.call(listSessions, {}, { bearer: accessToken })).toMatchObject({
      ok: true,
    })
    const email = newAddress()
    await one.client.call(sendEmailCode, { headers: {}, body: { email } })
    const body = { email, code: await lastCode(one.deps, email) }
    expect(await other.client.call(verifyEmailCode, { body })).toMatchObject({
      ok: true,
      value: { verified: true },
    })
    const filed = await Promise.all(
      servers.map((server) =>
        server.client.call(
          createReport,
          { body: reportBody({ type: 'Keptapart', city: 'Kutum' }) },
          { bearer: accessToken },
        ),
      ),
    )
    expect(filed.map(({ ok }) => ok)).toEqual([true, true])
    const listed = await one.client.call(listReports, { query: { type: 'keptapart' } })
    expect(listed.ok && listed.value).toHaveLength(2)
    await Promise.all(servers.map(({ deps }) => sendDueMails(deps)))
    const { db } = one.deps.database
    expect(
      await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute(),
    ).toEqual([])
  })

  run('an upload in parts is stored and finished', async () => {
    const [one] = servers as [ApiServer]
    const { id } = await buildMember(one.deps)
    const { accessToken } = await openSession(one.deps, id, 'test')
    expect((await uploadInParts(one, accessToken, film({}))).upload.fileUrl).toMatch(/^\/api\//)
  })

  run('200 calls at once share four connections, and the audit chain stays whole', async () => {
    const [one] = servers as [ApiServer]
    const { id } = await buildMember(one.deps)
    const { accessToken: bearer } = await openSession(one.deps, id, 'test')
    const calls = Array.from({ length: 200 }, (_, index) => {
      const { client } = servers[index % servers.length] ?? one
      return client.call(listSessions, {}, { bearer })
    })
    expect((await Promise.all(calls)).filter(({ ok }) => !ok)).toEqual([])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database()`.execute(one.deps.database.jobs)
    // The pooler has its own connections; each server adds two for jobs and one for keys.
    expect(rows[0]?.n).toBeLessThanOrEqual(CONNECTIONS + servers.length * 3)
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (servers[index % servers.length] ?? one).deps.audit.write({
          actor: 'system',
          action: 'pooler.tried',
        }),
      ),
    )
    expect(await one.deps.audit.firstBrokenRow()).toBeUndefined()
  })

  run('a statement that takes too long ends at PostgreSQL as well', async () => {
    const [one] = servers as [ApiServer]
    const { db, jobs } = one.deps.database
    await expect(
      db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 200`.execute(transaction)
        await sql`select pg_sleep(30)`.execute(transaction)
      }),
    ).rejects.toMatchObject({ name: 'Unavailable' })
    const limits = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => sql`show statement_timeout`.execute(db)),
    )
    for (const { rows } of limits) expect(rows).toEqual([{ statement_timeout: '10s' }])
    const sleeping = await sql`
      select 1 from pg_stat_activity where query = 'select pg_sleep(30)' and state = 'active'`.execute(
      jobs,
    )
    expect(sleeping.rows).toEqual([])
  })
})
