import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSession, listSessions, login, logout, refresh } from '#shared/contract/auth.ts'
import { myCard } from '#shared/contract/card.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, signIn, startApiServer, startWindow, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

describe.each(ENGINES)('sessions on $title', ({ engine, skip }) => {
  let server: ApiServer
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const run = test.skipIf(skip)
  const rawLogin = (identifier: string, password: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/auth/login`, { headers: { authorization: basic(identifier, password), ...headers } })

  run('signs in by e-mail, whatever its case, and by phone', async () => {
    const member = await buildMember(server.deps, { firstName: 'آمنة', lastName: 'إدريس' })
    const answer = await signIn(server, ` ${member.email.toUpperCase()} `, TEST_PASSWORD)
    expect(answer.user).toMatchObject({ id: member.cardId, firstName: 'آمنة', role: { id: 'ROLE_USER' }, birthCountry: 'Sudan' })
    expect(answer.user).not.toHaveProperty('passwordHash')
    const byPhone = await rawLogin(member.phone, TEST_PASSWORD, { 'connection-method': 'phone' })
    expect(byPhone.status).toBe(200)
  })

  run('gives every failure the same answer', async () => {
    const active = await buildMember(server.deps)
    const inactive = await buildMember(server.deps, { status: 'inactive' })
    const banned = await buildMember(server.deps, { status: 'banned' })
    const answers = await Promise.all([
      rawLogin(active.email, 'Wrong-Pass1!'),
      rawLogin('nobody@test.example', TEST_PASSWORD),
      rawLogin(inactive.email, TEST_PASSWORD),
      rawLogin(banned.email, TEST_PASSWORD),
    ])
    const shapes = await Promise.all(
      answers.map(async (answer) => {
        const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
        return { status: answer.status, body, cache: answer.headers.get('cache-control'), challenge: answer.headers.get('www-authenticate'), keys: [...answer.headers.keys()].sort() }
      }),
    )
    expect(shapes[0]).toMatchObject({ status: 401, body: { valid: false, code: 'invalid-credentials' }, cache: 'no-store', challenge: null })
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
  })

  run('the administrator sign-in refuses everybody else alike, and opens no session for them', async () => {
    const [administrator, moderator, member] = [await buildMember(server.deps, { role: 'A' }), await buildMember(server.deps, { role: 'Y' }), await buildMember(server.deps)]
    const bannedAdministrator = await buildMember(server.deps, { role: 'A', status: 'banned' })
    const asAdministrator = { 'required-role': 'ROLE_ADMIN' }
    const answers = await Promise.all([
      rawLogin('nobody@test.example', TEST_PASSWORD, asAdministrator),
      rawLogin(administrator.email, 'Wrong-Pass1!', asAdministrator),
      rawLogin(moderator.email, TEST_PASSWORD, asAdministrator),
      rawLogin(member.email, TEST_PASSWORD, asAdministrator),
      rawLogin(bannedAdministrator.email, TEST_PASSWORD, asAdministrator),
    ])
    const bodies = await Promise.all(
      answers.map(async (answer) => {
        const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
        return { status: answer.status, body, keys: [...answer.headers.keys()].sort() }
      }),
    )
    expect(bodies[0]).toMatchObject({ status: 401, body: { valid: false, code: 'invalid-admin-credentials', message: 'Invalid admin credentials' } })
    for (const body of bodies) expect(body).toEqual(bodies[0])
    for (const { id } of [moderator, member]) expect(await server.deps.database.db.selectFrom('sessions').selectAll().where('member_id', '=', id).execute()).toEqual([])
    expect((await rawLogin(administrator.email, TEST_PASSWORD, asAdministrator)).status).toBe(200)
    expect((await rawLogin(administrator.email, TEST_PASSWORD, { 'required-role': 'ROLE_USER' })).status).toBe(422)
  })

  run.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Digest abc' }],
    ['no colon inside', { authorization: `Basic ${Buffer.from('abc').toString('base64')}` }],
    ['an empty password', { authorization: basic('a@b.example', '') }],
    ['a NUL', { authorization: basic('a@b.example', 'x\0y') }],
  ])('refuses %s without a fault of its own', async (_case, headers) => {
    const answer = await fetch(`${server.url}/api/auth/login`, { headers: headers as Record<string, string> })
    expect([401, 422]).toContain(answer.status)
    expect(await answer.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
  })

  run('does not sign in by HEAD', async () => {
    const member = await buildMember(server.deps)
    const answer = await fetch(`${server.url}/api/auth/login`, { method: 'HEAD', headers: { authorization: basic(member.email, TEST_PASSWORD) } })
    expect(answer.status).toBe(405)
    expect(await server.deps.database.db.selectFrom('sessions').selectAll().where('member_id', '=', member.id).execute()).toEqual([])
  })

  run('limits the tries on one identifier and says when to come back', async () => {
    const member = await buildMember(server.deps)
    const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? { max: 0, windowS: 1 }
    startWindow(server, windowS)
    for (let attempt = 0; attempt < max; attempt += 1) expect((await rawLogin(member.email, 'Wrong-Pass1!')).status).toBe(401)
    const answer = await rawLogin(member.email, TEST_PASSWORD)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    server.clock.advance(301)
    expect((await rawLogin(member.email, TEST_PASSWORD)).status).toBe(200)
  })

  run('counts the tries on an account, however its identifier is spelled', async () => {
    const [byPhone, byEmail] = [await buildMember(server.deps), await buildMember(server.deps)]
    const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? { max: 0, windowS: 1 }
    startWindow(server, windowS)
    const dotted = (index: number) => `${byPhone.phone.slice(0, 4 + (index % 6))}${'.'.repeat(1 + Math.floor(index / 6))}${byPhone.phone.slice(4 + (index % 6))}`
    const wide = (index: number) => [...byEmail.email].map((letter, at) => (at <= index && /[a-z]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter)).join('')
    for (let attempt = 0; attempt < max; attempt += 1) for (const spelled of [dotted(attempt), wide(attempt)]) expect((await rawLogin(spelled, 'Wrong-Pass1!')).status).toBe(401)
    for (const identifier of [byPhone.phone, byEmail.email]) expect((await rawLogin(identifier, TEST_PASSWORD)).status).toBe(429)
  })

  run('rotates the refresh token; the old one gives the same successor for 30 seconds', async () => {
    const member = await buildMember(server.deps)
    const first = await signIn(server, member.email, TEST_PASSWORD)
    const use = (token: string) => server.client.call(refresh, {}, { bearer: token })
    const [once, again] = [await use(first.refreshToken), await use(first.refreshToken)]
    expect(once.ok && again.ok && once.value.refreshToken === again.value.refreshToken).toBe(true)
    if (!once.ok) throw new Error('unreachable')
    expect(once.value.refreshToken).not.toBe(first.refreshToken)
    expect((await use(once.value.refreshToken)).ok).toBe(true)
  })

  run('has one successor, whoever of twenty asks at once', async () => {
    const member = await buildMember(server.deps)
    const { refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.client.call(refresh, {}, { bearer: refreshToken })))
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.refreshToken : 'refused'))).size).toBe(1)
  })

  run('ends the whole session when an old token comes back after the grace time', async () => {
    const member = await buildMember(server.deps)
    const { refreshToken, accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    const next = await server.client.call(refresh, {}, { bearer: refreshToken })
    if (!next.ok) throw new Error('refused')
    server.clock.advance(31)
    const reuse = await server.client.call(refresh, {}, { bearer: refreshToken })
    expect(reuse).toMatchObject({ ok: false, problem: { status: 401, code: 'session-ended' } })
    expect(await server.client.call(refresh, {}, { bearer: next.value.refreshToken })).toMatchObject({ ok: false })
    expect(await server.client.call(myCard, {}, { bearer: accessToken })).toMatchObject({ ok: false, problem: { status: 401 } })
    const trace = await server.deps.database.db.selectFrom('audit').select('action').where('target', '=', `member:${member.id}`).execute()
    expect(trace.map(({ action }) => action)).toContain('session.reuse-detected')
  })

  run('tells the two kinds of token apart', async () => {
    const member = await buildMember(server.deps)
    const { refreshToken, accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    expect(await server.client.call(myCard, {}, { bearer: refreshToken })).toMatchObject({ ok: false, problem: { status: 401 } })
    expect(await server.client.call(refresh, {}, { bearer: accessToken })).toMatchObject({ ok: false, problem: { status: 401 } })
    expect(await server.client.call(refresh, {})).toMatchObject({ ok: false, problem: { code: 'no-refresh-token' } })
  })

  run('lets an access token live for 15 minutes', async () => {
    const member = await buildMember(server.deps)
    const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    server.clock.advance(14 * 60)
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(true)
    server.clock.advance(61)
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
  })

  run('stops a banned member at once, access and refresh', async () => {
    const member = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    await server.deps.database.db.updateTable('members').set({ status: 'banned' }).where('id', '=', member.id).execute()
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
    expect((await server.client.call(refresh, {}, { bearer: refreshToken })).ok).toBe(false)
  })

  run('signs out: both tokens stop at once', async () => {
    const member = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    expect((await server.client.call(logout, {}, { bearer: accessToken })).ok).toBe(true)
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
    expect((await server.client.call(refresh, {}, { bearer: refreshToken })).ok).toBe(false)
  })

  run('lists sessions and ends one, but never somebody else’s', async () => {
    const [owner, stranger] = [await buildMember(server.deps), await buildMember(server.deps)]
    const phone = await signIn(server, owner.email, TEST_PASSWORD)
    const laptop = await signIn(server, owner.email, TEST_PASSWORD)
    const other = await signIn(server, stranger.email, TEST_PASSWORD)
    const list = await server.client.call(listSessions, {}, { bearer: laptop.accessToken })
    if (!list.ok) throw new Error('refused')
    expect(list.value.filter(({ current }) => current)).toHaveLength(1)
    const target = list.value.find(({ current }) => !current)
    if (target === undefined) throw new Error('the second session is missing')
    const byStranger = await server.client.call(endSession, { params: { id: target.id } }, { bearer: other.accessToken })
    expect(byStranger).toMatchObject({ ok: false, problem: { status: 404 } })
    expect((await server.client.call(myCard, {}, { bearer: phone.accessToken })).ok).toBe(true)
    expect((await server.client.call(endSession, { params: { id: target.id } }, { bearer: laptop.accessToken })).ok).toBe(true)
    expect((await server.client.call(myCard, {}, { bearer: phone.accessToken })).ok).toBe(false)
  })

  run('keeps an unbroken audit chain, and finds a changed row', async () => {
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    await Promise.all(Array.from({ length: 10 }, (_, index) => server.deps.audit.write({ actor: 'system', action: `test.${index}` })))
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    await server.deps.database.db.updateTable('audit').set({ actor: 'member:1' }).where('seq', '=', 2).execute()
    expect(await server.deps.audit.firstBrokenRow()).toBe(2)
  })

  run('logs no credential and no address of a member', async () => {
    const member = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    await fetch(`${server.url}/api/card/me?note=${encodeURIComponent(member.email)}`, { headers: { authorization: `Bearer ${accessToken}` } })
    const log = server.logLines.join('')
    for (const secret of [accessToken, refreshToken, TEST_PASSWORD, member.email, encodeURIComponent(member.email), basic(member.email, TEST_PASSWORD)])
      expect(log).not.toContain(secret)
    expect(log).toContain('/api/card/me')
  })
})
