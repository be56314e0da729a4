/**
 * Reviewers see all data of applicants only while a request is undecided, so that the queue is not a second member
 * list.
 */
import { describe, expect } from 'vitest'
import { decideRequest, listRequests, readRequest } from '#shared/contract/requests.ts'
import { LISTED_PER_DAY, listMembers, PLAIN_LISTS } from '#shared/contract/users.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const SECRETS = /secret|1988-02-03|Lyon|France|Omdurman|Married|2499|card-photo|api\/files/i

describe.each(ENGINES)('decided requests on $title', ({ engine, skip }) => {
  const { server, run, person: enter } = suiteServer({ engine, skip })

  const db = () => server.deps.database.db
  async function staff(role: 'admin' | 'content' | 'moderator' | 'reviewer') {
    const { id, bearer } = await enter(role)
    const list = (query: object) => server.client.call(listRequests, { query }, { bearer })
    return {
      id,
      bearer,
      list,
      members: (query: object) => server.client.call(listMembers, { query }, { bearer }),
      read: (requestId: string) =>
        server.client.call(readRequest, { params: { id: requestId } }, { bearer }),
      decide: (requestId: string) =>
        server.client.call(
          decideRequest,
          { params: { id: requestId }, body: { status: 'approved', approverComment: 'Seen' } },
          { bearer },
        ),
      find: async (query: object) => {
        const answer = await list({ page: 1, ...query })
        if (!answer.ok || Array.isArray(answer.value)) throw new Error(JSON.stringify(answer))
        return answer.value.items.map(({ requestId }) => requestId)
      },
    }
  }
  let last = 0
  async function request(status: 'pending' | 'approved') {
    last += 1
    const mark = `Tribesecret${last}x`
    const member = await buildMember(server.deps, {
      status: 'inactive',
      firstName: 'Élodie',
      lastName: `Wad${last}x`,
      birthDate: '1988-02-03',
      email: `secret${last}x@test.example`,
      // Its last four digits are in no request number: "0003" is found in REQ_20003004.
      phone: `+2499${99_999_999 - last}`,
      details: {
        tribe: mark,
        mothers_first_name: 'Mothersecret',
        mothers_last_name: 'Secret',
        marital_status: 'Married',
        comments: 'Remarksecret',
        recommended_by: 'Eldersecret',
      },
    })
    const photo = await server.deps.library.addPicture({
      purpose: 'card-photo',
      ownerId: member.id,
      bytes: await jpeg(480, 600),
      originalName: 'x.jpg',
    })
    await db()
      .updateTable('members')
      .set({ validated: 0, card_photo_file: photo, id_front_file: photo })
      .where('id', '=', member.id)
      .execute()
    const requestId = `REQ_${member.id}`
    await db()
      .insertInto('registration_requests')
      .values({
        id: requestId,
        member_id: member.id,
        status,
        comment: 'Welcome',
        decided_by: null,
        decided_at: status === 'pending' ? null : server.deps.clock.now().toISOString(),
        created_at: server.deps.clock.now().toISOString(),
      })
      .execute()
    return { ...member, requestId, tribe: mark, lastName: `Wad${last}x` }
  }
  const trailOf = async (id: number) =>
    (
      await db()
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'request.listed')
        .where('actor', '=', `member:${id}`)
        .orderBy('seq')
        .execute()
    ).map(({ detail }) => JSON.parse(detail) as unknown)

  run('every response to moderators and reviewers omits personal data', async () => {
    const [person, waiting] = [await request('approved'), await request('pending')]
    for (const role of ['moderator', 'reviewer'] as const) {
      const { list, read, decide } = await staff(role)
      const page = await list({ page: 1, q: person.requestId })
      expect(page).toMatchObject({
        ok: true,
        value: {
          items: [
            {
              requestId: person.requestId,
              cardId: person.cardId,
              firstName: 'Élodie',
              status: 'approved',
              approverComment: 'Welcome',
              decidedAt: expect.any(String),
              createdAt: expect.any(String),
              birthDate: null,
              sex: null,
            },
          ],
        },
      })
      const answers = [
        page,
        await list({ q: person.requestId }),
        await read(person.requestId),
        await decide(person.requestId),
      ]
      expect(answers[3]).toMatchObject({
        ok: false,
        problem: { code: 'already-decided', current: { requestId: person.requestId } },
      })
      for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(SECRETS)
      expect(await list({ page: 1, q: waiting.requestId })).toMatchObject({
        ok: true,
        value: { items: [{ email: waiting.email, tribe: waiting.tribe, birthDate: '1988-02-03' }] },
      })
      expect(await read(waiting.requestId)).toMatchObject({
        ok: true,
        value: {
          mothersFirstName: 'Mothersecret',
          idProofPhotos: [expect.anything()],
          portraitUrl: expect.any(String),
        },
      })
    }
    const reviewer = await staff('reviewer')
    const decided = await reviewer.decide(waiting.requestId)
    expect(decided).toMatchObject({
      ok: true,
      value: { status: 'approved', firstName: 'Élodie', email: '' },
    })
    expect(JSON.stringify(decided)).not.toMatch(SECRETS)
    for (const role of ['admin', 'content'] as const) {
      const { list, read } = await staff(role)
      expect(await list({ page: 1, q: person.requestId })).toMatchObject({
        ok: true,
        value: { items: [{ email: person.email, tribe: person.tribe, birthDate: '1988-02-03' }] },
      })
      expect(await read(person.requestId)).toMatchObject({
        ok: true,
        value: { mothersFirstName: 'Mothersecret', phone: person.phone },
      })
    }
  })

  run(
    'reviewers find decided requests by name and number only, pending ones by all fields',
    async () => {
      const [person, waiting] = [await request('approved'), await request('pending')]
      const [reviewer, manager] = [await staff('reviewer'), await staff('content')]
      for (const { requestId, lastName, cardId, tribe, email, phone } of [person, waiting]) {
        const open = requestId === waiting.requestId
        for (const q of [lastName, `elodie ${lastName}`, `wa ${lastName}`, requestId, cardId])
          expect({ q, found: await reviewer.find({ q }) }).toEqual({ q, found: [requestId] })
        const contact = email.split('@')[0] ?? ''
        for (const query of [
          { q: email },
          { q: contact },
          { q: `${lastName} ${contact}` },
          { q: `${lastName} se` },
          { q: phone },
          { q: `${lastName} ${phone.slice(-4)}` },
          { tribe },
          { tribe, q: lastName },
        ]) {
          expect({ query, found: await reviewer.find(query) }).toEqual({
            query,
            found: open ? [requestId] : [],
          })
          expect({ query, found: await manager.find(query) }).toEqual({ query, found: [requestId] })
        }
      }
    },
  )

  run(
    'listing requests in bulk is logged, and calls for the plain list are limited with 429',
    async () => {
      await request('approved')
      const { id, list } = await staff('reviewer')
      startWindow(server, PLAIN_LISTS.windowS)
      await list({ page: 1, size: 100, status: 'approved' })
      await list({ q: 'Verysecret' })
      expect(await trailOf(id)).toEqual([{ rows: 0, filtered: true }])
      for (let call = 1; call < PLAIN_LISTS.max; call += 1)
        expect((await list({ q: 'nobody at all' })).ok).toBe(true)
      expect(await list({ q: 'nobody at all' })).toMatchObject({
        ok: false,
        problem: { code: 'too-many', status: 429 },
      })
      expect((await list({ page: 1 })).ok).toBe(true)
    },
  )

  run('listed requests count toward the daily row limit of the member list', async () => {
    const person = await request('approved')
    for (const role of ['content', 'reviewer'] as const) {
      const one = await staff(role)
      expect((await one.list({ page: 1, q: person.requestId })).ok).toBe(true)
      const { bucket } = await db()
        .selectFrom('throttles')
        .select('bucket')
        .where('bucket', '=', `user.list/rows/${server.deps.secrets.mac('lookup', String(one.id))}`)
        .where('hits', '=', 1)
        .executeTakeFirstOrThrow()
      expect((await one.list({ page: 1, q: person.requestId })).ok).toBe(true) // already seen today
      await db()
        .updateTable('throttles')
        .set({ hits: LISTED_PER_DAY })
        .where('bucket', '=', bucket)
        .execute()
      expect(await one.list({ page: 1, q: person.cardId })).toMatchObject({
        ok: false,
        problem: { code: 'daily-limit', status: 429 },
      })
      if (role === 'content')
        expect(await one.members({ page: 1, size: 2 })).toMatchObject({
          ok: false,
          problem: { code: 'daily-limit' },
        })
    }
  })
})
