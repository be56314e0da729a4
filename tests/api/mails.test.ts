import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '#server/deps/deps.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { sweepExpired } from '#server/jobs/sweep.ts'
import { MailServerAway } from '#server/parts/mail/mail-sender.ts'
import { createOutboxDirectory } from '#server/parts/mail/outbox-directory.ts'
import { enqueueDecoy, enqueueMail, type OutgoingMail } from '#server/parts/mail/outbox.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { createSmtpSender } from '#server/parts/mail/smtp.ts'
import { readMailQueue, sendMailAgain } from '#shared/contract/mail-queue.ts'
import { CODE_TTL_S } from '#shared/domain/access/code-rules.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { readMail } from '#tests/support/read-mail.ts'
import { startMailServer, type TestMailServer } from '#tests/support/smtp.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const BACK_OFF_MIN = [1, 5, 15, 60, 240]
const FROM = 'WLD <no-reply@members.example.org>'
const NO_SERVER = 'smtp://127.0.0.1:1'

const received = (to: string, more: Partial<OutgoingMail> = {}): OutgoingMail =>
  ({
    to,
    language: 'ar',
    template: 'request-received',
    values: { name: 'آمنة <b>', reference: 'REQ_10004217' },
    ...more,
  }) as OutgoingMail // overrides stay within the values of one template

