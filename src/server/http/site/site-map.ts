/**
 * `robots.txt` and the site map for search engines. Not in the contract: these are files of the
 * site, not calls.
 */
import type { FastifyInstance } from 'fastify'
import { isFresh } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'

const PUBLIC_PAGES = [
  '/',
  '/about',
  '/events',
  '/news',
  '/community',
  '/reports',
  '/reports/statistics',
  '/donate',
  '/contact',
  '/terms',
  '/legal',
  '/privacy',
  '/register',
]
/**
 * Pages without content for search engines. This protects nothing: the calls of a page decide what
 * it may show. Sign-in and card are not listed, because search engines lead users to them.
 */
const CLOSED = [
  '/api/',
  '/admin/',
  '/content/',
  '/moderator/',
  '/reviewer/',
  '/reset-password',
  '/profile',
  '/agreements',
  '/settings',
  '/my-role',
  '/email-undo',
  '/not-me',
  '/second-factor',
  '/search',
]
const MOST = 1_000
const KEPT_S = 3_600

interface SiteMapEntry {
  readonly path: string
  readonly changed?: string
}

/** Ids are small letters, digits and hyphens, and PUBLIC_URL was parsed at the start: nothing needs escaping. */
const siteMap = (origin: string, entries: readonly SiteMapEntry[]): string => {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${origin}${path}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

async function publishedPages({
  database: { db },
}: Pick<Deps, 'database'>): Promise<readonly SiteMapEntry[]> {
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('status', '!=', 'draft')
    .orderBy('starts_at', 'desc')
    .limit(MOST)
    .execute()
  const news = await db
    .selectFrom('news')
    .select(['id', 'date'])
    .where('status', '=', 'published')
    .orderBy('date', 'desc')
    .limit(MOST)
    .execute()
  return [
    ...events.map(({ id }) => ({ path: `/events/${id}` })),
    ...news.map(({ id, date }) => ({ path: `/news/${id}`, changed: date })),
  ]
}

export function mountSiteMap(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
): void {
  const { publicUrl } = deps.config
  const robots = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  // The text is cached, so that many requests cause one query of the database an hour.
  let kept: { readonly text: string; readonly sinceMs: number } | undefined

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${KEPT_S}`)
      .send(robots),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const nowMs = deps.clock.now().getTime()
    if (kept === undefined || !isFresh(kept.sinceMs, nowMs, KEPT_S * 1_000)) {
      const pages = [...PUBLIC_PAGES.map((path) => ({ path })), ...(await publishedPages(deps))]
      kept = { text: siteMap(publicUrl, pages), sinceMs: nowMs }
    }
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', `public, max-age=${KEPT_S}`)
      .send(kept.text)
  })
}
