import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CODE_TTL_S } from '#shared/domain/code-rules.ts'
import type { Deps } from '#server/deps.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { sweepExpired } from '#server/jobs/sweep.ts'
import { createOutboxDirectory } from '#server/mail/outbox-directory.ts'
import { enqueueDecoy, enqueueMail, type OutgoingMail } from '#server/mail/outbox.ts'
import { sendDueMails } from '#server/mail/send-outbox.ts'
import { createSmtpSender } from '#server/mail/smtp.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { readMail } from '#tests/support/read-mail.ts'
import { startMailServer, type TestMailServer } from '#tests/support/smtp.ts'

const BACK_OFF_MIN = [1, 5, 15, 60, 240]
const FROM = 'WLD <no-reply@members.example.org>'
const NOBODY_LISTENS = 'smtp://127.0.0.1:1'

const received = (to: string, more: Partial<OutgoingMail> = {}): OutgoingMail =>
  ({ to, language: 'ar', template: 'request-received', values: { name: 'آمنة <b>', reference: 'REQ_10004217' }, ...more }) as OutgoingMail // overrides keep to one template's values

describe.each(ENGINES)('the outbox on $title', ({ engine, skip }) => {
  let server: ApiServer
  let mailServer: TestMailServer
  let deps: Deps
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine })
    mailServer = await startMailServer()
    deps = { ...server.deps, mail: createSmtpSender(mailServer.url, FROM) }
  })
  afterAll(async () => {
    if (skip) return
    await mailServer.stop()
    await server.stop()
  })
  beforeEach(async () => {
    if (skip) return
    mailServer.refuse(undefined)
    mailServer.delay(0)
    await server.deps.database.db.deleteFrom('mails').execute()
  })
  const run = test.skipIf(skip)
  const rows = () => server.deps.database.db.selectFrom('mails').selectAll().execute()
  const put = (mail: OutgoingMail) => enqueueMail(deps, deps.database.db, mail)
  const takenBy = (to: string) => mailServer.taken.filter((mail) => mail.to.includes(to))

  run('what one person waits for goes before what goes to many', async () => {
    const [to, many] = [newAddress(), newAddress()]
    const values = { name: 'Amna', event: 'Assembly', place: 'Paris', startsAt: '2026-05-03T18:00:00.000Z', link: 'https://wld.example/events/a' }
    for (const template of ['event-changed', 'event-on-again'] as const) await put({ to: many, language: 'en', template, values })
    await put({ to: many, language: 'en', template: 'event-cancelled', values: { ...values, reason: '' } })
    server.clock.advance(1)
    await put(received(to))
    const before = mailServer.taken.length
    await sendDueMails(deps)
    expect(mailServer.taken.slice(before).map((mail) => mail.to)).toEqual([[to], [many], [many], [many]])
  })

  run('sends text and HTML over SMTP, with an Arabic subject and right to left', async () => {
    const to = newAddress()
    await put(received(to))
    await sendDueMails(deps)
    const [mail] = takenBy(to)
    expect(mail).toMatchObject({ subject: 'وصلنا طلب عضويتك', headers: { from: FROM, to, 'auto-submitted': 'auto-generated', 'message-id': expect.stringMatching(/^<[\w-]{36}@members\.example\.org>$/) } })
    expect(mail?.text).toContain('مرحبًا \u2068آمنة <b>\u2069،')
    expect(mail?.text).toContain('\u2066REQ_10004217\u2069')
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.html).toContain('<bdi dir="auto">آمنة &lt;b&gt;</bdi>')
  })

  run('sends a mail once and then forgets its text and address', async () => {
    const to = newAddress()
    await put(received(to))
    expect(JSON.stringify(await rows())).not.toContain('آمنة') // sealed while it waits
    await sendDueMails(deps)
    await sendDueMails(deps)
    expect(takenBy(to)).toHaveLength(1)
    expect(await rows()).toMatchObject([{ values_sealed: '', to_address: '', sent_at: expect.any(String), failed_at: null, tries: 1 }])
  })

  run('sends each mail once, however many servers look', async () => {
    const addresses = Array.from({ length: 25 }, newAddress)
    for (const to of addresses) await put(received(to))
    const second = engine === 'postgres' && server.databaseUrl !== undefined ? await startApiServer({ engine, databaseUrl: server.databaseUrl }) : undefined
    const others = second === undefined ? deps : { ...second.deps, mail: deps.mail }
    await Promise.all([sendDueMails(deps), sendDueMails(others), sendDueMails(deps)])
    await second?.stop()
    for (const to of addresses) expect(takenBy(to)).toHaveLength(1)
  })

  run('sends nothing to nobody', async () => {
    const before = mailServer.taken.length
    await enqueueDecoy(deps, deps.database.db, received(''))
    await sendDueMails(deps)
    expect(mailServer.taken).toHaveLength(before)
  })

  describe.each([
    ['the server says 451 to the recipient', { at: 'recipient', code: 451 } as const, undefined],
    ['the server says 421 to the text', { at: 'text', code: 421 } as const, undefined],
    ['nobody listens', undefined, NOBODY_LISTENS],
  ])('while %s', (_case, refusal, url) => {
    run('it waits longer each time, then gives up', async () => {
      const to = newAddress()
      const sender = url === undefined ? deps : { ...deps, mail: createSmtpSender(url, FROM) }
      mailServer.refuse(refusal)
      await put(received(to))
      for (const [tries, minutes] of BACK_OFF_MIN.entries()) {
        await sendDueMails(sender)
        expect(await rows()).toMatchObject([{ tries: tries + 1, sent_at: null, failed_at: null }])
        server.clock.advance(minutes * 60 - 30)
        await sendDueMails(sender)
        expect(await rows()).toMatchObject([{ tries: tries + 1 }]) // too early
        server.clock.advance(30)
      }
      await sendDueMails(sender)
      expect(await rows()).toMatchObject([{ tries: BACK_OFF_MIN.length + 1, sent_at: null, failed_at: expect.any(String), values_sealed: '', to_address: '' }])
      expect(takenBy(to)).toEqual([])
    })

    run('it arrives once the trouble is over', async () => {
      const to = newAddress()
      mailServer.refuse(refusal)
      await put(received(to))
      await sendDueMails(url === undefined ? deps : { ...deps, mail: createSmtpSender(url, FROM) })
      mailServer.refuse(undefined)
      server.clock.advance(60)
      await sendDueMails(deps)
      expect(takenBy(to)).toHaveLength(1)
    })
  })

  run.each([
    ['recipient', 550],
    ['text', 554],
  ] as const)('gives up at once when the server refuses the %s for good', async (at, code) => {
    mailServer.refuse({ at, code })
    await put(received(newAddress()))
    await sendDueMails(deps)
    expect(await rows()).toMatchObject([{ tries: 1, failed_at: expect.any(String) }])
  })

  run('goes on with the others when one mail cannot be read', async () => {
    const [broken, good] = [newAddress(), newAddress()]
    await put(received(broken))
    await deps.database.db.updateTable('mails').set({ values_sealed: 'AAAA' }).execute()
    await put(received(good))
    await sendDueMails(deps)
    expect(takenBy(good)).toHaveLength(1)
    expect((await rows()).find(({ to_address }) => to_address === broken)).toMatchObject({ tries: 1, sent_at: null, failed_at: null })
  })

  run('takes over from a server that died while sending', async () => {
    const to = newAddress()
    await put(received(to))
    let died: (() => void) | undefined
    void sendDueMails({ ...deps, mail: { send: () => new Promise((resolve) => void (died = resolve)) } })
    await expect.poll(() => died).toBeDefined()
    await sendDueMails(deps)
    expect(takenBy(to)).toEqual([]) // claimed
    server.clock.advance(300)
    await sendDueMails(deps)
    expect(takenBy(to)).toHaveLength(1)
    died?.()
  })

  run('never sends a code that has expired', async () => {
    const to = newAddress()
    mailServer.refuse({ at: 'text', code: 451 })
    await put({ to, language: 'en', template: 'registration-code', values: { code: '123456' } })
    await sendDueMails(deps)
    mailServer.refuse(undefined)
    server.clock.advance(CODE_TTL_S + 1)
    await sendDueMails(deps)
    expect(takenBy(to)).toEqual([])
    expect(await rows()).toMatchObject([{ failed_at: expect.any(String) }])
  })

  run('logs neither address nor text', async () => {
    const to = newAddress()
    mailServer.refuse({ at: 'recipient', code: 550 })
    await put({ to, language: 'en', template: 'registration-code', values: { code: '987123' } })
    await sendDueMails(deps)
    const log = server.logLines.join('')
    expect(log).toContain('a mail was given up')
    for (const secret of [to, 'somebody@test.example', '987123']) expect(log).not.toContain(secret)
  })

  run('writes whole .eml files where there is no mail server', async () => {
    const dir = join(server.dataDir, 'eml')
    const to = newAddress()
    await put(received(to))
    await sendDueMails({ ...deps, mail: createOutboxDirectory(dir, FROM) })
    const [file = ''] = await readdir(dir)
    const mail = readMail(await readFile(join(dir, file)))
    expect(mail).toMatchObject({ subject: 'وصلنا طلب عضويتك', headers: { from: FROM, to, 'auto-submitted': 'auto-generated' } })
    expect(mail.text).toContain('\u2066REQ_10004217\u2069')
    expect(mail.html).toContain('dir="rtl"')
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String) }])
  })

  run('tries again when the directory cannot be written', async () => {
    await put(received(newAddress()))
    await sendDueMails({ ...deps, mail: createOutboxDirectory('/dev/null/outbox', FROM) })
    expect(await rows()).toMatchObject([{ tries: 1, sent_at: null, failed_at: null }])
  })

  run('is emptied by the running server as soon as a mail lies in it, and a stop waits for the mail under way', async () => {
    const jobs = startJobs(deps)
    try {
      const [first, second] = [newAddress(), newAddress()]
      await put(received(first))
      await expect.poll(() => takenBy(first).length, { timeout: 4_500 }).toBe(1) // before the outbox is looked at anyway
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
  })

  run('is swept: what has expired goes, what is valid stays', async () => {
    const { db } = deps.database
    const [now, past, future] = [0, -60, 3_600].map((seconds) => new Date(server.clock.now().getTime() + seconds * 1_000).toISOString()) as [string, string, string] // three in, three out
    const longAgo = new Date(server.clock.now().getTime() - 8 * 24 * 3_600_000).toISOString()
    for (const [name, expires_at] of [['old', past], ['new', future]] as const) {
      await db.insertInto('tickets').values({ id: name, email_key: 'a', created_at: now, expires_at, used_at: null }).execute()
      await db.insertInto('spent_proofs').values({ proof_hash: name, expires_at }).execute()
    }
    for (const [name, expires_at] of [['old', longAgo], ['fresh', past], ['new', future]] as const)
      await db.insertInto('codes').values({ purpose: 'registration', subject: name, code_mac: '', tries: 0, created_at: now, expires_at }).execute()
    await db.insertInto('throttles').values({ bucket: 'old', window_start: 1, hits: 1 }).execute()
    await put(received(newAddress()))
    await put(received(newAddress()))
    const [done] = await rows()
    await db.updateTable('mails').set({ sent_at: longAgo }).where('id', '=', done?.id ?? '').execute()
    await sweepExpired(deps)
    expect((await db.selectFrom('tickets').select('id').where('id', 'in', ['old', 'new']).execute()).map(({ id }) => id)).toEqual(['new'])
    expect((await db.selectFrom('spent_proofs').select('proof_hash').execute()).map(({ proof_hash }) => proof_hash)).toEqual(['new'])
    expect((await db.selectFrom('codes').select('subject').orderBy('subject').execute()).map(({ subject }) => subject)).toEqual(['fresh', 'new'])
    expect(await db.selectFrom('throttles').select('bucket').where('bucket', '=', 'old').execute()).toEqual([])
    expect((await rows()).map(({ sent_at }) => sent_at)).toEqual([null])
  })
})

describe('SMTP', () => {
  test('refuses to talk in the clear to a server that is not this machine', async () => {
    const mailServer = await startMailServer()
    try {
      const port = new URL(mailServer.url).port
      const mail = { id: crypto.randomUUID(), to: 'a@test.example', subject: 's', text: 't' }
      await expect(createSmtpSender(`smtp://127.0.0.1:${port}`, FROM).send(mail)).resolves.toBeUndefined()
      // The same server by a name that we do not take for this machine.
      const elsewhere = `smtp://[::ffff:127.0.0.1]:${port}`
      await expect(createSmtpSender(elsewhere, FROM).send(mail)).rejects.toThrow('ETLS')
      await expect(createSmtpSender(`${elsewhere}?requireTLS=false`, FROM).send(mail)).resolves.toBeUndefined()
      expect(mailServer.taken).toHaveLength(2)
    } finally {
      await mailServer.stop()
    }
  })
})
