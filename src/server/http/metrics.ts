/** Prometheus figures for the operator: from this machine, or with an administrator's token. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { bearerOf, resolveCaller } from './caller.ts'
import { refuse } from './outcome.ts'
import { sendProblem } from './problems.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** A proxy on this machine forwards for others: only a call without a forwarding header is really local. */
const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined && request.headers['forwarded'] === undefined

export function mountMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its reply',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The declared route, never the address: an address may hold a card number.
    const route = request.routeOptions.config.contract?.id ?? 'other'
    duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = isLocal(request) ? undefined : await resolveCaller(deps, bearerOf(request))
    if (!isLocal(request) && caller?.role !== 'A') return sendProblem(request, reply, refuse('not-found'))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}
