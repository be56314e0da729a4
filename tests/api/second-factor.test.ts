/** The second factor: who has to wait for it, how it is enrolled and proven, and what an attacker with the password can do. */
import { randomInt } from 'node:crypto'
import { describe, expect } from 'vitest'
import { isoAfter } from '#server/base/clock.ts'
import { openSession } from '#server/features/auth/open-session.ts'
import { removeFactors } from '#server/features/factors/remove-factors.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { stepAt, totpCode } from '#server/parts/security/totp.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { issueGrant } from '#server/records/sessions/grant-repository.ts'
import { exportAccount, myAccount } from '#shared/contract/account.ts'
import { listSessions, login, logout, notMe, refresh } from '#shared/contract/auth.ts'
import { rolesAllowed } from '#shared/contract/base/access.ts'
import type { CallResult } from '#shared/contract/base/client.ts'
import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import * as factors from '#shared/contract/factors.ts'
import { setNewPassword } from '#shared/contract/password-reset.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { validatePassword } from '#shared/contract/users.ts'
import {
  NOT_ME_TTL_S,
  WAITING_SESSION_TTL_S,
  WRONG_CODES,
  type WaitingState,
} from '#shared/domain/access/factor-rules.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { roleId, STAFF_ROLES } from '#shared/domain/people/roles.ts'
import { buildTotp, type BuiltTotp } from '#tests/builders/factor.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { castPlayer } from '#tests/security/cast.ts'
import { basic, confirmPassword, startWindow } from '#tests/support/api-server.ts'
import { softPasskey, type SoftPasskey } from '#tests/support/authenticator.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const address = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
const codeOf = (result: CallResult<unknown>): string =>
  result.ok ? 'ok' : (result.problem?.code ?? 'no reply')

