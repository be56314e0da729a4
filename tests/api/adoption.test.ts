/** The association adopts its terms, tells every active member, and asks them again (ADR 0094). */
import { beforeAll, describe, expect } from 'vitest'
import { sendAnnouncements } from '#server/jobs/announcements.ts'
import { privacyFacts } from '#shared/contract/about.ts'
import { giveAgreement, listAgreements } from '#shared/contract/agreements.ts'
import { login } from '#shared/contract/auth.ts'
import { announceAdoption, changeAdoption, readSettings } from '#shared/contract/settings.ts'
import { AGREEMENT_VERSIONS } from '#shared/domain/agreements.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { basic } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const changes = { fr: 'Article 10 : durées.', en: '', ar: 'المادة 10: المدد.' }

describe.each(ENGINES)('adopted terms on $title', ({ engine, skip }) => {
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
  const settings = async () => valueOf(await server.client.call(readSettings, {}, admin))
  const adopt = async (adoptedOn: string, version: string, by: Person = admin) =>
    server.client.call(
      changeAdoption,
      { body: { revision: (await settings()).adoption.revision, adoptedOn, version } },
      by,
    )
  const announce = async (by: Person = admin) =>
    server.client.call(
      announceAdoption,
      { body: { revision: (await settings()).adoption.revision, changes } },
      by,
    )
  const send = () => sendAnnouncements(server.deps)
  const agreements = async (who: Person) =>
    valueOf(await server.client.call(listAgreements, {}, who))
  const agree = (who: Person, version: string) =>
    server.client.call(giveAgreement, { body: { kind: 'terms', version, language: 'fr' } }, who)
  const refusal = (code: string) => ({ ok: false, problem: { code } })

  run('a draft is a draft until a day and a version are set', async () => {
    expect((await settings()).goLive.open).toContain('terms')
    expect(valueOf(await server.client.call(privacyFacts, {})).adoption).toBeNull()
    expect(await announce()).toMatchObject(refusal('conflict'))
    expect(await adopt('2026-12-01', '')).toMatchObject(refusal('invalid'))
    expect(await adopt('2026-12-01', 'one two')).toMatchObject(refusal('invalid'))
    expect(await adopt('2026-12-01', '1', await person('admin'))).toMatchObject(
      refusal('step-up-required'),
    )
    valueOf(await adopt('2026-12-01', '1'))
    expect((await settings()).goLive.open).not.toContain('terms')
    expect(valueOf(await server.client.call(privacyFacts, {})).adoption).toEqual({
      adoptedOn: '2026-12-01',
      version: '1',
      appliesFrom: null,
    })
  })

  run('the announcement mails each active member once, and each is asked again', async () => {
    const member = await person('member')
    const blocked = await buildMember(server.deps, { status: 'banned' })
    valueOf(await agree(member, AGREEMENT_VERSIONS.terms))
    expect((await agreements(member)).asked).toEqual([])
    expect(await announce(await person('admin'))).toMatchObject(refusal('step-up-required'))
    for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
      expect(await announce(await person(role))).toMatchObject(refusal('forbidden'))

    expect(valueOf(await announce()).adoption.announced).toMatchObject({
      version: '1',
      mails: 0,
      done: false,
    })
    // Mails are under way, and then the version is told already.
    expect(await announce()).toMatchObject(refusal('conflict'))
    await Promise.all([send(), send()])
    await send()
    const { active } = await server.deps.database.db
      .selectFrom('members')
      .where('status', '=', 'active')
      .select(({ fn }) => fn.countAll<number>().as('active'))
      .executeTakeFirstOrThrow()
    expect((await settings()).adoption.announced).toMatchObject({
      mails: Number(active),
      done: true,
    })
    expect(await announce()).toMatchObject(refusal('conflict'))
    const told = (await mailsTo(server.deps, member.email)).filter(
      ({ template }) => template === 'terms-announced',
    )
    expect(told).toHaveLength(1)
    // A stolen account cannot write to all members: the words of the mail are fixed.
    expect(JSON.stringify(told)).not.toContain('Article 10')
    expect(await mailsTo(server.deps, blocked.email)).toEqual([])

    const asked = await agreements(member)
    expect(asked).toMatchObject({
      asked: ['terms'],
      termsVersion: `${AGREEMENT_VERSIONS.terms} 1`,
      announcement: { version: '1', changes },
    })
    expect(await agree(member, AGREEMENT_VERSIONS.terms)).toMatchObject(refusal('conflict'))
    const after = valueOf(await agree(member, asked.termsVersion))
    expect(after.asked).toEqual([])
    expect(after.agreements[0]).toMatchObject({ kind: 'terms', version: asked.termsVersion })
    const rows = await server.deps.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'terms.announced')
      .where('detail', 'like', '%appliesFrom%')
      .execute()
    expect(rows).toHaveLength(1)
  })

  run('who does not answer signs in as before', async () => {
    const held = await buildMember(server.deps)
    const reply = await server.client.call(login, {
      headers: { authorization: basic(held.email, TEST_PASSWORD) },
    })
    expect(reply).toMatchObject({ ok: true })
  })
})
