import { randomUUID } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { cannotWriteDatabase } from '../base/unavailable.ts'
import type { Deps } from '../deps/deps.ts'
import { handlers } from '../features/handlers.ts'
import { mountMetrics } from '../features/health/metrics.ts'
import { mountPlainPages } from '../features/witness-reports/plain/plain-pages.ts'
import { allowOrigins } from '../http/allow-origins.ts'
import { mountRoutes } from '../http/mount-routes.ts'
import { mountDocs } from '../http/openapi/docs-page.ts'
import { usePlainWords } from '../http/plain-words.ts'
import { refusalOf, sendProblem, replyUnreadable } from '../http/problems.ts'
import { mountSecurityText } from '../http/site/security-text.ts'
import { mountSiteMap } from '../http/site/site-map.ts'
import { mountWebSite, securityHeaders, setSecurityHeaders } from '../http/site/web-site.ts'
import { endSlowBodies } from '../http/slow-body.ts'

const BODY_LIMIT_BYTES = 256 * 1024
/** Three photos of 5 MB over a line of 1 Mbit/s take two minutes. The start of a request has Node's own, shorter limit. */
const REQUEST_TIMEOUT_MS = 300_000
const IDLE_LOOK_MS = 50

async function logReply(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'call ended')
}

/**
 * Builds the whole application from its dependencies; it opens no file and no connection.
 * @param webDir folder of the built interface; without a build the server has only the API
 */
export async function buildApp(deps: Deps, webDir: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger, // so that the instance has Fastify's default type
    logController: new LogController({ disableRequestLogging: true }), // `logReply` writes one line in place of two
    genReqId: () => randomUUID(), // never from the caller: an id in our log must be made here
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: deps.config.trustProxy.length === 0 ? false : [...deps.config.trustProxy],
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a call that comes while the server closes is answered, with `connection: close`
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // An address that cannot be decoded reaches no route and no hook; it gets the response of any other bad request.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, deps.config.publicUrl)
      void sendProblem(request, reply, refusalOf(error))
    },
    clientErrorHandler: replyUnreadable,
  })
  app.removeContentTypeParser('text/plain') // Fastify reads it by default; no call of ours takes it, so it is 415
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (cannotWriteDatabase(error)) deps.audit.noteRefusal()
    if (refusal.code === 'server-error') request.log.error({ err: error }, 'unexpected error')
    if (['unavailable', 'no-space', 'file-damaged'].includes(refusal.code))
      request.log.error({ err: error, ...refusal.extra }, error.message)
    return sendProblem(request, reply, refusal)
  })
  // A connection that is busy when closing begins turns idle after its reply: look again until the last has gone.
  app.addHook('preClose', async () => {
    setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS).unref()
  })
  usePlainWords()
  app.addHook('onResponse', logReply)
  endSlowBodies(app)
  allowOrigins(app, deps.config.allowedOrigins)
  securityHeaders(app, deps.config.publicUrl)
  mountMetrics(app, deps)
  mountRoutes(app, deps, handlers)
  mountDocs(app, deps.version, deps.config.publicUrl)
  mountSiteMap(app, deps)
  mountSecurityText(app, deps)
  mountPlainPages(app, deps)
  await mountWebSite(app, webDir)
  return app
}
