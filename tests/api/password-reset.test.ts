import { beforeAll, describe, expect } from 'vitest'
import { refresh } from '#shared/contract/auth.ts'
import { myCard } from '#shared/contract/card.ts'
import {
  sendResetCode,
  setNewPassword,
  validateResetCode,
} from '#shared/contract/password-reset.ts'
import { undoEmailChange, updateMember, validatePassword } from '#shared/contract/users.ts'
import {
  CODE_MAX_TRIES,
  CODE_SENDS_PER_HOUR,
  CODE_TTL_S,
  RESET_GRANT_TTL_S,
} from '#shared/domain/access/code-rules.ts'
import { clientOnOwnNetwork } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { lastCode, mailsTo, otherCode } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const NEW_PASSWORD = 'Another-Horse2'

describe.each(ENGINES)('password reset on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })
  beforeAll(async () => {
    server.clock.advance(3_601 - (Math.floor(server.clock.now().getTime() / 1_000) % 3_600)) // quotas count in whole hours
  })

  const ask = (identifier: string, client = clientOnOwnNetwork(server)) =>
    client.call(sendResetCode, { headers: { identifier } })
  const validate = async (identifier: string, code: string) => {
    const answer = await clientOnOwnNetwork(server).call(validateResetCode, {
      headers: { identifier, code },
    })
    if (!answer.ok) throw new Error(`validate failed: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const update = (userId: string, password: string = NEW_PASSWORD) =>
    clientOnOwnNetwork(server).call(setNewPassword, { params: { userId }, body: { password } })
  const grantOf = async (member: BuiltMember, identifier = member.email): Promise<string> => {
    await ask(identifier)
    const { userId } = await validate(identifier, await lastCode(server.deps, member.email))
    if (userId === undefined) throw new Error('no grant')
    return userId
  }
  const canSignIn = async (member: BuiltMember, password: string): Promise<boolean> =>
    signIn(server, member.email, password).then(
      () => true,
      () => false,
    )

  run('a reset sets the password, ends all sessions, and is mailed and logged', async () => {
    const member = await buildMember(server.deps, { details: { language: 'fr' } })
    const { accessToken, refreshToken } = await signIn(server, member.email, TEST_PASSWORD)
    expect(await ask(member.email.toUpperCase())).toMatchObject({ ok: true, value: { send: true } })
    expect(await mailsTo(server.deps, member.email)).toMatchObject([
      { template: 'password-reset-code', language: 'fr' },
    ])
    const checked = await validate(member.email, await lastCode(server.deps, member.email))
    expect(checked).toMatchObject({ verified: true, userId: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await update(checked.userId ?? '')).toMatchObject({ ok: true, value: { updated: true } })
    expect(await canSignIn(member, NEW_PASSWORD)).toBe(true)
    expect(await canSignIn(member, TEST_PASSWORD)).toBe(false)
    expect(await server.client.call(myCard, {}, { bearer: accessToken })).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
    expect(await server.client.call(refresh, {}, { bearer: refreshToken })).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
    expect((await mailsTo(server.deps, member.email)).at(-1)).toMatchObject({
      template: 'password-changed',
      language: 'fr',
    })
    const trace = await server.deps.database.db
      .selectFrom('audit')
      .select(['action', 'actor'])
      .where('target', '=', `member:${member.id}`)
      .orderBy('seq')
      .execute()
    expect(trace).toContainEqual({ action: 'code.sent', actor: 'anonymous' })
    expect(trace).toContainEqual({ action: 'password.reset', actor: `member:${member.id}` })
  })

  run('staff get a link with 256 bits, which a stranger cannot end by guessing', async () => {
    const moderator = await buildMember(server.deps, { role: 'moderator' })
    for (const identifier of [moderator.email, moderator.phone]) {
      expect(await ask(identifier)).toMatchObject({ ok: true, value: { send: true } })
      const mail = (await mailsTo(server.deps, moderator.email)).at(-1)
      expect(mail?.template).toBe('password-reset-link')
      const link = new URL(mail?.values['link'] ?? '')
      expect([link.pathname, link.search]).toEqual(['/reset-password', '']) // nothing that a log keeps
      const fragment = new URLSearchParams(link.hash.slice(1))
      const code = fragment.get('code') ?? ''
      expect(code).toMatch(/^[\w-]{43}$/)
      const to = fragment.get('to') ?? ''
      for (let attempt = 0; attempt <= CODE_MAX_TRIES; attempt += 1)
        expect(await validate(to, '012345')).toMatchObject({
          reason: attempt < CODE_MAX_TRIES ? 'invalid' : 'too-many-tries',
        })
      expect(await validate(to, `${code.slice(1)}_`)).toMatchObject({ reason: 'invalid' })
      const checked = await validate(to, code)
      expect(checked).toMatchObject({ verified: true })
      expect(await validate(to, code)).toMatchObject({ reason: 'invalid' }) // once
      expect(await update(checked.userId ?? '', `${NEW_PASSWORD}-${to.length}`)).toMatchObject({
        ok: true,
      })
    }
    // A member's six digits stay limited, whatever else is tried.
    const member = await buildMember(server.deps)
    await ask(member.email)
    const digits = await lastCode(server.deps, member.email)
    expect(await validate(member.email, 'x'.repeat(43))).toMatchObject({ reason: 'invalid' })
    for (let attempt = 0; attempt < CODE_MAX_TRIES; attempt += 1)
      await validate(member.email, otherCode(digits))
    expect(await validate(member.email, digits)).toMatchObject({ reason: 'too-many-tries' })
  })

  run('a reset by phone sends the code to the e-mail address', async () => {
    const member = await buildMember(server.deps)
    const typed = member.phone.replace('+', '00').replace(/(\d{5})/, '$1 ')
    const grant = await grantOf(member, typed)
    expect(await update(grant)).toMatchObject({ ok: true })
    expect(await canSignIn(member, NEW_PASSWORD)).toBe(true)
  })

  run(
    'a reset by phone goes to the confirmed holder if others entered the same number',
    async () => {
      const holder = await buildMember(server.deps)
      const stranger = await buildMember(server.deps)
      const { db } = server.deps.database
      await db
        .updateTable('members')
        .set({ phone: holder.phone, phone_confirmed: 0 })
        .where('id', '=', stranger.id)
        .execute() // as a member's own change leaves it
      await buildMember(server.deps, { phone: holder.phone, validated: false, status: 'inactive' })
      await ask(holder.phone)
      expect(await mailsTo(server.deps, stranger.email)).toEqual([])
      // The other member resets the own password in between: the code of the holder stays valid.
      expect(await update(await grantOf(stranger))).toMatchObject({ ok: true })
      const checked = await validate(holder.phone, await lastCode(server.deps, holder.email))
      expect(checked).toMatchObject({ verified: true })
      expect(await update(checked.userId ?? '')).toMatchObject({ ok: true })
      expect((await signIn(server, holder.phone, NEW_PASSWORD)).user.id).toBe(holder.cardId)
    },
  )

  run('tries by e-mail and by phone share one hourly limit per account', async () => {
    const member = await buildMember(server.deps)
    for (let sent = 0; sent < CODE_SENDS_PER_HOUR; sent += 1) {
      await ask(member.email)
      const code = await lastCode(server.deps, member.email)
      for (let attempt = 0; attempt < CODE_MAX_TRIES; attempt += 1)
        expect(await validate(member.email, otherCode(code))).toMatchObject({ reason: 'invalid' })
    }
    await ask(member.phone)
    expect(await validate(member.phone, await lastCode(server.deps, member.email))).toMatchObject({
      verified: false,
      reason: 'invalid',
    })
    server.clock.advance(3_600)
    await ask(member.phone)
    expect(await validate(member.phone, await lastCode(server.deps, member.email))).toMatchObject({
      verified: true,
    })
  })

  run('known and unknown accounts get the same responses', async () => {
    const active = await buildMember(server.deps)
    const banned = await buildMember(server.deps, { status: 'banned' })
    const inactive = await buildMember(server.deps, { status: 'inactive' })
    const raw = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(`${server.url}${path}`, {
        headers: { 'connection-method': 'email', 'x-forwarded-for': '10.9.0.1', ...headers },
      })
      return {
        status: answer.status,
        body: await answer.json(),
        headers: [...answer.headers.keys()].sort(),
        length: answer.headers.get('content-length'),
      }
    }
    const seen = []
    for (const identifier of [
      active.email,
      banned.email,
      inactive.email,
      'nobody@test.example',
      active.phone,
      '+249111111111',
      'آمنة@test.example',
      '!!!',
    ]) {
      const sent = Buffer.from(identifier, 'utf8').toString('latin1') // as bytes on the wire
      const answers = [await raw('/api/user/password/reset', { identifier: sent })]
      const code =
        identifier === active.email || identifier === active.phone
          ? await lastCode(server.deps, active.email)
          : '123456'
      for (let attempt = 0; attempt < CODE_MAX_TRIES + 1; attempt += 1)
        answers.push(
          await raw('/api/user/password/validate', { identifier: sent, code: otherCode(code) }),
        )
      seen.push(answers)
    }
    expect(seen[0]?.[0]).toMatchObject({ status: 200, body: { send: true } })
    expect(seen[0]?.slice(1).map(({ body }) => (body as { reason: string }).reason)).toEqual([
      ...Array.from({ length: CODE_MAX_TRIES }, () => 'invalid'),
      'too-many-tries',
    ])
    for (const answers of seen) expect(answers).toEqual(seen[0])
    for (const { email } of [banned, inactive])
      expect(await mailsTo(server.deps, email)).toEqual([])
  })

  run('a request for an unknown account also writes a code and a mail row', async () => {
    const count = async () => ({
      codes: (await server.deps.database.db.selectFrom('codes').select('subject').execute()).length,
      mails: (await server.deps.database.db.selectFrom('mails').select('id').execute()).length,
      audit: (await server.deps.database.db.selectFrom('audit').select('seq').execute()).length,
    })
    const before = await count()
    await ask('nobody.at.all@test.example')
    expect(await count()).toEqual({
      codes: before.codes + 1,
      mails: before.mails + 1,
      audit: before.audit + 1,
    })
    expect(await mailsTo(server.deps, '')).toEqual([]) // the mail without a recipient counts as sent
  })

  run('the sixth try is rejected, also with the right code', async () => {
    const member = await buildMember(server.deps)
    await ask(member.email)
    const code = await lastCode(server.deps, member.email)
    for (let attempt = 0; attempt < CODE_MAX_TRIES; attempt += 1)
      expect(await validate(member.email, otherCode(code))).toEqual({
        verified: false,
        reason: 'invalid',
        message: 'Invalid verification code',
      })
    expect(await validate(member.email, code)).toMatchObject({
      verified: false,
      reason: 'too-many-tries',
    })
  })

  run('a code is accepted once and not after its expiry', async () => {
    const member = await buildMember(server.deps)
    await ask(member.email)
    const code = await lastCode(server.deps, member.email)
    const answers = await Promise.all([validate(member.email, code), validate(member.email, code)])
    expect(answers.filter(({ verified }) => verified)).toHaveLength(1)
    await ask(member.email)
    const late = await lastCode(server.deps, member.email)
    server.clock.advance(CODE_TTL_S)
    expect(await validate(member.email, late)).toMatchObject({ verified: false, reason: 'expired' })
  })

  run('a code of one account is rejected for another', async () => {
    const [one, two] = [await buildMember(server.deps), await buildMember(server.deps)]
    await ask(one.email)
    await ask(two.email)
    const code = await lastCode(server.deps, one.email)
    if (code !== (await lastCode(server.deps, two.email)))
      expect(await validate(two.email, code)).toMatchObject({ verified: false })
    // The phone number moves to another member while the code is valid.
    await ask(one.phone)
    const byPhone = await lastCode(server.deps, one.email)
    const { db } = server.deps.database
    await db.updateTable('members').set({ phone: '' }).where('id', '=', one.id).execute()
    await db.updateTable('members').set({ phone: one.phone }).where('id', '=', two.id).execute()
    expect(await validate(one.phone, byPhone)).toMatchObject({ verified: false, reason: 'invalid' })
  })

  run('an identifier gets three codes an hour, known or unknown', async () => {
    const member = await buildMember(server.deps)
    for (const identifier of [member.email, 'still.nobody@test.example']) {
      const client = clientOnOwnNetwork(server)
      for (let sent = 0; sent < CODE_SENDS_PER_HOUR; sent += 1)
        expect(await ask(identifier, client)).toMatchObject({ ok: true })
      expect(await ask(identifier, client)).toMatchObject({
        ok: false,
        problem: { status: 429, send: false },
        retryAfterS: expect.any(Number),
      })
    }
  })

  describe('the grant', () => {
    run('a grant stays valid after a weak password and works once', async () => {
      const member = await buildMember(server.deps)
      const grant = await grantOf(member)
      for (const weak of ['password', 'short1!', 'كلمة-مرور-Aa1', 'Qwerty123', `Wld-${member.id}`])
        expect(await update(grant, weak)).toMatchObject({
          ok: false,
          problem: {
            status: 422,
            message: 'Invalid password',
            fields: [{ path: 'body.password' }],
          },
        })
      expect(await update(grant)).toMatchObject({ ok: true })
      expect(await update(grant, TEST_PASSWORD)).toMatchObject({
        ok: false,
        problem: { status: 404, code: 'not-found' },
      })
      expect(await canSignIn(member, NEW_PASSWORD)).toBe(true)
    })

    run('one of four concurrent uses of a grant succeeds', async () => {
      const member = await buildMember(server.deps)
      const grant = await grantOf(member)
      const passwords = Array.from({ length: 4 }, (_, index) => `Racing-Horse${index}`)
      const answers = await Promise.all(passwords.map((password) => update(grant, password)))
      const winner = answers.findIndex((answer) => answer.ok)
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(await canSignIn(member, passwords[winner] ?? '')).toBe(true)
    })

    run('a grant expires after ten minutes', async () => {
      const member = await buildMember(server.deps)
      const grant = await grantOf(member)
      server.clock.advance(RESET_GRANT_TTL_S)
      expect(await update(grant)).toMatchObject({ ok: false, problem: { status: 404 } })
      expect(await canSignIn(member, TEST_PASSWORD)).toBe(true)
    })

    run('a grant cannot be guessed and is stored as a hash', async () => {
      const member = await buildMember(server.deps)
      for (const userId of [member.cardId, String(member.id), 'A'.repeat(43), '..%2F..'])
        expect(await update(userId)).toMatchObject({ ok: false, problem: { status: 404 } })
      const stored = JSON.stringify(
        await server.deps.database.db.selectFrom('reset_grants').selectAll().execute(),
      )
      expect(stored).not.toContain(await grantOf(member))
    })

    run('the grant of a banned member is rejected', async () => {
      const member = await buildMember(server.deps)
      const grant = await grantOf(member)
      await server.deps.database.db
        .updateTable('members')
        .set({ status: 'banned' })
        .where('id', '=', member.id)
        .execute()
      expect(await update(grant)).toMatchObject({ ok: false, problem: { status: 404 } })
      const row = await server.deps.database.db
        .selectFrom('members')
        .select('password_hash')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
      expect(await server.deps.passwords.verify(TEST_PASSWORD, row.password_hash)).toMatchObject({
        ok: true,
        value: true,
      })
    })

    run.each([
      ['a new password', 'password', { password: 'Owner-Takes-Back1' }],
      ['a ban', 'status', { status: 'banned' }],
    ] as const)(
      'grants and codes end with %s that an administrator sets',
      async (_name, _field, change) => {
        const [member, admin] = [
          await buildMember(server.deps),
          await buildMember(server.deps, { role: 'admin' }),
        ]
        const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
        const grant = await grantOf(member)
        await ask(member.phone)
        const code = await lastCode(server.deps, member.email)
        await server.client.call(
          validatePassword,
          { body: { password: TEST_PASSWORD, id: admin.cardId } },
          { bearer },
        )
        expect(
          await server.client.call(
            updateMember,
            { params: { id: member.cardId }, body: change },
            { bearer },
          ),
        ).toMatchObject({ ok: true })
        await server.deps.database.db
          .updateTable('members')
          .set({ status: 'active' })
          .where('id', '=', member.id)
          .execute()
        expect(await update(grant)).toMatchObject({ ok: false, problem: { status: 404 } })
        expect(await validate(member.phone, code)).toMatchObject({ verified: false })
      },
    )

    run(
      'a grant ends when the e-mail address of the account changes, also by an undo',
      async () => {
        const [member, admin] = [
          await buildMember(server.deps),
          await buildMember(server.deps, { role: 'admin' }),
        ]
        const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
        await server.client.call(
          validatePassword,
          { body: { password: TEST_PASSWORD, id: admin.cardId } },
          { bearer },
        )
        const before = await grantOf(member)
        const taken = `taken.${member.id}@test.example`
        expect(
          await server.client.call(
            updateMember,
            { params: { id: member.cardId }, body: { email: taken } },
            { bearer },
          ),
        ).toMatchObject({ ok: true })
        expect(await update(before)).toMatchObject({ ok: false, problem: { status: 404 } })
        const during = await grantOf({ ...member, email: taken })
        const [notice] = (await mailsTo(server.deps, member.email)).filter(
          ({ template }) => template === 'email-changed',
        )
        expect(
          await server.client.call(undoEmailChange, {
            body: { token: notice?.values['link']?.split('#')[1] ?? '' },
          }),
        ).toMatchObject({ ok: true })
        expect(await update(during)).toMatchObject({ ok: false, problem: { status: 404 } })
      },
    )

    run('the use of a grant ends other grants and codes of the member', async () => {
      const member = await buildMember(server.deps)
      const [one, two] = [await grantOf(member), await grantOf(member, member.phone)]
      await ask(member.email)
      const code = await lastCode(server.deps, member.email)
      expect(await update(one)).toMatchObject({ ok: true })
      expect(await update(two)).toMatchObject({ ok: false, problem: { status: 404 } })
      expect(await validate(member.email, code)).toMatchObject({ verified: false })
    })
  })

  run.each([
    ['no identifier', {}],
    ['an empty identifier', { identifier: '' }],
    ['an identifier of 300 characters', { identifier: 'a'.repeat(300) }],
    ['an unknown way to connect', { identifier: 'a@test.example', 'connection-method': 'pigeon' }],
  ])('a request with %s is rejected with 422', async (_case, headers) => {
    const answer = await fetch(`${server.url}/api/user/password/reset`, {
      headers: headers as Record<string, string>,
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'invalid',
      fields: [{ path: expect.stringMatching(/^headers\./) }],
    })
  })

  run('the log contains no identifier, code, grant or password', async () => {
    const member = await buildMember(server.deps)
    const grant = await grantOf(member)
    const code = await lastCode(server.deps, member.email)
    await update(grant)
    const log = server.logLines.join('')
    const audit = JSON.stringify(
      await server.deps.database.db.selectFrom('audit').selectAll().execute(),
    )
    for (const secret of [member.email, NEW_PASSWORD, grant])
      expect(log + audit).not.toContain(secret)
    expect(log).not.toMatch(new RegExp(`"${code}"`))
  })
})
