/** Acts that wait for a second administrator. */
import { beforeAll, describe, expect } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { settleConsents } from '#server/records/consents/propose.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { listSessions } from '#shared/contract/auth.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import {
  confirmConsent,
  listConsents,
  proposeExport,
  proposeFactorReset,
  refuseConsent,
  type Consent,
} from '#shared/contract/consents.ts'
import { donationSummary } from '#shared/contract/donations.ts'
import {
  createEvidence,
  createReport,
  deleteEvidence,
  deleteReport,
  listEvidence,
  readReport,
  updateReport,
} from '#shared/contract/reports.ts'
import {
  changeConsentSettings,
  changePaymentSettings,
  readSettings,
} from '#shared/contract/settings.ts'
import { exportMembers, updateMember, type MemberChange } from '#shared/contract/users.ts'
import { CONSENT_TTL_S, COOLING_OFF_S } from '#shared/domain/access/consent-rules.ts'
import { ACCESS_SETTLES_S } from '#shared/domain/access/second-person.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildTotp } from '#tests/builders/factor.ts'
import type { Person } from '#tests/builders/person.ts'
import { reportBody } from '#tests/builders/report.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

const ACCOUNT = {
  holder: 'WLD',
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  bic: 'AGRIFRPP',
  bank: 'Bank of the association',
}

