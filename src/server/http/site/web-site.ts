/** The built interface: immutable assets, one page for every other address, security headers on all of it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/contract/routes.ts'
import {
  contentSecurityPolicy,
  PERMISSIONS_POLICY,
} from '#shared/domain/access/content-security.ts'
import { refuse } from '../../base/outcome.ts'
import { sendProblem } from '../problems.ts'
import { readPageVariants } from './page-variants.ts'

const YEAR_S = 31_536_000

/** For every reply, also where no route was found and so no hook runs. */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  // A route may set a stricter policy of its own (`sandbox` on files).
  if (!reply.hasHeader('content-security-policy'))
    void reply.header('content-security-policy', contentSecurityPolicy())
  if (!reply.hasHeader('referrer-policy')) void reply.header('referrer-policy', 'no-referrer')
  void reply
    .header('x-content-type-options', 'nosniff')
    .header('permissions-policy', PERMISSIONS_POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
    .header('x-request-id', request.id)
  if (publicUrl.startsWith('https:'))
    void reply.header('strict-transport-security', `max-age=${YEAR_S * 2}; includeSubDomains`)
}

export function securityHeaders(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onSend', async (request, reply) => setSecurityHeaders(request, reply, publicUrl))
}

/** Methods that the contract knows for a path, so that a wrong method gets another error than a wrong address. */
export function methodsFor(path: string): string[] {
  const sameShape = (pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  return Object.values(ROUTES)
    .filter((route) => sameShape(route.path))
    .map(({ method }) => method)
}

function replyUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '/'
  const methods = methodsFor(path)
  if (methods.length === 0) return sendProblem(request, reply, refuse('not-found'))
  void reply.header('allow', methods.join(', '))
  return sendProblem(request, reply, refuse('method-not-allowed'))
}

const isPageRequest = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0] ?? '/'
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !path.startsWith('/api/') &&
    !path.startsWith('/assets/') &&
    !last.includes('.')
  )
}

export async function mountWebSite(app: FastifyInstance, webDir: string): Promise<void> {
  const indexFile = join(webDir, 'index.html')
  const built = existsSync(indexFile)
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false, // the start page has variants as well
      // One route for each file that is there now: a wildcard lists the folder of the file at every request, and that of
      // the scripts has a thousand entries.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'], // sent in place of their originals
      preCompressed: true,
      // A folder is a page, and pages have variants: without this a request for one without
      // Accept-Encoding gets 400.
      allowedPath: (path) => !path.endsWith('/'),
      cacheControl: false,
      setHeaders(reply, path) {
        const immutable = path.includes('/assets/')
        void reply.header(
          'cache-control',
          immutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        )
      },
    })
  }
  const fileFor = readPageVariants(webDir)
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !isPageRequest(request)) return replyUnknown(request, reply)
    return reply
      .header('vary', 'accept-language')
      .sendFile(fileFor(request.url.split('?')[0] ?? '/', request.headers['accept-language']))
  })
}
