/** Somebody says that something is wrong with a report (ADR 0086). */
import { describe, expect, test } from 'vitest'
import { watchAudit } from '#server/features/watch/watch.ts'
import {
  contestReport,
  listClaims,
  listReplies,
  readClaim,
  replyToClaim,
  sendObjection,
  showReplyOfClaim,
  updateClaim,
} from '#shared/contract/claims.ts'
import { createReport, hideReport } from '#shared/contract/reports.ts'
import { statsOverview } from '#shared/contract/stats.ts'
import { WATCH_RULES } from '#shared/domain/access/watch-rules.ts'
import { reportBody } from '#tests/builders/report.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('objections to reports on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  const value = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const filed = async (bearer: string) =>
    value(await server.client.call(createReport, { body: reportBody({}) }, { bearer }))
  type Body = Parameters<typeof server.client.call<typeof sendObjection>>[1]['body']
  let last = 0
  const object = (more: Partial<Body>, language = 'en', bearer?: string) => {
    last += 1
    return server.client.call(
      sendObjection,
      {
        headers: { 'accept-language': language },
        body: {
          reportId: 1,
          kind: 'reply',
          firstName: 'Amna',
          lastName: 'Idris',
          email: `concerned${last}@test.example`,
          message: 'I was not there.',
          goodFaith: true,
          ...more,
        },
      },
      bearer === undefined ? {} : { bearer },
    )
  }
  const replies = (id: number) => server.client.call(listReplies, { params: { id } })
  const show = (id: string, shown: boolean, bearer: string) =>
    server.client.call(showReplyOfClaim, { params: { id }, body: { shown } }, { bearer })
  const mailsTo = (address: string) =>
    server.deps.database.db
      .selectFrom('mails')
      .select(['template', 'language'])
      .where('to_address', '=', address)
      .orderBy('template')
      .execute()

  run('a reply stands under the report when staff show it, without the name', async () => {
    const reporter = await person('member')
    const reviewer = await person('reviewer')
    const report = await filed(reporter.bearer)
    const { reference: id } = value(
      await object({ reportId: report.id, email: 'shown@test.example' }, 'ar'),
    )
    expect(value(await replies(report.id))).toEqual([])
    const bearer = reviewer.bearer
    value(await show(id, true, bearer))
    expect(value(await replies(report.id))).toMatchObject([
      { id, name: null, text: 'I was not there.' },
    ])
    value(
      await server.client.call(
        updateClaim,
        { params: { id }, body: { status: 'resolved', note: 'Shown.' } },
        { bearer },
      ),
    )
    expect(await mailsTo('shown@test.example')).toEqual([
      { template: 'claim-answered', language: 'ar' },
      { template: 'objection-received', language: 'ar' },
    ])
    // Once the report is not public, its replies are as absent as the report itself.
    value(await server.client.call(hideReport, { params: { id: report.id } }, { bearer }))
    expect(await replies(report.id)).toMatchObject({ problem: { status: 404 } })
    value(await show(id, false, bearer))
  })

  run(
    'the name stands there where the sender asked for it, and no other kind is shown',
    async () => {
      const [{ bearer: filing }, { bearer }] = [await person('member'), await person('moderator')]
      const report = await filed(filing)
      const named = value(await object({ reportId: report.id, named: true })).reference
      const removal = value(await object({ reportId: report.id, kind: 'removal' })).reference
      value(await show(named, true, bearer))
      expect(await show(removal, true, bearer)).toMatchObject({ problem: { status: 404 } })
      expect(value(await replies(report.id))).toMatchObject([{ name: 'Amna Idris' }])
    },
  )

  run('each kind has its due date, and a phone number is not asked for', async () => {
    const { bearer } = await person('reviewer')
    const dueOf = async (kind: Body['kind']) => {
      const { reference: id } = value(await object({ kind }))
      const claim = value(await server.client.call(readClaim, { params: { id } }, { bearer }))
      expect(claim).toMatchObject({ phoneNumber: '', objection: { kind, reportId: 1 } })
      return (Date.parse(claim.objection?.dueAt ?? '') - Date.parse(claim.createdAt)) / 86_400_000
    }
    expect(await dueOf('reply')).toBe(3)
    for (const kind of ['correction', 'removal', 'privacy'] as const)
      expect(await dueOf(kind)).toBeGreaterThanOrEqual(28)
    const listed = value(
      await server.client.call(listClaims, { query: { page: 1, about: 'contact' } }, { bearer }),
    )
    expect(JSON.stringify(listed)).not.toContain('concerned')
  })

  run(
    'staff see which are due within two days or overdue, in the overview and in the list',
    async () => {
      const { bearer } = await person('reviewer')
      const due = async () =>
        value(await server.client.call(statsOverview, {}, { bearer })).objections
      const listed = async () => {
        const query = { page: 1, size: 100, about: 'due' } as const
        const page = value(await server.client.call(listClaims, { query }, { bearer }))
        return 'items' in page ? page.items.map(({ id }) => id) : []
      }
      const db = server.deps.database.db
      // Those of the other tests are decided.
      await db
        .updateTable('claims')
        .set({ status: 'resolved' })
        .where('kind', 'is not', null)
        .execute()
      const { reference } = value(await object({ kind: 'reply' }))
      value(await object({ kind: 'removal' }))
      expect(await due()).toEqual({ due: 0, overdue: 0 })
      expect(await listed()).toEqual([])
      const dueIn = (hours: number) =>
        db
          .updateTable('claims')
          .set({ due_at: new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString() })
          .where('id', '=', reference)
          .execute()
      await dueIn(47)
      expect(await due()).toEqual({ due: 1, overdue: 0 })
      expect(await listed()).toEqual([reference])
      await dueIn(-1)
      expect(await due()).toEqual({ due: 1, overdue: 1 })
      await db
        .updateTable('claims')
        .set({ status: 'resolved' })
        .where('id', '=', reference)
        .execute()
      expect(await due()).toEqual({ due: 0, overdue: 0 })
      expect(await listed()).toEqual([])
    },
  )

  run('the reply is the same for a number that no report has', async () => {
    const report = await filed((await person('member')).bearer)
    const { bearer } = await person('reviewer')
    value(await server.client.call(hideReport, { params: { id: report.id } }, { bearer }))
    const forms = []
    for (const reportId of [report.id, 9_999_999]) {
      const { reference, ...rest } = value(await object({ reportId }))
      forms.push({ ...rest, reference: reference.length })
    }
    expect(forms[0]).toEqual(forms[1])
  })

  run('an address gets one acknowledgement a day', async () => {
    for (let n = 0; n < 3; n += 1) value(await object({ email: 'victim@test.example' }))
    expect(await mailsTo('victim@test.example')).toHaveLength(1)
    server.clock.advance(86_401)
    value(await object({ email: 'Victim@test.example' }))
    expect(await mailsTo('Victim@test.example')).toHaveLength(1)
  })

  run('neither its sender nor the reporter of the report decides', async () => {
    const reporter = await person('moderator')
    const sender = await person('admin')
    const report = await filed(reporter.bearer)
    const { reference: id } = value(await object({ reportId: report.id }, 'en', sender.bearer))
    const params = { id }
    for (const { bearer } of [reporter, sender])
      for (const attempt of [
        server.client.call(contestReport, { params, body: { contested: true } }, { bearer }),
        show(id, true, bearer),
        server.client.call(
          updateClaim,
          { params, body: { status: 'rejected', note: 'No.' } },
          { bearer },
        ),
        server.client.call(
          replyToClaim,
          { params, body: { text: 'No.', resolves: true, version: 0 } },
          { bearer },
        ),
      ])
        expect(await attempt).toMatchObject({ problem: { code: 'own-account-protected' } })
  })

  run('a decided objection hides no report', async () => {
    const report = await filed((await person('member')).bearer)
    const { bearer } = await person('reviewer')
    const { reference: id } = value(await object({ reportId: report.id }))
    const contest = () =>
      server.client.call(contestReport, { params: { id }, body: { contested: true } }, { bearer })
    value(
      await server.client.call(
        updateClaim,
        { params: { id }, body: { status: 'rejected', note: 'Unfounded.' } },
        { bearer },
      ),
    )
    expect(await contest()).toMatchObject({ problem: { code: 'already-decided' } })
    expect(value(await replies(report.id))).toEqual([])
  })

  run('a report that is hidden for one objection is not shown again from another', async () => {
    const report = await filed((await person('member')).bearer)
    const { bearer } = await person('reviewer')
    const [first, second] = [
      value(await object({ reportId: report.id })).reference,
      value(await object({ reportId: report.id, kind: 'removal' })).reference,
    ]
    const contest = (id: string, contested: boolean) =>
      server.client.call(contestReport, { params: { id }, body: { contested } }, { bearer })
    value(await contest(first, true))
    expect(await contest(second, false)).toMatchObject({
      problem: {
        code: 'conflict',
        current: { id: second, report: { contested: true, contestedFor: first } },
      },
    })
    expect(value(await contest(first, false)).report).toMatchObject({
      contested: false,
      contestedFor: null,
    })
    // Nobody can show it from a message that its period or an erasure deleted.
    value(await contest(first, true))
    await server.deps.database.db.deleteFrom('claims').where('id', '=', first).execute()
    expect(value(await contest(second, false)).report).toMatchObject({ contested: false })
  })

  run('whoever hides many reports in a day is told to administrators', async () => {
    const { bearer, id } = await person('reviewer')
    const { bearer: filer } = await person('member')
    const hide = async (): Promise<void> => {
      const report = await filed(filer)
      const { reference } = value(await object({ reportId: report.id }))
      for (const contested of [true, false])
        // and showing it again is no second one
        value(
          await server.client.call(
            contestReport,
            { params: { id: reference }, body: { contested } },
            { bearer },
          ),
        )
    }
    const alerts = async () => {
      await watchAudit(server.deps)
      const { db } = server.deps.database
      return db.selectFrom('alerts').select(['kind', 'count']).where('member_id', '=', id).execute()
    }
    const { times } = WATCH_RULES['many-hidden']
    for (let n = 1; n < times; n += 1) await hide()
    expect(await alerts()).toEqual([])
    await hide()
    expect(await alerts()).toEqual([{ kind: 'many-hidden', count: times }])
  })

  test('the good faith of the sender is asked for', () => {
    const body = { goodFaith: false }
    expect(sendObjection.request.body.shape.goodFaith.safeParse(body.goodFaith).success).toBe(false)
  })
})
