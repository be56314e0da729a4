/**
 * The check that the log is complete: the operator's command as a process beside a running server, and the check in the
 * dashboard.
 */
import { spawn } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { runAuditCheck } from '#server/features/audit/check-audit.ts'
import { auditCsv, auditLines, auditState, checkAudit } from '#shared/contract/audit.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'

const ROWS = 2_500

function verify(
  server: ApiServer,
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(
    process.execPath,
    [program('src/server/commands/verify/audit-verify.ts'), ...args],
    {
      cwd: server.dataDir,
      env: {
        ...PROCESS_ENV,
        DATA_DIR: server.dataDir,
        ...(server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl }),
      },
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (output += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))) // the whole output was read
}

describe.each(ENGINES)('the chain of the audit log on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  const servers: ApiServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
  })
  async function withRows(rows: number): Promise<ApiServer> {
    const server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    servers.push(server)
    // Rows that are written at the same moment go in groups: one by one, 9,000 take half a minute.
    await Promise.all(
      Array.from({ length: rows }, (_, at) =>
        server.deps.audit.write({
          actor: 'system',
          action: 'thing.made',
          target: `thing:${at + 1}`,
          detail: { row: at + 1 },
        }),
      ),
    )
    return server
  }
  const db = (server: ApiServer) => server.deps.database.db
  const headOf = (server: ApiServer) =>
    db(server).selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()

  run(
    'the check of a whole log succeeds while the server runs and prints the line to note',
    async () => {
      const server = await withRows(ROWS)
      const { hash } = await headOf(server)
      const day = server.clock.now().toISOString().slice(0, 10)
      const first = await verify(server)
      expect(first).toEqual({
        code: 0,
        output: `Whole: rows 1 to ${ROWS}.\nWrite this down elsewhere: --expect ${ROWS}:${hash}:${day}\n`,
      })
      await server.deps.audit.write({ actor: 'system', action: 'thing.made' })
      expect((await verify(server, ['--expect', `${ROWS}:${hash}`])).code).toBe(0)
      expect(await verify(server, ['--expect', `${ROWS}:${'0'.repeat(64)}`])).toMatchObject({
        code: 1,
        output: expect.stringContaining(`row ${ROWS} does not match the one`),
      })
      expect(await verify(server, ['--expect', 'x'])).toMatchObject({
        code: 1,
        output: expect.stringContaining('--expect must be'),
      })
    },
  )

  run(
    'a noted row is compared with the start of the log; a deleted one must be over 365 days old',
    async () => {
      const server = await withRows(20)
      const noted = await db(server)
        .selectFrom('audit')
        .select(['seq', 'hash'])
        .where('seq', '<=', 10)
        .orderBy('seq')
        .execute()
      const [third, tenth] = [noted[2]?.hash ?? '', noted[9]?.hash ?? '']
      await db(server).deleteFrom('audit').where('seq', '<=', 10).execute()
      await db(server).updateTable('audit_head').set({ base_seq: 10, base_hash: tenth }).execute()
      await server.deps.audit.write({
        actor: 'system',
        action: 'audit.trimmed',
        detail: { upTo: 10, hash: tenth },
      })
      const expected = (row: string) => verify(server, ['--expect', row])
      expect((await expected(`10:${tenth}`)).code).toBe(0)
      expect(await expected(`10:${third}`)).toMatchObject({
        code: 1,
        output: expect.stringContaining('BROKEN: row 10 does not match the one'),
      })
      const dayBefore = (days: number) =>
        new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
      expect(await expected(`3:${third}:${dayBefore(300)}`)).toMatchObject({
        code: 1,
        output: expect.stringContaining('kept for at least 365 days'),
      })
      expect((await expected(`3:${third}:${dayBefore(366)}`)).code).toBe(0)
      expect(await expected(`3:${third}`)).toMatchObject({
        code: 1,
        output: expect.stringContaining('NOT CHECKED: row 3'),
      })
      expect(await expected(`3:${third}:2026-13-41`)).toMatchObject({
        code: 1,
        output: expect.stringContaining('--expect must be'),
      })
    },
    60_000,
  )

  run(
    'a changed row, a removed row, a removed end and a removed start are each reported',
    async () => {
      const server = await withRows(30)
      const broken = async (row: number) => {
        expect(await verify(server)).toMatchObject({
          code: 1,
          output: expect.stringContaining(`BROKEN: row ${row} `),
        })
        expect(await server.deps.audit.firstBrokenRow()).toBe(row)
      }
      const kept = await db(server)
        .selectFrom('audit')
        .selectAll()
        .where('seq', '=', 12)
        .executeTakeFirstOrThrow()
      await db(server)
        .updateTable('audit')
        .set({ actor: 'member:1' })
        .where('seq', '=', 12)
        .execute()
      await broken(12)
      await db(server).deleteFrom('audit').where('seq', '=', 12).execute()
      await broken(12)
      await db(server).insertInto('audit').values(kept).execute()
      expect((await verify(server)).code).toBe(0)
      const end = await db(server)
        .deleteFrom('audit')
        .where('seq', '>', 28)
        .returningAll()
        .execute()
      await broken(29)
      await db(server).insertInto('audit').values(end).execute()
      const third = await db(server)
        .selectFrom('audit')
        .select('hash')
        .where('seq', '=', 3)
        .executeTakeFirstOrThrow()
      await db(server).deleteFrom('audit').where('seq', '<=', 3).execute()
      await broken(1)
      // Also when the stored beginning of the log is moved along with the deletion; no row of the log shows that.
      await db(server)
        .updateTable('audit_head')
        .set({ base_seq: 3, base_hash: third.hash })
        .execute()
      await broken(4)
    },
    60_000,
  )

  run('the dashboard checks in parts; the job checks daily, on one server', async () => {
    const server = await withRows(9_000)
    const { email } = await buildMember(server.deps, { role: 'admin' })
    const bearer = (await signIn(server, email, TEST_PASSWORD)).accessToken
    const call = async (route: typeof checkAudit | typeof auditState) => {
      const answer = await server.client.call(route, {}, { bearer })
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
      return answer.value
    }
    expect(await call(auditState)).toMatchObject({
      verifiedAt: null,
      running: null,
      brokenSeq: null,
    })
    expect((await call(checkAudit)).running).toEqual({ seq: 4_000, to: 9_001 })
    await server.deps.audit.write({ actor: 'system', action: 'thing.made' }) // new rows are written during the check
    expect((await call(checkAudit)).running).toEqual({ seq: 8_000, to: 9_002 })
    expect(await call(checkAudit)).toMatchObject({
      running: null,
      verifiedSeq: 9_002,
      verifiedAt: expect.any(String),
      brokenSeq: null,
    })

    await db(server)
      .updateTable('audit')
      .set({ detail: '{"row":8}' })
      .where('seq', '=', 7_000)
      .execute()
    const stopping = new AbortController().signal
    await runAuditCheck(server.deps, stopping) // the next daily check is not due yet
    expect((await call(auditState)).brokenSeq).toBeNull()
    server.clock.advance(25 * 3_600)
    await Promise.all([runAuditCheck(server.deps, stopping), runAuditCheck(server.deps, stopping)])
    expect(
      (await db(server).selectFrom('audit_checks').selectAll().executeTakeFirstOrThrow())
        .broken_seq,
    ).toBe(7_000)
    expect(
      server.logLines.filter((line) => line.includes('the audit log was changed')),
    ).toHaveLength(1)
  })

  run(
    'an export of the log requires an administrator and a step-up, and is itself logged',
    async () => {
      const server = await withRows(2_100)
      const { email, cardId } = await buildMember(server.deps, { role: 'admin' })
      const bearer = (await signIn(server, email, TEST_PASSWORD)).accessToken
      const fetched = (route: typeof auditCsv | typeof auditLines, query: object, token = bearer) =>
        fetch(`${server.url}${routeAddress(route, { query: query as never })}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      await server.deps.audit.write({
        actor: 'system',
        action: 'thing.made',
        target: '=HYPERLINK("x")',
      })
      expect(await (await fetched(auditCsv, {})).json()).toMatchObject({ code: 'step-up-required' })
      await server.client.call(
        validatePassword,
        { body: { id: cardId, password: TEST_PASSWORD } },
        { bearer },
      )
      const csv = await (await fetched(auditCsv, { action: 'thing' })).text()
      const lines = csv.trimEnd().split('\r\n')
      expect(lines).toHaveLength(2_102)
      expect(lines[0]).toContain('"Number","Time (UTC)","Actor"')
      expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
      const reply = await fetched(auditLines, { target: 'thing:7' })
      expect(reply.headers.get('content-type')).toContain('application/x-ndjson')
      const text = await reply.text()
      expect(JSON.parse(text)).toMatchObject({
        seq: 7,
        target: 'thing:7',
        detail: { row: 7 },
        detailText: '{"row":7}',
        hash: expect.any(String),
      })
      const rows = await db(server)
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'audit.exported')
        .orderBy('seq')
        .execute()
      expect(rows.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
        { format: 'csv', rows: 2_101, filters: 'action' },
        { format: 'jsonl', rows: 1, filters: 'target' },
      ])
      for (const role of ['content', 'moderator', 'reviewer', 'member'] as const) {
        const other = (
          await signIn(server, (await buildMember(server.deps, { role })).email, TEST_PASSWORD)
        ).accessToken
        expect((await fetched(auditCsv, {}, other)).status).toBe(403)
      }
    },
  )
})
