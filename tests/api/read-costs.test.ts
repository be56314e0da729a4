import { join } from 'node:path'
/**
 * What a read writes, and what it may remember (ADR 0082): audit rows in groups, quotas of a minute in memory, and the rows
 * of callers for a second.
 */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OutOfSpace } from '#server/base/unavailable.ts'
import { openSession } from '#server/features/auth/open-session.ts'
import { SESSION_KEPT_MS } from '#server/parts/security/session-rows.ts'
import { about } from '#shared/contract/about.ts'
import { eraseAccount } from '#shared/contract/account.ts'
import { endOtherSessions, listSessions, logout } from '#shared/contract/auth.ts'
import { isPace, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { updateMember, validatePassword } from '#shared/contract/users.ts'
import { roleId, type RoleId } from '#shared/domain/people/roles.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { startApiServer, startWindow, type ApiServer } from '#tests/support/api-server.ts'
import { countWork } from '#tests/support/counted-work.ts'
import { ENGINES } from '#tests/support/engines.ts'

const MINUTE_S = 60

describe.each(ENGINES)('the cost of a read on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  let server: ApiServer
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  async function person(role: 'member' | 'moderator' | 'admin' = 'member') {
    const member = await buildMember(server.deps, { role })
    const { accessToken } = await openSession(server.deps, member.id, 'tests')
    return { ...member, bearer: accessToken }
  }
  async function card(): Promise<string> {
    const { bearer } = await person()
    const reply = await server.client.call(myCard, {}, { bearer })
    if (!reply.ok) throw new Error('no card')
    return reply.value.payload
  }
  const verify = (payload: string, bearer: string) =>
    server.client.call(verifyCard, { body: { payload } }, { bearer })
  const auditRows = async (actor: string): Promise<number> => {
    const { n } = await server.deps.database.db
      .selectFrom('audit')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('actor', '=', actor)
      .where('action', '=', 'card.verified')
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  run('a scan of a signed card reads one row, and writes its audit row alone', async () => {
    const staff = await person('moderator')
    const payload = await card()
    await verify(payload, staff.bearer)
    const { value, work } = await countWork(server, () => verify(payload, staff.bearer))
    expect(value).toMatchObject({ ok: true, value: { verdict: 'VALID' } })
    expect(work.statements.map((text) => text.trim().split(/\s/)[0]).toSorted()).toEqual([
      'insert',
      'select',
      'update',
      'update',
    ])
  })

  run('audit rows of reads at one moment share transactions, and the chain holds', async () => {
    const actor = `member:${(await person('moderator')).id}`
    const rows = 40
    const { work } = await countWork(server, () =>
      Promise.all(
        Array.from({ length: rows }, (_, index) =>
          server.deps.audit.write({ actor, action: 'card.verified', target: `member:${index}` }),
        ),
      ),
    )
    expect(work.statements.filter((text) => text.startsWith('insert into "audit"'))).toHaveLength(2)
    expect(await auditRows(actor)).toBe(rows)
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
  })

  run('many scans at once have a row each', async () => {
    const staff = await person('moderator')
    const payload = await card()
    const calls = 40
    const replies = await Promise.all(
      Array.from({ length: calls }, () => verify(payload, staff.bearer)),
    )
    expect(replies.filter(({ ok }) => !ok)).toEqual([])
    expect(await auditRows(`member:${staff.id}`)).toBe(calls)
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
  })

  run('a reply comes after its row; a fault refuses each call of the group', async () => {
    const staff = await person('moderator')
    const payload = await card()
    await verify(payload, staff.bearer)
    const { db } = server.deps.database
    await sql`alter table audit rename to audit_away`.execute(db)
    const refused = await Promise.all(
      Array.from({ length: 8 }, () => verify(payload, staff.bearer)),
    )
    await sql`alter table audit_away rename to audit`.execute(db)
    expect(refused.map(({ ok }) => ok)).toEqual(refused.map(() => false))
    expect(await verify(payload, staff.bearer)).toMatchObject({ ok: true })
    expect(await auditRows(`member:${staff.id}`)).toBe(2)
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
  })

  run('a quota of a minute holds, and is stored within a second', async () => {
    startWindow(server, MINUTE_S)
    const staff = await person('moderator')
    const payload = await card()
    const { max } = verifyCard.limits[0]
    const replies = []
    for (let call = 0; call <= max; call += 1) replies.push(await verify(payload, staff.bearer))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(max)
    expect(replies.at(-1)).toMatchObject({ problem: { code: 'too-many' } })
    const stored = () =>
      server.deps.database.db
        .selectFrom('throttles')
        .select('hits')
        .where('bucket', 'like', 'card.verify/caller/%')
        .where('hits', '=', max + 1)
        .execute()
    await expect.poll(stored, { timeout: 10_000 }).toHaveLength(1)
    startWindow(server, MINUTE_S)
    expect(await verify(payload, staff.bearer)).toMatchObject({ ok: true })
  })

  run('a server that starts anew learns within a second what was counted', async () => {
    startWindow(server, MINUTE_S)
    const { throttle } = server.deps
    const bucket = { name: `test/${engine}`, max: 10 }
    for (let hit = 0; hit < 10; hit += 1)
      expect(await throttle.pace([bucket], MINUTE_S)).toEqual({ ok: true })
    await throttle.close()
    const { createThrottle } = await import('#server/parts/security/throttle.ts')
    const anew = createThrottle(server.deps.database, server.clock, 1)
    expect(await anew.pace([bucket], MINUTE_S)).toEqual({ ok: true })
    await anew.close()
    expect(await anew.pace([bucket], MINUTE_S)).toMatchObject({ ok: false })
  })

  run('while the database cannot be written, quotas of a minute hold all the same', async () => {
    const { throttle, database } = server.deps
    const bucket = { name: `unwritten/${engine}`, max: 3 }
    const insert = vi
      .spyOn(database, 'withoutWaiting')
      .mockRejectedValue(new OutOfSpace('database', new Error('full')))
    const hits = []
    for (let hit = 0; hit < 4; hit += 1) {
      hits.push((await throttle.pace([bucket], MINUTE_S)).ok)
      await throttle.close()
    }
    insert.mockRestore()
    expect(hits).toEqual([true, true, true, false])
  })

  describe('what is kept of a caller', () => {
    const sessions = (bearer: string) => server.client.call(listSessions, {}, { bearer })
    const refused = { ok: false, problem: { code: 'not-signed-in' } }
    const prove = (bearer: string, id: string) =>
      server.client.call(validatePassword, { body: { password: TEST_PASSWORD, id } }, { bearer })

    run('is used by a second read', async () => {
      const { bearer } = await person()
      await sessions(bearer)
      const { work } = await countWork(server, () => sessions(bearer))
      expect(work.statements.filter((text) => text.includes('inner join "members"'))).toEqual([])
    })

    run('goes at once with a sign-out', async () => {
      const { bearer } = await person()
      expect(await sessions(bearer)).toMatchObject({ ok: true })
      await server.client.call(logout, {}, { bearer })
      expect(await sessions(bearer)).toMatchObject(refused)
    })

    run('goes at once when the other sessions are ended', async () => {
      const { bearer, id } = await person()
      const { accessToken: other } = await openSession(server.deps, id, 'tests')
      expect(await sessions(other)).toMatchObject({ ok: true })
      await server.client.call(endOtherSessions, {}, { bearer })
      expect(await sessions(other)).toMatchObject(refused)
    })

    run('goes at once with a ban, a change of role and an erasure', async () => {
      const admin = await person('admin')
      await prove(admin.bearer, admin.cardId)
      const [banned, demoted, erased] = [await person(), await person('moderator'), await person()]
      const payload = await card()
      for (const { bearer } of [banned, demoted, erased])
        expect(await sessions(bearer)).toMatchObject({ ok: true })
      const change = (id: string, body: { status: 'banned' } | { role: RoleId }) =>
        server.client.call(updateMember, { params: { id }, body }, { bearer: admin.bearer })
      expect(await change(banned.cardId, { status: 'banned' })).toMatchObject({ ok: true })
      expect(await sessions(banned.bearer)).toMatchObject(refused)
      expect(await verify(payload, demoted.bearer)).toMatchObject({ ok: true })
      expect(await change(demoted.cardId, { role: roleId('member') })).toMatchObject({ ok: true })
      expect((await verify(payload, demoted.bearer)).ok).toBe(false)
      await prove(erased.bearer, erased.cardId)
      expect(
        await server.client.call(
          eraseAccount,
          { body: { confirm: 'ERASE' } },
          { bearer: erased.bearer },
        ),
      ).toMatchObject({ ok: true })
      expect(await sessions(erased.bearer)).toMatchObject(refused)
    })

    test.skipIf(skip || engine !== 'sqlite')(
      'lasts a second for a change that this process did not make, and never for a call that changes something',
      async () => {
        const { bearer, id } = await person()
        expect(await sessions(bearer)).toMatchObject({ ok: true })
        const elsewhere = new DatabaseSync(join(server.dataDir, 'wld.sqlite'))
        elsewhere
          .prepare('update sessions set ended_at = ? where member_id = ?')
          .run(new Date().toISOString(), id)
        elsewhere.close()
        expect(await server.client.call(logout, {}, { bearer })).toMatchObject(refused)
        await new Promise((resolve) => setTimeout(resolve, SESSION_KEPT_MS))
        expect(await sessions(bearer)).toMatchObject(refused)
      },
    )
  })

  run('a call has one line in the log, with its route and its status', async () => {
    const before = server.logLines.length
    await server.client.call(about, {})
    await expect.poll(() => server.logLines.length).toBe(before + 1)
    expect(JSON.parse(server.logLines.at(-1) ?? '')).toMatchObject({
      req: { method: 'GET', route: about.path },
      res: { status: 200 },
      reqId: expect.any(String),
    })
  })
})

test('quotas of what protects a secret are counted before the call goes on', () => {
  const exact = Object.values(ROUTES).flatMap((route: RouteDefinition) =>
    route.method === 'GET' && route.limits.some((limit) => !isPace(route, limit)) ? [route.id] : [],
  )
  expect(exact.toSorted()).toEqual([
    'account.export',
    'assembly.minutes',
    'assembly.signatures',
    'audit.csv',
    'audit.lines',
    'auth.login',
    'auth.refresh',
    'donation.csv',
    'donation.receiptRead',
    'donation.receiptsCsv',
    'event.attendanceCsv',
    'evidence.original',
    'evidence.package',
    'password.reset',
    'password.validate',
    'report.export',
    'user.export',
    'wallet.presentPass',
  ])
  expect(
    Object.values(ROUTES).flatMap((route: RouteDefinition) =>
      route.method !== 'GET' && route.limits.some((limit) => isPace(route, limit))
        ? [route.id]
        : [],
    ),
  ).toEqual(['card.verify', 'user.search'])
})
