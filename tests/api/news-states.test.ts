import { beforeAll, describe, expect } from 'vitest'
import { sendNewsletters } from '#server/records/subscriptions/newsletter.ts'
import { createNews, deleteNews, readNews, updateNews } from '#shared/contract/news.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { newsWords } from '#tests/builders/content.ts'
/** Publishing an article, hiding it before the mails leave, and two concurrent edits. */
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const NO_WORDS = { title: '', description: '', fullContent: '' }

describe.each(ENGINES)('states of news on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let reader: string
  const tokens = {} as Record<Role, string> // filled below
  beforeAll(async () => {
    for (const role of ['content', 'member'] as const)
      tokens[role] = (
        await signIn(server, (await buildMember(server.deps, { role })).email, TEST_PASSWORD)
      ).accessToken
    reader = (await buildMember(server.deps, { details: { newsletter: 1, language: 'fr' } })).email
  })

  type NewNews = Parameters<typeof server.client.call<typeof createNews>>[1]['body']
  let last = 0
  const wish = (more: Partial<NewNews> = {}): NewNews => {
    last += 1
    const date = server.clock.now().toISOString().slice(0, 10)
    return {
      id: `letter-${last}`,
      date,
      content: {
        en: newsWords(`Launch ${last}`),
        ar: newsWords('انطلاق'),
        fr: newsWords(`Lancement ${last}`),
      },
      status: 'published',
      ...more,
    }
  }
  const create = (body: NewNews) =>
    server.client.call(createNews, { body }, { bearer: tokens.content })
  type Replacement = Parameters<typeof server.client.call<typeof updateNews>>[1]['body']
  const update = (id: string, body: Replacement) =>
    server.client.call(updateNews, { params: { id }, body }, { bearer: tokens.content })
  const read = (id: string, role?: Role) =>
    server.client.call(
      readNews,
      { params: { id } },
      role === undefined ? {} : { bearer: tokens[role] },
    )
  const letters = async (id: string) =>
    (await mailsTo(server.deps, reader)).filter(
      ({ template, values }) =>
        template === 'news-published' && values['link']?.endsWith(`/news/${id}`),
    )

  run(
    'an article hidden before its mails leave is not mailed; publishing restarts the delay',
    async () => {
      const body = wish()
      const { id: _id, ...rest } = body
      const at = server.clock.now().getTime()
      const made = await create(body)
      const leavesAt = made.ok ? Date.parse(made.value.newsletter?.leavesAt ?? '') : 0
      expect(leavesAt - at).toBeGreaterThanOrEqual(120_000)
      expect(made).toMatchObject({
        ok: true,
        value: { newsletter: { doneAt: null, recipients: 0 } },
      })
      expect(await update(body.id, { ...rest, status: 'draft' })).toMatchObject({
        ok: true,
        value: { status: 'draft', newsletter: null },
      })
      server.clock.advance(130)
      await sendNewsletters(server.deps)
      expect(await letters(body.id)).toEqual([])
      const again = await update(body.id, { ...rest, status: 'published' })
      expect(again.ok && Date.parse(again.value.newsletter?.leavesAt ?? '')).toBeGreaterThan(
        server.clock.now().getTime() + 110_000,
      )
      await sendNewsletters(server.deps)
      expect(await letters(body.id)).toEqual([])
      server.clock.advance(130)
      await sendNewsletters(server.deps)
      expect(await letters(body.id)).toHaveLength(1)
      // The mails are sent only once: publishing the article again sends no second mail.
      expect(await update(body.id, { ...rest, status: 'draft' })).toMatchObject({
        ok: true,
        value: { newsletter: { doneAt: expect.any(String) } },
      })
      await update(body.id, { ...rest, status: 'published' })
      server.clock.advance(130)
      await sendNewsletters(server.deps)
      expect(await letters(body.id)).toHaveLength(1)
    },
  )

  run(
    'old and deleted articles are not mailed; readers do not see the state of the mails',
    async () => {
      const old = await create(wish({ date: '2020-01-01' }))
      expect(old).toMatchObject({ ok: true, value: { newsletter: null } })
      const body = wish()
      await create(body)
      for (const role of [undefined, 'member'] as const) {
        const seen = await read(body.id, role)
        expect(seen.ok && 'newsletter' in seen.value).toBe(false)
      }
      await server.client.call(deleteNews, { params: { id: body.id } }, { bearer: tokens.content })
      expect(
        await server.deps.database.db
          .selectFrom('newsletter_issues')
          .select('news_id')
          .where('news_id', '=', body.id)
          .execute(),
      ).toEqual([])
    },
  )

  run('a language without texts shows those of another, also in the mail', async () => {
    const body = wish({ content: { en: newsWords('Only English'), ar: NO_WORDS, fr: NO_WORDS } })
    expect(await create(body)).toMatchObject({
      ok: true,
      value: { borrowed: ['ar', 'fr'], content: { fr: { title: 'Only English' } } },
    })
    server.clock.advance(130)
    await sendNewsletters(server.deps)
    expect(await letters(body.id)).toMatchObject([
      { language: 'fr', values: { title: 'Only English' } },
    ])
    expect(
      await create(
        wish({ content: { en: { ...NO_WORDS, title: 'Half' }, ar: NO_WORDS, fr: NO_WORDS } }),
      ),
    ).toMatchObject({
      ok: false,
      problem: {
        fields: [{ path: 'body.content.en.description' }, { path: 'body.content.en.fullContent' }],
      },
    })
  })

  run('an edit of an older version gets 409 with the current article', async () => {
    const body = wish({ status: 'draft' })
    const { id: _id, ...rest } = body
    await create(body)
    expect(await update(body.id, { ...rest, link: '/events', version: 1 })).toMatchObject({
      ok: true,
      value: { version: 2 },
    })
    expect(await update(body.id, { ...rest, version: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'conflict', current: { version: 2, link: '/events' } },
    })
    expect(await read(body.id, 'content')).toMatchObject({ ok: true, value: { link: '/events' } })
  })
})
