/**
 * Clients in the browser that lie on another origin (ADR 0080). The origins are named in
 * ALLOWED_ORIGINS; pages of all others get no header that lets them read a reply, and a preflight is
 * refused like any other method that a path does not have. The API reads no cookie, so no call is made
 * in somebody's name by an address alone.
 */
import type { FastifyInstance } from 'fastify'
import { ROUTES } from '#shared/contract/routes.ts'
import { methodsFor } from './site/web-site.ts'

/** Seconds for which a browser keeps the reply to a preflight. */
const PREFLIGHT_KEPT_S = 600

/** What a page may send: the headers of the contract, and those that browsers do not count as simple. */
const REQUEST_HEADERS = [
  ...new Set([
    'accept',
    'authorization',
    'content-type',
    ...Object.values(ROUTES).flatMap((route) =>
      'headers' in route.request ? Object.keys(route.request.headers.shape) : [],
    ),
  ]),
].join(', ')
/** What a page may read besides the headers that every page may. */
const REPLY_HEADERS = 'etag, retry-after, x-request-id, x-truncated'

export function allowOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (!path.startsWith('/api/')) return undefined
    // Stored replies differ by who asked.
    void reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.includes(origin)) return undefined
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
    const asked = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || asked === undefined) {
      void reply.header('access-control-expose-headers', REPLY_HEADERS)
      return undefined
    }
    const methods = methodsFor(path)
    if (methods.length === 0) return undefined // no such address: 404
    return reply
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', PREFLIGHT_KEPT_S)
      .code(204)
      .send()
  })
}
