/**
 * Text that means something to one of the interpreters behind the server: SQL, full-text search, mail headers, the log,
 * HTTP headers. `bad-input` sends such text to every route and looks for faults; here it would succeed if it were not
 * escaped.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueMail } from '#server/parts/mail/outbox.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { createSmtpSender } from '#server/parts/mail/smtp.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { pledge } from '#shared/contract/donations.ts'
import { createReport } from '#shared/contract/reports.ts'
import { buildApplicant, clientOnOwnNetwork } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { basic, signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { startMailServer, type TestMailServer } from '#tests/support/smtp.ts'

/** Each would match a row that is there, or another table, if it reached the statement as it is. */
const SQL_TEXTS = [
  'am%na',
  'am_a',
  'a%s',
  'ny%la',
  'nya_a',
  "zzz' or '1'='1",
  "zzz' or 1=1 --",
  'zzz") or 1=1 --',
  "zzz' union select password_hash from members --",
  "zzz'; drop table members; --",
  'zzz\\',
  'zzz* OR a*',
  'zzz" OR "a',
  'NEAR(zzz a)',
  'name:zzz',
  '^zzz',
]
const SORTS = [
  "id'; drop table members; --",
  '(select password_hash from members)',
  'password_hash',
]
/** Lists with a search; each has a row before the test. */
const LISTS = [
  '/api/user/get/all',
  '/api/user/register/get/all',
  '/api/report/get/all',
  '/api/claim/get/all',
  '/api/donation/get/all',
]
const FORM = {
  firstName: 'Amna',
  lastName: 'Idris',
  email: 'amna@test.example',
  phoneNumber: '+33 6 39 98 12 34',
  subject: 'help',
  message: 'When is the next assembly?',
} as const
const PLEDGE = { cause: 'education', amountUsd: 50, method: 'bank', name: 'Amna Idris' } as const

