import { beforeAll, describe, expect } from 'vitest'
import { protectionColumns } from '#server/records/reports/protection.ts'
import { searchColumnsOf } from '#server/records/reports/search-columns.ts'
import { createEvent } from '#shared/contract/events.ts'
import { createNews } from '#shared/contract/news.ts'
import { searchSite } from '#shared/contract/search.ts'
import { OPEN, type Protection } from '#shared/domain/report/report-protection.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const event = (
  id: string,
  title: string,
  arabic: string,
  status: 'draft' | 'published' | 'cancelled',
  startsAt = '2099-05-03T09:00:00Z',
) => {
  const words = {
    title,
    description: 'Members meet.',
    fullContent: '',
    location: 'Saint-Étienne',
    goals: [],
  }
  return {
    id,
    content: { en: words, fr: words, ar: { ...words, title: arabic } },
    startsAt,
    endsAt: startsAt,
    status,
  }
}
const article = (id: string, title: string, status: 'draft' | 'published') => {
  const words = { title, description: 'In short.', fullContent: 'The long text mentions Zalingei.' }
  return {
    id,
    date: '2026-05-03',
    status,
    content: { en: words, fr: words, ar: { ...words, title: 'شراكات جديدة للجمعية' } },
  }
}

describe.each(ENGINES)('the search of the site on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let editor: string
  beforeAll(async () => {
    editor = (
      await signIn(
        server,
        (await buildMember(server.deps, { role: 'content' })).email,
        TEST_PASSWORD,
      )
    ).accessToken
    const events = [
      event(
        'past-assembly',
        'Founding assembly',
        'الجمعية التأسيسية',
        'published',
        '2020-01-01T09:00:00Z',
      ),
      event('assembly', 'General assembly', 'الجمعيّة العامّة', 'published'),
      event('off', 'Assembly that is off', 'لقاء أُلغي', 'cancelled'),
      event('secret', 'Secret assembly', 'لقاء سري', 'draft'),
    ]
    for (const body of events)
      expect(await server.client.call(createEvent, { body }, { bearer: editor })).toMatchObject({
        ok: true,
      })
    for (const body of [
      article('partners', 'New partnerships', 'published'),
      article('hidden', 'Hidden partnerships', 'draft'),
    ])
      expect(await server.client.call(createNews, { body }, { bearer: editor })).toMatchObject({
        ok: true,
      })
  })

  async function found(
    q: string,
    more: { language?: 'en' | 'ar' | 'fr'; size?: number } = {},
    bearer?: string,
  ) {
    const answer = await server.client.call(
      searchSite,
      { query: { q, ...more } },
      bearer === undefined ? {} : { bearer },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  const ids = (group: { readonly items: readonly { readonly id: unknown }[] }) =>
    group.items.map(({ id }) => id)
  async function report(
    fields: {
      readonly type?: string
      readonly victim?: string
      readonly city?: string
      readonly country?: string
      readonly description?: string
    },
    protection?: Protection,
  ): Promise<number> {
    const id = await freshReport(server.deps, null)
    const { db } = server.deps.database
    const row = await db
      .updateTable('reports')
      .set(fields)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const kept = protection === undefined ? {} : protectionColumns(protection)
    await db
      .updateTable('reports')
      .set({ ...kept, ...searchColumnsOf({ ...row, ...kept }) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const hits = async (q: string, bearer?: string) =>
    ids((await found(q, { size: 30 }, bearer)).reports)

  run('texts are found in any language and shown in the requested one', async () => {
    expect(ids((await found('assembly')).events)).toEqual(['assembly', 'off', 'past-assembly']) // upcoming events come first
    // Users type it without doubled letters and vowel signs, and with another alef and a ta marbuta.
    expect((await found('الجمعيه العامه', { language: 'ar' })).events.items).toMatchObject([
      { id: 'assembly', title: 'الجمعيّة العامّة' },
    ])
    expect((await found('العامة', { language: 'fr' })).events.items).toMatchObject([
      { id: 'assembly', title: 'General assembly', location: 'Saint-Étienne' },
    ])
    expect(ids((await found('saint etienne')).events)).toHaveLength(3)
    expect(ids((await found('ZALINGEI')).news)).toEqual(['partners'])
    expect(await found('partnerships assembly')).toMatchObject({
      events: { items: [] },
      news: { items: [] },
    })
  })

  run('drafts are not found, also by content managers', async () => {
    for (const bearer of [undefined, editor]) {
      expect(ids((await found('secret', {}, bearer)).events)).toEqual([])
      expect(ids((await found('hidden', {}, bearer)).news)).toEqual([])
    }
  })

  run('public reports are found by type, place and victim without names', async () => {
    const id = await report({
      type: 'Burning of villages',
      victim: 'Halima Abdelrahman',
      city: 'الجنينة',
    })
    const gone = await report({ type: 'Burning of villages', victim: 'Nobody', city: 'Nyala' })
    await server.deps.database.db
      .updateTable('reports')
      .set({ deleted_at: '2026-01-01T00:00:00.000Z', deleted_reason: 'twice' })
      .where('id', '=', gone)
      .execute()
    for (const q of ['burning villages', 'الجنينه', 'Halima']) {
      const { reports } = await found(q)
      expect(ids(reports), q).toEqual([id])
      expect(JSON.stringify(reports)).not.toContain('Halima')
    }
  })

  run(
    'reports are found by category and country in any language; results have the category',
    async () => {
      const filed = [
        await report({ type: 'War crimes and major violations', country: 'Sudan' }),
        await report({ type: 'Crimes de guerre et violations graves', country: 'SD' }),
        await report({ type: 'جرائم الحرب والانتهاكات الجسيمة', country: 'Chad' }),
      ]
      for (const q of ['war crimes', 'crimes de guerre', 'CRIMES DE GUERRE', 'جرائم الحرب'])
        expect(
          (await hits(q)).filter((id) => filed.includes(Number(id))),
          q,
        ).toEqual(filed.toReversed())
      for (const q of ['war sudan', 'guerre soudan', 'جرائم السودان', 'سودان الحرب'])
        expect(await hits(q), q).toEqual([filed[1], filed[0]])
      for (const q of ['crimes tchad', 'war تشاد']) expect(await hits(q), q).toEqual([filed[2]])
      const { reports } = await found('جرائم الحرب', { language: 'fr', size: 30 })
      expect(reports.items).toMatchObject([
        { category: 'warCrimes', country: 'TD' },
        { category: 'warCrimes', country: 'SD' },
        { category: 'warCrimes', country: 'SD' },
      ])
      expect((await found('burning villages')).reports.items).toMatchObject([
        { type: 'Burning of villages', category: null },
      ])
    },
  )

  run('only the public texts of reports are searched, also for staff', async () => {
    const description = 'At the well of Umm Baru, Yagoub Tahir and Noor were beaten.'
    const open = await report({ description })
    expect([await hits('umm baru'), await hits('yagoub')]).toEqual([[open], [open]])
    const kept = await report(
      { description, victim: 'Yagoub Tahir', city: 'Orschi' },
      { ...OPEN, redactVictim: true, placeDetail: 'country', hiddenWords: ['Noor'] },
    )
    for (const bearer of [undefined, editor]) {
      expect(await hits('umm baru', bearer)).toEqual([kept, open])
      for (const q of [
        'Yagoub',
        'yagoub tahir',
        'agou',
        'يعقوب',
        'Tahir',
        'NOOR',
        'nóor',
        'Orschi',
        'or',
        'ya',
      ])
        expect(await hits(q, bearer), q).not.toContain(kept)
    }
    for (const columns of [
      { deleted_at: '2026-01-01T00:00:00.000Z', deleted_reason: 'twice' },
      { held_at: '2026-01-01T00:00:00.000Z' },
    ]) {
      const gone = await report({ description })
      await server.deps.database.db
        .updateTable('reports')
        .set(columns)
        .where('id', '=', gone)
        .execute()
      for (const bearer of [undefined, editor])
        expect(await hits('umm baru', bearer)).toEqual([kept, open])
    }
    // A field for staff only cannot be searched, independent of what the report withholds.
    for (const q of ['social.example', 'account']) expect(await hits(q, editor), q).toEqual([])
  })

  run('results are limited, and special characters are plain text', async () => {
    expect(await found('assembly', { size: 1 })).toMatchObject({
      events: { items: [{}], more: true },
    })
    for (const q of ['', ' ', 'a', '%', '__', '"', "' or 1=1 --", '\\', 'NEAR(', 'x'.repeat(120)])
      expect(await found(q), q).toMatchObject({ events: { items: [] } })
    expect(await server.client.call(searchSite, { query: { q: 'x'.repeat(121) } })).toMatchObject({
      ok: false,
      problem: { fields: [{ path: 'query.q' }] },
    })
    expect(
      await server.client.call(searchSite, { query: { q: 'assembly', size: 31 } }),
    ).toMatchObject({ ok: false })
  })
})
