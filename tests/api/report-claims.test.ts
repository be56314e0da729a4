import { describe, expect } from 'vitest'
import { CLAIM_TTL_S } from '#shared/contract/base/review-lock.ts'
import {
  claimReport,
  deleteReport,
  hideReport,
  publishReport,
  readReport,
  releaseReport,
  reportHolders,
  undoReport,
  updateReport,
} from '#shared/contract/reports.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import { confirmPassword, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('review locks of reports on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  interface Reviewer {
    readonly cardId: string
    readonly bearer: string
  }
  /** Access tokens are valid for 15 minutes; `again` signs in again. */
  async function reviewer(
    role: 'admin' | 'moderator' | 'reviewer' | 'member' = 'reviewer',
  ): Promise<Reviewer & { again: () => Promise<Reviewer> }> {
    const member = await buildMember(server.deps, { role, firstName: 'Hawa', lastName: 'Idris' })
    const enter = async (): Promise<Reviewer> => ({
      cardId: member.cardId,
      bearer: (await signIn(server, member.email, TEST_PASSWORD)).accessToken,
    })
    return { ...(await enter()), again: enter }
  }
  const report = () => freshReport(server.deps, null)
  const claim = (id: number, { bearer }: Reviewer, takeOver = false) =>
    server.client.call(claimReport, { params: { id }, body: { takeOver } }, { bearer })
  const release = (id: number, { bearer }: Reviewer) =>
    server.client.call(releaseReport, { params: { id } }, { bearer })
  const decide = (id: number, { bearer }: Reviewer, undoable = false) =>
    server.client.call(
      updateReport,
      { params: { id }, body: { status: 'verified', undoable } },
      { bearer },
    )
  const read = (id: number, { bearer }: Reviewer) =>
    server.client.call(readReport, { params: { id }, query: {} }, { bearer })
  const held = (by: Reviewer) => ({
    ok: false,
    problem: {
      status: 409,
      code: 'report-claimed',
      claim: { by: { cardId: by.cardId, name: 'Hawa Idris' }, mine: false },
      current: { claim: { by: { cardId: by.cardId } } },
    },
  })

  run('a lock names its holder and blocks changes by other staff, but not hiding', async () => {
    const [first, second] = [await reviewer(), await reviewer('moderator')]
    const id = await report()
    expect(await claim(id, first)).toMatchObject({
      ok: true,
      value: { claim: { by: { cardId: first.cardId, role: 'Z' }, mine: true } },
    })
    expect(await read(id, second)).toMatchObject({
      ok: true,
      value: { claim: { by: { cardId: first.cardId }, mine: false } },
    })
    expect(await claim(id, second)).toMatchObject(held(first))
    expect(await decide(id, second)).toMatchObject(held(first))
    const one = { params: { id } }
    expect(await server.client.call(publishReport, one, second)).toMatchObject(held(first))
    await confirmPassword(server, second.bearer)
    const removal = { ...one, query: {}, body: { reason: 'Filed twice' } }
    expect(await server.client.call(deleteReport, removal, second)).toMatchObject(held(first))
    expect((await server.client.call(hideReport, one, second)).ok).toBe(true)
    expect(await decide(id, first)).toMatchObject({ ok: true, value: { status: 'verified' } })
    expect(await read(id, second)).toMatchObject({ ok: true, value: { claim: null } })
    expect(await claim(id, second)).toMatchObject({
      ok: false,
      problem: { status: 409, code: 'conflict', current: { status: 'verified' } },
    })
  })

  run('the list of holders names waiting reports alone, and the reporter of none', async () => {
    const [first, second] = [await reviewer(), await reviewer()]
    const [open, decided] = [await report(), await report()]
    await claim(open, first)
    await claim(decided, first)
    await decide(decided, first)
    const reply = await server.client.call(reportHolders, {}, second)
    if (!reply.ok) throw new Error('not read')
    const { holders } = reply.value
    expect(holders.find(({ reportId }) => reportId === open)).toEqual({
      reportId: open,
      claim: {
        by: { cardId: first.cardId, name: 'Hawa Idris', role: 'Z' },
        until: expect.any(String),
        mine: false,
      },
    })
    expect(holders.map(({ reportId }) => reportId)).not.toContain(decided)
  })

  run('a lock expires after 15 minutes, can be renewed and is released by its holder', async () => {
    const [one, other] = [await reviewer(), await reviewer()]
    const id = await report()
    expect((await claim(id, one)).ok).toBe(true)
    server.clock.advance(CLAIM_TTL_S - 30)
    const first = await one.again()
    expect((await claim(id, first)).ok).toBe(true)
    server.clock.advance(60)
    const second = await other.again()
    expect(await decide(id, second)).toMatchObject(held(first))
    expect(await release(id, second)).toMatchObject({ ok: true, value: { released: false } })
    server.clock.advance(CLAIM_TTL_S - 59)
    const later = await other.again()
    expect(await read(id, later)).toMatchObject({ ok: true, value: { claim: null } })
    expect((await claim(id, later)).ok).toBe(true)
    expect(await release(id, later)).toMatchObject({ ok: true, value: { released: true } })
    expect((await claim(id, await one.again())).ok).toBe(true)
  })

  run(
    'only an administrator takes a lock over, on explicit request, and it is logged',
    async () => {
      const [first, moderator, admin] = [
        await reviewer(),
        await reviewer('moderator'),
        await reviewer('admin'),
      ]
      const id = await report()
      await claim(id, first)
      expect(await claim(id, moderator, true)).toMatchObject(held(first))
      expect(await claim(id, admin)).toMatchObject(held(first))
      expect((await claim(id, admin, true)).ok).toBe(true)
      expect(await decide(id, first)).toMatchObject(held(admin))
      const rows = await server.deps.database.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'report.claimed')
        .where('target', '=', `report:${id}`)
        .orderBy('seq', 'desc')
        .execute()
      expect(rows.map(({ detail }) => JSON.parse(detail ?? '{}') as unknown)[0]).toMatchObject({
        takenOver: true,
      })
    },
  )

  run('one of ten simultaneous reviewers gets the report', async () => {
    const id = await report()
    const all = await Promise.all(Array.from({ length: 10 }, () => reviewer()))
    const replies = await Promise.all(all.map((one) => claim(id, one)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  })

  run('an undone decision gives the lock back', async () => {
    const [first, second] = [await reviewer(), await reviewer()]
    const id = await report()
    await claim(id, first)
    await decide(id, first, true)
    const undone = await server.client.call(undoReport, { params: { id } }, first)
    expect(undone).toMatchObject({ ok: true, value: { status: 'not verified' } })
    expect(await decide(id, second)).toMatchObject(held(first))
  })

  run('the public reads no holder, and members hold nothing', async () => {
    const [first, member] = [await reviewer(), await reviewer('member')]
    const id = await report()
    await claim(id, first)
    const query = { params: { id }, query: {} }
    const seen = await server.client.call(readReport, query)
    if (!seen.ok) throw new Error('not read')
    expect(seen.value).not.toHaveProperty('claim')
    for (const reply of [
      await claim(id, member),
      await release(id, member),
      await server.client.call(reportHolders, {}, member),
    ])
      expect(reply).toMatchObject({ ok: false, problem: { status: 403 } })
  })
})
