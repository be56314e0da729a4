import { describe, expect } from 'vitest'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('the files for search engines on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer(
    { engine, skip },
    { env: { PUBLIC_URL: 'http://localhost:4999' } },
  )

  const read = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`)
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text: await answer.text(),
    }
  }

  run('robots.txt excludes dashboards and names the site map', async () => {
    const { status, type, text } = await read('/robots.txt')
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' })
    for (const path of ['/admin/', '/content/', '/moderator/', '/reviewer/', '/profile', '/api/'])
      expect(text.split('\n')).toContain(`Disallow: ${path}`)
    expect(text).toContain('Sitemap: http://localhost:4999/sitemap.xml')
  })

  run('the site map lists public pages, events and news, no drafts', async () => {
    const content = JSON.stringify({})
    const { db } = server.deps.database
    for (const [id, state] of [
      ['open-day', 'published'],
      ['called-off', 'cancelled'],
      ['secret-plan', 'draft'],
    ] as const)
      await db
        .insertInto('events')
        .values({
          id,
          status: state,
          content,
          starts_at: '2026-05-03T08:00:00.000Z',
          ends_at: '2026-05-03T15:00:00.000Z',
          capacity: null,
          price: null,
          image_file: null,
          contact_person: '',
          contact_email: '',
          contact_phone: '',
          organizer: '',
          search_text: '',
          created_at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
    for (const [id, state] of [
      ['we-began', 'published'],
      ['not-yet', 'draft'],
    ] as const)
      await db
        .insertInto('news')
        .values({
          id,
          status: state,
          content,
          date: '2026-01-02',
          link: '',
          image_file: null,
          search_text: '',
          created_at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
    const { status, type, text } = await read('/sitemap.xml')
    expect({ status, type }).toEqual({ status: 200, type: 'application/xml; charset=utf-8' })
    for (const path of [
      '/',
      '/about',
      '/events',
      '/events/open-day',
      '/events/called-off',
      '/news/we-began',
    ])
      expect(text).toContain(`<loc>http://localhost:4999${path}</loc>`)
    expect(text).toContain('<lastmod>2026-01-02</lastmod>')
    expect(text).not.toMatch(/secret-plan|not-yet|dashboard/)
    // Within an hour, the same text is returned.
    await db.deleteFrom('events').where('id', '=', 'open-day').execute()
    expect((await read('/sitemap.xml')).text).toContain('/events/open-day')
    server.clock.advance(3_601)
    expect((await read('/sitemap.xml')).text).not.toContain('/events/open-day')
  })
})
