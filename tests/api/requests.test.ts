import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideRequest, deleteRequest, listRequests, readRequest } from '#shared/contract/requests.ts'
import { openMailValues } from '#server/mail/outbox.ts'
import { buildMember, TEST_PASSWORD, type MemberWish } from '#tests/builders/member.ts'
import { basic, signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

describe.each(ENGINES)('registration requests on $title', ({ engine, skip }) => {
  let server: ApiServer
  let reviewer: string
  let moderator: string
  let manager: string
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    const token = async (role: 'X' | 'Y' | 'Z') => (await signIn(server, (await buildMember(server.deps, { role })).email, TEST_PASSWORD)).accessToken
    reviewer = await token('Z')
    moderator = await token('Y')
    manager = await token('X')
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  async function applicant(wish: MemberWish = {}, createdAt = server.deps.clock.now().toISOString()) {
    const member = await buildMember(server.deps, { ...wish, status: 'inactive' })
    const id = `REQ_${member.id}`
    await server.deps.database.db.updateTable('members').set({ validated: 0 }).where('id', '=', member.id).execute()
    await server.deps.database.db
      .insertInto('registration_requests')
      .values({ id, member_id: member.id, status: 'pending', comment: '', decided_by: null, decided_at: null, created_at: createdAt })
      .execute()
    return { ...member, requestId: id }
  }
  const decide = (id: string, status: 'active' | 'approved' | 'rejected', approverComment = 'Seen', bearer = reviewer) =>
    server.client.call(decideRequest, { params: { id }, body: { status, validated: status !== 'rejected', isActive: status !== 'rejected', approverComment } }, { bearer })
  const rawLogin = (email: string) => fetch(`${server.url}/api/auth/login`, { headers: { authorization: basic(email, TEST_PASSWORD) } })

  run('approval opens the account, says so by mail in the applicant’s language, and remembers who', async () => {
    const person = await applicant({ firstName: 'آمنة', details: { language: 'ar' } })
    expect((await rawLogin(person.email)).status).toBe(401)
    const answer = await decide(person.requestId, 'active', 'مرحبا')
    expect(answer).toMatchObject({ ok: true, value: { status: 'approved', approverComment: 'مرحبا', isActive: true, validated: true } })
    expect((await rawLogin(person.email)).status).toBe(200)
    const [mail] = await server.deps.database.db.selectFrom('mails').selectAll().where('to_address', '=', person.email).execute()
    expect(mail).toMatchObject({ template: 'request-approved', language: 'ar' })
    if (mail !== undefined) expect(openMailValues(server.deps, mail)).toMatchObject({ comment: 'مرحبا', name: 'آمنة' })
  })

  run('rejection leaves it closed', async () => {
    const person = await applicant()
    expect(await decide(person.requestId, 'rejected', 'The back is not readable')).toMatchObject({ ok: true, value: { status: 'rejected', isActive: false } })
    expect((await rawLogin(person.email)).status).toBe(401)
  })

  run('of ten who decide at once, one does; the others get 409 with the present state', async () => {
    const person = await applicant()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => decide(person.requestId, index % 2 === 0 ? 'approved' : 'rejected', `c${index}`, index % 3 === 0 ? moderator : reviewer)))
    const [won] = answers.filter(({ ok }) => ok)
    if (won?.ok !== true) throw new Error('nobody decided')
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(answer).toMatchObject({ ok: false, problem: { status: 409, code: 'already-decided', current: { status: won.value.status, approverComment: won.value.approverComment } } })
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const mails = await server.deps.database.db.selectFrom('mails').select('id').where('to_address', '=', person.email).execute()
    expect(mails).toHaveLength(1)
  })

  run('is found by name, number, state, tribe and day', async () => {
    const tribe = `Tribe ${Math.random()}`
    const early = await applicant({ firstName: 'Élodie', details: { tribe } }, '2026-03-05T23:30:00.000Z')
    const late = await applicant({ firstName: 'Zoë', details: { tribe } }, '2026-03-06T00:30:00.000Z')
    await decide(late.requestId, 'rejected')
    const find = async (query: object) => {
      const answer = await server.client.call(listRequests, { query: { page: 1, tribe, ...query } }, { bearer: manager })
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

  run('shows the documents of one request to reviewers, logged', async () => {
    const person = await applicant({ details: { mothers_first_name: 'Hawa' } })
    const answer = await server.client.call(readRequest, { params: { id: person.requestId } }, { bearer: reviewer })
    expect(answer).toMatchObject({ ok: true, value: { requestId: person.requestId, mothersFirstName: 'Hawa', idProofPhotos: [] } })
    const trace = await server.deps.database.db.selectFrom('audit').select('action').where('target', '=', `member:${person.id}`).execute()
    expect(trace.map(({ action }) => action)).toContain('request.viewed')
    expect(await server.client.call(readRequest, { params: { id: 'REQ_1' } }, { bearer: reviewer })).toMatchObject({ ok: false, problem: { status: 404 } })
  })

  run('deletion takes the person along, unless the person is a member by now', async () => {
    const [person, member] = [await applicant(), await applicant()]
    await decide(member.requestId, 'approved')
    const remove = (id: string) => server.client.call(deleteRequest, { params: { id }, body: { approverComment: 'Sent twice' } }, { bearer: reviewer })
    for (const { requestId } of [person, member]) expect((await remove(requestId)).ok).toBe(true)
    expect(await remove(person.requestId)).toMatchObject({ ok: false, problem: { status: 404 } })
    const left = await server.deps.database.db.selectFrom('members').select('id').where('id', 'in', [person.id, member.id]).execute()
    expect(left).toEqual([{ id: member.id }])
    const bare = await applicant()
    const answer = await fetch(`${server.url}/api/user/register/delete/${bare.requestId}`, { method: 'DELETE', headers: { authorization: `Bearer ${reviewer}` } })
    expect(answer.status).toBe(200)
  })

  run('who was let in, banned or given a role meanwhile is not the reviewers’ to open, close or erase', async () => {
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
      const refused = { ok: false, problem: { status: 409, code: 'conflict', current: { requestId: person.requestId, status: 'pending' } } }
      expect(await decide(person.requestId, 'rejected')).toMatchObject(refused)
      if (state.role === 'ROLE_ADMIN' || state.status !== 'active') expect(await decide(person.requestId, 'approved')).toMatchObject(refused)
      expect(await db.selectFrom('mails').select('id').where('to_address', '=', person.email).execute()).toEqual([])
      expect((await server.client.call(deleteRequest, { params: { id: person.requestId } }, { bearer: reviewer })).ok).toBe(true)
      expect(await db.selectFrom('members').select(['status', 'role']).where('id', '=', person.id).execute()).toEqual([state])
    }
  })

  run('is closed to members', async () => {
    const { accessToken: bearer } = await signIn(server, (await buildMember(server.deps)).email, TEST_PASSWORD)
    expect(await server.client.call(listRequests, { query: {} }, { bearer })).toMatchObject({ ok: false, problem: { status: 403 } })
    expect(await decide('REQ_1', 'approved', '', bearer)).toMatchObject({ ok: false, problem: { status: 403 } })
  })
})
