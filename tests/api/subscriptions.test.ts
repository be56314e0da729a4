import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { sweepExpired } from '#server/jobs/sweep.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { sendNewsletters } from '#server/records/subscriptions/newsletter.ts'
import { createNews, updateNews } from '#shared/contract/news.ts'
import {
  confirmSubscription,
  createSubscription,
  endSubscription,
} from '#shared/contract/subscriptions.ts'
import { updateMember } from '#shared/contract/users.ts'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshId } from '#tests/security/fresh-rows.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const WORDS = {
  title: 'The assembly has met',
  description: 'What the members decided.',
  fullContent: 'A board was elected.',
}
const AFTER_THE_WAIT_S = 130

describe.each(ENGINES)('subscriptions on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let editor: string
  /** The clock of these tests moves beyond the end of every session. */
  const signedIn = async (): Promise<string> =>
    (await signIn(server, editor, TEST_PASSWORD)).accessToken
  beforeAll(async () => {
    editor = (await buildMember(server.deps, { role: 'content', details: { newsletter: 0 } })).email
  })

  const db = () => server.deps.database.db
  const ask = (
    email: string,
    topic: SubscriptionTopic = 'newsletter',
    language: 'en' | 'ar' | 'fr' = 'en',
  ) => server.client.call(createSubscription, { headers: {}, body: { email, topic, language } })
  const confirm = (token: string) => server.client.call(confirmSubscription, { body: { token } })
  const end = (token: string) => server.client.call(endSubscription, { body: { token } })
  const lastMail = async (address: string) => {
    const mail = (await mailsTo(server.deps, address)).at(-1)
    if (mail === undefined) throw new Error(`no mail to ${address}`)
    return mail
  }
  const tokenIn = (link: string | undefined): string =>
    /#(?:confirm|end)=([\w-]+)$/.exec(link ?? '')?.[1] ?? ''
  const subscribed = async (
    email: string,
    topic: SubscriptionTopic = 'newsletter',
    language: 'en' | 'ar' | 'fr' = 'en',
  ): Promise<void> => {
    await ask(email, topic, language)
    expect(await confirm(tokenIn((await lastMail(email)).values['link']))).toMatchObject({
      ok: true,
    })
  }
  const article = (id: string, more: object = {}) => ({
    id,
    date: server.clock.now().toISOString().slice(0, 10),
    link: '',
    image: null,
    status: 'published' as const,
    content: {
      en: WORDS,
      ar: { ...WORDS, title: 'انعقدت الجمعية' },
      fr: { ...WORDS, title: 'L’assemblée s’est tenue' },
    },
    ...more,
  })
  const publish = async (more: object = {}): Promise<string> => {
    const id = freshId('news')
    expect(
      await server.client.call(
        createNews,
        { body: article(id, more) },
        { bearer: await signedIn() },
      ),
    ).toMatchObject({ ok: true })
    return id
  }
  const newsMails = async (address: string) =>
    (await mailsTo(server.deps, address)).filter(({ template }) => template === 'news-published')
  const sendAfterWait = async (): Promise<void> => {
    server.clock.advance(AFTER_THE_WAIT_S)
    await sendNewsletters(server.deps)
  }

  run(
    'a subscription counts after the link was used; known and new addresses get one response',
    async () => {
      const email = newAddress()
      const first = await ask(email, 'newsletter', 'fr')
      expect(first).toMatchObject({ ok: true, value: { sent: true } })
      const mail = await lastMail(email)
      expect(mail).toMatchObject({
        template: 'subscription-confirm',
        language: 'fr',
        values: { topic: 'newsletter', days: '7' },
      })
      expect(
        await db().selectFrom('subscriptions').select('state').where('email', '=', email).execute(),
      ).toEqual([{ state: 'pending' }])
      expect(await confirm(tokenIn(mail.values['link']))).toMatchObject({
        ok: true,
        value: { topic: 'newsletter', state: 'confirmed' },
      })
      expect(await confirm(tokenIn(mail.values['link']))).toMatchObject({
        ok: true,
        value: { state: 'already' },
      })
      const again = await ask(email)
      expect(again.ok && again.value).toEqual(first.ok && first.value)
      expect((await lastMail(email)).template).toBe('subscription-already')
    },
  )

  run('an expired, forged or wrong link is rejected', async () => {
    const email = newAddress()
    await ask(email)
    const { link, unsubscribeLink } = (await lastMail(email)).values
    expect(await confirm(tokenIn(unsubscribeLink))).toMatchObject({
      ok: false,
      problem: { code: 'not-found' },
    })
    expect(await confirm('A'.repeat(120))).toMatchObject({
      ok: false,
      problem: { code: 'not-found' },
    })
    const token = tokenIn(link)
    expect(await confirm(`${token.slice(1)}A`)).toMatchObject({ ok: false })
    server.clock.advance(CONFIRM_TTL_S + 1)
    expect(await confirm(token)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
    await sweepExpired(server.deps)
    expect(
      await db().selectFrom('subscriptions').select('id').where('email', '=', email).execute(),
    ).toEqual([])
  })

  run('the link of a mail ends the subscription and deletes the address', async () => {
    const email = newAddress()
    await subscribed(email, 'community')
    const token = tokenIn((await lastMail(email)).values['unsubscribeLink'])
    expect(await end(token)).toMatchObject({
      ok: true,
      value: { topic: 'community', state: 'ended' },
    })
    expect(await end(token)).toMatchObject({
      ok: true,
      value: { topic: 'community', state: 'already' },
    })
    expect(
      await db().selectFrom('subscriptions').select('id').where('email_key', '=', email).execute(),
    ).toEqual([])
    await subscribed(email, 'community') // a new subscription is possible
  })

  run('the one-click button of a mail program ends a subscription', async () => {
    const email = newAddress()
    await subscribed(email)
    const { oneClick = '' } = (await lastMail(email)).values
    const { pathname, search } = new URL(oneClick)
    const post = (type: string, body: string) =>
      fetch(`${server.url}${pathname}${search}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
    expect(
      (await post('application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')).status,
    ).toBe(200)
    expect(
      await db().selectFrom('subscriptions').select('id').where('email_key', '=', email).execute(),
    ).toEqual([])
    expect((await post('multipart/form-data; boundary=x', '--x--')).status).toBe(200)
    expect(
      (
        await fetch(`${server.url}${pathname}?token=${'A'.repeat(120)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: '',
        })
      ).status,
    ).toBe(404)
    expect(server.logLines.join('\n')).not.toContain(search.slice(7))
  })

  run('an article is mailed once to each subscriber, in their language', async () => {
    const [french, arabic, pending, other] = [
      newAddress(),
      newAddress(),
      newAddress(),
      newAddress(),
    ] as const
    await subscribed(french, 'newsletter', 'fr')
    await subscribed(arabic, 'newsletter', 'ar')
    await ask(pending)
    await subscribed(other, 'coming-soon')
    const member = await buildMember(server.deps, { details: { newsletter: 1 } })
    const quiet = await buildMember(server.deps, { details: { newsletter: 1, notifications: 0 } })
    const applicant = await buildMember(server.deps, {
      status: 'inactive',
      details: { newsletter: 1 },
    })
    const id = await publish()
    await sendNewsletters(server.deps)
    expect(await newsMails(french)).toEqual([]) // within this time, a mistaken publication can be undone
    await sendAfterWait()
    expect(await newsMails(french)).toMatchObject([
      {
        language: 'fr',
        values: {
          title: 'L’assemblée s’est tenue',
          link: expect.stringMatching(new RegExp(`/news/${id}$`)) as string,
        },
      },
    ])
    expect(await newsMails(arabic)).toMatchObject([
      { language: 'ar', values: { title: 'انعقدت الجمعية' } },
    ])
    expect(await newsMails(member.email)).toHaveLength(1)
    for (const address of [pending, other, quiet.email, applicant.email])
      expect(await newsMails(address), address).toEqual([])
    // Hidden and published again, and sent again by the job: no subscriber gets a second mail.
    for (const status of ['draft', 'published'] as const)
      await server.client.call(
        updateNews,
        { params: { id }, body: article(id, { status }) },
        { bearer: await signedIn() },
      )
    await sendAfterWait()
    expect(await newsMails(french)).toHaveLength(1)
    expect(
      await db()
        .selectFrom('audit')
        .select('actor')
        .where('action', '=', 'newsletter.sent')
        .where('target', '=', `news:${id}`)
        .execute(),
    ).toEqual([{ actor: 'system' }])
  })

  run(
    'an article hidden in time is not mailed, and is mailed once when published again',
    async () => {
      const reader = newAddress()
      await subscribed(reader)
      const id = await publish()
      await server.client.call(
        updateNews,
        { params: { id }, body: article(id, { status: 'draft' }) },
        { bearer: await signedIn() },
      )
      await sendAfterWait()
      expect(await newsMails(reader)).toEqual([])
      await server.client.call(
        updateNews,
        { params: { id }, body: article(id) },
        { bearer: await signedIn() },
      )
      await sendAfterWait()
      expect(await newsMails(reader)).toHaveLength(1)
      await publish({ date: '2020-01-01' })
      await sendAfterWait()
      expect(await newsMails(reader)).toHaveLength(1)
    },
  )

  run('an interrupted batch resumes without a second mail', async () => {
    const readers = Array.from({ length: 450 }, () => newAddress())
    const at = server.clock.now().toISOString()
    for (const email of readers)
      await db()
        .insertInto('subscriptions')
        .values({
          id: freshId('s'),
          email,
          email_key: email,
          topic: 'newsletter',
          language: 'en',
          state: 'confirmed',
          created_at: at,
          confirmed_at: at,
          ended_at: null,
        })
        .execute()
    const id = await publish()
    server.clock.advance(AFTER_THE_WAIT_S)
    const real = server.deps.outboxSignal.raise
    let mails = 0
    const stopsHalfWay = {
      ...server.deps,
      outboxSignal: {
        ...server.deps.outboxSignal,
        raise: () => {
          mails += 1
          if (mails > 300) throw new Error('the power went out')
          real()
        },
      },
    }
    await expect(sendNewsletters(stopsHalfWay)).rejects.toThrow('power')
    await Promise.all([sendNewsletters(server.deps), sendNewsletters(server.deps)])
    const rows = await db()
      .selectFrom('mails')
      .select('to_address')
      .where('template', '=', 'news-published')
      .where('to_address', 'in', readers)
      .execute()
    expect(rows).toHaveLength(450)
    expect(new Set(rows.map((row) => row.to_address)).size).toBe(450)
    expect(
      await db()
        .selectFrom('newsletter_issues')
        .select(['after_key'])
        .where('news_id', '=', id)
        .where('done_at', 'is not', null)
        .execute(),
    ).toEqual([{ after_key: '' }])
    await db().deleteFrom('mails').where('to_address', 'in', readers).execute()
    await db().deleteFrom('subscriptions').where('email', 'in', readers).execute()
  })

  run(
    'the setting of a member, the public form and the link of a mail change the same state',
    async () => {
      const member = await buildMember(server.deps, { details: { newsletter: 0 } })
      const { accessToken: bearer } = await signIn(server, member.email, TEST_PASSWORD)
      const newsletter = async () => (await findByNumber(db(), member.id))?.newsletter
      const set = (change: object) =>
        server.client.call(
          updateMember,
          { params: { id: member.cardId }, body: change },
          { bearer },
        )
      await subscribed(member.email)
      expect(await newsletter()).toBe(1)
      await publish()
      await sendAfterWait()
      const [mail] = await newsMails(member.email)
      expect(await end(tokenIn(mail?.values['unsubscribeLink']))).toMatchObject({
        ok: true,
        value: { state: 'ended' },
      })
      expect(await newsletter()).toBe(0)
      expect(await newsMails(member.email)).toEqual([]) // waiting mails are not sent
      expect(await set({ newsletter: true, notifications: false })).toMatchObject({
        ok: true,
        value: { newsletter: true, notifications: false },
      })
      await publish()
      await sendAfterWait()
      expect(await newsMails(member.email)).toEqual([])
      await subscribed(member.email)
      await set({ newsletter: false })
      expect(
        await db()
          .selectFrom('subscriptions')
          .select('id')
          .where('email_key', '=', member.email)
          .where('topic', '=', 'newsletter')
          .execute(),
      ).toEqual([])
    },
  )

  run('subscriptions are erased with the member', async () => {
    const member = await buildMember(server.deps)
    await subscribed(member.email, 'community')
    const row = await findByNumber(db(), member.id)
    if (row === undefined) throw new Error('no member')
    await db()
      .transaction()
      .execute((transaction) => eraseMember(server.deps, transaction, row))
    expect(
      await db()
        .selectFrom('subscriptions')
        .select('id')
        .where('email_key', '=', row.email_key)
        .execute(),
    ).toEqual([])
  })

  run('a mail has the List-Unsubscribe headers', async () => {
    const email = newAddress()
    await ask(email, 'newsletter', 'ar')
    await sendDueMails(server.deps)
    const outbox = join(server.dataDir, 'outbox')
    const text =
      readdirSync(outbox)
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .find((mail) => mail.includes(`To: ${email}`)) ?? ''
    const unfolded = text.replaceAll(/\r?\n[ \t]+/g, ' ')
    expect(unfolded).toMatch(
      /^List-Unsubscribe: <http:\/\/[^>]+\/api\/subscription\/one-click\?token=[\w-]+>\r?$/m,
    )
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  })
})
