/** Members whom staff entered or imported are told by mail, once, as many a day as the installation may (ADR 0100). */
import { beforeAll, describe, expect } from 'vitest'
import { sendEntryNotices } from '#server/jobs/entry-notices.ts'
import { listAgreements } from '#shared/contract/agreements.ts'
import { deleteMember, readMember } from '#shared/contract/users.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { ENTRY_NOTICES_A_DAY } from '#shared/domain/privacy/entry-notice.ts'
import { DAY_S } from '#shared/domain/units.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { multipartBody } from '#tests/support/uploads.ts'

const HEADER = 'firstName,lastName,email,birthDate,sex,language'

describe.each(ENGINES)('information of members whom staff entered on $title', (one) => {
  const { server, run, person } = suiteServer(one, { env: { LIMITS_SCALE: '100' } })
  let admin: Person
  beforeAll(async () => {
    admin = await person('admin', { proven: true })
  })

  let last = 0
  const newAddress = () => `entered.${(last += 1)}.${one.engine}@import.example`
  async function importPeople(
    people: readonly {
      readonly email: string
      readonly name?: string
      readonly language?: string
    }[],
    query: Readonly<Record<string, string>> = {},
    by: Person = admin,
  ) {
    const rows = people.map(
      ({ email, name = 'Hawa', language = '' }) => `${name},Musa,${email},1990-04-12,f,${language}`,
    )
    const { body, type } = multipartBody([
      {
        field: 'file',
        bytes: Buffer.from([HEADER, ...rows].join('\n')),
        name: 'members.csv',
        type: 'text/csv',
      },
    ])
    const answer = await fetch(
      `${server.url}/api/user/import?${new URLSearchParams({ dryRun: 'false', ...query })}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${by.bearer}`, 'content-type': type },
        body: new Uint8Array(body),
      },
    )
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const idOf = async (email: string) =>
    (
      await server.deps.database.db
        .selectFrom('members')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const noticeOf = async (email: string) => {
    const answer = await server.client.call(
      readMember,
      { params: { id: cardId(await idOf(email)) } },
      admin,
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.entryNotice
  }
  const send = () => sendEntryNotices(server.deps)
  const lastTrail = (action: string) =>
    server.deps.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
  const dayAfter = async () => {
    server.clock.advance(DAY_S + 1)
    admin = await person('admin', { proven: true })
  }

  run('an import tells each person once, and no one where staff tell it otherwise', async () => {
    const [told, untold] = [newAddress(), newAddress()]
    expect(await importPeople([{ email: told }])).toMatchObject({
      status: 200,
      body: { notices: { waiting: 0, left: ENTRY_NOTICES_A_DAY } },
    })
    expect(JSON.parse((await lastTrail('member.imported')).detail)).toMatchObject({ informed: 1 })
    expect(await importPeople([{ email: untold }], { informByMail: 'false' })).toMatchObject({
      status: 200,
      body: { notices: { waiting: 1 } },
    })
    expect(JSON.parse((await lastTrail('member.imported')).detail)).toMatchObject({ informed: 0 })
    expect(await noticeOf(told)).toMatchObject({ byMail: true, mailedAt: null })

    await Promise.all([send(), send()])
    await send()
    expect(await mailsTo(server.deps, told)).toMatchObject([
      { template: 'entered-by-staff', values: { name: 'Hawa', languages: 'all' } },
    ])
    expect(JSON.parse((await lastTrail('member.informed')).detail)).toEqual({ informed: 1 })
    expect(await noticeOf(told)).toMatchObject({ byMail: true, mailedAt: expect.any(String) })
    expect(await mailsTo(server.deps, untold)).toEqual([])
    expect(await noticeOf(untold)).toMatchObject({ byMail: false, mailedAt: null })
    await dayAfter()
    expect(await send()).toBe(0)
  })

  run(
    'the mail is in the language of the member, and holds no other word of the file',
    async () => {
      const [french, sentence] = [newAddress(), newAddress()]
      await importPeople(
        [
          { email: french, language: 'fr' },
          { email: sentence, name: 'Send your money to Ahmed' },
        ],
        { agreementPaper: 'Call this number now' },
      )
      await dayAfter()
      await send()
      expect(await mailsTo(server.deps, french)).toMatchObject([
        { language: 'fr', values: { name: 'Hawa', languages: '' } },
      ])
      const [mail] = await mailsTo(server.deps, sentence)
      expect(mail).toMatchObject({ values: { name: '' } })
      expect(JSON.stringify(mail)).not.toMatch(/money|Call this/)
    },
  )

  run('a day has a budget for all, which erased members do not give back', async () => {
    await dayAfter()
    const people = Array.from({ length: ENTRY_NOTICES_A_DAY + 2 }, () => ({ email: newAddress() }))
    await importPeople(people)
    expect(await send()).toBe(ENTRY_NOTICES_A_DAY)
    expect(await send()).toBe(0)
    expect(await importPeople([{ email: newAddress() }], { dryRun: 'true' })).toMatchObject({
      body: { notices: { waiting: 2, left: 0 } },
    })
    // What was sent counts for its day, whoever is erased since.
    await server.deps.database.db
      .updateTable('mails')
      .set({ sent_at: server.clock.now().toISOString() })
      .where('sent_at', 'is', null)
      .execute()
    const first = people[0]?.email ?? ''
    expect(
      await server.client.call(deleteMember, { params: { id: cardId(await idOf(first)) } }, admin),
    ).toMatchObject({ ok: true })
    expect(await send()).toBe(0)
    await dayAfter()
    expect(await send()).toBe(2)
  })

  run('others than administrators import nobody, and so mail nobody', async () => {
    const email = newAddress()
    for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
      expect(
        await importPeople([{ email }], {}, await person(role, { proven: true })),
      ).toMatchObject({ status: 403 })
    expect(await send()).toBe(0)
  })

  run('members who registered themselves have no such row', async () => {
    const me = await person('member')
    expect(await server.client.call(listAgreements, {}, me)).toMatchObject({
      ok: true,
      value: { entryNotice: null },
    })
  })
})
