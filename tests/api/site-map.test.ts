import { describe, expect } from 'vitest'
import { buildEvent, buildNews } from '#tests/builders/content.ts'
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
    for (const [id, status] of [
      ['open-day', 'published'],
      ['called-off', 'cancelled'],
      ['secret-plan', 'draft'],
    ] as const)
      await buildEvent(server.deps, { id, status })
    for (const [id, status] of [
      ['we-began', 'published'],
      ['not-yet', 'draft'],
    ] as const)
      await buildNews(server.deps, { id, status, date: '2026-01-02' })
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
    await server.deps.database.db.deleteFrom('events').where('id', '=', 'open-day').execute()
    expect((await read('/sitemap.xml')).text).toContain('/events/open-day')
    server.clock.advance(3_601)
    expect((await read('/sitemap.xml')).text).not.toContain('/events/open-day')
  })
})
