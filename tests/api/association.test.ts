/** Who publishes the site: an administrator sets it, everybody reads it, mails and messages follow it (ADR 0085). */
import { beforeAll, describe, expect } from 'vitest'
import { sendingDeps } from '#server/jobs/start-jobs.ts'
import type { Mail } from '#server/parts/mail/mail-sender.ts'
import { enqueueMail } from '#server/parts/mail/outbox.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { about } from '#shared/contract/about.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { pledge, pledgesCsv } from '#shared/contract/donations.ts'
import {
  changeAssociationSettings,
  changeGoLiveSettings,
  changeReportSettings,
  readSettings,
} from '#shared/contract/settings.ts'
import { type Association, BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { filledAssociation } from '#tests/builders/association.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('the association on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: Person
  beforeAll(async () => {
    admin = await person('admin', { proven: true })
  })

  const valueOf = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const held = async () => valueOf(await server.client.call(readSettings, {}, admin)).association
  const change = (value: Association, revision: number, by: Person = admin) =>
    server.client.call(changeAssociationSettings, { body: { ...value, revision } }, by)
  const set = async (value: Association) =>
    valueOf(await change(value, (await held()).revision)).association
  const told = async () => valueOf(await server.client.call(about, {})).association
  const mailsTo = async (address: string) =>
    (
      await server.deps.database.db
        .selectFrom('mails')
        .select('template')
        .where('to_address', '=', address)
        .execute()
    ).map(({ template }) => template)
  const write = async () =>
    valueOf(
      await server.client.call(sendContactMessage, {
        headers: {},
        body: {
          firstName: 'Jérôme',
          lastName: 'Awad',
          email: 'visitor@test.example',
          phoneNumber: '+33612345678',
          subject: 'query',
          message: 'Where do you meet?',
        },
      }),
    )

  run('nothing is made up: a new installation says nothing of itself', async () => {
    expect(await told()).toEqual(BLANK_ASSOCIATION)
    expect(await held()).toEqual({
      revision: 0,
      updatedAt: null,
      updatedBy: null,
      value: BLANK_ASSOCIATION,
    })
  })

  run('contact messages go to the sender of the mails until an address is set', async () => {
    const { mailFrom } = server.deps.config
    const sender = /<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom
    await write()
    expect(await mailsTo(sender)).toEqual(['contact-message'])
    const { email } = (await set(filledAssociation())).value
    await write()
    expect(await mailsTo(email)).toEqual(['contact-message'])
    expect(await mailsTo(sender)).toEqual(['contact-message'])
  })

  run('what an administrator sets is public; the audit log has what it was before', async () => {
    await set(filledAssociation())
    const value = filledAssociation({ siren: '732 829 320 00074', email: 'neu@soudanais-lyon.fr' })
    await set(value)
    expect(await told()).toEqual({ ...value, siren: '73282932000074' })
    const rows = await server.deps.database.db
      .selectFrom('audit')
      .select(['actor', 'target', 'detail'])
      .where('target', '=', 'settings:association')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    expect(rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }))).toEqual([
      {
        actor: `member:${admin.id}`,
        target: 'settings:association',
        detail: {
          siren: '732829320 → 73282932000074',
          email: 'bureau@soudanais-lyon.fr → neu@soudanais-lyon.fr',
        },
      },
    ])
  })

  run(
    'a stolen account of staff changes nothing, and an administrator needs the password',
    async () => {
      const before = await held()
      const other = filledAssociation({ email: 'thief@test.example' })
      for (const role of ['moderator', 'content', 'reviewer', 'member'] as const)
        expect(
          await change(other, before.revision, await person(role, { proven: true })),
          role,
        ).toMatchObject(refusal('forbidden'))
      expect(await change(other, before.revision, await person('admin'))).toMatchObject(
        refusal('step-up-required'),
      )
      expect(
        await server.client.call(changeAssociationSettings, {
          body: { ...other, revision: before.revision },
        }),
      ).toMatchObject({ ok: false, problem: { status: 401 } })
      expect(await held()).toEqual(before)
    },
  )

  run('the second of two changes is refused with what the first one set', async () => {
    const { revision } = await held()
    const first = await change(filledAssociation({ name: 'First' }), revision)
    const second = await change(filledAssociation({ name: 'Second' }), revision)
    expect(first).toMatchObject({ ok: true })
    expect(second).toMatchObject({
      ok: false,
      problem: {
        code: 'conflict',
        current: { association: { revision: revision + 1, value: { name: 'First' } } },
      },
    })
    expect((await told())?.name).toBe('First')
  })

  run('a wrong number or address is named by its field, and nothing is stored', async () => {
    const before = await held()
    for (const wrong of [
      { rna: '751234567' },
      { siren: '732829321' },
      { phone: 'on request' },
      { hostPhone: 'x' },
      { email: 'a@b.fr, c@d.fr' },
      { x: 'javascript:alert(1)' },
      { tiktok: 'http://tiktok.com' },
    ])
      expect(await change(filledAssociation(wrong), before.revision)).toMatchObject({
        problem: { status: 422, fields: [{ path: `body.${Object.keys(wrong)[0]}` }] },
      })
    expect(await held()).toEqual(before)
  })

  run('mails end with who sends them, and with nothing while that is not set', async () => {
    const sent: Mail[] = []
    const deps = {
      ...server.deps,
      mail: { send: async (mail: Mail) => void sent.push(mail) },
    }
    const textOf = async (): Promise<string> => {
      sent.length = 0
      await server.deps.database.db.deleteFrom('mails').execute()
      await enqueueMail(deps, server.deps.database.db, {
        to: 'amna@test.example',
        language: 'fr',
        template: 'password-changed',
        values: { at: '2026-11-28T12:00:00.000Z' },
      })
      await sendDueMails(sendingDeps(deps))
      return sent.map(({ text }) => text).join('')
    }
    await set(filledAssociation())
    expect(await textOf()).toContain(
      'Association des Soudanais de Lyon · 4 place Bellecour, 69002 Lyon · bureau@soudanais-lyon.fr',
    )
    await set(BLANK_ASSOCIATION)
    expect(await textOf()).not.toContain('·')
  })

  run(
    'donations have the currency that is set, which cannot change once there are some',
    async () => {
      await set(filledAssociation({ currency: 'EUR' }))
      const body = { cause: 'education', amountUsd: 50, email: 'giver@test.example' } as const
      await server.deps.database.db.deleteFrom('mails').execute()
      valueOf(await server.client.call(pledge, { headers: {}, body }))
      const csv = await fetch(`${server.url}${pledgesCsv.path}`, {
        headers: { authorization: `Bearer ${admin.bearer}` },
      })
      expect(await csv.text()).toContain('Promised (EUR)')
      expect(
        await change(filledAssociation({ currency: 'USD' }), (await held()).revision),
      ).toMatchObject({ problem: { fields: [{ path: 'body.currency', code: 'in_use' }] } })
      await set(filledAssociation({ currency: 'EUR', name: 'Another name' }))
      expect(await told()).toMatchObject({ currency: 'EUR', name: 'Another name' })
    },
  )

  run('what is open before the site is online shrinks with what is settled', async () => {
    const open = async () => valueOf(await server.client.call(readSettings, {}, admin)).goLive.open
    await set(filledAssociation({ currency: 'EUR', hostPhone: '' }))
    expect(await open()).toEqual(expect.arrayContaining(['host', 'reports', 'terms', 'dpia']))
    expect(await open()).not.toContain('identity')
    valueOf(
      await server.client.call(
        changeReportSettings,
        { body: { revision: 0, mode: 'immediate', withholdNames: true } },
        admin,
      ),
    )
    valueOf(
      await server.client.call(
        changeGoLiveSettings,
        { body: { revision: 0, confirmed: ['register', 'register'] } },
        admin,
      ),
    )
    for (const settled of ['reports', 'register']) expect(await open()).not.toContain(settled)
    expect(await open()).toEqual(expect.arrayContaining(['host', 'dpia']))
    const unproven = await server.client.call(
      changeGoLiveSettings,
      { body: { revision: 1, confirmed: [] } },
      await person('admin'),
    )
    expect(unproven).toMatchObject(refusal('step-up-required'))
  })
})
