import { beforeAll, describe, expect } from 'vitest'
import { createNews, deleteNews, listNews, readNews, updateNews } from '#shared/contract/news.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { newsWords } from '#tests/builders/content.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('news on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let managerId: number
  const tokens = {} as Record<Role, string>
  beforeAll(async () => {
    for (const role of ['admin', 'content', 'moderator', 'reviewer', 'member'] as const) {
      const member = await buildMember(server.deps, { role })
      if (role === 'content') managerId = member.id
      tokens[role] = (await signIn(server, member.email, TEST_PASSWORD)).accessToken
    }
  })

  type NewNews = Parameters<typeof server.client.call<typeof createNews>>[1]['body']
  let last = 0
  const wish = (more: Partial<NewNews> = {}): NewNews => {
    last += 1
    return {
      id: `news-${last}`,
      date: '2026-05-03',
      content: { en: newsWords('Launch'), ar: newsWords('انطلاق'), fr: newsWords('Lancement') },
      status: 'published',
      ...more,
    }
  }
  const create = (body: NewNews, role: Role = 'content') =>
    server.client.call(createNews, { body }, { bearer: tokens[role] })
  const update = (
    id: string,
    body: Omit<NewNews, 'id'> & { id?: string },
    role: Role = 'content',
  ) => server.client.call(updateNews, { params: { id }, body }, { bearer: tokens[role] })
  const remove = (id: string, role: Role = 'content') =>
    server.client.call(deleteNews, { params: { id } }, { bearer: tokens[role] })
  const read = (id: string, role?: Role) =>
    server.client.call(
      readNews,
      { params: { id } },
      role === undefined ? {} : { bearer: tokens[role] },
    )
  const listed = async (role?: Role) => {
    const answer = await server.client.call(
      listNews,
      {},
      role === undefined ? {} : { bearer: tokens[role] },
    )
    return answer.ok ? answer.value.map(({ id }) => id) : []
  }
  const refusal = (code: string) => ({ ok: false, problem: { code } })

  run(
    'published news are listed newest first; only administrators and content managers see drafts',
    async () => {
      const [old, recent, draft] = [
        wish({ date: '2024-04-20' }),
        wish({ date: '2025-05-03' }),
        wish({ date: '2026-01-01', status: 'draft' }),
      ]
      for (const body of [old, recent, draft]) expect((await create(body)).ok).toBe(true)
      for (const role of [undefined, 'member', 'moderator', 'reviewer'] as const) {
        expect(await listed(role)).toEqual([recent.id, old.id])
        expect(await read(draft.id, role)).toMatchObject(refusal('not-found'))
      }
      for (const role of ['admin', 'content'] as const) {
        expect(await listed(role)).toEqual([draft.id, recent.id, old.id])
        expect(await read(draft.id, role)).toMatchObject({ ok: true, value: { status: 'draft' } })
      }
      expect(await read(recent.id)).toMatchObject({
        ok: true,
        value: { content: { fr: { fullContent: 'One.\n\nTwo.' } }, image: null, link: '' },
      })
      expect(await read('no-such-news')).toMatchObject({ ok: false, problem: { status: 404 } })
    },
  )

  run('only administrators and content managers write news; faults are named', async () => {
    const body = wish()
    for (const role of ['member', 'moderator', 'reviewer'] as const) {
      expect(await create(body, role)).toMatchObject(refusal('forbidden'))
      expect(await update(body.id, body, role)).toMatchObject(refusal('forbidden'))
      expect(await remove(body.id, role)).toMatchObject(refusal('forbidden'))
    }
    expect((await create(body, 'admin')).ok).toBe(true)
    expect(await create(body)).toMatchObject({
      ok: false,
      problem: { status: 409, code: 'conflict' },
    })
    expect(
      await update(body.id, {
        ...body,
        date: '2026-06-01',
        content: { ...body.content, en: newsWords('Second thoughts') },
      }),
    ).toMatchObject({
      ok: true,
      value: { date: '2026-06-01', content: { en: { title: 'Second thoughts' } } },
    })
    expect(await update('no-such-news', wish({ id: 'no-such-news' }))).toMatchObject(
      refusal('not-found'),
    )
    expect(await update(body.id, wish())).toMatchObject({
      ok: false,
      problem: { code: 'invalid', fields: [{ path: 'body.id' }] },
    })
    for (const [more, path] of [
      [{ date: '2026-02-30' }, 'body.date'],
      [{ content: { ...body.content, ar: newsWords(' ') } }, 'body.content.ar.title'],
      [{ image: 'x' }, 'body.image'],
    ] as const)
      expect(await create(wish(more))).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path }] },
      })
  })

  run('a link is a path of this site or an https address', async () => {
    for (const link of ['', '/news/launch', 'https://example.org/a'])
      expect((await create(wish({ link }))).ok).toBe(true)
    // oxlint-disable-next-line no-script-url -- this is what must be refused
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/a\\b',
      'http://example.org',
      'data:text/html,x',
      'news',
      'https://',
    ])
      expect(await create(wish({ link })), link).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path: 'body.link' }] },
      })
  })

  run('a picture has the rules of events, and is released on deletion', async () => {
    const picture = await buildFile(server.deps, { ownerId: managerId, purpose: 'report' })
    const body = wish({ image: `/api/files/${picture}` })
    expect(await create(body)).toMatchObject({
      ok: true,
      value: { image: expect.stringContaining('viewer=public') },
    })
    const state = () =>
      server.deps.database.db
        .selectFrom('files')
        .select(['purpose', 'attached_at'])
        .where('id', '=', picture)
        .executeTakeFirst()
    expect(await state()).toMatchObject({ purpose: 'news', attached_at: expect.any(String) })
    const again = wish({ image: `/api/files/${picture}` })
    expect((await create(again)).ok).toBe(true)
    expect(await remove(body.id)).toMatchObject({ ok: true, value: { deleted: true } })
    expect(await state()).toMatchObject({ attached_at: expect.any(String) })
    expect((await remove(again.id, 'admin')).ok).toBe(true)
    expect(await state()).toMatchObject({ attached_at: null })
    expect(await remove(body.id)).toMatchObject(refusal('not-found'))
    expect(await read(body.id)).toMatchObject(refusal('not-found'))
    const trace = await server.deps.database.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', `news:${body.id}`)
      .orderBy('seq')
      .execute()
    expect(trace.map(({ action }) => action)).toEqual(['news.created', 'news.deleted'])
    const portrait = await buildFile(server.deps, { ownerId: managerId, purpose: 'idProofFront' })
    expect(await create(wish({ image: `/api/files/${portrait}` }))).toMatchObject({
      ok: false,
      problem: { code: 'invalid', fields: [{ path: 'body.image' }] },
    })
  })
})