describe.each(ENGINES)('the second factor on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer(
    { engine, skip },
    { env: { STAFF_SECOND_FACTOR: 'required' } },
  )

  const call = <R extends RouteDefinition>(
    route: R,
    args: CallArguments<R>,
    bearer?: string,
  ): Promise<CallResult<Reply<R>>> =>
    server.client.call(route, args, bearer === undefined ? {} : { bearer })
  async function value<T>(result: Promise<CallResult<T>>): Promise<T> {
    const got = await result
    if (!got.ok) throw new Error(JSON.stringify(got))
    return got.value
  }
  /** The sign-in over HTTP, each time from another network. */
  async function signIn(
    { email }: Pick<BuiltMember, 'email'>,
    { password = TEST_PASSWORD, from = address(), device = 'test' } = {},
  ): Promise<Reply<typeof login>> {
    const response = await fetch(`${server.url}/api/auth/login`, {
      headers: {
        authorization: basic(email, password),
        'x-forwarded-for': from,
        'user-agent': device,
      },
    })
    expect(response.status).toBe(200)
    return login.reply.parse(await response.json())
  }
  /** A session that the password alone has just opened. */
  const waitingSession = ({ id }: BuiltMember) =>
    openSession(server.deps, id, 'test', server.deps.database.db, {
      waitsUntil: isoAfter(server.deps.clock, WAITING_SESSION_TTL_S),
    })
  const prove = (bearer: string, totp: BuiltTotp, purpose: 'sign-in' | 'step-up' = 'sign-in') =>
    call(factors.finishProof, { body: { method: 'totp', purpose, code: totp.code() } }, bearer)
  async function staffWithTotp(role: Role = 'moderator') {
    const member = await buildMember(server.deps, { role })
    const totp = await buildTotp(server.deps, member.id)
    return { member, totp }
  }
  async function provenStaff(role: Role = 'moderator') {
    const { member, totp } = await staffWithTotp(role)
    const { accessToken, sessionId } = await waitingSession(member)
    expect(codeOf(await prove(accessToken, totp))).toBe('ok')
    server.clock.advance(31) // the next code is another one
    return { member, totp, bearer: accessToken, sessionId }
  }
  async function enrolPasskey(bearer: string, name = 'My phone'): Promise<SoftPasskey> {
    const passkey = softPasskey(server.deps.config.publicUrl)
    const { options } = await value(call(factors.beginPasskey, {}, bearer))
    await value(
      call(factors.finishPasskey, { body: { name, passkey: passkey.create(options) } }, bearer),
    )
    return passkey
  }
  const actionsAbout = async (memberId: number): Promise<string[]> =>
    (
      await server.deps.database.db
        .selectFrom('audit')
        .select('action')
        .where('target', '=', `member:${memberId}`)
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action)

  describe('a session that waits', () => {
    run.each(['enrol', 'prove'] as const)(
      'opens no route but those that declare it (%s), whatever the route',
      async (state: WaitingState) => {
        const player = await castPlayer(server.deps, 'admin')
        if (state === 'prove') await buildTotp(server.deps, player.member?.id ?? 0)
        // Every route that reads a session. The refusal comes before the shape is looked at.
        const withSession = (Object.values(ROUTES) as RouteDefinition[]).filter(
          ({ access }) =>
            rolesAllowed(access) !== undefined ||
            access === 'optional-member' ||
            access === 'ticket-or-member' ||
            access === 'member-or-witness',
        )
        expect(withSession.length).toBeGreaterThan(100)
        const open: string[] = []
        for (const { id, method, path } of withSession.toSorted(
          (a, b) => Number(a.id === 'auth.logout') - Number(b.id === 'auth.logout'), // last: it ends the session
        )) {
          const response = await fetch(`${server.url}${path.replaceAll(/:\w+/g, '1')}`, {
            method,
            headers: { authorization: `Bearer ${player.bearer}`, 'x-forwarded-for': address() },
          })
          const { code } = (await response.json().catch(() => ({}))) as { code?: string }
          if (response.status !== 403 || code !== 'second-factor-needed') open.push(id)
        }
        const declared = (Object.values(ROUTES) as RouteDefinition[])
          .filter(({ beforeFactor = [] }) => beforeFactor.includes(state))
          .map(({ id }) => id)
        expect(open.sort()).toEqual(declared.sort())
        expect(declared.sort()).toEqual(
          state === 'prove'
            ? ['auth.logout', 'factors.beginProof', 'factors.finishProof', 'factors.list']
            : [
                'auth.logout',
                'factors.beginPasskey',
                'factors.beginTotp',
                'factors.finishPasskey',
                'factors.finishTotp',
                'factors.list',
                'user.validatePassword',
              ],
        )
      },
    )

    run('learns of the person no more than name, role and number', async () => {
      const { member } = await staffWithTotp()
      const { user, secondFactor } = await signIn(member)
      expect(secondFactor).toEqual({ state: 'prove', methods: ['totp'] })
      expect(user).toMatchObject({ id: member.cardId, firstName: 'Amna', email: '', phone: '' })
      expect(JSON.stringify(user)).not.toMatch(/Omdurman|Lyon|1990|Engineer|Sudan/)
    })

    run('ends after ten minutes', async () => {
      const { member, totp } = await staffWithTotp()
      const { accessToken } = await signIn(member)
      server.clock.advance(WAITING_SESSION_TTL_S - 5)
      expect(codeOf(await call(factors.listFactors, {}, accessToken))).toBe('ok')
      server.clock.advance(6)
      expect(codeOf(await prove(accessToken, totp))).toBe('not-signed-in')
    })

    run('cannot be renewed, and can be once the factor is proven', async () => {
      const { member, totp } = await staffWithTotp()
      const { accessToken, refreshToken } = await signIn(member)
      expect(codeOf(await call(refresh, {}, refreshToken))).toBe('session-ended')
      expect(codeOf(await prove(accessToken, totp))).toBe('ok')
      expect(codeOf(await call(refresh, {}, refreshToken))).toBe('ok')
      server.clock.advance(WAITING_SESSION_TTL_S)
      expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
    })

    run('can sign out', async () => {
      const { member } = await staffWithTotp()
      const { accessToken } = await signIn(member)
      expect(codeOf(await call(logout, {}, accessToken))).toBe('ok')
      expect(codeOf(await call(factors.listFactors, {}, accessToken))).toBe('not-signed-in')
    })

    run('makes no device known before the factor is proven', async () => {
      const { member, totp } = await staffWithTotp()
      const known = () =>
        server.deps.database.db
          .selectFrom('known_devices')
          .select('device_key')
          .where('member_id', '=', member.id)
          .execute()
      const { accessToken } = await signIn(member)
      expect(await known()).toEqual([])
      expect(codeOf(await prove(accessToken, totp))).toBe('ok')
      expect(await known()).toHaveLength(1)
    })

    run('cannot add a factor of its own where it has to prove one', async () => {
      const { member } = await staffWithTotp()
      const { accessToken } = await waitingSession(member)
      for (const route of [factors.beginTotp, factors.beginPasskey])
        expect(codeOf(await call(route, {}, accessToken))).toBe('second-factor-needed')
    })

    run('is opened for members without a factor as before', async () => {
      const member = await buildMember(server.deps)
      const { accessToken, secondFactor, user } = await signIn(member)
      expect(secondFactor).toBeUndefined()
      expect(user.email).toBe(member.email)
      expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
    })

    run('is shown no file by an address that was signed before it had to wait', async () => {
      const member = await buildMember(server.deps)
      const { sessionId } = await openSession(server.deps, member.id, 'test')
      const id = await buildFile(server.deps, {
        ownerId: member.id,
        purpose: 'wldProfile',
        attached: true,
      })
      const look = async () =>
        (
          await fetch(`${server.url}${server.deps.library.sign(id, 'card', sessionId)}`, {
            headers: { 'x-forwarded-for': address() },
          })
        ).status
      expect(await look()).toBe(200)
      await buildTotp(server.deps, member.id)
      expect(await look()).toBe(403)
    })
  })

  describe('enrolment', () => {
    run.each(STAFF_ROLES)(
      'is asked of %s at the first sign-in, and opens the session',
      async (role) => {
        const member = await buildMember(server.deps, { role })
        const { accessToken, secondFactor } = await signIn(member)
        expect(secondFactor).toEqual({ state: 'enrol', methods: ['passkey', 'totp'] })
        expect(codeOf(await call(myAccount, {}, accessToken))).toBe('second-factor-needed')
        const { secret, uri } = await value(call(factors.beginTotp, {}, accessToken))
        expect(uri).toContain(`secret=${secret}`)
        expect(uri).not.toContain(member.email)
        const key = fromBase32(secret)
        const code = totpCode(key, stepAt(server.deps.clock.now()))
        expect(
          codeOf(
            await call(
              factors.finishTotp,
              { body: { name: 'Phone', code: wrong(code) } },
              accessToken,
            ),
          ),
        ).toBe('second-factor-refused')
        const { recoveryCodes } = await value(
          call(
            factors.finishTotp,
            { body: { name: 'Phone', code: ` ${code.slice(0, 3)} ${code.slice(3)} ` } },
            accessToken,
          ),
        )
        expect(recoveryCodes).toHaveLength(10)
        expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
        const listed = await value(call(factors.listFactors, {}, accessToken))
        expect(listed).toMatchObject({ state: 'proven', required: true, recoveryCodesLeft: 10 })
        expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toEqual([
          'factor-added',
        ])
        // The code of the enrolment has counted.
        const next = await signIn(member)
        expect(
          codeOf(
            await call(
              factors.finishProof,
              { body: { method: 'totp', purpose: 'sign-in', code } },
              next.accessToken,
            ),
          ),
        ).toBe('second-factor-refused')
      },
    )

    run('stores the secret and the recovery codes so that the database tells neither', async () => {
      const member = await buildMember(server.deps, { role: 'admin' })
      const { accessToken } = await waitingSession(member)
      const { secret } = await value(call(factors.beginTotp, {}, accessToken))
      const key = fromBase32(secret)
      const { recoveryCodes } = await value(
        call(
          factors.finishTotp,
          { body: { name: 'Phone', code: totpCode(key, stepAt(server.deps.clock.now())) } },
          accessToken,
        ),
      )
      const rows = JSON.stringify([
        await server.deps.database.db.selectFrom('factors').selectAll().execute(),
        await server.deps.database.db.selectFrom('factor_challenges').selectAll().execute(),
        await server.deps.database.db.selectFrom('recovery_codes').selectAll().execute(),
      ])
      expect(rows).toContain('$argon2id$')
      for (const text of [
        secret,
        key.toString('base64'),
        key.toString('hex'),
        ...(recoveryCodes ?? []),
      ])
        expect(rows).not.toContain(text.replaceAll('-', ''))
    })

    run('of a passkey: attestation, sign-in and step-up', async () => {
      const member = await buildMember(server.deps, { role: 'admin' })
      const first = await waitingSession(member)
      const passkey = await enrolPasskey(first.accessToken)
      expect(codeOf(await call(listSessions, {}, first.accessToken))).toBe('ok')
      const { accessToken, secondFactor } = await signIn(member)
      expect(secondFactor).toEqual({ state: 'prove', methods: ['passkey', 'recovery'] })
      const { options } = await value(
        call(factors.beginProof, { body: { purpose: 'sign-in' } }, accessToken),
      )
      await value(
        call(
          factors.finishProof,
          { body: { method: 'passkey', purpose: 'sign-in', passkey: passkey.get(options ?? {}) } },
          accessToken,
        ),
      )
      expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
      expect(JSON.stringify(options)).not.toMatch(new RegExp(`${member.id}|Amna|${member.email}`))
    })

    run.each([
      ['another origin', { origin: 'https://wld.example.net' }],
      ['another host', { rpId: 'example.net' }],
      ['a holder who did not unlock it', { unverified: true }],
    ])('refuses a passkey with %s', async (_what, fault) => {
      const member = await buildMember(server.deps, { role: 'admin' })
      const { accessToken } = await waitingSession(member)
      const passkey = softPasskey(server.deps.config.publicUrl)
      const { options } = await value(call(factors.beginPasskey, {}, accessToken))
      const made = passkey.create(options, fault)
      expect(
        codeOf(
          await call(factors.finishPasskey, { body: { name: 'x', passkey: made } }, accessToken),
        ),
      ).toBe('second-factor-refused')
      // The challenge is spent: the right passkey for it comes too late.
      expect(
        codeOf(
          await call(
            factors.finishPasskey,
            { body: { name: 'x', passkey: passkey.create(options) } },
            accessToken,
          ),
        ),
      ).toBe('second-factor-refused')
    })

    run(
      'lets one of two sessions enrol the first factor; the other one has to prove it',
      async () => {
        const member = await buildMember(server.deps, { role: 'admin' })
        const sessions = await Promise.all(Array.from({ length: 4 }, () => waitingSession(member)))
        const finishing = await Promise.all(
          sessions.map(async ({ accessToken }) => {
            const { secret } = await value(call(factors.beginTotp, {}, accessToken))
            return {
              accessToken,
              code: totpCode(fromBase32(secret), stepAt(server.deps.clock.now())),
            }
          }),
        )
        const results = await Promise.all(
          finishing.map(({ accessToken, code }) =>
            call(factors.finishTotp, { body: { name: 'x', code } }, accessToken),
          ),
        )
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        for (const result of results)
          if (!result.ok) expect(['conflict', 'second-factor-needed']).toContain(codeOf(result))
        const rows = await server.deps.database.db
          .selectFrom('factors')
          .selectAll()
          .where('member_id', '=', member.id)
          .execute()
        expect(rows).toHaveLength(1)
      },
    )

    run('asks a member who has none for the password first', async () => {
      const member = await buildMember(server.deps)
      const { accessToken } = await openSession(server.deps, member.id, 'test')
      expect(codeOf(await call(factors.beginTotp, {}, accessToken))).toBe('step-up-required')
      await confirmPassword(server, accessToken)
      await enrolPasskey(accessToken)
      expect(await value(call(factors.listFactors, {}, accessToken))).toMatchObject({
        state: 'proven',
        required: false,
      })
    })

    run('asks a session that has one for password and factor before another one', async () => {
      const { bearer, sessionId } = await provenStaff()
      await recordProof(server.deps, sessionId, { kind: 'password' })
      server.clock.advance(301)
      expect(codeOf(await call(factors.beginTotp, {}, bearer))).toBe('step-up-required')
    })

    run('makes other open sessions of the account wait', async () => {
      const member = await buildMember(server.deps)
      const here = await openSession(server.deps, member.id, 'here')
      const there = await openSession(server.deps, member.id, 'there')
      await confirmPassword(server, here.accessToken)
      await enrolPasskey(here.accessToken)
      expect(codeOf(await call(myAccount, {}, here.accessToken))).toBe('ok')
      expect(codeOf(await call(myAccount, {}, there.accessToken))).toBe('second-factor-needed')
    })

    run('refuses a passkey that another member has', async () => {
      const [one, other] = [await buildMember(server.deps), await buildMember(server.deps)]
      const first = await openSession(server.deps, one.id, 'test')
      await confirmPassword(server, first.accessToken)
      const passkey = await enrolPasskey(first.accessToken)
      const second = await openSession(server.deps, other.id, 'test')
      await confirmPassword(server, second.accessToken)
      const { options } = await value(call(factors.beginPasskey, {}, second.accessToken))
      expect(
        codeOf(
          await call(
            factors.finishPasskey,
            { body: { name: 'x', passkey: passkey.create(options) } },
            second.accessToken,
          ),
        ),
      ).toBe('conflict')
    })
  })

  describe('a role that changes', () => {
    const setRole = (id: number, role: Role) =>
      server.deps.database.db
        .updateTable('members')
        .set({ role: roleId(role) })
        .where('id', '=', id)
        .execute()

    run(
      'makes the open session of a new moderator wait, and asks for the password to enrol',
      async () => {
        const member = await buildMember(server.deps)
        const { accessToken, refreshToken } = await signIn(member)
        expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
        await setRole(member.id, 'moderator')
        expect(codeOf(await call(myAccount, {}, accessToken))).toBe('second-factor-needed')
        expect(codeOf(await call(refresh, {}, refreshToken))).toBe('session-ended')
        expect(codeOf(await call(factors.beginTotp, {}, accessToken))).toBe('step-up-required')
        const { valid } = await value(
          call(
            validatePassword,
            { body: { password: TEST_PASSWORD, id: member.cardId } },
            accessToken,
          ),
        )
        expect(valid).toBe(true)
        await enrolPasskey(accessToken)
        expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
      },
    )

    run('opens the session again when the role goes back', async () => {
      const member = await buildMember(server.deps)
      const { accessToken } = await signIn(member)
      await setRole(member.id, 'moderator')
      expect(codeOf(await call(myAccount, {}, accessToken))).toBe('second-factor-needed')
      await setRole(member.id, 'member')
      expect(codeOf(await call(myAccount, {}, accessToken))).toBe('ok')
    })
  })

  describe('a code', () => {
    run('counts once, also for many calls at the same moment', async () => {
      const { member, totp } = await staffWithTotp()
      const sessions = await Promise.all(Array.from({ length: 5 }, () => waitingSession(member)))
      const results = await Promise.all(sessions.map(({ accessToken }) => prove(accessToken, totp)))
      expect(results.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
    })

    run('of an earlier step is refused once a later one counted', async () => {
      const { member, totp } = await staffWithTotp()
      const [one, two] = [await waitingSession(member), await waitingSession(member)]
      const earlier = totp.code(-1)
      expect(codeOf(await prove(one.accessToken, totp))).toBe('ok')
      expect(
        codeOf(
          await call(
            factors.finishProof,
            { body: { method: 'totp', purpose: 'sign-in', code: earlier } },
            two.accessToken,
          ),
        ),
      ).toBe('second-factor-refused')
    })

    run.each([
      [-2, 'second-factor-refused'],
      [-1, 'ok'],
      [1, 'ok'],
      [2, 'second-factor-refused'],
    ])('%i steps away: %s', async (away, expected) => {
      const { member, totp } = await staffWithTotp()
      const { accessToken } = await waitingSession(member)
      expect(
        codeOf(
          await call(
            factors.finishProof,
            { body: { method: 'totp', purpose: 'sign-in', code: totp.code(away) } },
            accessToken,
          ),
        ),
      ).toBe(expected)
    })

    run('of another member is wrong', async () => {
      const [{ member }, other] = [await staffWithTotp(), await staffWithTotp()]
      const { accessToken } = await waitingSession(member)
      expect(codeOf(await prove(accessToken, other.totp))).toBe('second-factor-refused')
    })

    run('of 500 guesses at once from many sessions and networks, five are compared', async () => {
      const { member, totp } = await staffWithTotp()
      startWindow(server, 86_400)
      const sessions = await Promise.all(Array.from({ length: 25 }, () => waitingSession(member)))
      const guess = wrong(totp.code())
      const results = await Promise.all(
        Array.from({ length: 500 }, async (_, index) => {
          const response = await fetch(`${server.url}${factors.finishProof.path}`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${sessions[index % sessions.length]?.accessToken}`,
              'content-type': 'application/json',
              'x-forwarded-for': address(),
            },
            body: JSON.stringify({ method: 'totp', purpose: 'sign-in', code: guess }),
          })
          return response.status
        }),
      )
      expect(results.filter((status) => status === 403)).toHaveLength(WRONG_CODES[0].max)
      expect(results.filter((status) => status === 429)).toHaveLength(500 - WRONG_CODES[0].max)
      const actions = await actionsAbout(member.id)
      expect(actions.filter((action) => action === 'factor.refused')).toHaveLength(5)
      // The right code is refused as well, and the holder is told once.
      const fresh = await waitingSession(member)
      expect(codeOf(await prove(fresh.accessToken, totp))).toBe('too-many')
      expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toEqual([
        'factor-tries',
      ])
      server.clock.advance(WRONG_CODES[0].windowS)
      const later = await waitingSession(member)
      expect(codeOf(await prove(later.accessToken, totp))).toBe('ok')
    })

    run('is guessed at twenty times a day', async () => {
      const { member, totp } = await staffWithTotp()
      startWindow(server, 86_400)
      const answers: string[] = []
      for (let window = 0; window < 6; window += 1) {
        const { accessToken } = await waitingSession(member)
        for (let n = 0; n < 5; n += 1)
          answers.push(
            codeOf(
              await call(
                factors.finishProof,
                { body: { method: 'totp', purpose: 'sign-in', code: wrong(totp.code()) } },
                accessToken,
              ),
            ),
          )
        server.clock.advance(WRONG_CODES[0].windowS)
      }
      expect(answers.filter((code) => code === 'second-factor-refused')).toHaveLength(20)
      expect(answers.slice(20).every((code) => code === 'too-many')).toBe(true)
    })

    run('that is right does not count as wrong', async () => {
      const { member, totp } = await staffWithTotp()
      startWindow(server, 600)
      for (let n = 0; n < 8; n += 1) {
        const { accessToken } = await waitingSession(member)
        expect(codeOf(await prove(accessToken, totp))).toBe('ok')
        server.clock.advance(31)
      }
    })

    run('cannot be tried without the password: a stranger uses up nothing', async () => {
      const { member, totp } = await staffWithTotp()
      const stranger = await buildMember(server.deps)
      const { accessToken } = await openSession(server.deps, stranger.id, 'test')
      for (const bearer of [undefined, accessToken])
        for (let n = 0; n < 8; n += 1)
          await call(
            factors.finishProof,
            { body: { method: 'totp', purpose: 'sign-in', code: '000000' } },
            bearer,
          )
      const own = await waitingSession(member)
      expect(codeOf(await prove(own.accessToken, totp))).toBe('ok')
    })
  })

  describe('a passkey', () => {
    async function staffWithPasskey() {
      const member = await buildMember(server.deps, { role: 'admin' })
      const { accessToken } = await waitingSession(member)
      return { member, passkey: await enrolPasskey(accessToken) }
    }
    const challengeOf = async (bearer: string) =>
      (await value(call(factors.beginProof, { body: { purpose: 'sign-in' } }, bearer))).options ??
      {}
    const finish = (bearer: string, passkey: ReturnType<SoftPasskey['get']>) =>
      call(
        factors.finishProof,
        { body: { method: 'passkey', purpose: 'sign-in', passkey } },
        bearer,
      )

    run('does not prove with a challenge that was used', async () => {
      const { member, passkey } = await staffWithPasskey()
      const { accessToken } = await waitingSession(member)
      const options = await challengeOf(accessToken)
      const bad = passkey.get(options, { origin: 'https://wld.example.net' })
      expect(codeOf(await finish(accessToken, bad))).toBe('second-factor-refused')
      expect(codeOf(await finish(accessToken, passkey.get(options)))).toBe('second-factor-refused')
      expect(codeOf(await finish(accessToken, passkey.get(await challengeOf(accessToken))))).toBe(
        'ok',
      )
    })

    run('does not prove with a challenge of five minutes ago', async () => {
      const { member, passkey } = await staffWithPasskey()
      const { accessToken } = await waitingSession(member)
      const options = await challengeOf(accessToken)
      server.clock.advance(301)
      expect(codeOf(await finish(accessToken, passkey.get(options)))).toBe('second-factor-refused')
    })

    run('does not prove with the challenge of another session, or of another purpose', async () => {
      const { member, passkey } = await staffWithPasskey()
      const [one, two] = [await waitingSession(member), await waitingSession(member)]
      const options = await challengeOf(one.accessToken)
      await challengeOf(two.accessToken)
      expect(codeOf(await finish(two.accessToken, passkey.get(options)))).toBe(
        'second-factor-refused',
      )
      const stepUp = await value(
        call(factors.beginProof, { body: { purpose: 'step-up' } }, two.accessToken),
      )
      expect(codeOf(await finish(two.accessToken, passkey.get(stepUp.options ?? {})))).toBe(
        'second-factor-refused',
      )
    })

    run('of another member does not prove', async () => {
      const [{ member }, other] = [await staffWithPasskey(), await staffWithPasskey()]
      const { accessToken } = await waitingSession(member)
      const proof = other.passkey.get(await challengeOf(accessToken))
      expect(codeOf(await finish(accessToken, proof))).toBe('second-factor-refused')
    })

    run('that was copied, whose counter went back, does not prove', async () => {
      const { member, passkey } = await staffWithPasskey()
      const first = await waitingSession(member)
      const ahead = passkey.get(await challengeOf(first.accessToken), { counter: 50 })
      expect(codeOf(await finish(first.accessToken, ahead))).toBe('ok')
      for (const counter of [50, 7, 0]) {
        const { accessToken } = await waitingSession(member)
        const proof = passkey.get(await challengeOf(accessToken), { counter })
        expect(codeOf(await finish(accessToken, proof))).toBe('second-factor-refused')
      }
      expect(await actionsAbout(member.id)).toContain('factor.refused')
    })

    run('that the holder did not unlock does not prove for staff', async () => {
      const { member, passkey } = await staffWithPasskey()
      const { accessToken } = await waitingSession(member)
      const proof = passkey.get(await challengeOf(accessToken), { unverified: true })
      expect(codeOf(await finish(accessToken, proof))).toBe('second-factor-refused')
    })

    run('stays open when wrong codes are used up', async () => {
      const { member, passkey } = await staffWithPasskey()
      const { accessToken } = await waitingSession(member)
      for (let n = 0; n < 7; n += 1)
        await call(
          factors.finishProof,
          { body: { method: 'recovery', purpose: 'sign-in', code: '0-AAAA-AAAA-AAAA' } },
          accessToken,
        )
      expect(codeOf(await finish(accessToken, passkey.get(await challengeOf(accessToken))))).toBe(
        'ok',
      )
    })
  })

  describe('a recovery code', () => {
    async function withCodes() {
      const { member, bearer, sessionId } = await provenStaff('admin')
      await recordProof(server.deps, sessionId, { kind: 'password' })
      await recordProof(server.deps, sessionId, { kind: 'factor' })
      const { recoveryCodes } = await value(call(factors.renewRecoveryCodes, {}, bearer))
      return { member, bearer, sessionId, codes: recoveryCodes }
    }
    const use = (bearer: string, code: string) =>
      call(factors.finishProof, { body: { method: 'recovery', purpose: 'sign-in', code } }, bearer)

    run('opens a session once, in any spelling, and is told by mail', async () => {
      const { member, codes } = await withCodes()
      const [first = ''] = codes
      const one = await signIn(member)
      expect(one.secondFactor?.methods).toEqual(['totp', 'recovery'])
      const { recoveryCodesLeft } = await value(
        use(one.accessToken, ` ${first.toLowerCase().replaceAll('-', ' ')} `),
      )
      expect(recoveryCodesLeft).toBe(9)
      expect(codeOf(await call(myAccount, {}, one.accessToken))).toBe('ok')
      const two = await waitingSession(member)
      expect(codeOf(await use(two.accessToken, first))).toBe('second-factor-refused')
      const mails = (await mailsTo(server.deps, member.email)).map(({ template }) => template)
      expect(mails).toContain('recovery-code-used')
    })

    run('counts once for many calls at the same moment', async () => {
      const { member, codes } = await withCodes()
      const sessions = await Promise.all(Array.from({ length: 4 }, () => waitingSession(member)))
      const results = await Promise.all(
        sessions.map(({ accessToken }) => use(accessToken, codes[3] ?? '')),
      )
      expect(results.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
    })

    run('stops working when new ones are made', async () => {
      const { member, bearer, codes } = await withCodes()
      const { recoveryCodes } = await value(call(factors.renewRecoveryCodes, {}, bearer))
      const { accessToken } = await waitingSession(member)
      expect(codeOf(await use(accessToken, codes[1] ?? ''))).toBe('second-factor-refused')
      expect(codeOf(await use(accessToken, recoveryCodes[1] ?? ''))).toBe('ok')
    })
  })

  describe('step-up', () => {
    const exported = (bearer: string) => call(exportAccount, {}, bearer)
    const missing = (result: CallResult<unknown>): unknown =>
      result.ok ? [] : result.problem?.['missing']

    run('wants both proofs, each for five minutes, and says which one is missing', async () => {
      const { bearer, totp, member, sessionId } = await provenStaff()
      server.clock.advance(301)
      expect(missing(await exported(bearer))).toEqual(['password', 'factor'])
      const { valid, methods } = await value(
        call(validatePassword, { body: { password: TEST_PASSWORD, id: member.cardId } }, bearer),
      )
      expect({ valid, methods }).toEqual({ valid: true, methods: ['totp'] })
      const onlyPassword = await exported(bearer)
      expect(codeOf(onlyPassword)).toBe('step-up-required')
      expect(missing(onlyPassword)).toEqual(['factor'])
      expect(codeOf(await prove(bearer, totp, 'step-up'))).toBe('ok')
      expect(codeOf(await exported(bearer))).toBe('ok')
      server.clock.advance(200)
      await recordProof(server.deps, sessionId, { kind: 'password' })
      server.clock.advance(101)
      expect(missing(await exported(bearer))).toEqual(['factor'])
    })

    run('of one session does not open another one', async () => {
      const { bearer, totp, member } = await provenStaff()
      const other = await waitingSession(member)
      expect(codeOf(await prove(other.accessToken, totp))).toBe('ok')
      server.clock.advance(301)
      await confirmPassword(server, bearer)
      await confirmPassword(server, other.accessToken)
      expect(codeOf(await prove(other.accessToken, totp, 'step-up'))).toBe('ok')
      expect(codeOf(await exported(other.accessToken))).toBe('ok')
      expect(codeOf(await exported(bearer))).toBe('step-up-required')
    })

    run('stays the password alone where there is no factor', async () => {
      const member = await buildMember(server.deps)
      const { accessToken } = await openSession(server.deps, member.id, 'test')
      expect(missing(await exported(accessToken))).toEqual(['password'])
      await confirmPassword(server, accessToken)
      expect(codeOf(await exported(accessToken))).toBe('ok')
    })
  })

  describe('the end of a factor', () => {
    run(
      'the last one of staff stays, the last one of a member goes with its recovery codes',
      async () => {
        const { bearer, sessionId, totp } = await provenStaff()
        await confirmPassword(server, bearer)
        await recordProof(server.deps, sessionId, { kind: 'factor' })
        const remove = (id: string, token: string) =>
          call(factors.deleteFactor, { params: { id } }, token)
        expect(codeOf(await remove(totp.id, bearer))).toBe('last-factor')
        await enrolPasskey(bearer)
        expect(codeOf(await remove(totp.id, bearer))).toBe('ok')

        const member = await buildMember(server.deps)
        const own = await openSession(server.deps, member.id, 'test')
        await confirmPassword(server, own.accessToken)
        await enrolPasskey(own.accessToken)
        const {
          factors: [only],
        } = await value(call(factors.listFactors, {}, own.accessToken))
        expect(codeOf(await remove(only?.id ?? '', own.accessToken))).toBe('ok')
        expect(await value(call(factors.listFactors, {}, own.accessToken))).toMatchObject({
          state: 'free',
          recoveryCodesLeft: 0,
        })
        expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toEqual([
          'factor-added',
          'factor-deleted',
        ])
      },
    )

    run('of another member is unknown', async () => {
      const [{ bearer, sessionId }, other] = [await provenStaff(), await staffWithTotp()]
      await confirmPassword(server, bearer)
      await recordProof(server.deps, sessionId, { kind: 'factor' })
      await enrolPasskey(bearer)
      expect(
        codeOf(await call(factors.deleteFactor, { params: { id: other.totp.id } }, bearer)),
      ).toBe('not-found')
    })

    run(
      'removeFactors ends the sessions, tells the person, and the next sign-in enrols',
      async () => {
        const { member, bearer } = await provenStaff('admin')
        const removed = await inTransaction(server.deps.database.db, (transaction) =>
          removeFactors(server.deps, transaction, member.id),
        )
        expect(removed).toBe(1)
        expect(codeOf(await call(myAccount, {}, bearer))).toBe('not-signed-in')
        expect(
          (await mailsTo(server.deps, member.email)).map(({ template }) => template),
        ).toContain('factors-removed')
        expect((await signIn(member)).secondFactor?.state).toBe('enrol')
      },
    )

    run('a new password does not get around it', async () => {
      const { member } = await staffWithTotp()
      const userId = await issueGrant(server.deps, server.deps.database.db, member.id)
      await value(
        call(setNewPassword, { params: { userId }, body: { password: 'Another-Horse2' } }),
      )
      const { secondFactor, accessToken } = await signIn(member, { password: 'Another-Horse2' })
      expect(secondFactor?.state).toBe('prove')
      expect(codeOf(await call(myAccount, {}, accessToken))).toBe('second-factor-needed')
    })
  })

  describe('"this was not me"', () => {
    const linkOf = async (email: string): Promise<string> => {
      const mail = (await mailsTo(server.deps, email)).find(
        ({ template }) => template === 'new-sign-in',
      )
      return new URL(mail?.values['link'] ?? '').hash.slice(1)
    }

    run('ends every session once, forgets the devices and says how to go on', async () => {
      const member = await buildMember(server.deps)
      const first = await signIn(member, { device: 'one' })
      const second = await signIn(member, { device: 'two' })
      const token = await linkOf(member.email)
      expect(token).toMatch(/^[\w-]{43}$/)
      // A mail scanner that opens the address changes nothing.
      const opened = await fetch(`${server.url}${notMe.path}`)
      expect(opened.status).toBe(405)
      expect(codeOf(await call(myAccount, {}, second.accessToken))).toBe('ok')
      expect(codeOf(await call(notMe, { body: { token } }))).toBe('ok')
      for (const { accessToken, refreshToken } of [first, second]) {
        expect(codeOf(await call(myAccount, {}, accessToken))).toBe('not-signed-in')
        expect(codeOf(await call(refresh, {}, refreshToken))).toBe('session-ended')
      }
      const known = await server.deps.database.db
        .selectFrom('known_devices')
        .selectAll()
        .where('member_id', '=', member.id)
        .execute()
      expect(known).toEqual([])
      const mails = (await mailsTo(server.deps, member.email)).map(({ template }) => template)
      expect(mails).toEqual(['new-sign-in', 'all-sessions-ended'])
      expect(codeOf(await call(notMe, { body: { token } }))).toBe('not-found')
    })

    run('works for seven days, and not with another token', async () => {
      const member = await buildMember(server.deps)
      await signIn(member)
      await signIn(member)
      const token = await linkOf(member.email)
      expect(codeOf(await call(notMe, { body: { token: token.replace(/.$/, 'A') } }))).toBe(
        token.endsWith('A') ? 'ok' : 'not-found',
      )
      server.clock.advance(NOT_ME_TTL_S)
      expect(codeOf(await call(notMe, { body: { token } }))).toBe('not-found')
    })
  })
})

/** Another code than the given one. */
const wrong = (code: string): string =>
  String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