describe.each(ENGINES)('the outbox on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })
  let mailServer: TestMailServer
  let deps: Deps
  beforeAll(async () => {
    mailServer = await startMailServer()
    deps = { ...server.deps, mail: createSmtpSender(mailServer.url, FROM) }
  })
  afterAll(async () => {
    await mailServer.stop()
  })
  beforeEach(async () => {
    mailServer.refuse(undefined)
    mailServer.delay(0)
    await server.deps.database.db.deleteFrom('mails').execute()
  })

  const rows = () => server.deps.database.db.selectFrom('mails').selectAll().execute()
  const put = (mail: OutgoingMail) => enqueueMail(deps, deps.database.db, mail)
  const takenBy = (to: string) => mailServer.taken.filter((mail) => mail.to.includes(to))

  run(
    'codes are sent before mails to one person, and those before mails to many; five at once',
    async () => {
      const under: { readonly to: string; readonly end: () => void }[] = []
      const begun: string[] = []
      const gate = {
        send: ({ to }: { readonly to: string }) =>
          new Promise<void>((resolve) => void (begun.push(to), under.push({ to, end: resolve }))),
      }
      const values = {
        name: 'Amna',
        event: 'Assembly',
        place: 'Paris',
        startsAt: '2026-05-03T18:00:00.000Z',
        link: 'https://wld.example/events/a',
      }
      for (let mail = 0; mail < 12; mail += 1)
        await put({
          to: `many.${mail}@test.example`,
          language: 'en',
          template: 'event-changed',
          values,
        })
      const sending = sendDueMails({ ...deps, mail: gate })
      await expect.poll(() => under.length).toBe(5)
      await put(received('one@test.example'))
      await put({
        to: 'code@test.example',
        language: 'en',
        template: 'registration-code',
        values: { code: '123456' },
      })
      for (const [place, next] of [
        [5, 'code@test.example'],
        [6, 'one@test.example'],
      ] as const) {
        under.shift()?.end()
        await expect.poll(() => begun[place]).toBe(next)
        expect(under).toHaveLength(5)
      }
      const finished = sending.then(() => true)
      while (
        !(await Promise.race([
          finished,
          new Promise<false>((resolve) => void setTimeout(() => resolve(false), 5)),
        ]))
      )
        for (const mail of under.splice(0)) mail.end()
      expect(begun).toHaveLength(14)
      expect((await rows()).every(({ sent_at }) => sent_at !== null)).toBe(true)
    },
  )

  run('no mail is lost in an outage of a day; all leave within 30 seconds', async () => {
    let isAway = true
    const sent: string[] = []
    const sender = {
      ...deps,
      mail: {
        send: async ({ to }: { readonly to: string }) => {
          if (isAway) throw new MailServerAway('ECONNECTION')
          sent.push(to)
        },
      },
    }
    const addresses = Array.from({ length: 8 }, newAddress)
    for (const to of addresses) await put(received(to))
    const errors = () => server.logLines.filter((text) => text.includes('takes no mails')).length
    const before = errors()
    for (let hour = 0; hour < 24; hour += 1) {
      await sendDueMails(sender)
      server.clock.advance(3_600)
    }
    expect(await rows()).toSatisfy((all: Awaited<ReturnType<typeof rows>>) =>
      all.every(
        ({ tries, sent_at, failed_at }) => tries === 0 && sent_at === null && failed_at === null,
      ),
    )
    expect(errors() - before).toBe(1)
    await sendDueMails(sender)
    isAway = false
    server.clock.advance(30)
    await sendDueMails(sender)
    expect(sent.toSorted()).toEqual(addresses.toSorted())
  })

  run('a mail over SMTP has text and HTML, Arabic from right to left', async () => {
    const to = newAddress()
    await put(received(to))
    await sendDueMails(deps)
    const [mail] = takenBy(to)
    expect(mail).toMatchObject({
      subject: 'وصلنا طلب عضويتك',
      headers: {
        from: FROM,
        to,
        'auto-submitted': 'auto-generated',
        'message-id': expect.stringMatching(/^<[\w-]{36}@members\.example\.org>$/),
      },
    })
    expect(mail?.text).toContain('مرحبًا \u2068آمنة <b>\u2069،')
    expect(mail?.text).toContain('\u2066REQ_10004217\u2069')
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.html).toContain('<span dir="rtl">آمنة &lt;b&gt;</span>')
  })

  run('a sent mail is sent once; its text and address are deleted', async () => {
    const to = newAddress()
    await put(received(to))
    expect(JSON.stringify(await rows())).not.toContain('آمنة') // sealed while it waits
    await sendDueMails(deps)
    await sendDueMails(deps)
    expect(takenBy(to)).toHaveLength(1)
    expect(await rows()).toMatchObject([
      { values_sealed: '', to_address: '', sent_at: expect.any(String), failed_at: null, tries: 1 },
    ])
  })

  run('each mail is sent once by several concurrent servers', async () => {
    const addresses = Array.from({ length: 25 }, newAddress)
    for (const to of addresses) await put(received(to))
    const second =
      engine === 'postgres' && server.databaseUrl !== undefined
        ? await startApiServer({ engine, databaseUrl: server.databaseUrl })
        : undefined
    // Their clocks agree: the tests before moved that of the first server past the end of any claim of a real one.
    const others =
      second === undefined ? deps : { ...second.deps, mail: deps.mail, clock: deps.clock }
    await Promise.all([sendDueMails(deps), sendDueMails(others), sendDueMails(deps)])
    await second?.stop()
    for (const to of addresses) expect(takenBy(to)).toHaveLength(1)
  })

  run('a mail without a recipient is not sent', async () => {
    const before = mailServer.taken.length
    await enqueueDecoy(deps, deps.database.db, received(''))
    await sendDueMails(deps)
    expect(mailServer.taken).toHaveLength(before)
  })

  run(
    'after 451 a mail is retried at growing intervals for seven days, then kept as failed',
    async () => {
      const to = newAddress()
      mailServer.refuse({ at: 'recipient', code: 451 })
      await put(received(to))
      for (const [tries, minutes] of [...BACK_OFF_MIN, 240].entries()) {
        await sendDueMails(deps)
        expect(await rows()).toMatchObject([
          { tries: tries + 1, sent_at: null, failed_at: null, last_error: 'EENVELOPE 451' },
        ])
        server.clock.advance(minutes * 60 - 30)
        await sendDueMails(deps)
        expect(await rows()).toMatchObject([{ tries: tries + 1 }]) // too early
        server.clock.advance(30)
      }
      server.clock.advance(6 * 24 * 3_600)
      await sendDueMails(deps)
      expect(await rows()).toMatchObject([{ failed_at: null }])
      server.clock.advance(24 * 3_600)
      await sendDueMails(deps)
      expect(await rows()).toMatchObject([
        { sent_at: null, failed_at: expect.any(String), to_address: to },
      ])
      expect(takenBy(to)).toEqual([])
    },
  )

  describe.each([
    [
      'the server replies 451 to the recipient',
      { at: 'recipient', code: 451 } as const,
      undefined,
      1,
    ],
    ['the server replies 421 to the text', { at: 'text', code: 421 } as const, undefined, 0],
    ['no server listens', undefined, NO_SERVER, 0],
  ])('while %s', (_case, refusal, url, tries) => {
    run('the mail waits and arrives once after the fault', async () => {
      const to = newAddress()
      mailServer.refuse(refusal)
      await put(received(to))
      await sendDueMails(url === undefined ? deps : { ...deps, mail: createSmtpSender(url, FROM) })
      expect(await rows()).toMatchObject([{ tries, sent_at: null, failed_at: null }])
      mailServer.refuse(undefined)
      server.clock.advance(60)
      await sendDueMails(deps)
      expect(takenBy(to)).toHaveLength(1)
    })
  })

  run(
    'administrators see unsent mails with masked addresses and send a failed mail again',
    async () => {
      const [admin, moderator] = [
        await buildMember(deps, { role: 'admin' }),
        await buildMember(deps, { role: 'moderator' }),
      ]
      const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
      mailServer.refuse({ at: 'recipient', code: 550 })
      await put(received('fatima@members.example'))
      await sendDueMails(deps)
      mailServer.refuse(undefined)
      await put(received(newAddress()))
      const queue = await server.client.call(readMailQueue, {}, { bearer })
      expect(queue).toMatchObject({
        ok: true,
        value: {
          waiting: 1,
          failed: 1,
          mails: [
            {
              state: 'failed',
              kind: 'request-received',
              to: 'f…@members.example',
              lastError: 'EENVELOPE 550',
            },
            { state: 'waiting' },
          ],
        },
      })
      expect(JSON.stringify(queue)).not.toMatch(/fatima|آمنة/)
      const figures = await (await fetch(`${server.url}/metrics`)).text()
      for (const line of ['wld_mails_waiting 1', 'wld_mails_failed 1'])
        expect(figures).toContain(line)
      const failed = (await rows()).find(({ failed_at }) => failed_at !== null)
      const again = (by: string) =>
        server.client.call(sendMailAgain, { params: { id: failed?.id ?? '' } }, { bearer: by })
      expect(
        await again((await signIn(server, moderator.email, TEST_PASSWORD)).accessToken),
      ).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
      let raised = 0
      deps.outboxSignal.listen(() => {
        raised += 1
      })
      expect((await again(bearer)).ok).toBe(true)
      expect(raised).toBe(1)
      expect((await rows()).find(({ id }) => id === failed?.id)).toMatchObject({
        tries: 0,
        failed_at: null,
      })
      expect(await again(bearer)).toMatchObject({ ok: false, problem: { code: 'conflict' } })
      expect(
        await deps.database.db
          .selectFrom('audit')
          .select(['actor', 'target'])
          .where('action', '=', 'mail.again')
          .execute(),
      ).toEqual([{ actor: `member:${admin.id}`, target: `mail:${failed?.id}` }])
      await sendDueMails(deps)
      expect(takenBy('fatima@members.example')).toHaveLength(1)
    },
  )

  run.each([
    ['recipient', 550],
    ['text', 554],
  ] as const)(
    'a mail fails at once when the server rejects the %s permanently',
    async (at, code) => {
      mailServer.refuse({ at, code })
      await put(received(newAddress()))
      await sendDueMails(deps)
      expect(await rows()).toMatchObject([
        { tries: 1, failed_at: expect.any(String), values_sealed: expect.stringMatching(/./) },
      ])
    },
  )

  run('a mail that cannot be read does not block the others', async () => {
    const [broken, good] = [newAddress(), newAddress()]
    await put(received(broken))
    await deps.database.db.updateTable('mails').set({ values_sealed: 'AAAA' }).execute()
    await put(received(good))
    await sendDueMails(deps)
    expect(takenBy(good)).toHaveLength(1)
    expect((await rows()).find(({ to_address }) => to_address === broken)).toMatchObject({
      tries: 1,
      sent_at: null,
      failed_at: null,
    })
  })

  run('a mail of a server that died while sending is sent by another', async () => {
    const to = newAddress()
    await put(received(to))
    let died: (() => void) | undefined
    void sendDueMails({
      ...deps,
      mail: { send: () => new Promise((resolve) => void (died = resolve)) },
    })
    await expect.poll(() => died).toBeDefined()
    await sendDueMails(deps)
    expect(takenBy(to)).toEqual([]) // still reserved for the first run
    server.clock.advance(300)
    await sendDueMails(deps)
    expect(takenBy(to)).toHaveLength(1)
    died?.()
  })

  run('an expired code is never sent', async () => {
    const to = newAddress()
    mailServer.refuse({ at: 'text', code: 451 })
    await put({ to, language: 'en', template: 'registration-code', values: { code: '123456' } })
    await sendDueMails(deps)
    mailServer.refuse(undefined)
    server.clock.advance(CODE_TTL_S + 1)
    await sendDueMails(deps)
    expect(takenBy(to)).toEqual([])
    expect(await rows()).toMatchObject([
      { failed_at: expect.any(String), values_sealed: '', to_address: '', last_error: 'EXPIRED' },
    ])
  })

  run('the log contains neither address nor text of a mail', async () => {
    const to = newAddress()
    mailServer.refuse({ at: 'recipient', code: 550 })
    await put({ to, language: 'en', template: 'registration-code', values: { code: '987123' } })
    await sendDueMails(deps)
    const log = server.logLines.join('')
    expect(log).toContain('a mail was given up')
    for (const secret of [to, 'somebody@test.example', '987123']) expect(log).not.toContain(secret)
  })

  run('mails are written as .eml files if no mail server is configured', async () => {
    const dir = join(server.dataDir, 'eml')
    const to = newAddress()
    await put(received(to))
    await sendDueMails({ ...deps, mail: createOutboxDirectory(dir, FROM) })
    const [file = ''] = await readdir(dir)
    const mail = readMail(await readFile(join(dir, file)))
    expect(mail).toMatchObject({
      subject: 'وصلنا طلب عضويتك',
      headers: { from: FROM, to, 'auto-submitted': 'auto-generated' },
    })
    expect(mail.text).toContain('\u2066REQ_10004217\u2069')
    expect(mail.html).toContain('dir="rtl"')
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String) }])
  })

  run('a mail is retried when the directory cannot be written', async () => {
    await put(received(newAddress()))
    await sendDueMails({ ...deps, mail: createOutboxDirectory('/dev/null/outbox', FROM) })
    expect(await rows()).toMatchObject([
      { tries: 0, sent_at: null, failed_at: null, last_error: 'ENOTDIR' },
    ])
  })

  run(
    'the running server sends a new mail at once; a stop waits for the mail in transfer',
    async () => {
      const jobs = startJobs(deps)
      try {
        const [first, second] = [newAddress(), newAddress()]
        await put(received(first))
        await expect.poll(() => takenBy(first).length, { timeout: 4_500 }).toBe(1) // before the regular check of the outbox
        mailServer.delay(400)
        const arrival = mailServer.arrival()
        await put(received(second))
        await arrival
      } finally {
        await jobs.stop()
      }
      expect((await rows()).filter(({ sent_at }) => sent_at === null)).toEqual([])
      const late = newAddress()
      await put(received(late))
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(takenBy(late)).toEqual([])
    },
  )

  run('the sweep deletes expired rows and keeps valid ones', async () => {
    const { db } = deps.database
    const [now, past, future] = [0, -60, 3_600].map((seconds) =>
      new Date(server.clock.now().getTime() + seconds * 1_000).toISOString(),
    ) as [string, string, string] // three of each
    const longAgo = new Date(server.clock.now().getTime() - 8 * 24 * 3_600_000).toISOString()
    for (const [name, expires_at] of [
      ['old', past],
      ['new', future],
    ] as const) {
      await db
        .insertInto('tickets')
        .values({ id: name, email_key: 'a', created_at: now, expires_at, used_at: null })
        .execute()
      await db.insertInto('spent_proofs').values({ proof_hash: name, expires_at }).execute()
    }
    for (const [name, expires_at] of [
      ['old', longAgo],
      ['fresh', past],
      ['new', future],
    ] as const)
      await db
        .insertInto('codes')
        .values({
          purpose: 'registration',
          subject: name,
          code_mac: '',
          tries: 0,
          created_at: now,
          expires_at,
        })
        .execute()
    await db.insertInto('throttles').values({ bucket: 'old', window_start: 1, hits: 1 }).execute()
    await put(received(newAddress()))
    await put(received(newAddress()))
    const [done] = await rows()
    await db
      .updateTable('mails')
      .set({ sent_at: longAgo })
      .where('id', '=', done?.id ?? '')
      .execute()
    await sweepExpired(deps)
    expect(
      (await db.selectFrom('tickets').select('id').where('id', 'in', ['old', 'new']).execute()).map(
        ({ id }) => id,
      ),
    ).toEqual(['new'])
    expect(
      (await db.selectFrom('spent_proofs').select('proof_hash').execute()).map(
        ({ proof_hash }) => proof_hash,
      ),
    ).toEqual(['new'])
    expect(
      (await db.selectFrom('codes').select('subject').orderBy('subject').execute()).map(
        ({ subject }) => subject,
      ),
    ).toEqual(['fresh', 'new'])
    expect(
      await db.selectFrom('throttles').select('bucket').where('bucket', '=', 'old').execute(),
    ).toEqual([])
    expect((await rows()).map(({ sent_at }) => sent_at)).toEqual([null])
  })
})

describe('SMTP', () => {
  test('an unencrypted mail to a server on another machine is rejected', async () => {
    const mailServer = await startMailServer()
    try {
      const port = new URL(mailServer.url).port
      const mail = { id: crypto.randomUUID(), to: 'a@test.example', subject: 's', text: 't' }
      await expect(
        createSmtpSender(`smtp://127.0.0.1:${port}`, FROM).send(mail),
      ).resolves.toBeUndefined()
      // The same server by an address that the code does not accept as this machine.
      const elsewhere = `smtp://[::ffff:127.0.0.1]:${port}`
      await expect(createSmtpSender(elsewhere, FROM).send(mail)).rejects.toThrow('ETLS')
      await expect(
        createSmtpSender(`${elsewhere}?requireTLS=false`, FROM).send(mail),
      ).resolves.toBeUndefined()
      expect(mailServer.taken).toHaveLength(2)
    } finally {
      await mailServer.stop()
    }
  })
})
