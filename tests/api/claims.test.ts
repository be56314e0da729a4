import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, describe, expect, test } from 'vitest'
import { mailboxOf } from '#server/features/claims/mailbox.ts'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import { listClaims, sendContactMessage, updateClaim } from '#shared/contract/claims.ts'
import { readReference } from '#shared/domain/text/reference.ts'
import { startApiServer, startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

test.each([
  ['WLD <office@wld.example>', 'office@wld.example'],
  ['office@wld.example', 'office@wld.example'],
  ['"W, L <D>" < office@wld.example >', 'office@wld.example'],
])('the mailbox address of %s is %s', (from, mailbox) => expect(mailboxOf(from)).toBe(mailbox))

describe.each(ENGINES)('contact messages on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer(
    { engine, skip },
    { env: { LIMITS_SCALE: '100', MAIL_FROM: 'WLD <office@wld.example>' } },
  )
  let staff: string
  beforeAll(async () => {
    staff = (await person('reviewer')).bearer
  })

  type Message = Parameters<typeof server.client.call<typeof sendContactMessage>>[1]['body']
  let last = 0
  const message = (more: Partial<Message> = {}): Message => {
    last += 1
    return {
      firstName: 'Jérôme',
      lastName: 'Awad',
      email: `visitor${last}@test.example`,
      phoneNumber: '+33 (0)6 12-34.56 78',
      subject: 'query',
      message: 'Where do you meet?',
      ...more,
    }
  }
  const send = (body: Message, bearer?: string) =>
    server.client.call(
      sendContactMessage,
      { headers: {}, body },
      bearer === undefined ? {} : { bearer },
    )
  async function sent(body: Message, bearer?: string): Promise<string> {
    const answer = await send(body, bearer)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.reference
  }
  const list = async (query: object) => {
    const answer = await server.client.call(
      listClaims,
      { query: { page: 1, ...query } },
      { bearer: staff },
    )
    if (!answer.ok || Array.isArray(answer.value)) throw new Error('no page')
    return answer.value.items
  }
  const decide = (id: string, status: 'resolved' | 'rejected', note: string, bearer = staff) =>
    server.client.call(updateClaim, { params: { id }, body: { status, note } }, { bearer })
  const mails = async (template: string, to?: string) => {
    const rows = await server.deps.database.db
      .selectFrom('mails')
      .selectAll()
      .where('template', '=', template)
      .execute()
    return rows
      .filter((row) => to === undefined || row.to_address === to)
      .map((row) => ({
        language: row.language,
        to: row.to_address,
        values: openMailValues(server.deps, row),
      }))
  }
  const refusal = (code: string) => ({ ok: false, problem: { code } })

  run('a message is stored and mailed to the association with its reference', async () => {
    const body = message({ message: 'سؤال\nثان' })
    const reference = await sent(body)
    expect(readReference('MSG', reference)).toBe(reference)
    const [held] = await list({ q: reference })
    expect(held).toMatchObject({
      id: reference,
      userId: null,
      userName: 'Jérôme Awad',
      email: body.email,
      phoneNumber: '+33612345678',
      subject: 'query',
      message: 'سؤال\nثان',
      status: 'open',
      note: '',
    })
    const [mail] = (await mails('contact-message')).filter(
      ({ values }) => values['reference'] === reference,
    )
    expect(mail).toEqual({
      language: 'en',
      to: 'office@wld.example',
      values: {
        reference,
        subject: 'query',
        name: 'Jérôme Awad',
        email: body.email,
        phone: '+33612345678',
        message: 'سؤال\nثان',
        link: `${server.deps.config.publicUrl}/messages/${reference}`,
      },
    })
    const trace = await server.deps.database.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('target', '=', `claim:${reference}`)
      .execute()
    expect(trace).toEqual([{ actor: 'anonymous', detail: '{"subject":"query"}' }])
  })

  run(
    'the message of a member has the card number; a message with an invalid bearer is rejected',
    async () => {
      const member = await person('member')
      const reference = await sent(message(), member.bearer)
      expect((await list({ q: reference }))[0]).toMatchObject({ userId: member.cardId })
      expect(await send(message(), 'stale')).toMatchObject(refusal('not-signed-in'))
    },
  )

  run('a message with missing or invalid fields is rejected with their names', async () => {
    const answer = await fetch(`${server.url}/api/verification/email/contact/wld`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const problem = (await answer.json()) as { status: number; fields: { path: string }[] }
    expect(problem.status).toBe(422)
    expect(problem.fields.map(({ path }) => path).sort()).toEqual([
      'body.email',
      'body.firstName',
      'body.lastName',
      'body.message',
      'body.phoneNumber',
      'body.subject',
    ])
    for (const [more, path] of [
      [{ message: 'a\u0000' }, 'body.message'],
      [{ phoneNumber: 'call me' }, 'body.phoneNumber'],
      [{ firstName: '<b>' }, 'body.firstName'],
      [{ email: 'a@b\r\nBcc: c@d.example' }, 'body.email'],
    ] as const)
      expect(await send(message(more))).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path }] },
      })
  })

  run('the sixth message requires a proof of work, which is accepted once', async () => {
    const own = await startApiServer({ engine })
    try {
      startWindow(own, sendContactMessage.limits[0].windowS)
      const body = message()
      const ask = (proof?: string) =>
        own.client.call(sendContactMessage, { headers: { 'x-proof-of-work': proof }, body })
      for (let index = 0; index < 5; index += 1) expect((await ask()).ok).toBe(true)
      const refused = await ask()
      expect(refused).toMatchObject({ ok: false, problem: { status: 428, code: 'proof-required' } })
      const challenge = (refused.ok ? undefined : refused.problem?.['challenge']) as Challenge
      const solution = await solveChallenge({ challenge, deriveKey })
      const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
      expect((await ask(proof)).ok).toBe(true)
      expect(await ask(proof)).toMatchObject({ ok: false, problem: { status: 428 } })
      const kept = await own.deps.database.db.selectFrom('claims').select('id').execute()
      const mailed = await own.deps.database.db
        .selectFrom('mails')
        .select('id')
        .where('template', '=', 'contact-message')
        .execute()
      expect([kept.length, mailed.length]).toEqual([6, 6])
    } finally {
      await own.stop()
    }
  })

  run(
    'messages are found by words of name, e-mail or text, by state and subject, newest first',
    async () => {
      const mark = `k${Math.random().toString(36).slice(2)}`
      const one = await sent(
        message({ firstName: 'Élodie', message: `100% sure ${mark}`, subject: 'help' }),
      )
      server.clock.advance(1)
      const two = await sent(
        message({ firstName: 'أحمد', message: `${mark} والسلام`, subject: 'urgent' }),
      )
      const ids = async (query: object) => (await list(query)).map(({ id }) => id)
      expect(await ids({ q: mark })).toEqual([two, one])
      expect(await ids({ q: `elodie ${mark}` })).toEqual([one])
      expect(await ids({ q: `احمد ${mark}` })).toEqual([two])
      expect(await ids({ q: `100% ${mark}` })).toEqual([one])
      expect(await ids({ q: `_00% ${mark}` })).toEqual([])
      expect(await ids({ q: mark, subject: 'urgent' })).toEqual([two])
      await decide(one, 'rejected', 'Advertising')
      expect(await ids({ q: mark, status: 'open' })).toEqual([two])
      expect(await ids({ q: mark, status: 'rejected' })).toEqual([one])
      expect(await ids({ q: mark, status: 'closed' })).toEqual([one])
      expect(await ids({ q: mark, page: 2, size: 1 })).toEqual([one])
      const plain = await server.client.call(
        listClaims,
        { query: { q: mark, status: '' } },
        { bearer: staff },
      )
      expect(plain.ok && Array.isArray(plain.value) && plain.value.length).toBe(2)
      expect(
        await server.client.call(listClaims, { query: { q: 'a\u0000' } }, { bearer: staff }),
      ).toMatchObject(refusal('invalid'))
      expect(
        await server.client.call(listClaims, { query: {} }, await person('member')),
      ).toMatchObject(refusal('forbidden'))
    },
  )

  run('listing in bulk is logged without the search text', async () => {
    const { id, bearer } = await person('reviewer')
    await sent(message())
    for (const query of [{ page: 1, size: 100 }, { q: 'Verysecret' }])
      expect((await server.client.call(listClaims, { query }, { bearer })).ok).toBe(true)
    const trail = await server.deps.database.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('actor', '=', `member:${id}`)
      .where('action', 'like', '%listed')
      .execute()
    expect(trail).toEqual([
      { action: 'claim.listed', detail: JSON.stringify({ rows: 0, filtered: true }) },
    ])
  })

  run('a message is decided once, in the member’s language or in English', async () => {
    const member = await person('member', { details: { language: 'ar' } })
    const [own, stranger] = [
      await sent(message({ email: member.email, firstName: 'آمنة' }), member.bearer),
      await sent(message()),
    ]
    expect(await decide(own, 'resolved', 'تم الأمر')).toMatchObject({
      ok: true,
      value: { status: 'resolved', note: 'تم الأمر' },
    })
    expect(await mails('claim-answered', member.email)).toEqual([
      {
        language: 'ar',
        to: member.email,
        values: { name: 'آمنة', reference: own, note: 'تم الأمر' },
      },
    ])
    const moderator = (await person('moderator')).bearer
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        decide(
          stranger,
          index % 2 === 0 ? 'resolved' : 'rejected',
          `n${index}`,
          index % 3 === 0 ? moderator : staff,
        ),
      ),
    )
    const won = answers.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    const current =
      won[0]?.ok === true ? { status: won[0].value.status, note: won[0].value.note } : {}
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(answer).toMatchObject({
        ok: false,
        problem: { status: 409, code: 'already-decided', current },
      })
    const [held] = await list({ q: stranger })
    expect(await mails('claim-answered', held?.email)).toMatchObject([{ language: 'en' }])
    expect(await decide('MSG-2222-22', 'resolved', 'x')).toMatchObject(refusal('not-found'))
    expect(await decide('a\u0000', 'resolved', 'x')).toMatchObject(refusal('invalid'))
    expect(await decide(own, 'resolved', ' ')).toMatchObject({
      ok: false,
      problem: { code: 'invalid', fields: [{ path: 'body.note' }] },
    })
    expect(await decide(own, 'resolved', 'x', member.bearer)).toMatchObject(refusal('forbidden'))
  })
})