describe.each(ENGINES)('injection on $title', ({ engine, skip }) => {
  let server: ApiServer
  let mailServer: TestMailServer
  let bearer: string
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '1000' } })
    mailServer = await startMailServer()
    const admin = await buildMember(server.deps, { role: 'admin' })
    bearer = (await signIn(server, admin.email, TEST_PASSWORD)).accessToken
    await (await buildApplicant(server)).apply()
    const filled = [
      await server.client.call(createReport, { body: reportBody() }, { bearer }),
      await server.client.call(sendContactMessage, { headers: {}, body: FORM }),
      await server.client.call(pledge, { headers: {}, body: PLEDGE }),
    ]
    expect(filled).toMatchObject(filled.map(() => ({ ok: true })))
    for (const path of LISTS)
      expect((await read(path, {})).body.items?.length, path).toBeGreaterThan(0)
  })
  afterAll(async () => {
    if (skip) return
    await mailServer.stop()
    await server.stop()
  })
  const read = async (path: string, query: Readonly<Record<string, string>>) => {
    const reply = await fetch(
      `${server.url}${path}?${new URLSearchParams({ page: '1', size: '10', ...query })}`,
      { headers: { authorization: `Bearer ${bearer}` } },
    )
    return { status: reply.status, body: (await reply.json()) as { readonly items?: unknown[] } }
  }
  const countMembers = async () => {
    const { count } = await server.deps.database.db
      .selectFrom('members')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  run.each(LISTS)('%s: a search finds text, not statements or patterns', async (path) => {
    const before = await countMembers()
    for (const q of SQL_TEXTS)
      expect({ q, ...(await read(path, { q })) }).toMatchObject({
        q,
        status: 200,
        body: { items: [] },
      })
    expect(await countMembers()).toBe(before)
  })

  run(
    'such a search would have found a row: the same lists are not empty for its own words',
    async () => {
      const member = await buildMember(server.deps, { firstName: 'Zuleikha', lastName: 'Azzizzi' })
      expect((await read('/api/user/get/all', { q: member.email })).body.items).toHaveLength(1)
      expect((await read('/api/user/get/all', { q: 'Azzizzi' })).body.items).toHaveLength(1)
      for (const q of ['A%zzi', 'A_zizzi', "Azzizzi' --"])
        expect((await read('/api/user/get/all', { q })).body.items).toEqual([])
    },
  )

  run.each(LISTS)('%s: an order is one of a list, not a column or a statement', async (path) => {
    const before = await countMembers()
    for (const sort of SORTS) {
      const { status, body } = await read(path, { sort })
      expect({ sort, status }).toEqual({ sort, status: 422 })
      expect(JSON.stringify(body)).not.toContain('$argon2')
    }
    expect(await countMembers()).toBe(before)
  })

  run('stored text stays text when it is used again', async () => {
    const member = await buildMember(server.deps)
    const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    const before = await countMembers()
    const description = "x'); delete from members; -- <script>alert(1)</script> ${7*7} {{7*7}}"
    const made = await server.client.call(
      createReport,
      { body: reportBody({ description }) },
      { bearer: accessToken },
    )
    expect(made.ok).toBe(true)
    const { body } = await read('/api/report/get/all', { q: 'delete from members' })
    expect(JSON.stringify(body.items)).toContain(JSON.stringify(description).slice(1, -1))
    expect(await countMembers()).toBe(before)
  })

  run('a line break in a field starts no header of a mail', async () => {
    const evil = 'evil@test.example'
    for (const change of [
      { firstName: `Amna\r\nBcc: ${evil}` },
      { lastName: `Idris\nBcc: ${evil}` },
      { email: `amna@test.example\r\nBcc: ${evil}` },
      { email: `amna@test.example,${evil}` },
      { email: `"a@test.example>, <${evil}"@test.example` },
    ])
      expect(
        await clientOnOwnNetwork(server).call(sendContactMessage, {
          headers: {},
          body: { ...FORM, ...change },
        }),
        JSON.stringify(change),
      ).toMatchObject({ ok: false, problem: { status: 422 } })
    // Titles of events stand in subjects. Staff write them, so only the mail itself can be the guard.
    await server.deps.database.db.deleteFrom('mails').execute()
    await enqueueMail(server.deps, server.deps.database.db, {
      to: 'amna@test.example',
      language: 'en',
      template: 'event-changed',
      values: {
        name: 'Amna',
        event: `Assembly\r\nBcc: ${evil}\r\n\r\n<b>first line of another body</b>`,
        place: 'Paris',
        startsAt: '2026-05-03T18:00:00.000Z',
        link: 'https://wld.example/events/a',
      },
    })
    const sender = createSmtpSender(mailServer.url, 'WLD <no-reply@members.example.org>')
    await sendDueMails({ ...server.deps, mail: sender })
    expect(mailServer.taken).toHaveLength(1)
    const [mail] = mailServer.taken
    expect(mail?.to).toEqual(['amna@test.example'])
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc')
    expect(mail?.html).not.toContain('<b>first line')
  })

  run('a line break in a call starts no line of the log', async () => {
    const before = server.logLines.length
    const forged = '{"level":30,"msg":"forged line"}'
    await fetch(`${server.url}/api/card/me?note=${encodeURIComponent(`x\n${forged}`)}`)
    await fetch(`${server.url}/api/${encodeURIComponent(`x\n${forged}`)}`)
    await fetch(`${server.url}/api/auth/login`, {
      headers: { authorization: basic(`x\n${forged}`, `x\n${forged}`), 'user-agent': forged },
    })
    const lines = server.logLines.slice(before).flatMap((text) => text.trimEnd().split('\n'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines)
      expect(JSON.parse(line) as { readonly msg?: string }).not.toMatchObject({
        msg: 'forged line',
      })
  })

  run('a caller chooses neither the id of a request nor a header of the reply', async () => {
    const reply = await fetch(
      `${server.url}/api/card/keys?x=${encodeURIComponent('a\r\nset-cookie: a=b')}`,
      { headers: { 'x-request-id': 'mine', 'accept-language': 'en\tx' } },
    )
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers.has('set-cookie')).toBe(false)
  })
})
