/**
 * Nobody learns from a reply, or from the work behind it, whether a person has an account. The work is counted, not timed:
 * `npm run bench` shows the times.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { countWork } from '#tests/support/counted-work.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'

const WRONG_CODE = '000000'
const WRONG_PASSWORD = 'Wrong-Pass1!'

describe.each(ENGINES)('who has an account, on $title', ({ engine, skip }) => {
  let server: ApiServer
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine, env: { LIMITS_SCALE: '1000' } })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  let lastNetwork = 0
  /** One call from a network that the server has not seen; everything that the caller can read of the reply. */
  async function ask(path: string, headers: Record<string, string> = {}, body?: object) {
    lastNetwork += 1
    const call = () =>
      fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'x-forwarded-for': `10.${60 + Math.floor(lastNetwork / 250)}.${lastNetwork % 250}.1`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const { value, work } = await countWork(server, async () => {
      const reply = await call()
      return { reply, text: await reply.text() }
    })
    const { requestId: _, ...fields } = JSON.parse(value.text) as Record<string, unknown>
    return {
      status: value.reply.status,
      length: value.text.length,
      fields,
      headers: [...value.reply.headers]
        .filter(([name]) => !['date', 'x-request-id'].includes(name))
        .toSorted(),
      work,
    }
  }
  type Asked = Awaited<ReturnType<typeof ask>>

  /** Compares every reply, and the work behind it, with the first one. */
  function expectAlike(status: number, replies: Readonly<Record<string, Asked>>): void {
    const [first] = Object.values(replies)
    expect(first?.status).toBe(status)
    expect(first?.work.statements.length).toBeGreaterThan(0)
    for (const [who, reply] of Object.entries(replies))
      expect({ who, ...reply }).toEqual({ who, ...first })
  }

  async function accounts() {
    return {
      active: await buildMember(server.deps),
      inactive: await buildMember(server.deps, { status: 'inactive' }),
      applicant: await buildMember(server.deps, { status: 'inactive', validated: false }),
      banned: await buildMember(server.deps, { status: 'banned' }),
      staff: await buildMember(server.deps, { role: 'reviewer' }),
    }
  }
  let lastStranger = 0
  const strangersAddress = (): string =>
    `stranger.${String((lastStranger += 1)).padStart(8, '0')}@test.example`

  run.each(['email', 'phone'] as const)(
    'a refused sign-in by %s: same reply, same statements, one check of a password',
    async (by) => {
      const { active, inactive, applicant, banned, staff } = await accounts()
      const signIn = (identifier: string, password: string) =>
        ask('/api/auth/login', {
          authorization: basic(identifier, password),
          ...(by === 'phone' ? { 'connection-method': 'phone' } : {}),
        })
      const unknown = by === 'email' ? strangersAddress() : '+249999999999'
      const replies = {
        'unknown person': await signIn(unknown, TEST_PASSWORD),
        'wrong password': await signIn(active[by], WRONG_PASSWORD),
        'wrong password of staff': await signIn(staff[by], WRONG_PASSWORD),
        'inactive member': await signIn(inactive[by], TEST_PASSWORD),
        applicant: await signIn(applicant[by], TEST_PASSWORD),
        'banned member': await signIn(banned[by], TEST_PASSWORD),
      }
      expectAlike(401, replies)
      expect(replies['unknown person']).toMatchObject({ work: { passwordChecks: 1 } })
    },
  )

  run(
    'the administrator sign-in: same reply and same work for everybody but administrators',
    async () => {
      const { active, banned, staff } = await accounts()
      const administrator = await buildMember(server.deps, { role: 'admin' })
      const signIn = (identifier: string, password: string) =>
        ask('/api/auth/login', {
          authorization: basic(identifier, password),
          'required-role': 'ROLE_ADMIN',
        })
      const replies = {
        'unknown person': await signIn(strangersAddress(), TEST_PASSWORD),
        'administrator, wrong password': await signIn(administrator.email, WRONG_PASSWORD),
        'reviewer, right password': await signIn(staff.email, TEST_PASSWORD),
        'member, right password': await signIn(active.email, TEST_PASSWORD),
        'banned member': await signIn(banned.email, TEST_PASSWORD),
      }
      expectAlike(401, replies)
      expect(replies['unknown person']).toMatchObject({ work: { passwordChecks: 1 } })
    },
  )

  run.each(['email', 'phone'] as const)(
    'a reset by %s: same reply and same statements, and the mail goes to members only',
    async (by) => {
      const { active, inactive, banned } = await accounts()
      const unknown = by === 'email' ? strangersAddress() : '+249999999998'
      const send = (identifier: string) => ask('/api/user/password/reset', { identifier })
      const check = (identifier: string) =>
        ask('/api/user/password/validate', { identifier, code: WRONG_CODE })
      expectAlike(200, {
        'unknown person': await send(unknown),
        member: await send(active[by]),
        'inactive member': await send(inactive[by]),
        'banned member': await send(banned[by]),
      })
      expect(await mailsTo(server.deps, active.email)).toHaveLength(1)
      expect(await mailsTo(server.deps, banned.email)).toHaveLength(0)
      expectAlike(200, {
        'unknown person': await check(unknown),
        member: await check(active[by]),
        'inactive member': await check(inactive[by]),
        'banned member': await check(banned[by]),
      })
    },
  )

  run('a registration: a taken address gets the reply and the work of a free one', async () => {
    const { active, banned } = await accounts()
    const free = strangersAddress()
    const send = (email: string) => ask('/api/user/email/send', {}, { email })
    const verify = (email: string) => ask('/api/user/email/verify', {}, { email, code: WRONG_CODE })
    const validate = (email: string) => ask('/api/user/email/validate', {}, { email })
    expectAlike(200, {
      free: await send(free),
      'of a member': await send(active.email),
      'of a banned member': await send(banned.email),
    })
    expectAlike(200, {
      free: await verify(free),
      'of a member': await verify(active.email),
      'of a banned member': await verify(banned.email),
    })
    expectAlike(200, { free: await validate(free), 'of a member': await validate(active.email) })
  })

  run('a grant that was guessed gets no hash', async () => {
    const guess = await countWork(server, () =>
      fetch(`${server.url}/api/user/password/update/${'A'.repeat(43)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: 'Another-Horse2' }),
      }),
    )
    expect(guess.value.status).toBe(404)
    expect(guess.work.passwordChecks).toBe(0)
  })
})
