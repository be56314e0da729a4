/** A legal hold stops every deletion of the record that it names, until it is lifted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect } from 'vitest'
import { purgeReports } from '#server/features/reports/bin/purge-reports.ts'
import { purgeRequests } from '#server/features/requests/bin.ts'
import { applyRetention } from '#server/jobs/retention.ts'
import { eraseAccount } from '#shared/contract/account.ts'
import { liftHold, listHolds, placeHold } from '#shared/contract/holds.ts'
import { createReport } from '#shared/contract/reports.ts'
import { deleteMember, validatePassword } from '#shared/contract/users.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { freshDeletedRequest } from '#tests/security/fresh-rows.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const PROGRAM = program('src/server/commands/hold.ts')

describe.each(ENGINES)('a legal hold on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '1000' } })

  /** The command of the operator, beside the server. */
  async function hold(...args: readonly string[]) {
    // Not spawnSync: while it waits, the server in this process cannot read its keys again.
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: {
        ...PROCESS_ENV,
        DATA_DIR: server.dataDir,
        ...(server.databaseUrl !== undefined && { DATABASE_URL: server.databaseUrl }),
      },
    })
    let output = ''
    const keep = (chunk: Buffer): void => void (output += String(chunk))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const [status] = (await once(child, 'close')) as [number | null]
    return { status, output }
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
    expect(await hold('--place', `member:${held.cardId}`, ...because)).toEqual({
      status: 0,
      output: `Held: member:${held.id}.\n`,
    })
    expect((await hold('--place', `report:${report}`, ...because)).status).toBe(0)
    expect((await hold()).output).toContain('Court of Lyon, 26/1\n2 legal holds in force.')

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

    expect((await hold('--lift', `member:${held.cardId}`, ...because)).status).toBe(0)
    expect((await hold('--lift', `report:${report}`, ...because)).status).toBe(0)
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
    expect(await hold('--place', target)).toMatchObject({ status: 1 })
    expect(await hold('--place', 'member:WLD_99', ...because)).toMatchObject({ status: 1 })
    expect((await hold('--place', 'report:1; x', ...because)).output).toContain('names no record')
    expect((await hold('--place', target, ...because)).status).toBe(0)
    expect((await hold('--place', target, ...because)).output).toContain('is already held')
    expect((await hold('--lift', 'report:5', ...because)).output).toContain('no hold on report:5')
  })
  run('of administrators keeps a request in the bin until they lift it', async () => {
    const { db } = server.deps.database
    const admin = await buildMember(server.deps, { role: 'admin' })
    const bearer = await proven(admin)
    const call = { bearer }
    const reason = 'Court of Lyon, 26/3'
    const request = await freshDeletedRequest(server.deps)
    await db
      .updateTable('deleted_requests')
      .set({ deleted_at: new Date(0).toISOString() })
      .where('id', '=', request)
      .execute()
    const body = { kind: 'request', number: request.slice('REQ_'.length), reason } as const
    expect((await server.client.call(placeHold, { body }, call)).ok).toBe(true)
    expect(await server.client.call(placeHold, { body }, call)).toMatchObject({
      problem: { code: 'conflict' },
    })
    expect(
      await server.client.call(placeHold, { body: { ...body, number: 'REQ_9' } }, call),
    ).toMatchObject({ problem: { code: 'not-found' } })
    expect(
      await server.client.call(placeHold, { body: { ...body, number: '1; x' } }, call),
    ).toMatchObject({ problem: { code: 'invalid', fields: [{ path: 'body.number' }] } })
    const listed = async () => {
      const reply = await server.client.call(listHolds, {}, call)
      return reply.ok ? reply.value.filter((one) => one.reason === reason) : []
    }
    const [held] = await listed()
    expect(held).toMatchObject({ kind: 'request', number: request, placedBy: admin.cardId })
    expect(await purgeRequests(server.deps)).toBe(0)

    const lift = (id = '', token = bearer) =>
      server.client.call(liftHold, { params: { id }, body: { reason } }, { bearer: token })
    const { accessToken: unproven } = await signIn(
      server,
      (await buildMember(server.deps, { role: 'admin' })).email,
      TEST_PASSWORD,
    )
    expect(await lift(held?.id, unproven)).toMatchObject({ problem: { code: 'step-up-required' } })
    expect((await lift(held?.id)).ok).toBe(true)
    expect(await lift(held?.id)).toMatchObject({ problem: { code: 'not-found' } })
    expect(await listed()).toEqual([])
    expect(await purgeRequests(server.deps)).toBe(1)
    expect(
      await db
        .selectFrom('audit')
        .select(['action', 'actor'])
        .where('target', '=', `request:${request}`)
        .where('action', 'in', ['hold.placed', 'hold.lifted'])
        .orderBy('seq')
        .execute(),
    ).toEqual([
      { action: 'hold.placed', actor: `member:${admin.id}` },
      { action: 'hold.lifted', actor: `member:${admin.id}` },
    ])
  })

  run('is not lifted by the administrator whom it concerns', async () => {
    const admin = await buildMember(server.deps, { role: 'admin' })
    const bearer = await proven(admin)
    const colleague = await proven(await buildMember(server.deps, { role: 'admin' }))
    expect((await hold('--place', `member:${admin.cardId}`, ...because)).status).toBe(0)
    const reply = await server.client.call(listHolds, {}, { bearer })
    const own = reply.ok ? reply.value.find(({ number }) => number === admin.cardId) : undefined
    expect(own).toMatchObject({ kind: 'member', placedBy: 'system' })
    const lift = (token: string) =>
      server.client.call(
        liftHold,
        { params: { id: own?.id ?? '' }, body: { reason: 'Ended' } },
        { bearer: token },
      )
    expect(await lift(bearer)).toMatchObject({ problem: { code: 'own-account-protected' } })
    expect((await lift(colleague)).ok).toBe(true)
  })
})
