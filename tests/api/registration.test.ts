import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import { hasProof } from '#server/records/factors/step-up-repository.ts'
import { sendEmailCode, validateEmail, verifyEmailCode } from '#shared/contract/email-code.ts'
import { createRegistration } from '#shared/contract/registration.ts'
import {
  CODE_MAX_TRIES,
  CODE_SENDS_PER_HOUR,
  CODE_TTL_S,
  TICKET_TTL_S,
} from '#shared/domain/access/code-rules.ts'
import {
  buildApplicant,
  clientOnOwnNetwork,
  formOf,
  newAddress,
  newPhone,
  proveAddress,
  ticketId,
  uploadPhotos,
  uploadWith,
} from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { lastCode, mailsTo, otherCode } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('registration on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })
  beforeAll(async () => {
    // Quotas count in whole hours, so the test starts at the beginning of one.
    server.clock.advance(3_601 - (Math.floor(server.clock.now().getTime() / 1_000) % 3_600))
  })

  const rows = () => server.deps.database.db
  const send = (email: string, client = clientOnOwnNetwork(server), more: object = {}) =>
    client.call(sendEmailCode, { headers: {}, body: { email, ...more } })
  const verify = async (email: string, code: string, bearer?: string) => {
    const answer = await clientOnOwnNetwork(server).call(
      verifyEmailCode,
      { body: { email, code } },
      bearer === undefined ? {} : { bearer },
    )
    if (!answer.ok) throw new Error(`verify failed: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const memberOf = (email: string) =>
    rows()
      .selectFrom('members')
      .selectAll()
      .where('email_key', '=', email.toLowerCase())
      .executeTakeFirst()

  describe('the address', () => {
    run.each([
      ['somebody@test.example', { valid: true }],
      ['no-address', { valid: false, reason: 'syntax', message: 'Invalid email' }],
      ['a@b', { valid: false, reason: 'syntax' }],
      ['a@mailinator.com', { valid: false, reason: 'disposable' }],
      ['a@deep.MAILINATOR.com', { valid: false, reason: 'disposable' }],
    ])('the address %s is checked by its text', async (email, expected) => {
      expect(
        await clientOnOwnNetwork(server).call(validateEmail, { body: { email } }),
      ).toMatchObject({ ok: true, value: expected })
    })

    run('the address of a member is checked like any other', async () => {
      const member = await buildMember(server.deps)
      const answer = await clientOnOwnNetwork(server).call(validateEmail, {
        body: { email: member.email },
      })
      expect(answer).toMatchObject({ ok: true, value: { valid: true } })
    })

    run('a disposable address gets no code', async () => {
      expect(await send('a@mailinator.com')).toMatchObject({
        ok: false,
        problem: {
          status: 422,
          message: 'Invalid email',
          send: false,
          fields: [{ path: 'body.email' }],
        },
      })
    })
  })

  describe('the code', () => {
    run('a code returns one ticket once', async () => {
      const email = newAddress()
      expect(await send(email)).toMatchObject({ ok: true, value: { send: true } })
      const code = await lastCode(server.deps, email)
      expect(code).toMatch(/^\d{6}$/)
      const stored = JSON.stringify(await rows().selectFrom('codes').selectAll().execute())
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(email)
      expect(await verify(email.toUpperCase(), code)).toMatchObject({
        verified: true,
        ticket: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(await verify(email, code)).toEqual({
        verified: false,
        reason: 'invalid',
        message: 'Invalid verification code',
      })
    })

    run('a right code is rejected at the sixth try', async () => {
      const email = newAddress()
      await send(email)
      const code = await lastCode(server.deps, email)
      for (let attempt = 0; attempt < CODE_MAX_TRIES; attempt += 1)
        expect(await verify(email, otherCode(code))).toMatchObject({
          verified: false,
          reason: 'invalid',
        })
      expect(await verify(email, code)).toMatchObject({ verified: false, reason: 'too-many-tries' })
    })

    run('a code is compared at most five times in concurrent tries', async () => {
      const email = newAddress()
      await send(email)
      const code = await lastCode(server.deps, email)
      const answers = await Promise.all(
        Array.from({ length: 24 }, () => verify(email, otherCode(code))),
      )
      const reasons = answers.map(({ reason }) => reason)
      expect(reasons.filter((reason) => reason === 'invalid')).toHaveLength(CODE_MAX_TRIES)
      expect(reasons.filter((reason) => reason === 'too-many-tries')).toHaveLength(
        24 - CODE_MAX_TRIES,
      )
    })

    run('concurrent calls with one code get one ticket', async () => {
      const email = newAddress()
      await send(email)
      const code = await lastCode(server.deps, email)
      const answers = await Promise.all(
        Array.from({ length: CODE_MAX_TRIES }, () => verify(email, code)),
      )
      expect(answers.filter(({ verified }) => verified)).toHaveLength(1)
    })

    run('a code expires', async () => {
      const email = newAddress()
      await send(email)
      const code = await lastCode(server.deps, email)
      server.clock.advance(CODE_TTL_S)
      expect(await verify(email, code)).toMatchObject({ verified: false, reason: 'expired' })
    })

    run('a new code replaces the old one and has five tries', async () => {
      const email = newAddress()
      await send(email)
      const first = await lastCode(server.deps, email)
      for (let attempt = 0; attempt < CODE_MAX_TRIES; attempt += 1)
        await verify(email, otherCode(first))
      await send(email)
      const second = await lastCode(server.deps, email)
      if (first !== second)
        expect(await verify(email, first)).toMatchObject({ verified: false, reason: 'invalid' })
      expect(await verify(email, second)).toMatchObject({ verified: true })
    })

    run('a code is rejected for another address or purpose', async () => {
      const [email, other] = [newAddress(), newAddress()]
      await send(email)
      const member = await buildMember(server.deps)
      const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
      const code = await lastCode(server.deps, email)
      expect(await verify(other, code)).toMatchObject({ verified: false })
      expect(await verify(email, code, accessToken)).toMatchObject({ verified: false })
      expect(await verify(email, code)).toMatchObject({ verified: true })
    })

    run('an address gets three codes an hour, registered or not', async () => {
      const member = await buildMember(server.deps)
      for (const email of [newAddress(), member.email]) {
        const client = clientOnOwnNetwork(server)
        for (let sent = 0; sent < CODE_SENDS_PER_HOUR; sent += 1)
          expect(await send(email, client)).toMatchObject({ ok: true })
        const over = await send(email, client)
        expect(over).toMatchObject({
          ok: false,
          problem: { status: 429, code: 'too-many', send: false },
        })
        expect(over.ok ? 0 : 'retryAfterS' in over ? over.retryAfterS : 0).toBeGreaterThan(0)
        expect(await mailsTo(server.deps, email)).toHaveLength(CODE_SENDS_PER_HOUR)
      }
      server.clock.advance(3_600)
      expect(await send(member.email)).toMatchObject({ ok: true })
    })
  })

  describe('requests of unknown clients', () => {
    const raw = async (path: string, body: object) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.8.0.1' },
        body: JSON.stringify(body),
      })
      const { requestId: _, ...rest } = (await answer.json()) as Record<string, unknown>
      return {
        status: answer.status,
        body: rest,
        headers: [...answer.headers.keys()].sort(),
        length: answer.headers.get('content-length'),
      }
    }

    run('responses do not show whether an address is registered', async () => {
      const active = await buildMember(server.deps)
      const banned = await buildMember(server.deps, { status: 'banned' })
      const fresh = newAddress()
      const seen = []
      for (const email of [active.email, banned.email, fresh]) {
        const answers = [await raw('/api/user/email/send', { email })]
        const known = email === fresh ? await lastCode(server.deps, fresh) : '123456'
        for (let attempt = 0; attempt < CODE_MAX_TRIES + 1; attempt += 1)
          answers.push(await raw('/api/user/email/verify', { email, code: otherCode(known) }))
        seen.push(answers)
      }
      expect(seen[0]).toEqual(seen[2])
      expect(seen[1]).toEqual(seen[2])
      expect(await mailsTo(server.deps, active.email)).toMatchObject([
        { template: 'already-registered-code', values: { code: expect.stringMatching(/^\d{6}$/) } },
      ])
      expect(await mailsTo(server.deps, fresh)).toMatchObject([{ template: 'registration-code' }])
    })

    run('mails go to the address as the account spells it', async () => {
      const member = await buildMember(server.deps)
      await send(member.email.toUpperCase())
      expect(await mailsTo(server.deps, member.email)).toHaveLength(1)
    })
  })

  describe('the language of the mail', () => {
    const languageOf = async (email: string) => (await mailsTo(server.deps, email)).at(-1)?.language

    run(
      'the language is that of the call, else of the browser, else of the account, else English',
      async () => {
        const member = await buildMember(server.deps, { details: { language: 'ar' } })
        const french = clientOnOwnNetwork(server, {
          'accept-language': 'de, fr-FR;q=0.8, ar;q=0.5',
        })
        const silent = clientOnOwnNetwork(server, { 'accept-language': '*' })
        const email = newAddress()
        await send(email, french, { language: 'ar' })
        expect(await languageOf(email)).toBe('ar')
        await send(email, french)
        expect(await languageOf(email)).toBe('fr')
        await send(email, silent)
        expect(await languageOf(email)).toBe('en')
        await send(member.email, silent)
        expect(await languageOf(member.email)).toBe('ar')
      },
    )
  })

  describe('a signed-in member', () => {
    const signedIn = async () => {
      const member = await buildMember(server.deps)
      const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
      const session = await rows()
        .selectFrom('sessions')
        .select('id')
        .where('member_id', '=', member.id)
        .executeTakeFirstOrThrow()
      const ask = (email: string) =>
        clientOnOwnNetwork(server).call(
          sendEmailCode,
          { headers: {}, body: { email } },
          { bearer: accessToken },
        )
      const proves = (address: string) =>
        hasProof(server.deps, session.id, { kind: 'contact', address })
      return { member, accessToken, ask, proves }
    }

    run('a member proves a new address, and the own one for a new phone', async () => {
      const { member, accessToken, ask, proves } = await signedIn()
      for (const email of [newAddress(), member.email]) {
        expect(await ask(email)).toMatchObject({ ok: true, value: { send: true } })
        expect(await mailsTo(server.deps, email)).toMatchObject([
          { template: 'contact-change-code' },
        ])
        expect(await proves(email)).toBe(false)
        const answer = await verify(email, await lastCode(server.deps, email), accessToken)
        expect(answer).toEqual({ verified: true })
        expect(await proves(email)).toBe(true)
      }
    })

    run('a member learns nothing about the address of another', async () => {
      const { ask, accessToken, proves } = await signedIn()
      const other = await buildMember(server.deps)
      const [taken, free] = [await ask(other.email), await ask(newAddress())]
      expect(taken.ok && taken.value).toEqual(free.ok && free.value)
      expect(await mailsTo(server.deps, other.email)).toMatchObject([
        { template: 'already-registered' },
      ])
      expect(await verify(other.email, '123456', accessToken)).toMatchObject({
        verified: false,
        reason: 'invalid',
      })
      expect(await proves(other.email)).toBe(false)
    })

    run('a member cannot use the code of another member', async () => {
      const [one, two] = [await signedIn(), await signedIn()]
      const email = newAddress()
      await one.ask(email)
      const code = await lastCode(server.deps, email)
      expect(await verify(email, code, two.accessToken)).toMatchObject({ verified: false })
      expect(await verify(email, code)).toMatchObject({ verified: false })
      expect(await verify(email, code, one.accessToken)).toMatchObject({ verified: true })
    })

    run('a call with an ended session gets 401', async () => {
      expect(
        await clientOnOwnNetwork(server).call(
          sendEmailCode,
          { headers: {}, body: { email: newAddress() } },
          { bearer: 'gone' },
        ),
      ).toMatchObject({ ok: false, problem: { status: 401 } })
    })
  })

  describe('the form', () => {
    run(
      'the form creates an inactive member, a pending request and a mail; the server sets the role',
      async () => {
        const applicant = await buildApplicant(server)
        const answer = await applicant.apply({
          role: 'ROLE_ADMIN',
          status: 'active',
          isActive: true,
          validated: true,
          phone: '0033 6 12-00.99(99)',
          language: 'ar',
        })
        if (!answer.ok) throw new Error(JSON.stringify(answer))
        const member = await memberOf(applicant.email)
        expect(member).toMatchObject({
          role: 'ROLE_USER',
          status: 'inactive',
          validated: 0,
          first_name: 'آمنة',
          phone: '+33612009999',
          birth_country: 'SD',
          current_country: 'FR',
          recommended_by: 'ELDER-7',
          language: 'ar',
          number_of_kids: 2,
          password_hash: expect.stringMatching(/^\$argon2id\$/),
        })
        if (member === undefined) throw new Error('unreachable')
        expect(member.id).toBeGreaterThanOrEqual(10_000_000)
        expect(member.id).toBeLessThan(100_000_000)
        expect(answer.value).toEqual({ created: true, id: `REQ_${member.id}` })
        const nationalities = await rows()
          .selectFrom('member_nationalities')
          .select('country')
          .where('member_id', '=', member.id)
          .orderBy('country')
          .execute()
        expect(nationalities.map(({ country }) => country)).toEqual(['FR', 'SD'])
        expect(
          await rows()
            .selectFrom('registration_requests')
            .selectAll()
            .where('member_id', '=', member.id)
            .execute(),
        ).toMatchObject([{ id: `REQ_${member.id}`, status: 'pending', decided_by: null }])
        const files = await rows()
          .selectFrom('files')
          .selectAll()
          .where('owner_id', '=', member.id)
          .execute()
        expect(files.map(({ id }) => id).sort()).toEqual(
          [member.card_photo_file, member.id_front_file, member.id_back_file].sort(),
        )
        for (const file of files)
          expect(file).toMatchObject({ ticket_id: null, attached_at: expect.any(String) })
        expect((await mailsTo(server.deps, applicant.email)).at(-1)).toMatchObject({
          template: 'request-received',
          language: 'ar',
          values: { name: 'آمنة', reference: `REQ_${member.id}` },
        })
        const trace = await rows()
          .selectFrom('audit')
          .selectAll()
          .where('target', '=', `member:${member.id}`)
          .execute()
        expect(trace).toMatchObject([{ action: 'registration.created', actor: 'anonymous' }])
        expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
        expect(
          await (
            await fetch(`${server.url}/api/auth/login`, {
              headers: { authorization: `Basic ${btoa(`${applicant.email}:Long-Enough1`)}` },
            })
          ).json(),
        ).toMatchObject({ valid: false })
      },
    )

    run('the form requires a ticket, which is accepted once', async () => {
      const applicant = await buildApplicant(server)
      expect(
        await clientOnOwnNetwork(server).call(createRegistration, {
          headers: {},
          body: {} as never,
        }),
      ).toMatchObject({ ok: false, problem: { status: 401 } })
      expect(await applicant.apply()).toMatchObject({ ok: true })
      expect(await applicant.apply({ phone: newPhone() })).toMatchObject({
        ok: false,
        problem: { status: 401 },
      })
    })

    run('an expired ticket is rejected', async () => {
      const applicant = await buildApplicant(server)
      server.clock.advance(TICKET_TTL_S)
      expect(await applicant.apply()).toMatchObject({ ok: false, problem: { status: 401 } })
      expect(await memberOf(applicant.email)).toBeUndefined()
    })

    run.each<[string, object, string, string]>([
      [
        'another address than the proven one',
        { email: 'other@test.example' },
        'body.email',
        'Invalid email',
      ],
      ['an invalid address', { email: 'nowhere' }, 'body.email', 'Invalid email'],
      [
        'a phone number that no country has',
        { phone: '+999123456789' },
        'body.phone',
        'Invalid phone number',
      ],
      [
        'a phone number that is too short',
        { phone: '+33612' },
        'body.phone',
        'Invalid phone number',
      ],
      [
        'no phone number with phone as the way to connect',
        { phone: '', connectionMethod: 'phone' },
        'body.phone',
        'Invalid phone number',
      ],
      ['a weak password', { password: 'password' }, 'body.password', 'Invalid password'],
      ['a common password', { password: 'Password1' }, 'body.password', 'Invalid password'],
      [
        'a word and a number as password',
        { password: 'Member10000005' },
        'body.password',
        'Invalid password',
      ],
      [
        'a password made of the name',
        { password: 'Idris1990' },
        'body.password',
        'Invalid password',
      ],
      ['no photo', { wldCardPhoto: undefined }, 'body.wldCardPhoto', 'Failed to upload photos'],
      [
        'a photo that was never uploaded',
        { idProofPhotoBack: '/api/files/00000000-0000-4000-8000-000000000000' },
        'body.idProofPhotoBack',
        'Failed to upload photos',
      ],
      [
        'an applicant who is too young',
        { birthDate: '2015-01-01' },
        'body.birthDate',
        'Some fields need correcting',
      ],
    ])(
      'a form with %s is rejected with the field, and the ticket stays valid',
      async (_case, wish, path, message) => {
        const applicant = await buildApplicant(server)
        const refused = await applicant.apply(wish)
        expect(refused).toMatchObject({
          ok: false,
          problem: { status: 422, code: 'invalid', message, fields: [{ path }] },
        })
        expect(await memberOf(applicant.email)).toBeUndefined()
        expect(await applicant.apply()).toMatchObject({ ok: true })
      },
    )

    run('all faults are reported in one response', async () => {
      const applicant = await buildApplicant(server)
      const refused = await applicant.apply({
        email: 'other@test.example',
        phone: '+33612345',
        wldCardPhoto: `/api/files/${crypto.randomUUID()}`,
      })
      expect(refused.ok ? [] : refused.problem?.fields.map(({ path }) => path)).toEqual([
        'body.email',
        'body.phone',
        'body.wldCardPhoto',
      ])
    })

    run('photos must be of this ticket, of the right purpose and unused', async () => {
      const [applicant, other] = [await buildApplicant(server), await buildApplicant(server)]
      const stranger = await uploadPhotos(server.deps, other.ticket)
      const front = await uploadWith(server.deps, applicant.ticket, 'reqIdProofFront')
      const attached = await uploadWith(server.deps, applicant.ticket, 'reqProfile')
      await rows()
        .updateTable('files')
        .set({ attached_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', attached.slice('/api/files/'.length))
        .execute()
      const portrait = await uploadWith(server.deps, applicant.ticket, 'wldProfile')
      for (const wish of [
        { wldCardPhoto: stranger.wldCardPhoto },
        { wldCardPhoto: front },
        { wldCardPhoto: attached },
        { wldCardPhoto: portrait },
      ])
        expect(await applicant.apply(wish)).toMatchObject({
          ok: false,
          problem: { status: 422, fields: [{ path: 'body.wldCardPhoto' }] },
        })
      expect(await memberOf(applicant.email)).toBeUndefined()
      expect(
        await rows()
          .selectFrom('files')
          .select('attached_at')
          .where('ticket_id', '=', ticketId(other.ticket))
          .where('attached_at', 'is not', null)
          .execute(),
      ).toEqual([])
    })

    run('the response does not show whether a phone number is known', async () => {
      const member = await buildMember(server.deps, { phone: '+33612888888' })
      const seen = []
      for (const phone of ['+33 6 12 88 88 88', newPhone()]) {
        const applicant = await buildApplicant(server)
        const answer = await fetch(`${server.url}/api/user/register/create`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${applicant.ticket}`,
            'x-forwarded-for': '10.8.1.1',
          },
          body: JSON.stringify({ ...applicant.form, phone }),
        })
        const { id, ...body } = (await answer.json()) as { id: string }
        const mails = (await mailsTo(server.deps, applicant.email)).map(
          ({ template, language, values }) => ({ template, language, values: Object.keys(values) }),
        )
        seen.push({
          status: answer.status,
          body,
          id: id.replaceAll(/\d/g, '0'),
          headers: [...answer.headers.keys()].sort(),
          mails,
        })
        expect(await memberOf(applicant.email)).toMatchObject({ phone_confirmed: 0 })
      }
      expect(seen[0]).toMatchObject({ status: 200, body: { created: true } })
      expect(seen[0]).toEqual(seen[1])
      expect(await mailsTo(server.deps, member.email)).toEqual([])
    })

    run('a proven address that is registered gets 409', async () => {
      const applicant = await buildApplicant(server)
      const member = await buildMember(server.deps, { email: applicant.email })
      expect(await applicant.apply()).toMatchObject({
        ok: false,
        problem: { status: 409, code: 'user-exists', message: 'User already exists' },
      })
      expect(await memberOf(applicant.email)).toMatchObject({ id: member.id })
    })

    run('two concurrent registrations of one address make one member', async () => {
      const email = newAddress()
      const client = clientOnOwnNetwork(server)
      const tickets = [
        await proveAddress(server, email, client),
        await proveAddress(server, email, client),
      ]
      const answers = await Promise.all(
        tickets.map(async (bearer) =>
          client.call(
            createRegistration,
            { headers: {}, body: formOf(email, await uploadPhotos(server.deps, bearer)) as never },
            { bearer },
          ),
        ),
      )
      expect(answers.map((answer) => (answer.ok ? 200 : answer.problem?.status)).sort()).toEqual([
        200, 409,
      ])
      expect(
        await rows().selectFrom('members').select('id').where('email_key', '=', email).execute(),
      ).toHaveLength(1)
      expect(
        await rows()
          .selectFrom('tickets')
          .select('id')
          .where('email_key', '=', email)
          .where('used_at', 'is', null)
          .execute(),
      ).toHaveLength(1)
    })

    run('one of five concurrent forms with one ticket succeeds', async () => {
      const applicant = await buildApplicant(server)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => applicant.apply({ phone: newPhone() })),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      for (const answer of answers)
        if (!answer.ok) expect([401, 409]).toContain(answer.problem?.status)
    })

    describe('after a lost response', () => {
      const registered = async ({ email }: { readonly email: string }) => ({
        members: (
          await rows().selectFrom('members').select('id').where('email_key', '=', email).execute()
        ).length,
        mails: (await mailsTo(server.deps, email)).filter(
          ({ template }) => template === 'request-received',
        ).length,
      })
      const valueOf = (
        answer: Awaited<ReturnType<Awaited<ReturnType<typeof buildApplicant>>['apply']>>,
      ) => (answer.ok ? answer.value : answer)
      const mailsOfRoute = async () =>
        (
          await rows()
            .selectFrom('throttles')
            .select('hits')
            .where('bucket', '=', 'registration.create/route')
            .orderBy('window_start', 'desc')
            .executeTakeFirst()
        )?.hits

      run(
        'the same form gets the same response, without proof of work and without a second mail',
        async () => {
          const applicant = await buildApplicant(server)
          const first = valueOf(await applicant.apply())
          expect(first).toEqual({
            created: true,
            id: expect.stringMatching(/^REQ_\d{8}$/) as unknown,
          })
          const counted = await mailsOfRoute()
          for (let again = 0; again < 8; again += 1)
            expect(valueOf(await applicant.apply())).toEqual(first)
          expect(await mailsOfRoute()).toBe(counted)
          expect(await registered(applicant)).toEqual({ members: 1, mails: 1 })
          expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
        },
      )

      run('another body or ticket does not get the stored response', async () => {
        const [applicant, other] = [await buildApplicant(server), await buildApplicant(server)]
        expect(await applicant.apply()).toMatchObject({ ok: true })
        for (const wish of [
          { comments: 'x' },
          { password: 'Another-Long1' },
          { firstName: 'Amna' },
        ])
          expect(await applicant.apply(wish)).toMatchObject({ ok: false, problem: { status: 401 } })
        expect(await other.apply(applicant.form)).toMatchObject({
          ok: false,
          problem: { status: 422 },
        })
        const used = rows()
          .selectFrom('tickets')
          .select('body_mac')
          .where('id', '=', ticketId(applicant.ticket))
        expect(await used.executeTakeFirst()).toEqual({
          body_mac: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        })
      })

      run('the response is repeated until the ticket expires', async () => {
        const applicant = await buildApplicant(server)
        expect(await applicant.apply()).toMatchObject({ ok: true })
        const headers = { authorization: `Bearer ${applicant.ticket}` }
        const upload = await fetch(`${server.url}/api/upload/files`, { method: 'POST', headers })
        expect(upload.status).toBe(401)
        server.clock.advance(TICKET_TTL_S)
        expect(await applicant.apply()).toMatchObject({ ok: false, problem: { status: 401 } })
      })

      run('five concurrent equal forms get the same response', async () => {
        const applicant = await buildApplicant(server)
        const answers = (await Promise.all(Array.from({ length: 5 }, () => applicant.apply()))).map(
          valueOf,
        )
        expect(answers[0]).toMatchObject({ created: true })
        for (const answer of answers) expect(answer).toEqual(answers[0])
        expect(await registered(applicant)).toEqual({ members: 1, mails: 1 })
      })

      const places = ['member_nationalities', 'registration_requests', 'mails', 'audit']
      run.each(places)(
        'a registration undone by a fault at %s is made once by the next try',
        async (table) => {
          const applicant = await buildApplicant(server)
          await sql`alter table ${sql.table(table)} rename to away`.execute(rows())
          const failed = await applicant.apply()
          await sql`alter table away rename to ${sql.table(table)}`.execute(rows())
          expect(failed).toMatchObject({ ok: false, problem: { status: 500 } })
          expect(await registered(applicant)).toEqual({ members: 0, mails: 0 })
          const made = valueOf(await applicant.apply())
          expect(made).toMatchObject({ created: true })
          expect(valueOf(await applicant.apply())).toEqual(made)
          expect(await registered(applicant)).toEqual({ members: 1, mails: 1 })
        },
      )
    })

    run('log and audit contain no name, address, number or ticket', async () => {
      const applicant = await buildApplicant(server)
      const phone = newPhone()
      expect(await applicant.apply({ phone })).toMatchObject({ ok: true })
      const kept =
        server.logLines.join('') +
        JSON.stringify(await rows().selectFrom('audit').selectAll().execute())
      for (const secret of [applicant.email, phone, 'آمنة', 'Test tribe', applicant.ticket])
        expect(kept).not.toContain(secret)
    })
  })
})
