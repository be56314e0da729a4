import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvent, createNews } from '#shared/contract/events.ts'
import { searchSite } from '#shared/contract/search.ts'
import { reportSearchColumns } from '#server/features/reports/search-columns.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const event = (id: string, title: string, arabic: string, status: 'draft' | 'published' | 'cancelled', startsAt = '2099-05-03T09:00:00Z') => {
  const words = { title, description: 'Members meet.', fullContent: '', location: 'Saint-Étienne', goals: [] }
  return { id, content: { en: words, fr: words, ar: { ...words, title: arabic } }, startsAt, endsAt: startsAt, status }
}
const article = (id: string, title: string, status: 'draft' | 'published') => {
  const words = { title, description: 'In short.', fullContent: 'The long text mentions Zalingei.' }
  return { id, date: '2026-05-03', status, content: { en: words, fr: words, ar: { ...words, title: 'شراكات جديدة للجمعية' } } }
}

describe.each(ENGINES)('the search of the site on $title', ({ engine, skip }) => {
  let server: ApiServer
  let editor: string
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    editor = (await signIn(server, (await buildMember(server.deps, { role: 'X' })).email, TEST_PASSWORD)).accessToken
    const events = [
      event('past-assembly', 'Founding assembly', 'الجمعية التأسيسية', 'published', '2020-01-01T09:00:00Z'),
      event('assembly', 'General assembly', 'الجمعيّة العامّة', 'published'),
      event('off', 'Assembly that is off', 'لقاء أُلغي', 'cancelled'),
      event('secret', 'Secret assembly', 'لقاء سري', 'draft'),
    ]
    for (const body of events) expect(await server.client.call(createEvent, { body }, { bearer: editor })).toMatchObject({ ok: true })
    for (const body of [article('partners', 'New partnerships', 'published'), article('hidden', 'Hidden partnerships', 'draft')])
      expect(await server.client.call(createNews, { body }, { bearer: editor })).toMatchObject({ ok: true })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  async function found(q: string, more: { language?: 'en' | 'ar' | 'fr'; size?: number } = {}, bearer?: string) {
    const answer = await server.client.call(searchSite, { query: { q, ...more } }, bearer === undefined ? {} : { bearer })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  const ids = (group: { readonly items: readonly { readonly id: unknown }[] }) => group.items.map(({ id }) => id)
  async function report(fields: { readonly type: string; readonly victim: string; readonly city: string }): Promise<number> {
    const id = await freshReport(server.deps, null)
    const row = await server.deps.database.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const columns = reportSearchColumns({ ...fields, actor: row.actor, actorName: row.actor_name, country: row.country })
    await server.deps.database.db.updateTable('reports').set({ ...fields, ...columns }).where('id', '=', id).execute()
    return id
  }

  run('finds in any language and spelling, and shows the one that was asked for', async () => {
    expect(ids((await found('assembly')).events)).toEqual(['assembly', 'off', 'past-assembly']) // what is to come first
    // Without the doubled letters and vowel signs, with another alef and a ta marbuta as people type it.
    expect((await found('الجمعيه العامه', { language: 'ar' })).events.items).toMatchObject([{ id: 'assembly', title: 'الجمعيّة العامّة' }])
    expect((await found('العامة', { language: 'fr' })).events.items).toMatchObject([{ id: 'assembly', title: 'General assembly', location: 'Saint-Étienne' }])
    expect(ids((await found('saint etienne')).events)).toHaveLength(3)
    expect(ids((await found('ZALINGEI')).news)).toEqual(['partners'])
    expect(await found('partnerships assembly')).toMatchObject({ events: { items: [] }, news: { items: [] } })
  })

  run('shows what the public may see, also to those who write it', async () => {
    for (const bearer of [undefined, editor]) {
      expect(ids((await found('secret', {}, bearer)).events)).toEqual([])
      expect(ids((await found('hidden', {}, bearer)).news)).toEqual([])
    }
  })

  run('finds public reports by what, where and whom, and names nobody', async () => {
    const id = await report({ type: 'Burning of villages', victim: 'Halima Abdelrahman', city: 'الجنينة' })
    const gone = await report({ type: 'Burning of villages', victim: 'Nobody', city: 'Nyala' })
    await server.deps.database.db.updateTable('reports').set({ deleted_at: '2026-01-01T00:00:00.000Z', deleted_reason: 'twice' }).where('id', '=', gone).execute()
    for (const q of ['burning villages', 'الجنينه', 'Halima']) {
      const { reports } = await found(q)
      expect(ids(reports), q).toEqual([id])
      expect(JSON.stringify(reports)).not.toContain('Halima')
    }
  })

  run('is bounded, and takes every text for text', async () => {
    expect(await found('assembly', { size: 1 })).toMatchObject({ events: { items: [{}], more: true } })
    for (const q of ['', ' ', 'a', '%', '__', '"', "' or 1=1 --", '\\', 'NEAR(', 'x'.repeat(120)]) expect(await found(q), q).toMatchObject({ events: { items: [] } })
    expect(await server.client.call(searchSite, { query: { q: 'x'.repeat(121) } })).toMatchObject({ ok: false, problem: { fields: [{ path: 'query.q' }] } })
    expect(await server.client.call(searchSite, { query: { q: 'assembly', size: 31 } })).toMatchObject({ ok: false })
  })
})
