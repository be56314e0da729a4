import { describe, expect, vi } from 'vitest'
import { endSession, listSessions, login, logout, refresh } from '#shared/contract/auth.ts'
import { myCard } from '#shared/contract/card.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, signIn, startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('sessions on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })

  const rawLogin = (identifier: string, password: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/auth/login`, {
      headers: { authorization: basic(identifier, password), ...headers },
    })

  run('a member signs in by e-mail in any letter case, and by phone', async () => {
    const member = await buildMember(server.deps, { firstName: 'آمنة', lastName: 'إدريس' })
    const answer = await signIn(server, ` ${member.email.toUpperCase()} `, TEST_PASSWORD)
    expect(answer.user).toMatchObject({
      id: member.cardId,
      firstName: 'آمنة',
      role: { id: 'ROLE_USER' },
      birthCountry: 'Sudan',
    })
    expect(answer.user).not.toHaveProperty('passwordHash')
    const byPhone = await rawLogin(member.phone, TEST_PASSWORD, { 'connection-method': 'phone' })
    expect(byPhone.status).toBe(200)
  })

  run('every failed sign-in gets the same response', async () => {
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
        return {
          status: answer.status,
          body,
          cache: answer.headers.get('cache-control'),
          challenge: answer.headers.get('www-authenticate'),
          keys: [...answer.headers.keys()].sort(),
        }
      }),
    )
    expect(shapes[0]).toMatchObject({
      status: 401,
      body: { valid: false, code: 'invalid-credentials' },
      cache: 'no-store',
      challenge: null,
    })
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
  })

  run(
    'the administrator sign-in rejects all others with one response and opens no session',
    async () => {
      const [administrator, moderator, member] = [
        await buildMember(server.deps, { role: 'admin' }),
        await buildMember(server.deps, { role: 'moderator' }),
        await buildMember(server.deps),
      ]
      const bannedAdministrator = await buildMember(server.deps, {
        role: 'admin',
        status: 'banned',
      })
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
      expect(bodies[0]).toMatchObject({
        status: 401,
        body: {
          valid: false,
          code: 'invalid-admin-credentials',
          message: 'Invalid admin credentials',
        },
      })
      for (const body of bodies) expect(body).toEqual(bodies[0])
      for (const { id } of [moderator, member])
        expect(
          await server.deps.database.db
            .selectFrom('sessions')
            .selectAll()
            .where('member_id', '=', id)
            .execute(),
        ).toEqual([])
      expect((await rawLogin(administrator.email, TEST_PASSWORD, asAdministrator)).status).toBe(200)
      expect(
        (await rawLogin(administrator.email, TEST_PASSWORD, { 'required-role': 'ROLE_USER' }))
          .status,
      ).toBe(422)
    },
  )

  run.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Digest abc' }],
    ['no colon inside', { authorization: `Basic ${Buffer.from('abc').toString('base64')}` }],
    ['an empty password', { authorization: basic('a@b.example', '') }],
    ['a NUL', { authorization: basic('a@b.example', 'x\0y') }],
    ['a header of 3,000 characters', { authorization: basic('a@b.example', 'x'.repeat(3_000)) }],
  ])('a sign-in with %s is rejected like a wrong password', async (_case, headers) => {
    const answer = await fetch(`${server.url}/api/auth/login`, {
      headers: headers as Record<string, string>,
    })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      valid: false,
      code: 'invalid-credentials',
      requestId: expect.any(String),
    })
  })

  run('a HEAD request to the sign-in gets 405 and opens no session', async () => {
    const member = await buildMember(server.deps)
    const answer = await fetch(`${server.url}/api/auth/login`, {
      method: 'HEAD',
      headers: { authorization: basic(member.email, TEST_PASSWORD) },
    })
    expect(answer.status).toBe(405)
    expect(
      await server.deps.database.db
        .selectFrom('sessions')
        .selectAll()
        .where('member_id', '=', member.id)
        .execute(),
    ).toEqual([])
  })

  run('tries for one identifier are limited; the 429 has a Retry-After', async () => {
    const member = await buildMember(server.deps)
    const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? {
      max: 0,
      windowS: 1,
    }
    startWindow(server, windowS)
    for (let attempt = 0; attempt < max; attempt += 1)
      expect((await rawLogin(member.email, 'Wrong-Pass1!')).status).toBe(401)
    const answer = await rawLogin(member.email, TEST_PASSWORD)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    server.clock.advance(301)
    expect((await rawLogin(member.email, TEST_PASSWORD)).status).toBe(200)
  })

  run('all spellings of an identifier share one limit of tries', async () => {
    const [byPhone, byEmail] = [await buildMember(server.deps), await buildMember(server.deps)]
    const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? {
      max: 0,
      windowS: 1,
    }
    startWindow(server, windowS)
    const dotted = (index: number) =>
      `${byPhone.phone.slice(0, 4 + (index % 6))}${'.'.repeat(1 + Math.floor(index / 6))}${byPhone.phone.slice(4 + (index % 6))}`
    const wide = (index: number) =>
      [...byEmail.email]
        .map((letter, at) =>
          at <= index && /[a-z]/.test(letter)
            ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)
            : letter,
        )
        .join('')
    for (let attempt = 0; attempt < max; attempt += 1)
      for (const spelled of [dotted(attempt), wide(attempt)])
        expect((await rawLogin(spelled, 'Wrong-Pass1!')).status).toBe(401)
    for (const identifier of [byPhone.phone, byEmail.email])
      expect((await rawLogin(identifier, TEST_PASSWORD)).status).toBe(429)
  })

  run(
    'wrong passwords from one network do not block the member; from many they stop at 100',
    async () => {
      const member = await buildMember(server.deps)
      const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? {
        max: 0,
        windowS: 1,
      }
      const from = async (address: string, identifier: string, password: string) =>
        (await rawLogin(identifier, password, { 'x-forwarded-for': address })).status
      const [home, stranger] = ['198.51.100.1', '203.0.113.9']
      startWindow(server, 3_600)
      for (let attempt = 0; attempt < max; attempt += 1)
        expect(await from(stranger, member.email, 'Wrong-Pass1!')).toBe(401)
      expect(await from(stranger, member.email, TEST_PASSWORD)).toBe(429)
      expect(await from(home, member.email, TEST_PASSWORD)).toBe(200)
      // From here on, the calls come from many networks, as in a rented /48. An unknown account has the same limit.
      const counts = []
      for (const identifier of [member.email, `nobody.${member.id}@test.example`]) {
        const { db } = server.deps.database
        await db.deleteFrom('throttles').where('bucket', 'like', 'auth.login/%').execute()
        let tries = 0
        while (
          tries < 200 &&
          (await from(
            `10.${20 + Math.floor(tries / 8)}.${tries % 8}.1`,
            identifier,
            'Wrong-Pass1!',
          )) === 401
        )
          tries += 1
        counts.push(tries)
        expect(await from('192.0.2.77', identifier, TEST_PASSWORD)).toBe(429)
      }
      expect(counts).toEqual([100, 100])
      expect(await from(home, member.email, TEST_PASSWORD)).toBe(200)
      server.clock.advance(windowS)
    },
  )

  run(
    'a sign-in from a new device or network is mailed to the member, except the first one',
    async () => {
      const member = await buildMember(server.deps, { details: { language: 'fr' } })
      const signInWith = async (userAgent: string, address: string) => {
        expect(
          (
            await rawLogin(member.email, TEST_PASSWORD, {
              'user-agent': userAgent,
              'x-forwarded-for': address,
            })
          ).status,
        ).toBe(200)
        return (await mailsTo(server.deps, member.email)).map(({ template, language, values }) => ({
          template,
          language,
          device: values['device'],
        }))
      }
      const firefox = (version: number) =>
        `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
      expect(await signInWith(firefox(140), '198.51.100.20')).toEqual([])
      expect(await signInWith(firefox(141), '198.51.100.20')).toEqual([])
      expect(
        (await rawLogin(member.email, 'Wrong-Pass1!', { 'x-forwarded-for': '203.0.113.20' }))
          .status,
      ).toBe(401)
      expect(await mailsTo(server.deps, member.email)).toEqual([])
      const first = { template: 'new-sign-in', language: 'fr', device: 'Firefox, Linux' }
      expect(await signInWith(firefox(141), '203.0.113.20')).toEqual([first])
      expect(await signInWith('<b>Your account is closed, call +33 1</b>', '203.0.113.20')).toEqual(
        [first, { ...first, device: '' }],
      )
      expect(await signInWith(firefox(142), '203.0.113.20')).toHaveLength(2)
    },
  )

  run(
    'a refresh rotates the token; a repeat with the old token gets the same new one',
    async () => {
      const member = await buildMember(server.deps)
      const first = await signIn(server, member.email, TEST_PASSWORD)
      const use = (token: string) => server.client.call(refresh, {}, { bearer: token })
      const [once, again] = [await use(first.refreshToken), await use(first.refreshToken)]
      expect(once.ok && again.ok && once.value.refreshToken === again.value.refreshToken).toBe(true)
      if (!once.ok) throw new Error('unreachable')
      expect(once.value.refreshToken).not.toBe(first.refreshToken)
      expect((await use(once.value.refreshToken)).ok).toBe(true)
    },
  )

  run('twenty concurrent refreshes with one token get the same new token', async () => {
    const member = await buildMember(server.deps)
    const { refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.client.call(refresh, {}, { bearer: refreshToken })),
    )
    expect(
      new Set(answers.map((answer) => (answer.ok ? answer.value.refreshToken : 'refused'))).size,
    ).toBe(1)
  })

  run('an old refresh token used after the grace period ends the session', async () => {
    const member = await buildMember(server.deps)
    const { refreshToken, accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    const next = await server.client.call(refresh, {}, { bearer: refreshToken })
    if (!next.ok) throw new Error('refused')
    server.clock.advance(31)
    const reuse = await server.client.call(refresh, {}, { bearer: refreshToken })
    expect(reuse).toMatchObject({ ok: false, problem: { status: 401, code: 'session-ended' } })
    expect(
      await server.client.call(refresh, {}, { bearer: next.value.refreshToken }),
    ).toMatchObject({ ok: false })
    expect(await server.client.call(myCard, {}, { bearer: accessToken })).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
    const trace = await server.deps.database.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', `member:${member.id}`)
      .execute()
    expect(trace.map(({ action }) => action)).toContain('session.reuse-detected')
    await server.client.call(refresh, {}, { bearer: refreshToken })
    expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toEqual([
      'session-ended-for-safety',
    ])
  })

  describe('without use', () => {
    /** Renews every 14 minutes as a client does that nobody touches, until it is refused; returns after how many minutes. */
    async function minutesUntilOver(role: Role, saysIdle: boolean): Promise<number> {
      const member = await buildMember(server.deps, { role })
      let { refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
      for (let minutes = 14; minutes <= 24 * 60; minutes += 14) {
        server.clock.advance(14 * 60)
        const idleS = saysIdle ? minutes * 60 : 0
        const next = await server.client.call(
          refresh,
          { headers: { 'x-idle-s': idleS } },
          { bearer: refreshToken },
        )
        if (!next.ok) return minutes
        refreshToken = next.value.refreshToken
      }
      return Number.POSITIVE_INFINITY
    }

    run('a session of staff ends after half an hour, and of a member it lives on', async () => {
      expect(await minutesUntilOver('reviewer', true)).toBe(42)
      expect(await minutesUntilOver('member', true)).toBe(Number.POSITIVE_INFINITY)
    })

    run('a session of staff that is used ends after twelve hours', async () => {
      expect(await minutesUntilOver('admin', false)).toBe(728)
      expect(await minutesUntilOver('member', false)).toBe(Number.POSITIVE_INFINITY)
    })

    run('a client that was closed finds its session over, whatever it says', async () => {
      const reviewer = await buildMember(server.deps, { role: 'reviewer' })
      const staff = await signIn(server, reviewer.email, TEST_PASSWORD)
      const member = await signIn(server, (await buildMember(server.deps)).email, TEST_PASSWORD)
      const renew = (bearer: string) =>
        server.client.call(refresh, { headers: { 'x-idle-s': 0 } }, { bearer })
      server.clock.advance(46 * 60)
      expect(await renew(staff.refreshToken)).toMatchObject({
        ok: false,
        problem: { status: 401, code: 'session-ended' },
      })
      const row = await server.deps.database.db
        .selectFrom('sessions')
        .select('end_reason')
        .where('member_id', '=', reviewer.id)
        .executeTakeFirstOrThrow()
      expect(row.end_reason).toBe('idle')
      server.clock.advance(7 * 86_400)
      expect(await renew(member.refreshToken)).toMatchObject({ ok: false })
    })

    run('the access token of a session that is over by time opens nothing', async () => {
      const reviewer = await buildMember(server.deps, { role: 'reviewer' })
      const { accessToken } = await signIn(server, reviewer.email, TEST_PASSWORD)
      expect((await server.client.call(listSessions, {}, { bearer: accessToken })).ok).toBe(true)
      const long = new Date(server.clock.now().getTime() - 13 * 3_600_000).toISOString()
      await server.deps.database.db
        .updateTable('sessions')
        .set({ created_at: long })
        .where('member_id', '=', reviewer.id)
        .execute()
      expect(await server.client.call(listSessions, {}, { bearer: accessToken })).toMatchObject({
        ok: false,
        problem: { status: 401 },
      })
    })
  })

  run('access tokens and refresh tokens are not interchangeable', async () => {
    const member = await buildMember(server.deps)
    const { refreshToken, accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    expect(await server.client.call(myCard, {}, { bearer: refreshToken })).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
    expect(await server.client.call(refresh, {}, { bearer: accessToken })).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
    expect(await server.client.call(refresh, {})).toMatchObject({
      ok: false,
      problem: { code: 'no-refresh-token' },
    })
  })

  run('an access token expires after 15 minutes', async () => {
    const member = await buildMember(server.deps)
    const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    server.clock.advance(14 * 60)
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(true)
    server.clock.advance(61)
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
  })

  run('a ban invalidates the access and refresh tokens at once', async () => {
    const member = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    await server.deps.database.db
      .updateTable('members')
      .set({ status: 'banned' })
      .where('id', '=', member.id)
      .execute()
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
    expect((await server.client.call(refresh, {}, { bearer: refreshToken })).ok).toBe(false)
  })

  run('signing out invalidates both tokens at once', async () => {
    const member = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    expect((await server.client.call(logout, {}, { bearer: accessToken })).ok).toBe(true)
    expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
    expect((await server.client.call(refresh, {}, { bearer: refreshToken })).ok).toBe(false)
  })

  run('a member lists and ends own sessions; another member gets 404', async () => {
    const [owner, stranger] = [await buildMember(server.deps), await buildMember(server.deps)]
    const phone = await signIn(server, owner.email, TEST_PASSWORD)
    const laptop = await signIn(server, owner.email, TEST_PASSWORD)
    const other = await signIn(server, stranger.email, TEST_PASSWORD)
    const list = await server.client.call(listSessions, {}, { bearer: laptop.accessToken })
    if (!list.ok) throw new Error('refused')
    expect(list.value.filter(({ current }) => current)).toHaveLength(1)
    const target = list.value.find(({ current }) => !current)
    if (target === undefined) throw new Error('the second session is missing')
    const byStranger = await server.client.call(
      endSession,
      { params: { id: target.id } },
      { bearer: other.accessToken },
    )
    expect(byStranger).toMatchObject({ ok: false, problem: { status: 404 } })
    expect((await server.client.call(myCard, {}, { bearer: phone.accessToken })).ok).toBe(true)
    expect(
      (
        await server.client.call(
          endSession,
          { params: { id: target.id } },
          { bearer: laptop.accessToken },
        )
      ).ok,
    ).toBe(true)
    expect((await server.client.call(myCard, {}, { bearer: phone.accessToken })).ok).toBe(false)
  })

  run('the audit chain has no gap; a changed row is found', async () => {
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        server.deps.audit.write({ actor: 'system', action: `test.${index}` }),
      ),
    )
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    await server.deps.database.db
      .updateTable('audit')
      .set({ actor: 'member:1' })
      .where('seq', '=', 2)
      .execute()
    expect(await server.deps.audit.firstBrokenRow()).toBe(2)
  })

  run('an unknown account costs the same hash as a wrong password does', async () => {
    const member = await buildMember(server.deps)
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    for (const identifier of [member.email, `unknown.${member.id}@test.example`, '+33699999999'])
      expect(
        (
          await server.client.call(login, {
            headers: { authorization: basic(identifier, 'Wrong-Pass-1') },
          })
        ).ok,
      ).toBe(false)
    expect(verify.mock.calls.map(([password, hash]) => [password, typeof hash])).toEqual([
      ['Wrong-Pass-1', 'string'],
      ['Wrong-Pass-1', 'undefined'],
      ['Wrong-Pass-1', 'undefined'],
    ])
    verify.mockRestore()
  })

  run('the log contains no credential and no e-mail address', async () => {
    const member = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    await fetch(`${server.url}/api/card/me?note=${encodeURIComponent(member.email)}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const log = server.logLines.join('')
    for (const secret of [
      accessToken,
      refreshToken,
      TEST_PASSWORD,
      member.email,
      encodeURIComponent(member.email),
      basic(member.email, TEST_PASSWORD),
    ])
      expect(log).not.toContain(secret)
    expect(log).toContain('"route":"/api/card/me"')
  })
})
