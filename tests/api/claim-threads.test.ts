import { beforeAll, describe, expect, test } from 'vitest'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import { renderMail } from '#server/parts/mail/render-mail.ts'
import { exportAccount } from '#shared/contract/account.ts'
import {
  type ClaimSort,
  listClaims,
  readClaim,
  reopenClaim,
  replyToClaim,
  sendContactMessage,
  updateClaim,
} from '#shared/contract/claims.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('claims and their replies on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let reviewer: Person
  let administrator: Person
  beforeAll(async () => {
    reviewer = await person('reviewer')
    administrator = await person('admin')
  })
  let last = 0
  async function sent({
    bearer,
    language,
    email,
  }: { bearer?: string; language?: string; email?: string } = {}): Promise<string> {
    last += 1
    const body = {
      firstName: 'Jérôme',
      lastName: 'Awad',
      email: email ?? `writer${last}@test.example`,
      phoneNumber: '+33 6 12 34 56 78',
      subject: 'help' as const,
      message: 'سؤال\nسطر ثان',
    }
    const answer = await server.client.call(
      sendContactMessage,
      { headers: { 'accept-language': language }, body },
      bearer === undefined ? {} : { bearer },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.reference
  }
  const read = (id: string, by = reviewer) => server.client.call(readClaim, { params: { id } }, by)
  const reply = (
    id: string,
    body: { text: string; resolves?: boolean; version: number },
    by = reviewer,
  ) => server.client.call(replyToClaim, { params: { id }, body }, by)
  const reopen = (id: string, version: number, by = administrator, note = 'Wrote again') =>
    server.client.call(reopenClaim, { params: { id }, body: { note, version } }, by)
  const decide = (
    id: string,
    status: 'resolved' | 'rejected',
    more: { note?: string; mailed?: boolean } = {},
  ) =>
    server.client.call(
      updateClaim,
      { params: { id }, body: { status, note: 'Done', ...more } },
      reviewer,
    )
  const mailsAbout = async (id: string) => {
    const rows = await server.deps.database.db
      .selectFrom('mails')
      .selectAll()
      .where('template', 'in', ['claim-replied', 'claim-answered'])
      .orderBy('created_at')
      .execute()
    return rows
      .map((row) => ({
        template: row.template,
        language: row.language,
        to: row.to_address,
        values: openMailValues(server.deps, row),
      }))
      .filter(({ values }) => values['reference'] === id)
  }
  const auditOf = (id: string) =>
    server.deps.database.db
      .selectFrom('audit')
      .select(['actor', 'action', 'detail'])
      .where('target', '=', `claim:${id}`)
      .orderBy('seq')
      .execute()

  run('opening a claim returns the whole message and is logged', async () => {
    const id = await sent()
    expect(await read(id)).toMatchObject({
      ok: true,
      value: {
        id,
        userId: null,
        message: 'سؤال\nسطر ثان',
        status: 'open',
        repliedAt: null,
        entries: [],
        version: 0,
      },
    })
    expect((await auditOf(id)).slice(1)).toEqual([
      { actor: `member:${reviewer.id}`, action: 'claim.read', detail: '{}' },
    ])
    expect(await read('MSG-0000-00')).toMatchObject({ ok: false, problem: { status: 404 } })
    expect(await read(id, await person('member'))).toMatchObject({
      ok: false,
      problem: { status: 403 },
    })
  })

  run(
    'a reply is mailed and the claim stays open; the entry has text, author and mail state',
    async () => {
      const id = await sent({ language: 'fr-FR, en;q=0.8' })
      const answer = await reply(id, { text: 'Bonjour\nOui.', version: 0 })
      expect(answer).toMatchObject({
        ok: true,
        value: {
          status: 'open',
          note: '',
          language: 'fr',
          version: 1,
          repliedAt: expect.any(String),
        },
      })
      expect(answer.ok && answer.value.entries).toEqual([
        {
          id: expect.any(Number),
          kind: 'reply',
          text: 'Bonjour\nOui.',
          mailed: true,
          author: { cardId: reviewer.cardId, name: expect.stringMatching(/\S/) },
          at: expect.any(String),
        },
      ])
      expect(await mailsAbout(id)).toMatchObject([
        {
          template: 'claim-replied',
          language: 'fr',
          values: { name: 'Jérôme', reference: id, note: 'Bonjour\nOui.' },
        },
      ])
      expect((await auditOf(id)).map(({ action }) => action)).toEqual([
        'claim.created',
        'claim.replied',
      ])
      expect(JSON.stringify(await auditOf(id))).not.toContain('Bonjour')
    },
  )

  run('a reply uses the language of the account, else of the form, else English', async () => {
    const member = await person('member', { details: { language: 'ar' } })
    const ids = [
      await sent({ bearer: member.bearer, language: 'fr' }),
      await sent({ language: 'ar-SD' }),
      await sent({ language: 'de' }),
    ]
    for (const id of ids) await reply(id, { text: 'x', version: 0 })
    expect((await Promise.all(ids.map(mailsAbout))).map(([mail]) => mail?.language)).toEqual([
      'ar',
      'ar',
      'en',
    ])
  })

  run('a resolving reply is mailed; later replies are rejected with 409', async () => {
    const id = await sent()
    expect(await reply(id, { text: 'On 3 May', resolves: true, version: 0 })).toMatchObject({
      ok: true,
      value: {
        status: 'resolved',
        note: 'On 3 May',
        entries: [{ kind: 'resolved', mailed: true }],
      },
    })
    expect(await mailsAbout(id)).toMatchObject([
      { template: 'claim-answered', values: { note: 'On 3 May' } },
    ])
    expect(await reply(id, { text: 'More', version: 1 })).toMatchObject({
      ok: false,
      problem: {
        status: 409,
        code: 'already-decided',
        current: { id, status: 'resolved', version: 1 },
      },
    })
    expect(await mailsAbout(id)).toHaveLength(1)
  })

  run('one of six concurrent replies is stored; the others get 409 with it', async () => {
    const id = await sent()
    const moderator = await person('moderator')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        reply(
          id,
          { text: `r${index}`, resolves: index === 3, version: 0 },
          index % 2 === 0 ? reviewer : moderator,
        ),
      ),
    )
    const won = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
    expect(won).toHaveLength(1)
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused).toHaveLength(5)
    for (const answer of refused)
      expect(answer).toMatchObject({
        problem: {
          status: 409,
          current: { id, version: 1, entries: [{ text: won[0]?.entries[0]?.text }] },
        },
      })
    expect(await mailsAbout(id)).toHaveLength(1)
  })

  run('a claim can be closed without a mail to the sender', async () => {
    const id = await sent()
    expect(await decide(id, 'rejected', { note: 'Advertising', mailed: false })).toMatchObject({
      ok: true,
      value: { status: 'rejected', note: 'Advertising', repliedAt: null },
    })
    expect(await mailsAbout(id)).toEqual([])
    expect(await read(id)).toMatchObject({
      value: { entries: [{ kind: 'rejected', text: 'Advertising', mailed: false }] },
    })
  })

  run(
    'only administrators reopen a claim; the decision stays in the thread and no mail is sent',
    async () => {
      const id = await sent()
      await decide(id, 'resolved')
      expect(await reopen(id, 1, reviewer)).toMatchObject({ ok: false, problem: { status: 403 } })
      expect(await reopen(id, 0)).toMatchObject({
        ok: false,
        problem: { status: 409, code: 'conflict', current: { version: 1 } },
      })
      expect(await reopen(id, 1)).toMatchObject({
        ok: true,
        value: {
          status: 'open',
          note: '',
          version: 2,
          entries: [{ kind: 'resolved' }, { kind: 'reopened', text: 'Wrote again', mailed: false }],
        },
      })
      expect(await reopen(id, 2)).toMatchObject({ ok: false, problem: { status: 409 } }) // it is open already
      expect(await mailsAbout(id)).toHaveLength(1)
      expect(await reply(id, { text: 'Second answer', resolves: true, version: 2 })).toMatchObject({
        ok: true,
        value: { status: 'resolved' },
      })
      expect(await mailsAbout(id)).toHaveLength(2)
      expect(await reopen('MSG-0000-00', 0)).toMatchObject({ ok: false, problem: { status: 404 } })
    },
  )

  run('an invalid reply is rejected and leaves the claim unchanged', async () => {
    const id = await sent()
    expect(await reply(id, { text: ' ', version: 0 })).toMatchObject({
      ok: false,
      problem: { code: 'invalid', fields: [{ path: 'body.text' }] },
    })
    expect(await reply(id, { text: 'x'.repeat(2_001), version: 0 })).toMatchObject({
      ok: false,
      problem: { code: 'invalid' },
    })
    expect(await reply(id, { text: 'x', version: -1 })).toMatchObject({
      ok: false,
      problem: { code: 'invalid' },
    })
    expect(await reply('MSG-0000-00', { text: 'x', version: 0 })).toMatchObject({
      ok: false,
      problem: { status: 404 },
    })
    expect(await reply(id, { text: 'x', version: 0 }, await person('member'))).toMatchObject({
      ok: false,
      problem: { status: 403 },
    })
    expect(await read(id)).toMatchObject({ value: { version: 0, entries: [] } })
  })

  run('claims are listed newest first, oldest first, or what waits first', async () => {
    const email = `order${last}@test.example`
    const first = await sent({ email })
    server.clock.advance(1)
    const second = await sent({ email })
    server.clock.advance(1)
    const third = await sent({ email })
    await reply(first, { text: 'x', version: 0 })
    const order = async (sort?: ClaimSort) => {
      const answer = await server.client.call(
        listClaims,
        { query: { q: email, page: 1, sort } },
        reviewer,
      )
      if (!answer.ok || Array.isArray(answer.value)) throw new Error('no page')
      return answer.value.items.map(({ id, repliedAt }) => [id, repliedAt !== null])
    }
    const [answered, older, newer] = [
      [first, true],
      [second, false],
      [third, false],
    ]
    expect(await order()).toEqual([newer, older, answered])
    expect(await order('-createdAt')).toEqual(await order())
    expect(await order('createdAt')).toEqual([answered, older, newer])
    expect(await order('waiting')).toEqual([older, newer, answered])
  })

  run(
    'a claim is exported with its replies and erased with them; a deleted author has no name',
    async () => {
      const member = await person('member')
      const id = await sent(member)
      const leaver = await person('moderator')
      await reply(id, { text: 'Interim', version: 0 }, leaver)
      await server.deps.database.db.deleteFrom('members').where('id', '=', leaver.id).execute()
      expect(await read(id)).toMatchObject({
        value: { entries: [{ text: 'Interim', author: null }] },
      })
      await server.client.call(
        validatePassword,
        { body: { id: member.cardId, password: TEST_PASSWORD } },
        member,
      )
      const exported = await server.client.call(exportAccount, {}, member)
      expect(exported).toMatchObject({
        ok: true,
        value: {
          claims: [{ reference: id, answers: [{ kind: 'reply', text: 'Interim', mailed: true }] }],
        },
      })
      await server.deps.database.db.deleteFrom('claims').where('id', '=', id).execute()
      expect(
        await server.deps.database.db
          .selectFrom('claim_entries')
          .select('id')
          .where('claim_id', '=', id)
          .execute(),
      ).toEqual([])
    },
  )
})

test.each(['en', 'ar', 'fr'] as const)(
  'the mail of a reply in %s contains the words of staff and the address for a reply',
  (language) => {
    const values = { name: 'آمنة', reference: 'MSG-7K3M-9Q', note: 'Line one\nLine two' }
    const { subject, text, html } = renderMail({
      template: 'claim-replied',
      language,
      values,
      publicUrl: 'https://members.example.org',
    })
    expect(subject).toContain('MSG-7K3M-9Q')
    for (const part of ['Line one', 'Line two', 'https://members.example.org/contact'])
      expect([text.includes(part), html.includes(part)]).toEqual([true, true])
  },
)
