import { beforeAll, describe, expect } from 'vitest'
import { purgeRequests } from '#server/features/requests/bin.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import {
  claimRequest,
  decideRequest,
  deleteRequest,
  listDeletedRequests,
  listRequests,
  readRequest,
  releaseRequest,
  restoreRequest,
} from '#shared/contract/requests.ts'
import { listMembers } from '#shared/contract/users.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD, type MemberWish } from '#tests/builders/member.ts'
import { basic, confirmPassword, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('registration requests on $title', ({ engine, skip }) => {
  const {
    server,
    run,
    person: enter,
  } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let reviewer: string
  let administrator: string
  let moderator: string
  let manager: string
  beforeAll(async () => {
    const token = async (role: 'admin' | 'content' | 'moderator' | 'reviewer') =>
      (await enter(role)).bearer
    reviewer = await token('reviewer')
    administrator = await token('admin')
    moderator = await token('moderator')
    manager = await token('content')
  })

  async function applicant(
    wish: MemberWish = {},
    createdAt = server.deps.clock.now().toISOString(),
  ) {
    const member = await buildMember(server.deps, { ...wish, status: 'inactive' })
    const id = `REQ_${member.id}`
    await server.deps.database.db
      .updateTable('members')
      .set({ validated: 0 })
      .where('id', '=', member.id)
      .execute()
    await server.deps.database.db
      .insertInto('registration_requests')
      .values({
        id,
        member_id: member.id,
        status: 'pending',
        comment: '',
        decided_by: null,
        decided_at: null,
        created_at: createdAt,
      })
      .execute()
    return { ...member, requestId: id }
  }
  const decide = (
    id: string,
    status: 'active' | 'approved' | 'rejected',
    approverComment = 'Seen',
    bearer = reviewer,
  ) =>
    server.client.call(
      decideRequest,
      {
        params: { id },
        body: {
          status,
          validated: status !== 'rejected',
          isActive: status !== 'rejected',
          approverComment,
        },
      },
      { bearer },
    )
  const remove = async (id: string) => {
    await confirmPassword(server, reviewer)
    return server.client.call(
      deleteRequest,
      { params: { id }, body: { approverComment: 'Sent twice' } },
      { bearer: reviewer },
    )
  }
  const writeClaim = (email: string) =>
    server.deps.database.db
      .insertInto('claims')
      .values({
        id: `MSG-${email}`,
        member_id: null,
        first_name: 'Amna',
        last_name: 'Idris',
        email,
        phone: '',
        subject: 'query',
        message: 'When?',
        status: 'open',
        note: '',
        decided_by: null,
        decided_at: null,
        created_at: server.clock.now().toISOString(),
      })
      .execute()
  const rawLogin = (email: string) =>
    fetch(`${server.url}/api/auth/login`, {
      headers: { authorization: basic(email, TEST_PASSWORD) },
    })

  run(
    'approval activates the account and sends a mail in the language of the applicant',
    async () => {
      const person = await applicant({ firstName: 'آمنة', details: { language: 'ar' } })
      expect((await rawLogin(person.email)).status).toBe(401)
      const answer = await decide(person.requestId, 'active', 'مرحبا')
      expect(answer).toMatchObject({
        ok: true,
        value: { status: 'approved', approverComment: 'مرحبا', isActive: true, validated: true },
      })
      expect((await rawLogin(person.email)).status).toBe(200)
      const [mail] = await server.deps.database.db
        .selectFrom('mails')
        .selectAll()
        .where('to_address', '=', person.email)
        .execute()
      expect(mail).toMatchObject({ template: 'request-approved', language: 'ar' })
      if (mail !== undefined)
        expect(openMailValues(server.deps, mail)).toMatchObject({ comment: 'مرحبا', name: 'آمنة' })
    },
  )

  run('a rejected applicant cannot sign in', async () => {
    const person = await applicant()
    expect(await decide(person.requestId, 'rejected', 'The back is not readable')).toMatchObject({
      ok: true,
      value: { status: 'rejected', isActive: false },
    })
    expect((await rawLogin(person.email)).status).toBe(401)
  })

  run('a rejection requires a comment', async () => {
    const person = await applicant()
    for (const comment of ['', ' \n '])
      expect(await decide(person.requestId, 'rejected', comment)).toMatchObject({
        problem: {
          status: 422,
          fields: [{ path: 'body.approverComment', message: 'Say why the request is rejected' }],
        },
      })
    expect(
      await server.client.call(
        readRequest,
        { params: { id: person.requestId } },
        { bearer: reviewer },
      ),
    ).toMatchObject({ value: { status: 'pending' } })
    expect((await decide(person.requestId, 'active', '')).ok).toBe(true)
  })

  run('all calls accept request id, card number and plain number', async () => {
    const person = await applicant()
    const list = await server.client.call(
      listRequests,
      { query: { page: 1, q: person.requestId } },
      { bearer: manager },
    )
    expect(list).toMatchObject({
      value: {
        items: [{ id: person.requestId, requestId: person.requestId, cardId: `WLD_${person.id}` }],
      },
    })
    for (const id of [person.requestId, `WLD_${person.id}`, String(person.id)]) {
      expect(
        await server.client.call(readRequest, { params: { id } }, { bearer: reviewer }),
        id,
      ).toMatchObject({ value: { id: person.requestId } })
      expect(
        await server.client.call(claimRequest, { params: { id }, body: {} }, { bearer: reviewer }),
        id,
      ).toMatchObject({ value: { claim: { mine: true } } })
      expect(
        await server.client.call(releaseRequest, { params: { id } }, { bearer: reviewer }),
        id,
      ).toMatchObject({ value: { released: true } })
    }
    expect(await decide(`WLD_${person.id}`, 'rejected')).toMatchObject({
      value: { id: person.requestId, status: 'rejected' },
    })
    expect(await remove(String(person.id))).toMatchObject({ ok: true })
  })

  run(
    'one of ten concurrent decisions succeeds; the others get 409 with the current state',
    async () => {
      const person = await applicant()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          decide(
            person.requestId,
            index % 2 === 0 ? 'approved' : 'rejected',
            `c${index}`,
            index % 3 === 0 ? moderator : reviewer,
          ),
        ),
      )
      const [won] = answers.filter(({ ok }) => ok)
      if (won?.ok !== true) throw new Error('nobody decided')
      for (const answer of answers.filter(({ ok }) => !ok))
        expect(answer).toMatchObject({
          ok: false,
          problem: {
            status: 409,
            code: 'already-decided',
            current: { status: won.value.status, approverComment: won.value.approverComment },
          },
        })
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const mails = await server.deps.database.db
        .selectFrom('mails')
        .select('id')
        .where('to_address', '=', person.email)
        .execute()
      expect(mails).toHaveLength(1)
    },
  )

  run('a request is found by name, number, state, tribe and day', async () => {
    const tribe = `Tribe ${Math.random()}`
    const early = await applicant(
      { firstName: 'Élodie', details: { tribe } },
      '2026-03-05T23:30:00.000Z',
    )
    const late = await applicant(
      { firstName: 'Zoë', details: { tribe } },
      '2026-03-06T00:30:00.000Z',
    )
    await decide(late.requestId, 'rejected')
    const find = async (query: object) => {
      const answer = await server.client.call(
        listRequests,
        { query: { page: 1, tribe, ...query } },
        { bearer: manager },
      )
      if (!answer.ok || Array.isArray(answer.value)) throw new Error('no page')
      return answer.value.items.map(({ requestId }) => requestId)
    }
    expect(await find({})).toEqual([late.requestId, early.requestId])
    expect(await find({ status: 'pending' })).toEqual([early.requestId])
    expect(await find({ q: 'elodie' })).toEqual([early.requestId])
    expect(await find({ q: early.requestId })).toEqual([early.requestId])
    expect(await find({ to: '2026-03-05' })).toEqual([early.requestId])
    expect(await find({ from: '2026-03-06', to: '2026-03-06' })).toEqual([late.requestId])
    const list = await server.client.call(listRequests, { query: { tribe } }, { bearer: manager })
    expect(list.ok && Array.isArray(list.value) && list.value.length).toBe(2)
    expect(JSON.stringify(list)).not.toMatch(/mothers|idProof|password/i)
  })

  run('reviewers read one request with its documents, which is logged', async () => {
    const person = await applicant({ details: { mothers_first_name: 'Hawa' } })
    const answer = await server.client.call(
      readRequest,
      { params: { id: person.requestId } },
      { bearer: reviewer },
    )
    expect(answer).toMatchObject({
      ok: true,
      value: { requestId: person.requestId, mothersFirstName: 'Hawa', idProofPhotos: [] },
    })
    const trace = await server.deps.database.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', `member:${person.id}`)
      .execute()
    expect(trace.map(({ action }) => action)).toContain('request.viewed')
    expect(
      await server.client.call(readRequest, { params: { id: 'REQ_1' } }, { bearer: reviewer }),
    ).toMatchObject({ ok: false, problem: { status: 404 } })
  })

  run('deletion removes the applicant, but not an approved member', async () => {
    const [person, member] = [await applicant(), await applicant()]
    await decide(member.requestId, 'approved')
    for (const { requestId } of [person, member]) expect((await remove(requestId)).ok).toBe(true)
    expect(await remove(person.requestId)).toMatchObject({ ok: false, problem: { status: 404 } })
    const left = await server.deps.database.db
      .selectFrom('members')
      .select('id')
      .where('id', 'in', [person.id, member.id])
      .execute()
    expect(left).toEqual([{ id: member.id }])
  })

  run('a deletion may have no reason, and none that is too long', async () => {
    const person = await applicant()
    const { accessToken: unproven } = await signIn(
      server,
      (await buildMember(server.deps, { role: 'reviewer' })).email,
      TEST_PASSWORD,
    )
    const ask = (bearer: string, approverComment: string) =>
      server.client.call(
        deleteRequest,
        { params: { id: person.requestId }, body: { approverComment } },
        { bearer },
      )
    expect(await ask(unproven, 'x'.repeat(501))).toMatchObject({
      ok: false,
      problem: { status: 422, fields: [{ path: 'body.approverComment' }] },
    })
    const other = await applicant()
    const bare = await fetch(`${server.url}/api/user/register/delete/${other.requestId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${unproven}` },
    })
    expect(bare.status).toBe(200)
    expect(
      await server.client.call(
        readRequest,
        { params: { id: person.requestId } },
        { bearer: reviewer },
      ),
    ).toMatchObject({ ok: true, value: { status: 'pending' } })
    expect((await ask(unproven, ' Sent twice ')).ok).toBe(true)
    const [row] = await server.deps.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'request.deleted')
      .where('target', '=', `member:${person.id}`)
      .execute()
    expect(JSON.parse(row?.detail ?? '')).toEqual({
      request: person.requestId,
      removed: 'person',
      reason: 'Sent twice',
    })
  })

  const bin = async () => {
    const answer = await server.client.call(
      listDeletedRequests,
      { query: { page: 1, size: 100 } },
      { bearer: administrator },
    )
    if (!answer.ok || !('items' in answer.value)) throw new Error(JSON.stringify(answer))
    return answer.value.items
  }
  const restore = (id: string, bearer = administrator) =>
    server.client.call(restoreRequest, { params: { id } }, { bearer })
  const files = (id: number) =>
    server.deps.database.db
      .selectFrom('files')
      .select(['id', 'attached_at'])
      .where('owner_id', '=', id)
      .execute()

  run(
    'a deleted request is only in the bin of administrators and is restored unchanged',
    async () => {
      const { db } = server.deps.database
      const person = await applicant({ firstName: 'Zubaida' })
      const photo = await buildFile(server.deps, {
        ownerId: person.id,
        purpose: 'reqProfile',
        attached: true,
      })
      await db
        .updateTable('members')
        .set({ card_photo_file: photo })
        .where('id', '=', person.id)
        .execute()
      const before = await db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      expect((await remove(person.requestId)).ok).toBe(true)

      expect(
        await server.client.call(
          readRequest,
          { params: { id: person.requestId } },
          { bearer: manager },
        ),
      ).toMatchObject({ problem: { status: 404 } })
      expect(
        await server.client.call(
          listRequests,
          { query: { page: 1, q: 'Zubaida' } },
          { bearer: manager },
        ),
      ).toMatchObject({ value: { total: 0 } })
      expect(
        await server.client.call(
          listMembers,
          { query: { page: 1, q: 'Zubaida' } },
          { bearer: manager },
        ),
      ).toMatchObject({ value: { total: 0 } })
      const kept = await db
        .selectFrom('deleted_requests')
        .selectAll()
        .where('id', '=', person.requestId)
        .executeTakeFirst()
      expect(JSON.stringify(kept)).not.toContain('Zubaida') // sealed
      await removeOrphans(server.deps)
      expect(await files(person.id)).toHaveLength(1)
      for (const bearer of [reviewer, manager]) {
        expect(
          await server.client.call(listDeletedRequests, { query: {} }, { bearer }),
        ).toMatchObject({ problem: { status: 403 } })
        expect(await restore(person.requestId, bearer)).toMatchObject({ problem: { status: 403 } })
      }
      expect((await bin()).find(({ id }) => id === person.requestId)).toMatchObject({
        cardId: person.cardId,
        name: expect.stringContaining('Zubaida'),
        status: 'pending',
        withPerson: true,
        reason: 'Sent twice',
      })

      expect(await restore(person.requestId)).toMatchObject({
        ok: true,
        value: {
          id: person.requestId,
          status: 'pending',
          firstName: 'Zubaida',
          nationalities: ['France', 'Sudan'],
        },
      })
      expect(
        await db.selectFrom('members').selectAll().where('id', '=', person.id).executeTakeFirst(),
      ).toEqual(before)
      expect(
        await server.client.call(
          listRequests,
          { query: { page: 1, q: 'Zubaida' } },
          { bearer: manager },
        ),
      ).toMatchObject({ value: { total: 1 } })
      expect((await bin()).map(({ id }) => id)).not.toContain(person.requestId)
      expect(await restore(person.requestId)).toMatchObject({ problem: { status: 404 } })
      const trail = await db
        .selectFrom('audit')
        .select('action')
        .where('target', '=', `member:${person.id}`)
        .where('action', '=', 'request.restored')
        .execute()
      expect(trail).toHaveLength(1)
      expect((await decide(person.requestId, 'approved')).ok).toBe(true)
      expect((await rawLogin(person.email)).status).toBe(200)
    },
  )

  run(
    'the e-mail of a deleted request is free; once it is taken, restoring is rejected with 409',
    async () => {
      const person = await applicant()
      expect((await remove(person.requestId)).ok).toBe(true)
      const again = await buildMember(server.deps, { email: person.email.toUpperCase() })
      expect(again.id).not.toBe(person.id)
      expect(await restore(person.requestId)).toMatchObject({
        ok: false,
        problem: { status: 409, fields: [{ code: 'email_taken' }] },
      })
      expect((await bin()).map(({ id }) => id)).toContain(person.requestId)
      expect((await rawLogin(person.email)).status).toBe(200)
    },
  )

  run(
    `after ${RESTORE_DAYS} days the request is erased with its files; claims of a new account with its e-mail stay`,
    async () => {
      const { db } = server.deps.database
      const [person, other] = [await applicant(), await applicant()]
      const photo = await buildFile(server.deps, {
        ownerId: person.id,
        purpose: 'reqProfile',
        attached: true,
      })
      await db
        .updateTable('members')
        .set({ card_photo_file: photo })
        .where('id', '=', person.id)
        .execute()
      for (const { requestId } of [person, other]) expect((await remove(requestId)).ok).toBe(true)
      await buildMember(server.deps, { email: other.email })
      for (const { email } of [person, other]) await writeClaim(email)
      const claims = () =>
        db
          .selectFrom('claims')
          .select('email')
          .where('email', 'in', [person.email, other.email])
          .execute()
      const since = (seconds: number) =>
        db
          .updateTable('deleted_requests')
          .set({
            deleted_at: new Date(
              server.clock.now().getTime() - (RESTORE_DAYS * 86_400 + seconds) * 1_000,
            ).toISOString(),
          })
          .where('id', 'in', [person.requestId, other.requestId])
          .execute()
      await since(-60)
      expect(await purgeRequests(server.deps)).toBe(0)
      await since(1)
      expect(await restore(person.requestId)).toMatchObject({ problem: { status: 404 } })
      const counts = await Promise.all([purgeRequests(server.deps), purgeRequests(server.deps)])
      expect(counts[0] + counts[1]).toBe(2)
      expect(
        await db
          .selectFrom('deleted_requests')
          .select('id')
          .where('id', 'in', [person.requestId, other.requestId])
          .execute(),
      ).toEqual([])
      expect(await files(person.id)).toEqual([])
      expect(await claims()).toEqual([{ email: other.email }])
      expect(
        await db.selectFrom('retired_numbers').select('id').where('id', '=', person.id).execute(),
      ).toHaveLength(1)
      expect(
        await db
          .selectFrom('audit')
          .select('actor')
          .where('action', '=', 'request.purged')
          .where('target', '=', `member:${person.id}`)
          .execute(),
      ).toEqual([{ actor: 'system' }])
    },
  )

  run(
    'reviewers cannot decide on or erase an applicant who got another state or role since',
    async () => {
      const { db } = server.deps.database
      const states = [
        { status: 'active', role: 'ROLE_ADMIN' },
        { status: 'inactive', role: 'ROLE_ADMIN' },
        { status: 'banned', role: 'ROLE_USER' },
        { status: 'active', role: 'ROLE_USER' },
      ] as const
      for (const state of states) {
        const person = await applicant()
        await db.updateTable('members').set(state).where('id', '=', person.id).execute()
        const refused = {
          ok: false,
          problem: {
            status: 409,
            code: 'conflict',
            current: { requestId: person.requestId, status: 'pending' },
          },
        }
        expect(await decide(person.requestId, 'rejected')).toMatchObject(refused)
        if (state.role === 'ROLE_ADMIN' || state.status !== 'active')
          expect(await decide(person.requestId, 'approved')).toMatchObject(refused)
        expect(
          await db
            .selectFrom('mails')
            .select('id')
            .where('to_address', '=', person.email)
            .execute(),
        ).toEqual([])
        expect((await remove(person.requestId)).ok).toBe(true)
        expect(
          await db
            .selectFrom('members')
            .select(['status', 'role'])
            .where('id', '=', person.id)
            .execute(),
        ).toEqual([state])
      }
    },
  )

  run('members cannot list or decide requests', async () => {
    const { accessToken: bearer } = await signIn(
      server,
      (await buildMember(server.deps)).email,
      TEST_PASSWORD,
    )
    expect(await server.client.call(listRequests, { query: {} }, { bearer })).toMatchObject({
      ok: false,
      problem: { status: 403 },
    })
    expect(await decide('REQ_1', 'approved', '', bearer)).toMatchObject({
      ok: false,
      problem: { status: 403 },
    })
  })
})