describe.each(ENGINES)('consent of a second administrator on $title', ({ engine, skip }) => {
  const {
    server,
    run,
    person: enter,
  } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let first: Person
  let second: Person
  beforeAll(async () => {
    first = await person('admin')
    await settleConsents(server.deps)
    expect((await settings()).consents.required).toBe(false) // one administrator has nobody to ask
    second = await person('admin')
    await settleConsents(server.deps)
    expect((await settings()).consents.required).toBe(true)
  })

  const valueOf = <T>(reply: { ok: true; value: T } | { ok: false }): T => {
    if (!reply.ok) throw new Error(JSON.stringify(reply))
    return reply.value
  }
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const settings = async () => valueOf(await server.client.call(readSettings, {}, first))
  const confirm = (id: string, by: Person) =>
    server.client.call(confirmConsent, { params: { id } }, by)
  const turnDown = (id: string, by: Person) =>
    server.client.call(refuseConsent, { params: { id } }, by)
  const open = async (by: Person): Promise<Consent[]> =>
    valueOf(await server.client.call(listConsents, {}, by)).filter(({ state }) => state === 'open')
  const fetchExport = (by: Person) =>
    fetch(new URL(routeAddress(exportMembers, {}), server.url), {
      headers: { authorization: `Bearer ${by.bearer}` },
    })

  const person = (role: Role) => enter(role, { proven: true })
  async function verifiedReport(): Promise<number> {
    const author = await person('member')
    const { id } = valueOf(await server.client.call(createReport, { body: reportBody() }, author))
    valueOf(
      await server.client.call(
        updateReport,
        { params: { id }, body: { status: 'verified' } },
        first,
      ),
    )
    return id
  }
  const remove = async (id: number, by: Person) =>
    valueOf(
      await server.client.call(
        deleteReport,
        { params: { id }, query: {}, body: { reason: 'Filed twice' } },
        by,
      ),
    )
  const isThere = async (id: number): Promise<boolean> =>
    (await server.client.call(readReport, { params: { id } }, first)).ok
  const proposalOf = (removed: Awaited<ReturnType<typeof remove>>): string => {
    if (removed.deleted) throw new Error('deleted without a consent')
    return removed.consent
  }

  run('a verified report is deleted after another administrator confirms', async () => {
    const moderator = await person('moderator')
    const id = await verifiedReport()
    const proposal = proposalOf(await remove(id, moderator))
    expect(proposalOf(await remove(id, moderator))).toBe(proposal) // asked once
    expect(await isThere(id)).toBe(true)
    expect((await open(second)).find((one) => one.id === proposal)).toMatchObject({
      kind: 'report-delete',
      target: `report:${id}`,
      reason: 'Filed twice',
      proposedBy: moderator.cardId,
      proposedByName: moderator.name,
      report: { id, type: reportBody().type, city: reportBody().city, evidence: null },
      member: null,
      own: false,
    })
    expect(await server.client.call(listConsents, {}, moderator)).toMatchObject(
      refusal('forbidden'),
    )
    expect(await confirm(proposal, moderator)).toMatchObject(refusal('forbidden'))
    expect(valueOf(await confirm(proposal, second)).state).toBe('confirmed')
    expect(await isThere(id)).toBe(false)
    expect(await confirm(proposal, first)).toMatchObject(refusal('conflict'))
    expect((await mailsTo(server.deps, first.email)).map(({ template }) => template)).toContain(
      'consent-asked',
    )
    expect(await mailsTo(server.deps, moderator.email)).toContainEqual(
      expect.objectContaining({
        template: 'consent-decided',
        values: expect.objectContaining({ act: 'report-delete', outcome: 'confirmed' }),
      }),
    )
    const actions = await server.deps.database.db
      .selectFrom('audit')
      .select(['action', 'actor'])
      .where('target', '=', `report:${id}`)
      .orderBy('seq')
      .execute()
    expect(actions.slice(-3).map(({ action, actor }) => [action, actor])).toEqual([
      ['consent.proposed', `member:${moderator.id}`],
      ['report.deleted', `member:${second.id}`],
      ['consent.confirmed', `member:${second.id}`],
    ])
  })

  run('a report that was verified once waits as well, whatever its state is now', async () => {
    const id = await verifiedReport()
    valueOf(
      await server.client.call(
        updateReport,
        { params: { id }, body: { status: 'under review' } },
        first,
      ),
    )
    proposalOf(await remove(id, first))
    expect(await isThere(id)).toBe(true)
  })

  run('a report that was never verified is deleted at once', async () => {
    const author = await person('member')
    const { id } = valueOf(await server.client.call(createReport, { body: reportBody() }, author))
    expect(await remove(id, first)).toEqual({ deleted: true })
  })

  run('nobody confirms the own proposal while there is another administrator', async () => {
    const id = await verifiedReport()
    const proposal = proposalOf(await remove(id, first))
    expect(await confirm(proposal, first)).toMatchObject(refusal('own-proposal'))
    server.clock.advance(COOLING_OFF_S + 60)
    first = { ...first, bearer: (await renewed(first)).bearer }
    expect(await confirm(proposal, first)).toMatchObject(refusal('own-proposal'))
    expect(await isThere(id)).toBe(true)
    expect(valueOf(await turnDown(proposal, first)).state).toBe('withdrawn')
  })

  async function renewed(who: Person): Promise<Person> {
    const session = await openSession(server.deps, who.id, 'test')
    await recordProof(server.deps, session.sessionId, { kind: 'password' })
    return { ...who, bearer: session.accessToken }
  }

  run('the confirmation needs the password', async () => {
    const id = await verifiedReport()
    const proposal = proposalOf(await remove(id, first))
    const { accessToken } = await openSession(server.deps, second.id, 'test')
    expect(await confirm(proposal, { ...second, bearer: accessToken })).toMatchObject(
      refusal('step-up-required'),
    )
    expect(await isThere(id)).toBe(true)
  })

  run('evidence of a verified report waits, and the custody names who confirmed', async () => {
    const id = await verifiedReport()
    const fileUrl = await uploadOne(server, first.bearer, 'report', await jpeg())
    const evidence = valueOf(
      await server.client.call(
        createEvidence,
        { body: { reportId: id, evidenceType: 'image', fileUrl, description: 'A photo' } },
        first,
      ),
    )
    const asked = valueOf(
      await server.client.call(
        deleteEvidence,
        { params: { id: evidence.id }, body: { reason: 'Wrong file' } },
        first,
      ),
    )
    const count = async () =>
      valueOf(await server.client.call(listEvidence, { params: { id } }, first)).length
    expect([asked.deleted, await count()]).toEqual([false, 1])
    second = await renewed(second)
    const target = `evidence:${evidence.id}`
    expect((await open(second)).find((one) => one.target === target)?.report).toMatchObject({
      id,
      evidence: 'A photo',
    })
    valueOf(await confirm(proposalOf(asked), second))
    expect(await count()).toBe(0)
  })

  run('one export is permitted, to the administrator who asked, for a day', async () => {
    first = await renewed(first)
    second = await renewed(second)
    expect((await fetchExport(first)).status).toBe(403)
    const { consent } = valueOf(
      await server.client.call(proposeExport, { body: { reason: 'Annual report' } }, first),
    )
    expect((await fetchExport(first)).status).toBe(403)
    valueOf(await confirm(consent, second))
    expect((await fetchExport(second)).status).toBe(403)
    const replies = await Promise.all(Array.from({ length: 5 }, () => fetchExport(first)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403])
    const again = valueOf(
      await server.client.call(proposeExport, { body: { reason: 'Once more' } }, first),
    )
    valueOf(await confirm(again.consent, second))
    server.clock.advance(86_400 + 1)
    first = await renewed(first)
    expect((await fetchExport(first)).status).toBe(403)
  })

  run('bank accounts change after another administrator confirms', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const { revision } = (await settings()).payment
    const replied = valueOf(
      await server.client.call(
        changePaymentSettings,
        { body: { revision, accounts: [ACCOUNT] } },
        first,
      ),
    )
    expect(replied.waiting).toEqual(['payment'])
    expect(replied.payment.source).not.toBe('settings')
    const proposal = (await open(second)).find(({ kind }) => kind === 'payment-change')
    expect(proposal?.accounts).toEqual([{ ...ACCOUNT, iban: ACCOUNT.iban.replaceAll(' ', '') }])
    expect(JSON.stringify(await server.client.call(donationSummary, {}))).not.toContain('30006000')
    valueOf(await confirm(proposal?.id ?? '', second))
    expect((await settings()).waiting).toEqual([])
    expect(JSON.stringify(await server.client.call(donationSummary, {}))).toContain('30006000')
  })

  run('a second change of bank accounts does not pass for the one that waits', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const { revision } = (await settings()).payment
    const change = (bic: string, by: Person) =>
      server.client.call(
        changePaymentSettings,
        { body: { revision, accounts: [{ ...ACCOUNT, bic }] } },
        by,
      )
    valueOf(await change('BNPAFRPP', first))
    expect(await change('SOGEFRPP', second)).toMatchObject(refusal('conflict'))
    valueOf(await change('BNPAFRPP', second)) // the same is no other one
    const proposals = (await open(second)).filter(({ kind }) => kind === 'payment-change')
    expect(proposals).toHaveLength(1)
    expect(proposals[0]?.accounts?.[0]?.bic).toBe('BNPAFRPP')
    valueOf(await turnDown(proposals[0]?.id ?? '', second))
  })

  const change = (who: Person, body: MemberChange, by: Person) =>
    server.client.call(updateMember, { params: { id: who.cardId }, body }, by)
  /** Proposes the change of an administrator, and has it confirmed. */
  async function changeWithConsent(who: Person, body: MemberChange, by: Person, other: Person) {
    const replied = valueOf(await change(who, body, by))
    const consent = 'consent' in replied ? (replied.consent ?? '') : ''
    expect(consent).not.toBe('')
    valueOf(await confirm(consent, other))
  }
  const setColumns = (
    who: Person,
    columns: { role?: 'ROLE_USER'; status?: 'active' | 'inactive' },
  ) =>
    server.deps.database.db.updateTable('members').set(columns).where('id', '=', who.id).execute()

  run('who just got the role does not confirm', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const proposal = proposalOf(await remove(await verifiedReport(), first))
    const member = await person('member')
    await changeWithConsent(member, { role: 'ROLE_ADMIN' }, first, second)
    const third = await renewed(member)
    expect(await confirm(proposal, third)).toMatchObject(refusal('access-unsettled'))
    expect((await open(third)).find(({ id }) => id === proposal)).toMatchObject({
      own: false,
      waitsFor: 'caller',
    })
    server.clock.advance(ACCESS_SETTLES_S)
    valueOf(await confirm(proposal, await renewed(member)))
    await setColumns(member, { role: 'ROLE_USER' })
  })

  run('one session with its password does not open a second administrator', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const former = await person('admin')
    await setColumns(former, { status: 'inactive' })
    const taken = { email: 'taken.over@example.org', password: 'Grey-Lamp-41' } as const
    const proposal = proposalOf(await remove(await verifiedReport(), first))
    // The inactive administrator is activated, with an address and a password of the attacker.
    const asked = valueOf(
      await change(former, { ...taken, status: 'active', comments: 'Left in 2024' }, first),
    )
    expect(asked).toMatchObject({ status: 'inactive', email: former.email })
    expect((await open(second)).find(({ kind }) => kind === 'access-change')).toMatchObject({
      target: `member:${former.id}`,
      access: { status: 'active', email: taken.email, role: null, phone: null, password: true },
    })
    const consent = 'consent' in asked ? (asked.consent ?? '') : ''
    expect(await confirm(consent, first)).toMatchObject(refusal('own-proposal'))
    expect((await mailsTo(server.deps, former.email)).map(({ template }) => template)).toContain(
      'access-change-asked',
    )
    // A second change does not pass for the first one.
    expect(await change(former, { phone: '+33612345678' }, first)).toMatchObject({
      ok: false,
      problem: { code: 'conflict', fields: [{ code: 'proposal_waits' }] },
    })
    // Even a colleague who confirms it does not make a second person for three days.
    valueOf(await confirm(consent, second))
    const opened = await renewed(former)
    expect(await confirm(proposal, opened)).toMatchObject(refusal('access-unsettled'))
    // Nor does it help to propose with that account and to confirm with the own one.
    const reversed = proposalOf(await remove(await verifiedReport(), opened))
    expect(await confirm(reversed, first)).toMatchObject(refusal('proposer-unsettled'))
    valueOf(await turnDown(reversed, first))
    valueOf(await confirm(proposal, second))
    await setColumns(former, { role: 'ROLE_USER' })
  })

  run('the e-mail and the password of an active administrator wait as well', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const third = await person('admin')
    for (const body of [
      { email: 'other.mailbox@example.org' },
      { password: 'Grey-Lamp-41' },
      { role: 'ROLE_USER' },
      { phone: '+33612345678' },
    ] as const) {
      const replied = valueOf(await change(third, body, first))
      const consent = 'consent' in replied ? (replied.consent ?? '') : ''
      valueOf(await turnDown(consent, second))
    }
    // A lock-out is immediate, the way back is not.
    expect(valueOf(await change(third, { status: 'blocked' }, first))).toMatchObject({
      status: 'blocked',
      consent: null,
    })
    expect(valueOf(await change(third, { status: 'active' }, first))).toMatchObject({
      status: 'blocked',
    })
    await setColumns(third, { role: 'ROLE_USER' })
  })

  run('a first factor and a reset by mail after such a change start the time again', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const third = await person('admin')
    await changeWithConsent(third, { email: 'new.mailbox@example.org' }, first, second)
    server.clock.advance(ACCESS_SETTLES_S + 60)
    first = await renewed(first)
    const proposal = proposalOf(await remove(await verifiedReport(), first))
    const actor = `member:${third.id}`
    await server.deps.audit.write({ actor, action: 'password.reset', target: actor })
    expect(await confirm(proposal, await renewed(third))).toMatchObject(refusal('access-unsettled'))
    server.clock.advance(ACCESS_SETTLES_S + 60)
    await server.deps.audit.write({
      actor,
      action: 'factor.added',
      target: actor,
      detail: { first: true },
    })
    expect(await confirm(proposal, await renewed(third))).toMatchObject(refusal('access-unsettled'))
    // Control: what the holder of an untouched account does with it starts no time.
    const own = `member:${second.id}`
    await server.deps.audit.write({ actor: own, action: 'password.reset', target: own })
    second = await renewed(second)
    valueOf(await change(second, { language: 'fr' }, second))
    valueOf(await confirm(proposal, second))
    await setColumns(third, { role: 'ROLE_USER' })
  })

  run('a change of an account that was changed since is not carried out', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const third = await person('admin')
    const replied = valueOf(await change(third, { password: 'Grey-Lamp-41' }, first))
    valueOf(await change(third, { status: 'inactive' }, first))
    const consent = 'consent' in replied ? (replied.consent ?? '') : ''
    expect(await confirm(consent, second)).toMatchObject(refusal('conflict'))
    valueOf(await turnDown(consent, second))
    await setColumns(third, { role: 'ROLE_USER' })
  })

  run('a change that was proposed from older settings is not carried out', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const { revision } = (await settings()).payment
    valueOf(
      await server.client.call(changePaymentSettings, { body: { revision, accounts: [] } }, first),
    )
    await server.deps.database.db
      .updateTable('settings')
      .set({ revision: revision + 1 })
      .where('name', '=', 'payment')
      .execute()
    const proposal = (await open(second)).find(({ kind }) => kind === 'payment-change')
    expect(await confirm(proposal?.id ?? '', second)).toMatchObject(refusal('conflict'))
    valueOf(await turnDown(proposal?.id ?? '', second))
  })

  run('two administrators who confirm at once carry it out once', async () => {
    const third = await person('admin')
    second = await renewed(second)
    const moderator = await person('moderator')
    const id = await verifiedReport()
    const proposal = proposalOf(await remove(id, moderator))
    const replies = await Promise.all(
      [second, third, second, third].map((by) => confirm(proposal, by)),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await isThere(id)).toBe(false)
    // Nothing but the decision itself stops a second confirmation of an export.
    first = await renewed(first)
    const { consent } = valueOf(
      await server.client.call(proposeExport, { body: { reason: 'Annual report' } }, first),
    )
    const permits = await Promise.all(
      [second, third, second, third].map((by) => confirm(consent, by)),
    )
    expect(permits.filter(({ ok }) => ok)).toHaveLength(1)
    await server.deps.database.db
      .updateTable('members')
      .set({ status: 'inactive' })
      .where('id', '=', third.id)
      .execute()
  })

  run('a proposal ends after seven days', async () => {
    first = await renewed(first)
    const id = await verifiedReport()
    const proposal = proposalOf(await remove(id, first))
    const { revision } = (await settings()).payment
    const body = { revision, accounts: [] }
    expect(
      valueOf(await server.client.call(changePaymentSettings, { body }, first)).waiting,
    ).toEqual(['payment'])
    server.clock.advance(CONSENT_TTL_S)
    first = await renewed(first)
    expect((await settings()).waiting).toEqual([])
    second = await renewed(second)
    expect(await confirm(proposal, second)).toMatchObject(refusal('conflict'))
    first = await renewed(first)
    expect(proposalOf(await remove(id, first))).not.toBe(proposal)
  })

  run('turning it off waits too; demoting the others does not turn it off', async () => {
    first = await renewed(first)
    second = await renewed(second)
    const moderator = await person('moderator')
    const { revision } = (await settings()).consents
    const body = { revision, required: false }
    expect(valueOf(await server.client.call(changeConsentSettings, { body }, first))).toMatchObject(
      { consents: { required: true }, waiting: ['consents'] },
    )
    await server.deps.database.db
      .updateTable('members')
      .set({ role: 'ROLE_MODERATOR' })
      .where('id', '=', second.id)
      .execute()
    await settleConsents(server.deps)
    expect((await settings()).consents.required).toBe(true)
    // Alone now: the proposal can be confirmed by its proposer after three days, and all staff are told of a new one.
    const waiting = (await open(first)).find(({ kind }) => kind === 'consent-off')
    expect(await confirm(waiting?.id ?? '', first)).toMatchObject(refusal('own-proposal'))
    const id = await verifiedReport()
    proposalOf(await remove(id, first))
    expect((await mailsTo(server.deps, moderator.email)).map(({ template }) => template)).toContain(
      'consent-alone',
    )
    server.clock.advance(COOLING_OFF_S)
    first = await renewed(first)
    valueOf(await confirm(waiting?.id ?? '', first))
    expect((await settings()).consents.required).toBe(false)
    expect(await remove(await verifiedReport(), first)).toEqual({ deleted: true })
  })

  run('the second factors of a colleague go after another administrator confirms', async () => {
    first = await renewed(first)
    await server.deps.database.db
      .updateTable('members')
      .set({ role: 'ROLE_ADMIN' })
      .where('id', '=', second.id)
      .execute()
    second = await renewed(second)
    const reviewer = await person('reviewer')
    await buildTotp(server.deps, reviewer.id)
    const ask = (id: string) =>
      server.client.call(
        proposeFactorReset,
        { params: { id }, body: { reason: 'The phone is lost' } },
        first,
      )
    expect(await ask(first.cardId)).toMatchObject(refusal('own-account-protected'))
    expect(await ask('WLD_99999999')).toMatchObject(refusal('not-found'))
    const { consent } = valueOf(await ask(reviewer.cardId))
    const factors = async () =>
      (
        await server.deps.database.db
          .selectFrom('factors')
          .select('id')
          .where('member_id', '=', reviewer.id)
          .execute()
      ).length
    expect((await open(second)).find(({ id }) => id === consent)?.member).toEqual({
      cardId: reviewer.cardId,
      name: reviewer.name,
    })
    expect(await confirm(consent, first)).toMatchObject(refusal('own-proposal'))
    expect(await factors()).toBe(1)
    valueOf(await confirm(consent, second))
    expect(await factors()).toBe(0)
    expect(await server.client.call(listSessions, {}, reviewer)).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
    expect((await mailsTo(server.deps, reviewer.email)).map(({ template }) => template)).toEqual(
      expect.arrayContaining(['factor-reset-asked', 'factors-removed']),
    )
  })

  run('reasons and accounts are not readable in the database', async () => {
    const rows = await server.deps.database.db.selectFrom('consents').selectAll().execute()
    expect(rows.length).toBeGreaterThan(5)
    expect(JSON.stringify(rows)).not.toMatch(/Filed twice|30006000|Annual report|taken\.over/)
  })
})
