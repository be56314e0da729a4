/** A legal hold stops every deletion of the record that it names, until it is lifted. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '#shared/contract/account.ts'
import { createReport } from '#shared/contract/reports.ts'
import { deleteMember, validatePassword } from '#shared/contract/users.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import { purgeReports } from '#server/features/reports/bin/purge-reports.ts'
import { applyRetention } from '#server/jobs/retention.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const PROGRAM = join(import.meta.dirname, '../../src/server/holds/hold.ts')

describe.each(ENGINES)('a legal hold on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  let server: ApiServer
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine, env: { LIMITS_SCALE: '1000' } })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  /** The command of the operator, beside the server. */
  function hold(...args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: server.dataDir,
        ...(server.databaseUrl !== undefined && { DATABASE_URL: server.databaseUrl }),
      },
    })
    return { status, output: `${stdout}${stderr}` }
  }
  const because = ['--reason', 'Court of Lyon, 26/1'] as const
  const proven = async ({ email, cardId }: BuiltMember): Promise<string> => {
    const { accessToken: bearer } = await signIn(server, email, TEST_PASSWORD)
    await server.client.call(
      validatePassword,
      { body: { id: cardId, password: TEST_PASSWORD } },
      { bearer },
    )
    return bearer
  }
  async function withDocument(wish = {}): Promise<BuiltMember> {
    const member = await buildMember(server.deps, wish)
    const file = await buildFile(server.deps, {
      ownerId: member.id,
      purpose: 'idProofFront',
      attached: true,
    })
    await server.deps.database.db
      .updateTable('members')
      .set({ id_front_file: file })
      .where('id', '=', member.id)
      .execute()
    return member
  }
  const documentOf = async ({ id }: BuiltMember) =>
    (
      await server.deps.database.db
        .selectFrom('members')
        .select('id_front_file')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).id_front_file

  run('keeps account, documents and report, and says so', async () => {
    const { db } = server.deps.database
    const [held, free] = [await withDocument(), await withDocument()]
    const bearer = await proven(held)
    await server.client.call(createReport, { body: reportBody() }, { bearer })
    const { id: report } = await db.selectFrom('reports').select('id').executeTakeFirstOrThrow()
    expect(hold('--place', `member:${held.cardId}`, ...because)).toEqual({
      status: 0,
      output: `Held: member:${held.id}.\n`,
    })
    expect(hold('--place', `report:${report}`, ...because).status).toBe(0)
    expect(hold().output).toContain('Court of Lyon, 26/1\n2 legal holds in force.')

    const erase = () => server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, { bearer })
    expect(await erase()).toMatchObject({ ok: false, problem: { code: 'held', status: 409 } })
    const admin = await proven(await buildMember(server.deps, { role: 'admin' }))
    expect(
      await server.client.call(deleteMember, { params: { id: held.cardId } }, { bearer: admin }),
    ).toMatchObject({ ok: false, problem: { code: 'held' } })

    await db
      .updateTable('reports')
      .set({ deleted_at: new Date(0).toISOString(), deleted_reason: 'Twice' })
      .execute()
    expect(await purgeReports(server.deps)).toBe(0)
    const now = server.deps.clock.now().getTime()
    const later = { ...server.deps, clock: { now: () => new Date(now + 200 * 86_400_000) } }
    expect((await applyRetention(later, RETENTION_DEFAULTS)).identityDocuments).toBe(1)
    expect(await documentOf(free)).toBeNull()
    expect(await documentOf(held)).not.toBeNull()

    expect(hold('--lift', `member:${held.cardId}`, ...because).status).toBe(0)
    expect(hold('--lift', `report:${report}`, ...because).status).toBe(0)
    expect(await purgeReports(server.deps)).toBe(1)
    expect((await applyRetention(later, RETENTION_DEFAULTS)).identityDocuments).toBe(1)
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'target'])
      .where('action', 'in', ['hold.placed', 'hold.lifted'])
      .orderBy('seq')
      .execute()
    expect(rows.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `hold.placed member:${held.id}`,
      `hold.placed report:${report}`,
      `hold.lifted member:${held.id}`,
      `hold.lifted report:${report}`,
    ])
  })

  run('is refused without a reason, without a record, and twice', async () => {
    const member = await buildMember(server.deps)
    const target = `member:${member.cardId}`
    expect(hold('--place', target)).toMatchObject({ status: 1 })
    expect(hold('--place', 'member:WLD_99', ...because)).toMatchObject({ status: 1 })
    expect(hold('--place', 'report:1; x', ...because).output).toContain('names no record')
    expect(hold('--place', target, ...because).status).toBe(0)
    expect(hold('--place', target, ...because).output).toContain('is held already')
    expect(hold('--lift', 'report:5', ...because).output).toContain('No hold on report:5')
  })
})
