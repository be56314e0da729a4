import { sql } from 'kysely'
import { beforeEach, describe, expect, vi } from 'vitest'
import { emailKey } from '#server/base/contact-keys.ts'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { refresh } from '#shared/contract/auth.ts'
import { myCard } from '#shared/contract/card.ts'
import {
  createMember,
  deleteMember,
  listMembers,
  readMember,
  undoEmailChange,
  updateMember,
  validatePassword,
  searchUser,
} from '#shared/contract/users.ts'
import { FIELD_NAMES, specOf } from '#shared/domain/people/member-fields.ts'
import { newPhone } from '#tests/builders/applicant.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { basic, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

/** What a member does not say of themselves. */
const ACCOUNT_COLUMNS = [
  'id',
  'email_key',
  'phone_confirmed',
  'password_hash',
  'role',
  'status',
  'validated',
  'tribe_key',
  'connection_method',
  'language',
  'newsletter',
  'notifications',
  'card_photo_file',
  'pending_photo_file',
  'id_front_file',
  'id_back_file',
  'search_row',
  'search_text',
  'created_at',
  'updated_at',
]

describe.each(ENGINES)('members on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  // Some tests count roles, so each starts with one administrator.
  let admin: Person
  beforeEach(async () => {
    await server.deps.database.db
      .updateTable('members')
      .set({ role: 'ROLE_USER' })
      .where('role', '=', 'ROLE_ADMIN')
      .execute()
    admin = await person('admin')
  })

  type Body = Parameters<typeof server.client.call<typeof updateMember>>[1]['body']
  const update = (actor: Person, target: { readonly cardId: string }, body: Body) =>
    server.client.call(updateMember, { params: { id: target.cardId }, body }, actor)
  const prove = (actor: Person) =>
    server.client.call(
      validatePassword,
      { body: { password: TEST_PASSWORD, id: actor.cardId } },
      actor,
    )
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const mailsTo = async (address: string) =>
    (
      await server.deps.database.db
        .selectFrom('mails')
        .selectAll()
        .where('to_address', '=', address)
        .execute()
    ).map((row) => ({ template: row.template, values: openMailValues(server.deps, row) }))

  run('every column of a member is a described field, or belongs to the account', async () => {
    const tables = await server.deps.database.jobs.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'members')?.columns ?? []
    const described = new Map(
      FIELD_NAMES.flatMap((field) => {
        const { column, kind } = specOf(field)
        return column === null ? [] : [[column, kind === 'number' ? /^int/i : /^text$/i] as const]
      }),
    )
    for (const [column, type] of described)
      expect(columns.find(({ name }) => name === column)?.dataType, column).toMatch(type)
    const others = columns.map(({ name }) => name).filter((name) => !described.has(name))
    expect(others.filter((name) => !ACCOUNT_COLUMNS.includes(name))).toEqual([])
  })

  describe('the list', () => {
    run('the list has pages, filters and search, without documents', async () => {
      const city = `Nyala${Math.random()}`
      for (const [firstName, lastName] of [
        ['أحمد', 'الطيب'],
        ['Élodie', 'Awad'],
        ['Zoë', 'Awad'],
      ] as const)
        await buildMember(server.deps, {
          firstName,
          lastName,
          nationalities: ['TD'],
          details: { tribe: city, mothers_first_name: 'Verysecret', current_country: 'TD' },
        })
      const list = (query: object) => server.client.call(listMembers, { query }, admin)
      const names = async (query: object) => {
        const answer = await list({ page: 1, tribe: city, ...query })
        if (!answer.ok || Array.isArray(answer.value)) throw new Error('no page')
        return answer.value.items.map(({ firstName }) => firstName)
      }
      expect(await names({ sort: 'createdAt' })).toEqual(['أحمد', 'Élodie', 'Zoë'])
      expect(await names({ q: 'elodie' })).toEqual(['Élodie'])
      expect(await names({ q: 'احمد' })).toEqual(['أحمد'])
      expect(await names({ q: 'aw' })).toHaveLength(2)
      expect(await names({ q: 'wad zo' })).toEqual(['Zoë'])
      expect(await names({ q: '%' })).toEqual([])
      expect(
        await names({ country: 'Chad', nationality: 'TD', status: 'active', role: 'ROLE_USER' }),
      ).toHaveLength(3)
      expect(await names({ status: 'banned' })).toEqual([])
      expect(await names({ status: '', q: '', country: '' })).toHaveLength(3)
      const second = await list({ page: 2, size: 2, tribe: city })
      expect(second).toMatchObject({
        ok: true,
        value: { total: 3, page: 2, size: 2, totalIsCapped: false, items: [expect.anything()] },
      })
      const plain = await list({ tribe: city })
      expect(plain.ok && Array.isArray(plain.value) && plain.value.length).toBe(3)
      expect(JSON.stringify([second, plain])).not.toMatch(/Verysecret|mothers|idProof|password/i)
    })

    run('a member is found by card id, number, e-mail and phone', async () => {
      const member = await buildMember(server.deps)
      for (const q of [member.cardId, String(member.id), member.email, member.phone.slice(1)]) {
        const answer = await server.client.call(listMembers, { query: { page: 1, q } }, admin)
        expect(answer).toMatchObject({ ok: true, value: { items: [{ id: member.cardId }] } })
      }
    })

    run('only administrators and content managers read the list', async () => {
      for (const role of ['member', 'moderator', 'reviewer'] as const)
        expect(
          await server.client.call(listMembers, { query: {} }, await person(role)),
        ).toMatchObject(refusal('forbidden'))
      expect(
        (await server.client.call(listMembers, { query: { page: 1 } }, await person('content'))).ok,
      ).toBe(true)
      for (const [query, path] of [
        [{ page: 0 }, 'query.page'],
        [{ page: 1, size: 101 }, 'query.size'],
        [{ country: 'Atlantis' }, 'query.country'],
        [{ role: 'ROLE_X' }, 'query.role'],
      ] as const)
        expect(
          await server.client.call(listMembers, { query: query as object }, admin),
        ).toMatchObject({ ok: false, problem: { code: 'invalid', fields: [{ path }] } })
    })

    run('the plain list stops at 1,000 rows and is marked as truncated', async () => {
      const { db } = server.deps.database
      const rows = Array.from({ length: 1_001 }, (_, index) => index)
      const model = await db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', admin.id)
        .executeTakeFirstOrThrow()
      for (let at = 0; at < rows.length; at += 20)
        await db
          .insertInto('members')
          .values(
            rows.slice(at, at + 20).map((index) => ({
              ...model,
              id: 50_000_000 + index,
              email: `m${index}`,
              email_key: `m${index}@many.example`,
              phone: '',
              role: 'ROLE_USER' as const,
              tribe: 'many',
            })),
          )
          .execute()
      const answer = await fetch(`${server.url}/api/user/get/all?tribe=many`, {
        headers: { authorization: `Bearer ${admin.bearer}` },
      })
      expect(answer.headers.get('x-truncated')).toBe('true')
      expect(((await answer.json()) as unknown[]).length).toBe(1_000)
      const page = await server.client.call(
        listMembers,
        { query: { page: 1, tribe: 'many' } },
        admin,
      )
      expect(page).toMatchObject({ ok: true, value: { total: 1_000, totalIsCapped: true } })
      await db.deleteFrom('members').where('email_key', 'like', '%@many.example').execute()
    })
  })

  run(
    'an administrator reads all data of a member, logged; moderators and reviewers get 403',
    async () => {
      const member = await buildMember(server.deps, { details: { mothers_first_name: 'Hawa' } })
      const read = (actor: Person) =>
        server.client.call(readMember, { params: { id: member.cardId } }, actor)
      expect(await read(admin)).toMatchObject({
        ok: true,
        value: { mothersFirstName: 'Hawa', idProofPhotos: [] },
      })
      for (const role of ['moderator', 'reviewer', 'member'] as const)
        expect(await read(await person(role))).toMatchObject(refusal('forbidden'))
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .select('actor')
        .where('action', '=', 'member.viewed')
        .where('target', '=', `member:${member.id}`)
        .execute()
      expect(trace).toEqual([{ actor: `member:${admin.id}` }])
    },
  )

  describe('the own account', () => {
    run('a member changes only the own location without step-up', async () => {
      const [me, other] = [await person('member'), await person('member')]
      expect(
        await update(me, me, {
          currentCountry: 'Chad',
          currentCity: 'Abéché',
          currentVillage: 'Nord',
        }),
      ).toMatchObject({ ok: true, value: { currentCountry: 'Chad', currentCity: 'Abéché' } })
      expect(await update(me, other, { currentCity: 'x' })).toMatchObject(refusal('forbidden'))
      expect(await update(me, { cardId: 'WLD_99999999' }, { currentCity: 'x' })).toMatchObject(
        refusal('forbidden'),
      )
      expect(await update(me, me, { firstName: 'Queen' })).toMatchObject(refusal('forbidden'))
      expect(await update(me, me, { role: 'ROLE_ADMIN' })).toMatchObject(
        refusal('own-account-protected'),
      )
      expect(await update(me, me, { status: 'banned' })).toMatchObject(
        refusal('own-account-protected'),
      )
      expect(await update(me, me, {})).toMatchObject(refusal('invalid'))
    })

    run(
      'a new password requires a step-up, ends the other sessions and is mailed to the member',
      async () => {
        const me = await person('member')
        const elsewhere = await signIn(server, me.email, TEST_PASSWORD)
        expect(await update(me, me, { password: 'New-Secret-9' })).toMatchObject(
          refusal('step-up-required'),
        )
        expect(
          await server.client.call(
            validatePassword,
            { body: { password: 'Wrong-Pass1!', id: me.cardId } },
            me,
          ),
        ).toMatchObject({ ok: true, value: { valid: false } })
        expect(await update(me, me, { password: 'New-Secret-9' })).toMatchObject(
          refusal('step-up-required'),
        )
        expect(await prove(me)).toMatchObject({ ok: true, value: { valid: true } })
        expect(await update(me, me, { password: 'weak' })).toMatchObject({
          ok: false,
          problem: { code: 'invalid', fields: [{ path: 'body.password' }] },
        })
        const guessable = {
          ok: false,
          problem: { fields: [{ path: 'body.password', code: 'guessable_password' }] },
        }
        for (const password of ['Password1', `Abc-${me.id}`])
          expect(await update(me, me, { password })).toMatchObject(guessable)
        expect((await update(me, me, { password: 'New-Secret-9' })).ok).toBe(true)
        expect((await server.client.call(myCard, {}, me)).ok).toBe(true)
        expect((await server.client.call(myCard, {}, { bearer: elsewhere.accessToken })).ok).toBe(
          false,
        )
        expect((await server.client.call(refresh, {}, { bearer: elsewhere.refreshToken })).ok).toBe(
          false,
        )
        expect((await signIn(server, me.email, 'New-Secret-9')).valid).toBe(true)
        expect((await mailsTo(me.email)).map(({ template }) => template)).toEqual([
          'password-changed',
        ])
      },
    )

    run('a step-up counts for one session and five minutes', async () => {
      const me = await person('member')
      const elsewhere = {
        ...me,
        bearer: (await signIn(server, me.email, TEST_PASSWORD)).accessToken,
      }
      await prove(me)
      expect(await update(elsewhere, me, { password: 'New-Secret-9' })).toMatchObject(
        refusal('step-up-required'),
      )
      server.clock.advance(301)
      expect(await update(me, me, { password: 'New-Secret-9' })).toMatchObject(
        refusal('step-up-required'),
      )
      const other = await person('member')
      expect(
        await server.client.call(
          validatePassword,
          { body: { password: TEST_PASSWORD, id: other.cardId } },
          me,
        ),
      ).toMatchObject(refusal('forbidden'))
    })

    run('a new e-mail requires step-up and code, and can be undone', async () => {
      const me = await person('member')
      const next = `new.${me.id}@test.example`
      expect(await update(me, me, { email: next })).toMatchObject(refusal('step-up-required'))
      await prove(me)
      expect(await update(me, me, { email: next })).toMatchObject(refusal('code-required'))
      const { payload } = JSON.parse(
        Buffer.from(
          `{"payload":${Buffer.from(me.bearer.split('.')[1] ?? '', 'base64url').toString()}}`,
        ).toString(),
      ) as { payload: { sid: string } }
      await recordProof(server.deps, payload.sid, { kind: 'contact', address: emailKey(next) })
      expect(await update(me, me, { email: next })).toMatchObject({
        ok: true,
        value: { email: next },
      })
      const [notice] = await mailsTo(me.email)
      expect(notice).toMatchObject({ template: 'email-changed', values: { hours: '72' } })
      const token = notice?.values['link']?.split('#')[1] ?? ''
      expect(
        await server.client.call(undoEmailChange, { body: { token: 'x'.repeat(43) } }),
      ).toMatchObject(refusal('not-found'))
      expect((await server.client.call(undoEmailChange, { body: { token } })).ok).toBe(true)
      expect(await server.client.call(undoEmailChange, { body: { token } })).toMatchObject(
        refusal('not-found'),
      )
      expect((await server.client.call(myCard, {}, me)).ok).toBe(false)
      expect((await signIn(server, me.email, TEST_PASSWORD)).valid).toBe(true)
    })

    run(
      'a known phone number is accepted like a new one; only staff see the other holder',
      async () => {
        const [me, holder] = [await person('member'), await person('member')]
        const { sid } = JSON.parse(
          Buffer.from(me.bearer.split('.')[1] ?? '', 'base64url').toString(),
        ) as { sid: string }
        const bySelf = async (phone: string) =>
          (
            await fetch(`${server.url}/api/auth/login`, {
              headers: { authorization: basic(phone, TEST_PASSWORD) },
            })
          ).status
        const other = await server.deps.passwords.hash('Another-Pass-9')
        if (!other.ok) throw new Error('busy')
        await server.deps.database.db
          .updateTable('members')
          .set({ password_hash: other.value })
          .where('id', '=', holder.id)
          .execute() // the password of the caller must not match at the holder's number
        await prove(me)
        const seen = []
        for (const phone of [newPhone(), holder.phone]) {
          expect(await update(me, me, { phone })).toMatchObject(refusal('code-required'))
          await recordProof(server.deps, sid, { kind: 'contact', address: emailKey(me.email) })
          const answers = await Promise.all([update(me, me, { phone }), update(me, me, { phone })]) // one code permits one change
          expect(
            answers
              .filter(({ ok }) => !ok)
              .every((answer) => !answer.ok && answer.problem?.code === 'code-required'),
          ).toBe(true)
          const changed = answers.find(({ ok }) => ok)
          seen.push({
            answer: changed?.ok === true && { ...changed.value, phone: '' },
            signIn: await bySelf(phone),
            mails: await mailsTo(me.email),
          })
        }
        expect(seen[0]).toMatchObject({ answer: { id: me.cardId }, signIn: 401 })
        expect(seen[1]).toEqual(seen[0])
        const read = await server.client.call(readMember, { params: { id: me.cardId } }, admin)
        expect(read).toMatchObject({ ok: true, value: { phone: holder.phone } })
        expect(read.ok && read.value.duplicates).toContainEqual(
          expect.objectContaining({
            cardId: holder.cardId,
            reasons: expect.arrayContaining(['phone']),
          }),
        )
        const found = await server.client.call(searchUser, { body: { phone: holder.phone } }, admin)
        expect(
          found.ok && Array.isArray(found.value) && found.value.map(({ cardId }) => cardId).sort(),
        ).toEqual([me.cardId, holder.cardId].sort())
      },
    )

    run('after two changes only the first address can be restored', async () => {
      const me = await person('member')
      const [first, second] = [`first.${me.id}@test.example`, `second.${me.id}@test.example`]
      const { sid } = JSON.parse(
        Buffer.from(me.bearer.split('.')[1] ?? '', 'base64url').toString(),
      ) as { sid: string }
      await prove(me)
      for (const email of [first, second]) {
        await recordProof(server.deps, sid, { kind: 'contact', address: emailKey(email) })
        expect((await update(me, me, { email })).ok).toBe(true)
        server.clock.advance(1)
      }
      const tokenOf = async (address: string): Promise<string> =>
        (await mailsTo(address))[0]?.values['link']?.split('#')[1] ?? ''
      const undo = (token: string) => server.client.call(undoEmailChange, { body: { token } })
      const [owners, theirs] = [await tokenOf(me.email), await tokenOf(first)]
      expect((await undo(owners)).ok).toBe(true)
      expect(await undo(theirs)).toMatchObject(refusal('not-found'))
      expect((await signIn(server, me.email, TEST_PASSWORD)).valid).toBe(true)
    })

    run('an expired undo is rejected and does not use up the link', async () => {
      const me = await person('member')
      await prove(admin)
      const next = `later.${me.id}@test.example`
      expect((await update(admin, me, { email: next })).ok).toBe(true)
      const token = (await mailsTo(me.email))[0]?.values['link']?.split('#')[1] ?? ''
      const { db } = server.deps.database
      const expire = (at: Date) =>
        db
          .updateTable('email_undos')
          .set({ expires_at: at.toISOString() })
          .where('member_id', '=', me.id)
          .execute()
      const undo = () => server.client.call(undoEmailChange, { body: { token } })
      await expire(new Date(server.clock.now().getTime() - 1_000))
      expect(await undo()).toMatchObject(refusal('not-found'))
      expect(
        await db.selectFrom('members').select('email').where('id', '=', me.id).executeTakeFirst(),
      ).toEqual({ email: next })
      await expire(new Date(server.clock.now().getTime() + 60_000))
      expect((await undo()).ok).toBe(true)
    })

    run('a new portrait waits for review and must be an own upload', async () => {
      const [me, other] = [await person('member'), await person('member')]
      const mine = await buildFile(server.deps, { ownerId: me.id, purpose: 'wldProfile' })
      const theirs = await buildFile(server.deps, { ownerId: other.id, purpose: 'wldProfile' })
      const evidence = await buildFile(server.deps, { ownerId: me.id, purpose: 'report' })
      for (const wrong of [theirs, evidence, crypto.randomUUID()])
        expect(await update(me, me, { photoUrl: `/api/files/${wrong}` })).toMatchObject({
          ok: false,
          problem: { code: 'invalid', fields: [{ path: 'body.photoUrl' }] },
        })
      expect(await update(me, me, { photoUrl: 'https://evil.example/x.jpg' })).toMatchObject(
        refusal('invalid'),
      )
      expect(await update(me, me, { photoUrl: `/api/files/${mine}` })).toMatchObject({
        ok: true,
        value: { photoPending: true, wldCardPhoto: null },
      })
      // Clients send the whole row again: the same address changes nothing.
      expect(await update(me, me, { photoUrl: `/api/files/${mine}` })).toMatchObject({
        ok: true,
        value: { photoPending: true, wldCardPhoto: null },
      })
    })

    run(
      'own portraits of staff wait for review too, except those of a sole administrator',
      async () => {
        const send = async (actor: Person, target: Person) =>
          update(actor, target, {
            wldCardPhoto: `/api/files/${await buildFile(server.deps, { ownerId: actor.id, purpose: 'wldProfile' })}`,
          })
        const photos = ({ id }: Person) =>
          server.deps.database.db
            .selectFrom('members')
            .select(['card_photo_file', 'pending_photo_file'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        const set = { card_photo_file: expect.any(String), pending_photo_file: null }
        const waits = { card_photo_file: null, pending_photo_file: expect.any(String) }
        const manager = await person('content')
        await send(manager, manager)
        expect(await photos(manager)).toEqual(waits)
        await send(admin, manager)
        expect(await photos(manager)).toEqual(set)
        await send(admin, admin) // there is no other administrator
        expect(await photos(admin)).toEqual(set)
        const second = await person('admin')
        await send(second, second)
        expect(await photos(second)).toEqual(waits)
      },
    )
  })

  describe('managing other members', () => {
    run(
      'a change of state, role, e-mail, phone or password requires step-up; equal values do not',
      async () => {
        const target = await person('member')
        const minor = { birthDate: `${server.clock.now().getUTCFullYear() - 6}-01-01` }
        expect(await update(admin, target, minor)).toMatchObject({
          ok: false,
          problem: { code: 'invalid', fields: [{ path: 'body.birthDate' }] },
        })
        const row = {
          email: target.email,
          phone: target.phone,
          status: 'active',
          role: { id: 'ROLE_USER' },
          currentCity: 'Paris',
        } as const
        expect((await update(admin, target, row)).ok).toBe(true)
        for (const body of [
          { role: { id: 'ROLE_MODERATOR' } },
          { email: 'a@b.example' },
          { phone: '+33639981111' },
          { password: 'New-Secret-9' },
        ] as const)
          expect(await update(admin, target, body)).toMatchObject(refusal('step-up-required'))
        await prove(admin)
        expect(await update(admin, target, { status: 'blocked' })).toMatchObject({
          ok: true,
          value: { status: 'blocked', isActive: false },
        })
        expect((await server.client.call(myCard, {}, target)).ok).toBe(false)
        expect((await server.client.call(refresh, {}, { bearer: target.refreshToken })).ok).toBe(
          false,
        )
        expect(await update(admin, target, { status: 'active' })).toMatchObject({
          ok: true,
          value: { isActive: true },
        })
        // The old session stays ended: a restored account does not restore it.
        expect((await server.client.call(myCard, {}, target)).ok).toBe(false)
      },
    )

    run('content managers cannot manage or appoint administrators', async () => {
      const [manager, target] = [await person('content'), await person('member')]
      await prove(manager)
      expect(await update(manager, target, { role: 'ROLE_MODERATOR' })).toMatchObject({
        ok: true,
        value: { role: { id: 'ROLE_MODERATOR' } },
      })
      expect(await update(manager, target, { role: 'ROLE_MEMBERSHIP_REVIEWER' })).toMatchObject({
        ok: true,
        value: { role: { id: 'ROLE_REVIEWER' } },
      })
      expect(await update(manager, target, { role: 'ROLE_ADMIN' })).toMatchObject(
        refusal('administrator-protected'),
      )
      for (const access of [
        { password: 'Taken-Over-1' },
        { email: `taken.${target.id}@test.example` },
        { phone: newPhone() },
      ])
        expect(await update(manager, target, access)).toMatchObject(refusal('staff-protected'))
      expect(await update(manager, target, { role: 'ROLE_USER' })).toMatchObject(
        refusal('staff-protected'),
      ) // it would permit setting the password afterwards
      expect(await update(manager, admin, { currentCity: 'x' })).toMatchObject(
        refusal('administrator-protected'),
      )
      expect(await update(manager, admin, { status: 'banned' })).toMatchObject(
        refusal('administrator-protected'),
      )
      expect(await update(manager, { cardId: 'WLD_99999999' }, { currentCity: 'x' })).toMatchObject(
        refusal('not-found'),
      )
      for (const role of ['moderator', 'reviewer'] as const)
        expect(await update(await person(role), target, { currentCity: 'x' })).toMatchObject(
          refusal('forbidden'),
        )
      const remove = (actor: Person, who: Person) =>
        server.client.call(deleteMember, { params: { id: who.cardId } }, actor)
      expect(await remove(manager, admin)).toMatchObject(refusal('administrator-protected'))
      expect(await remove(manager, manager)).toMatchObject(refusal('own-account-protected'))
      expect((await remove(manager, target)).ok).toBe(true)
    })

    run(
      'a password set while the member becomes an administrator is rejected with a conflict',
      async () => {
        const [manager, target] = [await person('content'), await person('member')]
        await prove(manager)
        const {
          passwords,
          database: { db },
        } = server.deps
        const hash = passwords.hash.bind(passwords)
        const slow = vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
          await db
            .updateTable('members')
            .set({ role: 'ROLE_ADMIN' })
            .where('id', '=', target.id)
            .execute()
          return hash(password)
        })
        const { password_hash: before } = await db
          .selectFrom('members')
          .select('password_hash')
          .where('id', '=', target.id)
          .executeTakeFirstOrThrow()
        expect(await update(manager, target, { password: 'Taken-Over-1' })).toMatchObject(
          refusal('conflict'),
        )
        expect(slow).toHaveBeenCalledOnce()
        slow.mockRestore()
        expect(
          await db
            .selectFrom('members')
            .select('password_hash')
            .where('id', '=', target.id)
            .executeTakeFirst(),
        ).toEqual({ password_hash: before })
        await db
          .updateTable('members')
          .set({ role: 'ROLE_USER' })
          .where('id', '=', target.id)
          .execute()
      },
    )

    /** Both calls pass their checks before either has written. */
    async function together(
      people: readonly Person[],
      calls: readonly (() => Promise<{ readonly ok: boolean }>)[],
    ): Promise<{ readonly ok: boolean }[]> {
      const { db } = server.deps.database
      if (engine === 'postgres') {
        const lock = await db.startTransaction().execute()
        await lock
          .selectFrom('members')
          .select('id')
          .where(
            'id',
            'in',
            people.map(({ id }) => id),
          )
          .forUpdate()
          .execute()
        const answers = calls.map((call) => call())
        const blocked = sql<{
          count: number
        }>`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await vi.waitUntil(
          async () => (await blocked.execute(db)).rows[0]?.count === calls.length,
          { timeout: 20_000 },
        )
        await lock.rollback().execute()
        return Promise.all(answers)
      }
      // The embedded database has one connection, so both calls wait before their transaction.
      const begin = db.startTransaction.bind(db)
      const all = Promise.withResolvers<void>()
      let arrived = 0
      const held = vi.spyOn(db, 'startTransaction').mockImplementation(() => {
        const transaction = begin()
        return Object.assign(Object.create(transaction) as typeof transaction, {
          async execute() {
            if ((arrived += 1) === calls.length) all.resolve()
            await all.promise
            return transaction.execute()
          },
        })
      })
      try {
        return await Promise.all(calls.map((call) => call()))
      } finally {
        held.mockRestore()
      }
    }
    const administrators = () =>
      server.deps.database.db
        .selectFrom('members')
        .select('id')
        .where('role', '=', 'ROLE_ADMIN')
        .where('status', '=', 'active')
        .execute()
    const remove = (actor: Person, who: Person) =>
      server.client.call(deleteMember, { params: { id: who.cardId } }, actor)

    run.each([
      ['demote', (actor: Person, who: Person) => update(actor, who, { role: 'ROLE_USER' })],
      ['block', (actor: Person, who: Person) => update(actor, who, { status: 'blocked' })],
      ['delete', remove],
    ] as const)(
      'of two administrators who %s each other concurrently, one call is rejected',
      async (_deed, against) => {
        const second = await person('admin')
        await Promise.all([prove(admin), prove(second)])
        const answers = await together(
          [admin, second],
          [() => against(admin, second), () => against(second, admin)],
        )
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        expect(answers.find(({ ok }) => !ok)).toMatchObject(refusal('last-administrator'))
        expect(await administrators()).toHaveLength(1)
      },
    )

    run('one of two concurrent changes to the same e-mail succeeds', async () => {
      await prove(admin)
      const people = [await person('member'), await person('member')]
      const answers = await Promise.all(
        people.map((target) => update(admin, target, { email: `Same.${admin.id}@test.example` })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject(refusal('user-exists'))
    })

    run(
      'one of two portraits in one change is kept; deletion of the member releases all of them',
      async () => {
        const me = await person('member')
        const [shown, spare] = [
          await buildFile(server.deps, { ownerId: me.id, purpose: 'wldProfile' }),
          await buildFile(server.deps, { ownerId: me.id, purpose: 'reqProfile' }),
        ]
        expect(
          await update(me, me, {
            wldCardPhoto: `/api/files/${shown}`,
            photoUrl: `/api/files/${spare}`,
          }),
        ).toMatchObject({ ok: true, value: { photoPending: true } })
        const { db } = server.deps.database
        const attached = async () =>
          (
            await db
              .selectFrom('files')
              .select('id')
              .where('id', 'in', [shown, spare])
              .where('attached_at', 'is not', null)
              .execute()
          ).map(({ id }) => id)
        expect(await attached()).toEqual([shown])
        await db
          .updateTable('files')
          .set({ attached_at: server.clock.now().toISOString() })
          .where('id', '=', spare)
          .execute() // as earlier versions left it
        await prove(admin)
        expect(
          (await server.client.call(deleteMember, { params: { id: me.cardId } }, admin)).ok,
        ).toBe(true)
        expect(await attached()).toEqual([])
      },
    )

    run('a deleted member’s number is not reused; the log stays', async () => {
      const target = await person('member', { firstName: 'Verysecret' })
      const actor = await person('admin')
      expect(
        await server.client.call(deleteMember, { params: { id: target.cardId } }, actor),
      ).toMatchObject(refusal('step-up-required'))
      await prove(actor)
      const photo = await buildFile(server.deps, {
        ownerId: target.id,
        purpose: 'card-photo',
        attached: true,
      })
      await server.deps.database.db
        .updateTable('members')
        .set({ card_photo_file: photo })
        .where('id', '=', target.id)
        .execute()
      expect(
        (await server.client.call(deleteMember, { params: { id: String(target.id) } }, actor)).ok,
      ).toBe(true)
      expect(
        await server.client.call(deleteMember, { params: { id: target.cardId } }, actor),
      ).toMatchObject(refusal('not-found'))
      expect((await server.client.call(myCard, {}, target)).ok).toBe(false)
      const { db } = server.deps.database
      expect(
        await db.selectFrom('retired_numbers').select('id').where('id', '=', target.id).execute(),
      ).toHaveLength(1)
      expect(
        await db
          .selectFrom('files')
          .select(['owner_id', 'attached_at'])
          .where('id', '=', photo)
          .execute(),
      ).toEqual([{ owner_id: null, attached_at: null }])
      const audit = await db
        .selectFrom('audit')
        .selectAll()
        .where('target', '=', `member:${target.id}`)
        .execute()
      expect(audit.map(({ action }) => action)).toContain('member.deleted')
      expect(JSON.stringify(audit)).not.toContain('Verysecret')
    })

    run('an added member is inactive and validated, whatever the body says', async () => {
      const files = Object.fromEntries(
        await Promise.all(
          (['idProofFront', 'idProofBack', 'wldProfile'] as const).map(
            async (purpose) =>
              [
                purpose,
                `/api/files/${await buildFile(server.deps, { ownerId: admin.id, purpose })}`,
              ] as const,
          ),
        ),
      )
      const body = {
        firstName: 'Nada',
        lastName: 'Makki',
        email: `nada.${admin.id}@test.example`,
        password: 'Good-Pass-1',
        mothersFirstName: 'Hawa',
        mothersLastName: 'Issa',
        idProofPhotoFront: files['idProofFront'] ?? '',
        idProofPhotoBack: files['idProofBack'] ?? '',
        wldCardPhoto: { photoUrl: files['wldProfile'] ?? '' },
        nationalities: 'Sudan, France',
        sex: 'F',
        maritalStatus: 'widow',
        dateOfBirth: '1991-02-03',
        status: 'active',
        isActive: true,
        role: { id: 'ROLE_MEMBERSHIP_REVIEWER' },
      } as const
      const add = (actor: Person, more: object = {}) =>
        server.client.call(createMember, { body: { ...body, ...more } as never }, actor)
      const manager = await person('content')
      expect(await add(manager, { role: 'ROLE_ADMIN' })).toMatchObject(
        refusal('administrator-protected'),
      )
      expect(await add(await person('moderator'))).toMatchObject(refusal('forbidden'))
      expect(await add(manager)).toMatchObject({
        ok: false,
        problem: {
          code: 'invalid',
          fields: [
            { path: 'body.wldCardPhoto' },
            { path: 'body.idProofPhotoFront' },
            { path: 'body.idProofPhotoBack' },
          ],
        },
      })
      const added = await add(admin)
      expect(added).toMatchObject({
        ok: true,
        value: {
          status: 'inactive',
          isActive: false,
          validated: true,
          role: { id: 'ROLE_REVIEWER' },
          sex: 'f',
          maritalStatus: 'Widowed',
          birthDate: '1991-02-03',
          nationalities: ['France', 'Sudan'],
        },
      })
      expect(await add(admin)).toMatchObject({ ok: false })
      expect(await add(admin, { password: 'Nada-Makki1' })).toMatchObject({
        ok: false,
        problem: { fields: [{ path: 'body.password', code: 'guessable_password' }] },
      })
      expect(await add(admin, { password: 'short', email: 'x', firstName: '<b>' })).toMatchObject({
        ok: false,
        problem: {
          code: 'invalid',
          fields: expect.arrayContaining([
            expect.objectContaining({ path: 'body.email' }),
            expect.objectContaining({ path: 'body.password' }),
            expect.objectContaining({ path: 'body.firstName' }),
          ]),
        },
      })
    })
  })
})
