/** Checks that stay with a decision, its undo within ten seconds, and what the queue tells about holders. ADR 0053. */
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { sweepExpired } from '#server/jobs/sweep.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { listReports, readReport, undoReport, updateReport } from '#shared/contract/reports.ts'
import {
  claimRequest,
  decideRequest,
  deleteRequest,
  nextRequest,
  readRequest,
  requestHolders,
  undoRequest,
} from '#shared/contract/requests.ts'
import { UNDO_S, MAIL_AFTER_UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { REPORT_CHECKS } from '#shared/domain/report/report-checks.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshEvidence, freshReport, freshRequest } from '#tests/security/fresh-rows.ts'
import { confirmPassword, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const conflict = (code: string) => ({
  ok: false,
  problem: { status: 409, code: 'conflict', fields: [{ code }] },
})

describe.each(ENGINES)('undoing decisions on $title', ({ engine, skip }) => {
  const {
    server,
    run,
    person: enter,
  } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  const db = () => server.deps.database.db
  const staff = (role: 'admin' | 'reviewer' = 'reviewer') => enter(role)
  type Staff = Awaited<ReturnType<typeof staff>>
  async function applicant(comment = '') {
    const member = await buildMember(server.deps, { status: 'inactive' })
    await db()
      .updateTable('members')
      .set({ validated: 0, phone_confirmed: 0, approver_comment: comment })
      .where('id', '=', member.id)
      .execute()
    return { ...member, requestId: await freshRequest(server.deps, member.id) }
  }
  const decide = (id: string, { bearer }: Staff, body: object = {}) =>
    server.client.call(
      decideRequest,
      {
        params: { id },
        body: { status: 'approved', approverComment: 'Seen', undoable: true, ...body },
      },
      { bearer },
    )
  const undo = (id: string, { bearer }: Staff) =>
    server.client.call(undoRequest, { params: { id } }, { bearer })
  const personOf = (id: number) =>
    db()
      .selectFrom('members')
      .select(['status', 'validated', 'phone_confirmed', 'approver_comment'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const requestOf = (id: string) =>
    db()
      .selectFrom('registration_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const mailsTo = (address: string) =>
    db().selectFrom('mails').selectAll().where('to_address', '=', address).execute()
  const send = () => sendDueMails(server.deps, new AbortController().signal)

  run('an undone approval leaves nothing: no mail, no account, the request is held', async () => {
    const reviewer = await staff()
    const person = await applicant('An older comment')
    const before = await personOf(person.id)
    const decided = await decide(person.requestId, reviewer, { checks: ['readable', 'name'] })
    expect(decided).toMatchObject({ ok: true, value: { status: 'approved' } })
    if (!decided.ok) return
    const left = Date.parse(decided.value.undoUntil ?? '') - server.clock.now().getTime()
    expect(left).toBeGreaterThan((UNDO_S - 5) * 1_000)
    expect(left).toBeLessThanOrEqual(UNDO_S * 1_000)
    await send()
    expect(await mailsTo(person.email)).toMatchObject([{ sent_at: null, tries: 0 }])
    expect(await personOf(person.id)).toMatchObject({ status: 'active', validated: 1 })

    expect(await undo(person.requestId, reviewer)).toMatchObject({
      ok: true,
      value: { status: 'pending', approverComment: '', claim: { mine: true } },
    })
    expect(await personOf(person.id)).toEqual(before)
    expect(await requestOf(person.requestId)).toMatchObject({
      status: 'pending',
      checks: '',
      decided_at: null,
      claimed_by: reviewer.id,
    })
    server.clock.advance(UNDO_S + MAIL_AFTER_UNDO_S + 1)
    await send()
    expect(await mailsTo(person.email)).toEqual([])
    expect(await undo(person.requestId, reviewer)).toMatchObject(conflict('undo_over'))

    const again = await server.client.call(
      readRequest,
      { params: { id: person.requestId } },
      { bearer: (await staff()).bearer },
    )
    expect(again).toMatchObject({ ok: true })
    if (!again.ok) return
    expect(
      again.value.log
        .filter(({ action }) => action !== 'request.viewed')
        .map(({ action, checks, comment }) => [action, checks, comment]),
    ).toEqual([
      ['request.undone', [], ''],
      ['request.decided', ['name', 'readable'], ''],
    ])
  })

  run('without an undo the mail goes after the window, and the checks stay', async () => {
    const reviewer = await staff()
    const person = await applicant()
    await decide(person.requestId, reviewer, { status: 'rejected', checks: ['notExpired'] })
    server.clock.advance(UNDO_S)
    await send()
    expect(await mailsTo(person.email)).toHaveLength(1) // still in the margin after the window
    server.clock.advance(MAIL_AFTER_UNDO_S)
    await send()
    expect(await mailsTo(person.email)).toEqual([]) // sent: the address is erased
    expect((await requestOf(person.requestId)).checks).toBe('notExpired')
    const read = await server.client.call(
      readRequest,
      { params: { id: person.requestId } },
      { bearer: reviewer.bearer },
    )
    expect(read).toMatchObject({
      ok: true,
      value: { log: expect.arrayContaining([expect.objectContaining({ checks: ['notExpired'] })]) },
    })
  })

  run('a decision without the wish is mailed at once and is not undone', async () => {
    const reviewer = await staff()
    const person = await applicant()
    expect(await decide(person.requestId, reviewer, { undoable: false })).toMatchObject({
      ok: true,
      value: { undoUntil: null },
    })
    expect(await undo(person.requestId, reviewer)).toMatchObject(conflict('undo_over'))
    await send()
    expect(await mailsTo(person.email)).toEqual([])
  })

  run('only the one who decided undoes, and only in time', async () => {
    const [reviewer, admin] = [await staff(), await staff('admin')]
    const person = await applicant()
    await decide(person.requestId, reviewer)
    expect(await undo(person.requestId, admin)).toMatchObject(conflict('undo_over'))
    server.clock.advance(UNDO_S + 1)
    expect(await undo(person.requestId, reviewer)).toMatchObject(conflict('undo_over'))
    expect(await requestOf(person.requestId)).toMatchObject({ status: 'approved' })
    await sweepExpired(server.deps)
    expect(await db().selectFrom('decision_undos').selectAll().execute()).toEqual([])
    expect(await undo('REQ_99999999', reviewer)).toMatchObject({
      ok: false,
      problem: { code: 'not-found' },
    })
  })

  run('a mail that a sender has taken makes the decision final', async () => {
    const reviewer = await staff()
    const person = await applicant()
    await decide(person.requestId, reviewer)
    await db()
      .updateTable('mails')
      .set({ tries: 1 })
      .where('to_address', '=', person.email)
      .execute()
    expect(await undo(person.requestId, reviewer)).toMatchObject(conflict('undo_over'))
    expect(await mailsTo(person.email)).toHaveLength(1)
    expect(await personOf(person.id)).toMatchObject({ status: 'active' })
  })

  run('a decision that was built on is not undone', async () => {
    const reviewer = await staff()
    const signedIn = await applicant()
    await decide(signedIn.requestId, reviewer)
    await signIn(server, signedIn.email, TEST_PASSWORD)
    expect(await undo(signedIn.requestId, reviewer)).toMatchObject(conflict('undo_used'))
    expect(await mailsTo(signedIn.email)).not.toEqual([]) // the mail stays as well

    const changed = await applicant()
    await decide(changed.requestId, reviewer)
    await db()
      .updateTable('members')
      .set({ status: 'banned', updated_at: new Date(Date.now() + 86_400_000).toISOString() })
      .where('id', '=', changed.id)
      .execute()
    expect(await undo(changed.requestId, reviewer)).toMatchObject(conflict('undo_used'))
    expect(await personOf(changed.id)).toMatchObject({ status: 'banned' })
  })

  run('a deleted request takes its undo with it', async () => {
    const reviewer = await staff()
    const person = await applicant()
    await decide(person.requestId, reviewer, { status: 'rejected' })
    await confirmPassword(server, reviewer.bearer)
    await db().updateTable('members').set({ validated: 0 }).where('id', '=', person.id).execute()
    await server.client.call(
      deleteRequest,
      { params: { id: person.requestId }, body: { approverComment: 'Sent twice' } },
      { bearer: reviewer.bearer },
    )
    expect(
      await db()
        .selectFrom('decision_undos')
        .selectAll()
        .where('target', '=', person.requestId)
        .execute(),
    ).toEqual([])
  })

  run('what the undo puts back is sealed', async () => {
    const reviewer = await staff()
    const person = await applicant('A comment about a person')
    await decide(person.requestId, reviewer)
    // Raw SQL passes the handle that opens sealed columns.
    const { rows } = await sql<{
      restores: string
    }>`select restores as "restores" from decision_undos where target = ${person.requestId}`.execute(
      db(),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.restores).not.toContain('comment about')
  })

  run('the next request comes opened, with both looks in the log', async () => {
    await db().deleteFrom('registration_requests').execute()
    const reviewer = await staff()
    const person = await applicant()
    const front = await buildFile(server.deps, { ownerId: person.id, purpose: 'identity-front' })
    await db()
      .updateTable('members')
      .set({ id_front_file: front })
      .where('id', '=', person.id)
      .execute()
    const looks = () =>
      db()
        .selectFrom('audit')
        .select(['action', 'actor'])
        .where('target', '=', `member:${person.id}`)
        .where('action', 'in', ['request.viewed', 'document.viewed'])
        .orderBy('seq')
        .execute()
    const closed = await server.client.call(nextRequest, { body: {} }, { bearer: reviewer.bearer })
    expect(closed).toMatchObject({ ok: true, value: { requestId: person.requestId, opened: null } })
    expect(await looks()).toEqual([])
    const next = await server.client.call(
      nextRequest,
      { body: { open: true } },
      { bearer: reviewer.bearer },
    )
    expect(next).toMatchObject({
      ok: true,
      value: {
        requestId: person.requestId,
        opened: {
          request: { requestId: person.requestId, email: person.email, claim: { mine: true } },
          documents: { [`/api/files/${front}`]: expect.stringContaining('signature') },
        },
      },
    })
    expect(await looks()).toEqual([
      { action: 'request.viewed', actor: `member:${reviewer.id}` },
      { action: 'document.viewed', actor: `member:${reviewer.id}` },
    ])
  })

  run('the list of holders tells numbers and staff, and no applicant', async () => {
    await db().deleteFrom('registration_requests').execute()
    const [first, second] = [await staff(), await staff()]
    const [held, expired] = [await applicant(), await applicant()]
    const claim = (id: string) =>
      server.client.call(claimRequest, { params: { id }, body: {} }, { bearer: first.bearer })
    await claim(expired.requestId)
    await db()
      .updateTable('registration_requests')
      .set({ claim_expires_at: new Date(Date.now() - 1_000).toISOString() })
      .execute()
    await claim(held.requestId)
    const list = await server.client.call(requestHolders, {}, { bearer: second.bearer })
    expect(list).toMatchObject({
      ok: true,
      value: { waiting: 2, holders: [{ requestId: held.requestId, claim: { mine: false } }] },
    })
    if (!list.ok) return
    expect(list.value.holders).toHaveLength(1)
    expect(JSON.stringify(list.value)).not.toContain(held.email)
  })

  describe('of a report', () => {
    const update = (id: number, { bearer }: Staff, body: object) =>
      server.client.call(updateReport, { params: { id }, body }, { bearer })
    const undoOf = (id: number, { bearer }: Staff) =>
      server.client.call(undoReport, { params: { id } }, { bearer })
    const rowOf = (id: number) =>
      db().selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const isPublic = async (id: number) => {
      const list = await server.client.call(listReports, { query: { page: 1, id: String(id) } }, {})
      return list.ok && !Array.isArray(list.value) && list.value.items.length === 1
    }

    run('state, comment and checks come back, and so does what the public sees', async () => {
      const reviewer = await staff()
      const id = await freshReport(server.deps, null)
      await db()
        .updateTable('reports')
        .set({ held_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      expect(await isPublic(id)).toBe(false)
      const verified = await update(id, reviewer, {
        status: 'verified',
        verifierComment: 'Seen',
        checks: ['names', 'accepted'],
        version: 1,
        undoable: true,
      })
      expect(verified).toMatchObject({
        ok: true,
        value: { status: 'verified', checks: ['accepted', 'names'] },
      })
      expect(await isPublic(id)).toBe(true)
      expect(await undoOf(id, await staff('admin'))).toMatchObject(conflict('undo_over'))
      expect(await undoOf(id, reviewer)).toMatchObject({
        ok: true,
        value: { status: 'not verified', verifierComment: '', checks: [], version: 3 },
      })
      expect(await isPublic(id)).toBe(false)
      expect(await rowOf(id)).toMatchObject({ verified_at: null })
      expect(await undoOf(id, reviewer)).toMatchObject(conflict('undo_over'))
    })

    run(
      'that the evidence shows the words is not stored of a report without evidence',
      async () => {
        const reviewer = await staff()
        const without = await freshReport(server.deps, null)
        const piece = await freshEvidence(server.deps)
        const { report_id: held } = await db()
          .selectFrom('report_evidence')
          .select('report_id')
          .where('id', '=', piece)
          .executeTakeFirstOrThrow()
        const checksAfter = async (id: number) => {
          const checks = [...REPORT_CHECKS]
          const verified = await update(id, reviewer, { status: 'verified', checks })
          return verified.ok && verified.value.checks
        }
        expect(await checksAfter(without)).toEqual([
          'accepted',
          'civilians',
          'placeAndDate',
          'names',
        ])
        expect(await checksAfter(held)).toEqual(REPORT_CHECKS)
      },
    )

    run('checks are for staff', async () => {
      const reviewer = await staff()
      const id = await freshReport(server.deps, null)
      await update(id, reviewer, { status: 'verified', checks: ['names'] })
      const read = await server.client.call(readReport, { params: { id }, query: {} }, {})
      expect(read).toMatchObject({ ok: true })
      expect(read.ok && 'checks' in read.value).toBe(false)
    })

    run('an edit after the decision, or of the words, is not undone', async () => {
      const reviewer = await staff()
      const id = await freshReport(server.deps, null)
      await update(id, reviewer, { status: 'under review', undoable: true })
      await update(id, reviewer, { city: 'Zalingei' })
      expect(await undoOf(id, reviewer)).toMatchObject(conflict('undo_used'))
      expect(await update(id, reviewer, { city: 'El Geneina', undoable: true })).toMatchObject({
        ok: true,
        value: { undoUntil: null },
      })
      expect(await rowOf(id)).toMatchObject({ status: 'under review', city: 'El Geneina' })
    })

    run('the time is over after ten seconds', async () => {
      const reviewer = await staff()
      const id = await freshReport(server.deps, null)
      await update(id, reviewer, { status: 'rejected', undoable: true })
      server.clock.advance(UNDO_S + 1)
      expect(await undoOf(id, reviewer)).toMatchObject(conflict('undo_over'))
      expect(await update(id, reviewer, { undoable: true })).toMatchObject({
        ok: false,
        problem: { code: 'invalid' },
      })
    })
  })
})
