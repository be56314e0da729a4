/** The settings of administrators, and that the server applies them. */
import { beforeAll, describe, expect } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { donationSummary } from '#shared/contract/donations.ts'
import { filingRules } from '#shared/contract/filing.ts'
import { createRegistration } from '#shared/contract/registration.ts'
import {
  hideReport,
  publishReport,
  createEvidence,
  createReport,
  listEvidence,
  listReports,
  readReport,
  updateReport,
  type Report,
} from '#shared/contract/reports.ts'
import { searchSite } from '#shared/contract/search.ts'
import {
  changeInvitationSettings,
  changePaymentSettings,
  changeReportSettings,
  createInvitation,
  listInvitations,
  readSettings,
  revokeInvitation,
  type Settings,
} from '#shared/contract/settings.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import {
  clientOnOwnNetwork,
  formOf,
  newAddress,
  proveAddress,
  uploadPhotos,
} from '#tests/builders/applicant.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

const ACCOUNT = {
  holder: 'WLD',
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  bic: 'agrifrpp',
  bank: 'Bank of the association',
}

describe.each(RULE_ENGINES)('settings on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: Awaited<ReturnType<typeof person>>
  beforeAll(async () => {
    admin = await person('admin', { proven: true })
  })

  const by = ({ bearer }: { readonly bearer: string }) => ({ bearer })
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const valueOf = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const read = async (): Promise<Settings> =>
    valueOf(await server.client.call(readSettings, {}, by(admin)))
  const setMode = async (mode: 'immediate' | 'reviewed') =>
    valueOf(
      await server.client.call(
        changeReportSettings,
        { body: { revision: (await read()).reports.revision, mode, withholdNames: true } },
        by(admin),
      ),
    )
  const traces = async (action: string) =>
    (
      await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', action)
        .orderBy('seq')
        .execute()
    ).map(({ actor, target, detail }) => ({ actor, target, detail: JSON.parse(detail) as unknown }))

  run(
    'a change requires step-up and the current revision, and logs the old and new value',
    async () => {
      const unproven = await person('admin')
      expect(
        await server.client.call(
          changeReportSettings,
          { body: { revision: 0, mode: 'reviewed', withholdNames: true } },
          by(unproven),
        ),
      ).toMatchObject(refusal('step-up-required'))
      expect((await read()).reports).toEqual({
        revision: 0,
        updatedAt: null,
        updatedBy: null,
        mode: 'immediate',
        withholdNames: true,
        held: 0,
      })
      const both = await Promise.all(
        ['reviewed', 'reviewed'].map(() =>
          server.client.call(
            changeReportSettings,
            { body: { revision: 0, mode: 'reviewed', withholdNames: true } },
            by(admin),
          ),
        ),
      )
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(both.find(({ ok }) => !ok)).toMatchObject({
        problem: {
          code: 'conflict',
          current: { reports: { revision: 1, mode: 'reviewed', updatedBy: admin.cardId } },
        },
      })
      await setMode('immediate')
      expect((await traces('settings.changed')).slice(-2)).toEqual([
        {
          actor: `member:${admin.id}`,
          target: 'settings:reports',
          detail: { from: 'immediate', to: 'reviewed', withholdNames: 'true → true' },
        },
        {
          actor: `member:${admin.id}`,
          target: 'settings:reports',
          detail: { from: 'reviewed', to: 'immediate', withholdNames: 'true → true' },
        },
      ])
      for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
        expect(await server.client.call(readSettings, {}, by(await person(role)))).toMatchObject(
          refusal('forbidden'),
        )
    },
  )

  run(
    'in reviewed mode only staff and the author see a new report until it is published',
    async () => {
      const [author, moderator, other] = [
        await person('member'),
        await person('moderator'),
        await person('member'),
      ]
      const address = await uploadOne(server, author.bearer, 'report', await jpeg())
      const file = address.split('/').at(-1)?.split('?')[0] ?? ''
      const sendWithPicture = (type: string) =>
        createOne(type, author, [
          { evidenceType: 'image' as const, fileUrl: address, description: 'Seen' },
        ])
      async function createOne(
        type: string,
        who: { readonly bearer: string },
        evidenceList: object[] = [],
      ): Promise<Report> {
        return valueOf(
          await server.client.call(
            createReport,
            { body: reportBody({ type, evidenceList: evidenceList as never }) },
            by(who),
          ),
        )
      }
      const before = await createOne('Seenbefore', author)
      await setMode('reviewed')
      const held = await sendWithPicture('Heldtype')
      const listed = async (who?: { readonly bearer: string }, query: object = {}) => {
        const list = valueOf(
          await server.client.call(listReports, { query }, who === undefined ? {} : by(who)),
        )
        return (Array.isArray(list) ? list : list.items).map(({ id }) => id)
      }
      const found = async () =>
        valueOf(
          await server.client.call(searchSite, {
            query: { q: 'Heldtype', language: 'en', size: 5 },
          }),
        ).reports.items
      const evidence = (who?: { readonly bearer: string }) =>
        server.client.call(
          listEvidence,
          { params: { id: held.id } },
          who === undefined ? {} : by(who),
        )
      const fetched = async (path: string) => (await fetch(`${server.url}${path}`)).status
      for (const who of [undefined, other, author]) {
        expect(await listed(who)).toContain(before.id)
        expect(await listed(who)).not.toContain(held.id)
        expect(await listed(who, { held: 'yes' })).not.toContain(held.id)
      }
      expect(await found()).toEqual([])
      for (const who of [undefined, other])
        expect(await evidence(who)).toMatchObject(refusal('not-found'))
      expect(await listed(moderator)).toContain(held.id)
      expect(await listed(moderator, { held: 'yes' })).toEqual([held.id])
      const seen = valueOf(await evidence(moderator))[0]?.fileUrl ?? ''
      expect(await fetched(seen)).toBe(200)
      expect(await fetched(valueOf(await evidence(author))[0]?.fileUrl ?? '')).toBe(200)
      expect(seen).not.toContain('viewer=public')
      expect(await fetched(server.deps.library.sign(file, 'thumb', 'public'))).toBe(403)
      expect(
        valueOf(await server.client.call(signPhoto, { body: [`/api/files/${file}`] }, by(other))),
      ).toEqual({})
      expect(
        Object.keys(
          valueOf(
            await server.client.call(signPhoto, { body: [`/api/files/${file}`] }, by(moderator)),
          ),
        ),
      ).toHaveLength(1)
      expect((await read()).reports.held).toBe(1)

      // After verification it is public; back in review, it is not.
      await server.client.call(
        updateReport,
        { params: { id: held.id }, body: { status: 'verified' } },
        by(moderator),
      )
      expect(await listed()).toContain(held.id)
      await server.client.call(
        updateReport,
        { params: { id: held.id }, body: { status: 'under review' } },
        by(moderator),
      )
      expect(await listed()).not.toContain(held.id)
      // A change of the mode does not publish waiting reports; staff publish each one.
      await setMode('immediate')
      expect(await listed()).not.toContain(held.id)
      expect(
        await server.client.call(publishReport, { params: { id: held.id } }, by(other)),
      ).toMatchObject(refusal('forbidden'))
      expect(
        await server.client.call(publishReport, { params: { id: held.id } }, by(moderator)),
      ).toMatchObject({ ok: true, value: { published: true } })
      expect(await listed()).toContain(held.id)
      expect(await found()).toHaveLength(1)
      const open = valueOf(await evidence())[0]?.fileUrl ?? ''
      expect(open).toContain('viewer=public')
      expect(await fetched(open)).toBe(200)
      expect((await traces('report.published')).at(-1)).toEqual({
        actor: `member:${moderator.id}`,
        target: `report:${held.id}`,
        detail: { status: 'under review', waited: true },
      })
      expect(
        await server.client.call(publishReport, { params: { id: 999_999 } }, by(moderator)),
      ).toMatchObject(refusal('not-found'))
    },
  )

  run(
    'a published report can be hidden with its evidence; a verified one gets a conflict',
    async () => {
      const [author, moderator] = [await person('member'), await person('moderator')]
      await setMode('reviewed')
      const file = await uploadOne(server, author.bearer, 'report', await jpeg())
      const { id } = valueOf(
        await server.client.call(
          createReport,
          {
            body: reportBody({
              type: 'Hiddenagain',
              evidenceList: [{ evidenceType: 'image', fileUrl: file, description: 'Seen' }],
            }),
          },
          by(author),
        ),
      )
      const hide = (version?: number, who: { readonly bearer: string } = moderator) =>
        server.client.call(
          hideReport,
          { params: { id }, ...(version !== undefined && { body: { version } }) },
          by(who),
        )
      const seenBy = async (who?: { readonly bearer: string }) =>
        (await server.client.call(readReport, { params: { id } }, who === undefined ? {} : by(who)))
          .ok
      const change = async (body: object) =>
        valueOf(await server.client.call(updateReport, { params: { id }, body }, by(moderator)))
      await server.client.call(publishReport, { params: { id } }, by(moderator))
      const open =
        valueOf(await server.client.call(listEvidence, { params: { id } }))[0]?.fileUrl ?? ''
      expect([await seenBy(), (await fetch(`${server.url}${open}`)).status]).toEqual([true, 200])

      expect(await hide(undefined, author)).toMatchObject(refusal('forbidden'))
      expect(await hide(7)).toMatchObject({
        ok: false,
        problem: { code: 'conflict', current: { id, published: true } },
      })
      expect(await seenBy()).toBe(true)
      expect(await hide(1)).toMatchObject({ ok: true, value: { published: false } })
      expect([await seenBy(), await seenBy(author), await seenBy(moderator)]).toEqual([
        false,
        true,
        true,
      ])
      expect((await fetch(`${server.url}${open}`)).status).toBe(403)
      expect(
        valueOf(await server.client.call(listReports, { query: { type: 'Hiddenagain' } })),
      ).toEqual([])
      expect(await hide(1)).toMatchObject({ ok: true, value: { published: false } })
      expect((await traces('report.hidden')).map(({ detail }) => detail).slice(-2)).toEqual([
        { status: 'not verified', waited: false },
        { status: 'not verified', waited: true },
      ])

      await change({ status: 'verified' })
      expect(await hide()).toMatchObject({
        ok: false,
        problem: {
          code: 'conflict',
          fields: [{ code: 'report_verified' }],
          current: { id, verified: true },
        },
      })
      expect(await seenBy()).toBe(true)
      expect(
        await server.client.call(hideReport, { params: { id: 999_999 } }, by(moderator)),
      ).toMatchObject(refusal('not-found'))
      await setMode('immediate')
    },
  )

  run('who files a report is told what becomes of it, as the setting says', async () => {
    const author = await person('member')
    const told = async () => valueOf(await server.client.call(filingRules, {}, by(author)))
    await setMode('reviewed')
    expect(await told()).toEqual({ reviewed: true, withholdNames: true })
    await setMode('immediate')
    expect(await told()).toEqual({ reviewed: false, withholdNames: true })
    expect((await server.client.call(filingRules, {}, {})).ok).toBe(false)
  })

  run('in reviewed mode, evidence added by the author holds the report back', async () => {
    const [author, moderator] = [await person('member'), await person('moderator')]
    const add = async (reportId: number, who: { readonly bearer: string }) =>
      valueOf(
        await server.client.call(
          createEvidence,
          {
            body: {
              reportId,
              evidenceType: 'image',
              fileUrl: await uploadOne(server, who.bearer, 'report', await jpeg()),
              description: 'Added',
            },
          },
          by(who),
        ),
      )
    const file = async () =>
      valueOf(
        await server.client.call(
          createReport,
          { body: reportBody({ type: 'Addedlater', evidenceList: [] }) },
          by(author),
        ),
      )
    const seenBy = async (id: number, who?: { readonly bearer: string }) =>
      (await server.client.call(readReport, { params: { id } }, who === undefined ? {} : by(who)))
        .ok
    const publish = (id: number, version?: number) =>
      server.client.call(
        publishReport,
        { params: { id }, ...(version === undefined ? {} : { body: { version } }) },
        by(moderator),
      )
    await setMode('reviewed')
    const { id } = await file()
    const first = valueOf(await server.client.call(readReport, { params: { id } }, by(moderator)))
    await add(id, author) // between reading and publishing
    expect(await publish(id, first.version)).toMatchObject({
      ok: false,
      problem: { code: 'conflict', current: { id, evidenceCount: 1, published: false } },
    })
    expect(
      await server.client.call(
        updateReport,
        { params: { id }, body: { status: 'verified', version: first.version ?? 0 } },
        by(moderator),
      ),
    ).toMatchObject(refusal('conflict'))
    expect(await seenBy(id)).toBe(false)
    expect(await publish(id, (first.version ?? 0) + 1)).toMatchObject({
      ok: true,
      value: { published: true },
    })
    expect(await seenBy(id)).toBe(true)

    const later = await add(id, author)
    expect(later.fileUrl).not.toContain('viewer=public')
    expect(await seenBy(id)).toBe(false)
    expect(await seenBy(id, author)).toBe(true)
    expect(
      (
        await fetch(
          `${server.url}${server.deps.library.sign(later.fileUrl?.split('/').at(-1)?.split('?')[0] ?? '', 'view', 'public')}`,
        )
      ).status,
    ).toBe(403)
    // A request for a part of a picture returns the whole picture and writes an audit row.
    const waiting = valueOf(
      await server.client.call(listEvidence, { params: { id } }, by(moderator)),
    )[0]
    expect(
      (await fetch(`${server.url}${waiting?.fileUrl ?? ''}`, { headers: { range: 'bytes=1-' } }))
        .status,
    ).toBe(200)
    expect(
      (await traces('evidence.viewed')).map(({ actor, target }) => ({ actor, target })),
    ).toContainEqual({ actor: `member:${moderator.id}`, target: `evidence:${waiting?.id ?? 0}` })
    expect(await publish(id)).toMatchObject({ ok: true })
    expect((await add(id, moderator)).fileUrl).toContain('viewer=public') // evidence that staff add counts as reviewed
    await setMode('immediate')
    expect((await add(id, author)).fileUrl).toContain('viewer=public')
    expect(await seenBy(id)).toBe(true)
  })

  run(
    'bank accounts are checked and replace the samples; the log contains no whole number',
    async () => {
      const { payment } = await read()
      expect(payment.source).toBe('samples')
      const change = (accounts: readonly (typeof ACCOUNT)[], revision: number) =>
        server.client.call(
          changePaymentSettings,
          { body: { revision, accounts: [...accounts] } },
          by(admin),
        )
      expect(
        await change([{ ...ACCOUNT, iban: 'FR76 3000 6000 0112 3456 7890 188' }], 0),
      ).toMatchObject({ problem: { code: 'invalid', fields: [{ path: 'body.accounts.0.iban' }] } })
      expect(await change([{ ...ACCOUNT, bic: 'NO' }], 0)).toMatchObject({
        problem: { fields: [{ path: 'body.accounts.0.bic' }] },
      })
      expect(await change([{ ...ACCOUNT, holder: ' ' }], 0)).toMatchObject({
        problem: { fields: [{ path: 'body.accounts.0.holder' }] },
      })
      expect(valueOf(await change([ACCOUNT], 0)).payment).toMatchObject({
        source: 'settings',
        revision: 1,
      })
      const kept = {
        holder: 'WLD',
        iban: 'FR7630006000011234567890189',
        bic: 'AGRIFRPP',
        bank: 'Bank of the association',
      }
      expect(valueOf(await server.client.call(donationSummary, {}))).toMatchObject({
        samples: false,
        accounts: [kept],
      })
      const trace = (await traces('settings.changed')).at(-1)
      expect(trace).toMatchObject({
        target: 'settings:payment',
        detail: { from: '', to: 'FR…0189' },
      })
      expect(JSON.stringify(trace)).not.toContain('3000')
      expect(valueOf(await change([], 1)).payment.source).toBe('samples')
    },
  )

  run('accounts of the environment take precedence and cannot be changed', async () => {
    const pinned = await startApiServer({
      engine,
      env: { BANK_TRANSFER_1: 'WLD|SD9800000000000000||Pinned bank', LIMITS_SCALE: '100' },
    })
    try {
      const member = await buildMember(pinned.deps, { role: 'admin' })
      const { sessionId, accessToken } = await openSession(pinned.deps, member.id, 'test')
      await recordProof(pinned.deps, sessionId, { kind: 'password' })
      await pinned.deps.database.db
        .insertInto('settings')
        .values({
          name: 'payment',
          value: JSON.stringify({ accounts: [ACCOUNT] }),
          revision: 3,
          updated_at: 'x',
          updated_by: null,
        })
        .execute()
      expect(
        await pinned.client.call(
          changePaymentSettings,
          { body: { revision: 3, accounts: [ACCOUNT] } },
          { bearer: accessToken },
        ),
      ).toMatchObject({
        problem: { code: 'conflict', current: { payment: { source: 'environment' } } },
      })
      expect(await pinned.client.call(donationSummary, {})).toMatchObject({
        value: { accounts: [{ bank: 'Pinned bank' }] },
      })
    } finally {
      await pinned.stop()
    }
  })

  run(
    'where a code is required, one that is unknown, used up, expired or revoked is rejected',
    async () => {
      const apply = async (recommendedBy: string) => {
        const email = newAddress()
        const client = clientOnOwnNetwork(server)
        const ticket = await proveAddress(server, email, client)
        return client.call(
          createRegistration,
          {
            headers: {},
            body: { ...formOf(email, await uploadPhotos(server.deps, ticket)), recommendedBy },
          },
          { bearer: ticket },
        )
      }
      const make = async (wish: object) =>
        valueOf(
          await server.client.call(
            createInvitation,
            { body: { label: 'Paris', ...wish } },
            by(admin),
          ),
        )
      const bad = {
        ok: false,
        problem: {
          code: 'invalid',
          fields: [{ path: 'body.recommendedBy', code: 'unknown_invitation' }],
        },
      }
      const [twice, short, off] = [
        await make({ usesMax: 2 }),
        await make({ expiresAt: new Date(server.clock.now().getTime() + 3_600_000).toISOString() }),
        await make({}),
      ]
      expect(twice.code).toMatch(/^INV-[2-9A-Z]{4}-[2-9A-Z]{2}$/)
      expect(await apply('ELDER-7')).toMatchObject({ ok: true }) // any word is accepted while no list is required
      expect(await apply(twice.code.toLowerCase().replaceAll('-', ' '))).toMatchObject({ ok: true })
      const { invitations } = await read()
      expect(
        await server.client.call(
          changeInvitationSettings,
          { body: { revision: invitations.revision, required: true } },
          by(admin),
        ),
      ).toMatchObject({ ok: true })
      expect(await apply('ELDER-7')).toMatchObject(bad)
      const race = await Promise.all([apply(twice.code), apply(twice.code)])
      expect(race.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await apply(twice.code)).toMatchObject(bad)
      expect(await apply(short.code)).toMatchObject({ ok: true })
      server.clock.advance(3_601)
      admin = await person('admin', { proven: true }) // an hour has passed: sessions and proofs have expired
      expect(await apply(short.code)).toMatchObject(bad)
      expect(await apply(off.code)).toMatchObject({ ok: true })
      expect(
        await server.client.call(
          revokeInvitation,
          { params: { id: off.id }, body: { reason: 'Passed on' } },
          by(admin),
        ),
      ).toMatchObject({ ok: true, value: { state: 'revoked', uses: 1 } })
      expect(await apply(off.code)).toMatchObject(bad)
      const list = valueOf(await server.client.call(listInvitations, {}, by(admin)))
      expect(
        Object.fromEntries(list.map(({ code, uses, state }) => [code, `${uses} ${state}`])),
      ).toEqual({ [twice.code]: '2 used-up', [short.code]: '1 expired', [off.code]: '1 revoked' })
      expect(JSON.stringify(await traces('invitation.created'))).not.toContain(twice.code)
      for (const role of ['content', 'member'] as const)
        expect(await server.client.call(listInvitations, {}, by(await person(role)))).toMatchObject(
          refusal('forbidden'),
        )
    },
  )
})
