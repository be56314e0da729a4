import { describe, expect } from 'vitest'
import { CLAIM_TTL_S } from '#shared/contract/base/review-lock.ts'
import {
  claimRequest,
  decideRequest,
  deleteRequest,
  listRequests,
  nextRequest,
  readRequest,
  releaseRequest,
} from '#shared/contract/requests.ts'
import { newPhone } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD, type MemberWish } from '#tests/builders/member.ts'
import { confirmPassword, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('review locks of registration requests on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  const db = () => server.deps.database.db
  interface Reviewer {
    readonly id: number
    readonly cardId: string
    readonly bearer: string
  }
  /** Access tokens are valid for 15 minutes; `again` signs in again. */
  async function reviewer(
    role: 'admin' | 'content' | 'moderator' | 'reviewer' | 'member' = 'reviewer',
  ): Promise<Reviewer & { again: () => Promise<Reviewer> }> {
    const member = await buildMember(server.deps, { role, firstName: 'Hawa', lastName: 'Idris' })
    const enter = async (): Promise<Reviewer> => ({
      id: member.id,
      cardId: member.cardId,
      bearer: (await signIn(server, member.email, TEST_PASSWORD)).accessToken,
    })
    return { ...(await enter()), again: enter }
  }
  let minute = 0
  async function applicant(wish: MemberWish = {}) {
    const member = await buildMember(server.deps, { ...wish, status: 'inactive' })
    const requestId = `REQ_${member.id}`
    minute += 1
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
    await db().updateTable('members').set({ validated: 0 }).where('id', '=', member.id).execute()
    await db()
      .insertInto('registration_requests')
      .values({
        id: requestId,
        member_id: member.id,
        status: 'pending',
        comment: '',
        decided_by: null,
        decided_at: null,
        created_at: createdAt,
      })
      .execute()
    return { ...member, requestId }
  }
  const emptyQueue = () => db().deleteFrom('registration_requests').execute()
  const claim = (id: string, { bearer }: Reviewer, takeOver = false) =>
    server.client.call(claimRequest, { params: { id }, body: { takeOver } }, { bearer })
  const release = (id: string, { bearer }: Reviewer) =>
    server.client.call(releaseRequest, { params: { id } }, { bearer })
  const next = (
    { bearer }: Reviewer,
    body: { from?: string; direction?: 'forward' | 'back' } = {},
  ) => server.client.call(nextRequest, { body }, { bearer })
  const decide = (id: string, { bearer }: Reviewer) =>
    server.client.call(
      decideRequest,
      { params: { id }, body: { status: 'approved', approverComment: 'Seen' } },
      { bearer },
    )
  const remove = async (id: string, { bearer }: Reviewer) => {
    await confirmPassword(server, bearer)
    return server.client.call(
      deleteRequest,
      { params: { id }, body: { approverComment: 'Sent twice' } },
      { bearer },
    )
  }
  const held = (by: Reviewer) => ({
    ok: false,
    problem: {
      status: 409,
      code: 'request-claimed',
      claim: { by: { cardId: by.cardId, name: 'Hawa Idris' }, mine: false },
    },
  })

  run(
    'a review lock names its holder and blocks decisions and deletion by other staff',
    async () => {
      const [first, second, person] = [
        await reviewer(),
        await reviewer('moderator'),
        await applicant(),
      ]
      expect(await claim(person.requestId, first)).toMatchObject({
        ok: true,
        value: { claim: { by: { cardId: first.cardId, role: 'Z' }, mine: true } },
      })
      const list = await server.client.call(
        listRequests,
        { query: { page: 1, q: person.requestId } },
        { bearer: second.bearer },
      )
      expect(list).toMatchObject({
        ok: true,
        value: { items: [{ claim: { by: { cardId: first.cardId }, mine: false } }] },
      })
      expect(await claim(person.requestId, second)).toMatchObject(held(first))
      expect(await decide(person.requestId, second)).toMatchObject(held(first))
      expect(await remove(person.requestId, second)).toMatchObject(held(first))
      expect(await decide(person.requestId, first)).toMatchObject({
        ok: true,
        value: { status: 'approved', claim: null },
      })
      expect(await claim(person.requestId, second)).toMatchObject({
        ok: false,
        problem: { status: 409, code: 'already-decided', current: { status: 'approved' } },
      })
    },
  )

  run('a review lock expires after 15 minutes and can be renewed', async () => {
    const [firstPerson, secondPerson] = [await reviewer(), await reviewer()]
    const person = await applicant()
    expect((await claim(person.requestId, firstPerson)).ok).toBe(true)
    server.clock.advance(CLAIM_TTL_S - 30)
    const first = await firstPerson.again()
    expect((await claim(person.requestId, first)).ok).toBe(true)
    server.clock.advance(60)
    expect(await decide(person.requestId, await secondPerson.again())).toMatchObject(held(first))
    server.clock.advance(CLAIM_TTL_S - 59)
    const second = await secondPerson.again()
    const seen = await server.client.call(
      readRequest,
      { params: { id: person.requestId } },
      { bearer: second.bearer },
    )
    expect(seen).toMatchObject({ ok: true, value: { claim: null } })
    expect((await claim(person.requestId, second)).ok).toBe(true)
    expect(await decide(person.requestId, await firstPerson.again())).toMatchObject(held(second))
  })

  run('only the holder releases a review lock', async () => {
    const [first, second, person] = [await reviewer(), await reviewer(), await applicant()]
    await claim(person.requestId, first)
    expect(await release(person.requestId, second)).toMatchObject({
      ok: true,
      value: { released: false },
    })
    expect(await claim(person.requestId, second)).toMatchObject(held(first))
    expect(await release(person.requestId, first)).toMatchObject({
      ok: true,
      value: { released: true },
    })
    expect((await claim(person.requestId, second)).ok).toBe(true)
  })

  run(
    'only an administrator takes over a review lock, on explicit request, and it is logged',
    async () => {
      const [first, moderator, admin, person] = [
        await reviewer(),
        await reviewer('moderator'),
        await reviewer('admin'),
        await applicant(),
      ]
      await claim(person.requestId, first)
      expect(await claim(person.requestId, moderator, true)).toMatchObject(held(first))
      expect(await claim(person.requestId, admin)).toMatchObject(held(first))
      expect(await decide(person.requestId, admin)).toMatchObject(held(first))
      expect((await claim(person.requestId, admin, true)).ok).toBe(true)
      expect(await decide(person.requestId, first)).toMatchObject({
        ok: false,
        problem: { code: 'request-claimed' },
      })
      const seen = await server.client.call(
        readRequest,
        { params: { id: person.requestId } },
        { bearer: admin.bearer },
      )
      expect(seen).toMatchObject({
        ok: true,
        value: {
          log: expect.arrayContaining([
            expect.objectContaining({
              action: 'request.claimed',
              status: 'taken-over',
              by: expect.objectContaining({ cardId: admin.cardId }),
            }),
          ]),
        },
      })
    },
  )

  run(
    'next returns the oldest request, a different one to each concurrent caller, then null',
    async () => {
      await emptyQueue()
      const people = [await applicant(), await applicant(), await applicant(), await applicant()]
      const reviewers = [
        await reviewer(),
        await reviewer('moderator'),
        await reviewer('content'),
        await reviewer('admin'),
        await reviewer(),
      ]
      const answers = await Promise.all(reviewers.map((one) => next(one)))
      const got = answers.map((answer) => (answer.ok ? answer.value.requestId : 'refused'))
      expect(got.filter((id) => id !== null).sort()).toEqual(
        people.map(({ requestId }) => requestId).sort(),
      )
      expect(got.filter((id) => id === null)).toHaveLength(1)
      const late = answers.find((answer) => answer.ok && answer.value.requestId === null)
      expect(late).toMatchObject({ ok: true, value: { claim: null, waiting: 4, heldByOthers: 4 } })
    },
  )

  run('next moves forward or back and releases the previous request', async () => {
    await emptyQueue()
    const [one, two, three] = [await applicant(), await applicant(), await applicant()]
    const [first, second] = [await reviewer(), await reviewer()]
    expect(await next(first)).toMatchObject({
      ok: true,
      value: { requestId: one.requestId, claim: { mine: true } },
    })
    expect(await next(first)).toMatchObject({ ok: true, value: { requestId: one.requestId } }) // the reviewer still has the lock, so the request is resumed
    expect(await next(second)).toMatchObject({ ok: true, value: { requestId: two.requestId } })
    expect(await next(first, { from: one.requestId })).toMatchObject({
      ok: true,
      value: { requestId: three.requestId },
    })
    expect(await next(first, { from: three.requestId })).toMatchObject({
      ok: true,
      value: { requestId: null, waiting: 3, heldByOthers: 1 },
    })
    expect(await next(first, { from: three.requestId, direction: 'back' })).toMatchObject({
      ok: true,
      value: { requestId: one.requestId },
    })
    expect((await claim(three.requestId, second)).ok).toBe(true)
  })

  run(
    'the review shows possible duplicates by name and birth date, phone and mailbox',
    async () => {
      const twin = await buildMember(server.deps, {
        firstName: 'إدريس',
        lastName: 'آمنة',
        birthDate: '1987-03-09',
        phone: '+249912345601',
        email: 'amna.twin@one.example',
      })
      const caller = await buildMember(server.deps, {
        birthDate: '1987-03-09',
        firstName: 'Somebody',
        lastName: 'Else',
        phone: '+33912345602',
      })
      const tagged = await buildMember(server.deps, { email: 'zeinab.musa+old@two.example' })
      const seenAs = async (wish: MemberWish) => {
        const person = await applicant(wish)
        const answer = await server.client.call(
          readRequest,
          { params: { id: person.requestId } },
          { bearer: (await reviewer()).bearer },
        )
        if (!answer.ok) throw new Error('not read')
        return answer.value.duplicates.map(({ cardId, reasons }) => ({ cardId, reasons }))
      }
      expect(
        await seenAs({ firstName: 'امنة', lastName: 'ادريس', birthDate: '1987-03-09' }),
      ).toEqual([{ cardId: twin.cardId, reasons: ['name-birth-date'] }])
      expect(await seenAs({ phone: '+249912345602', birthDate: '1971-01-02' })).toEqual([
        { cardId: caller.cardId, reasons: ['phone'] },
      ])
      expect(
        await seenAs({ phone: caller.phone, validated: false, birthDate: '1971-01-03' }),
      ).toContainEqual({ cardId: caller.cardId, reasons: ['phone'] })
      expect(await seenAs({ email: 'zeinab.musa@two.example', birthDate: '1971-01-04' })).toEqual([
        { cardId: tagged.cardId, reasons: ['email'] },
      ])
      expect(
        await seenAs({ firstName: 'امنة', lastName: 'ادريس', birthDate: '1987-03-10' }),
      ).toEqual([])
    },
  )

  run(
    'approval confirms the phone number, except one that another member already confirmed',
    async () => {
      const holder = await buildMember(server.deps)
      const confirmed = async (phone: string) => {
        const [by, person] = [await reviewer(), await applicant({ phone, validated: false })]
        expect(await decide(person.requestId, by)).toMatchObject({ ok: true })
        return (
          await server.deps.database.db
            .selectFrom('members')
            .select('phone_confirmed')
            .where('id', '=', person.id)
            .executeTakeFirstOrThrow()
        ).phone_confirmed
      }
      expect([await confirmed(newPhone()), await confirmed(holder.phone)]).toEqual([1, 0])
    },
  )

  run('the log of a request has reviewer, state and comment', async () => {
    const [first, person] = [await reviewer(), await applicant()]
    await decide(person.requestId, first)
    const seen = await server.client.call(
      readRequest,
      { params: { id: person.requestId } },
      { bearer: first.bearer },
    )
    expect(seen).toMatchObject({
      ok: true,
      value: {
        log: [
          {
            action: 'request.decided',
            status: 'approved',
            comment: 'Seen',
            by: { cardId: first.cardId, name: 'Hawa Idris' },
          },
        ],
      },
    })
    const audit = await db()
      .selectFrom('audit')
      .select('detail')
      .where('target', '=', `member:${person.id}`)
      .execute()
    expect(JSON.stringify(audit)).not.toContain('Seen')
  })

  run('members cannot lock, release or fetch requests', async () => {
    const [member, person] = [await reviewer('member'), await applicant()]
    for (const answer of [
      await claim(person.requestId, member),
      await release(person.requestId, member),
      await next(member),
    ])
      expect(answer).toMatchObject({ ok: false, problem: { status: 403 } })
  })
})
