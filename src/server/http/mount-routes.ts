/** Turns the contract into Fastify routes: quota, caller, access, shape, handler, audit — in this order for each. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rolesAllowed } from '#shared/contract/base/access.ts'
import { mayChange, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { DOCUMENT_MAX_BYTES, UPLOAD_FILES_MAX } from '#shared/contract/uploads.ts'
import { isWaiting } from '#shared/domain/access/factor-rules.ts'
import { done, refuse, type Outcome, type Refusal } from '../base/outcome.ts'
import type { Deps } from '../deps/deps.ts'
import { hitCaller, type CountedNetwork } from '../parts/security/throttle.ts'
import { createAuditTrail } from './audit-trail.ts'
import { createFairness, passOrigin, takesTurns, type Fairness } from './fair-turns.ts'
import type { Handler, Handlers, RequestFacts } from './handlers.ts'
import { bearerOf, networksOf, resolveCaller, type Caller } from './principal/caller.ts'
import { resolveDevice } from './principal/device.ts'
import { actorOf, countedAs, type Principal } from './principal/principal.ts'
import { findTicket, originOf, resolveOrigin, resolveTicket } from './principal/ticket.ts'
import { resolvePass } from './principal/wallet-pass.ts'
import { resolveWitness } from './principal/witness.ts'
import { sendProblem } from './problems.ts'
import { unstorableFields } from './storable-text.ts'

/** The parser stops a little above the accepted size, so that the reply can name the excess. */
const LIMITS = {
  files: UPLOAD_FILES_MAX * 2,
  fields: UPLOAD_FILES_MAX,
  parts: UPLOAD_FILES_MAX * 3,
  fileSize: DOCUMENT_MAX_BYTES + 1,
  fieldSize: 1_024,
  fieldNameSize: 100,
  headerPairs: 20,
}

/** Uploads are read as streams, by the routes that ask for them; everywhere else multipart/form-data stays a 415. */
function mountWithMultipart(
  app: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    mountRoute(scope)
  })
}

const FORM_MAX_BYTES = 4_096

/**
 * Mail programs post a form to the address of `List-Unsubscribe` (RFC 8058). The address contains
 * everything, so the form is read to its end and dropped; everywhere else a form stays a 415.
 */
function mountWithForm(app: FastifyInstance, mountRoute: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
        (_request, _body, parsed) => parsed(null, undefined),
      )
    mountRoute(scope)
  })
}

/**
 * Requests whose body is bytes: the handler reads them from the stream, with its own limit. On all
 * other routes they get 415.
 */
function mountWithBytes(app: FastifyInstance, mountRoute: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, _payload, parsed) =>
      parsed(null, undefined),
    )
    mountRoute(scope)
  })
}

const DEVICE_MAX_CHARS = 200

type Gate = Outcome<Principal | undefined>

/** The narrowest network, and the user agent; a traceless route keeps neither. */
const whereFrom = (deps: Deps, route: RouteDefinition, request: FastifyRequest) => ({
  network: networksFor(deps, route, request.ip)[0].network,
  device:
    route.traceless === true
      ? ''
      : (request.headers['user-agent'] ?? '').slice(0, DEVICE_MAX_CHARS),
})

const networksFor = (
  { tracelessNetworks }: Deps,
  { traceless = false }: RouteDefinition,
  ip: string,
) => (traceless ? tracelessNetworks.hide(networksOf(ip)) : networksOf(ip))

/** Limits `per: 'identifier'` are counted by the handler, which alone can read the identifier. */
async function passCaller(
  deps: Deps,
  route: RouteDefinition,
  request: FastifyRequest,
  principal: Principal | undefined,
): Promise<Refusal | undefined> {
  const who = countedAs(principal) ?? request.networks[0].network
  const hit = await hitCaller(deps, route, who)
  return hit.ok ? undefined : refuse('too-many', { retryAfterS: hit.retryAfterS })
}

/**
 * The member of the bearer; undefined without a live session. A session that waits for its second
 * factor opens nothing but the routes that declare it. Here and nowhere else, so that a new route is
 * closed by itself.
 */
async function passMember(
  deps: Deps,
  route: RouteDefinition,
  bearer: string | undefined,
): Promise<Outcome<Caller> | undefined> {
  const { beforeFactor = [] } = route
  const caller = await resolveCaller(deps, bearer, mayChange(route))
  if (caller === undefined) return undefined
  const { factor } = caller
  return isWaiting(factor) && !beforeFactor.includes(factor)
    ? refuse('second-factor-needed', { extra: { secondFactor: factor } })
    : done(caller)
}

async function passRole(
  deps: Deps,
  route: RouteDefinition,
  bearer: string | undefined,
): Promise<Gate> {
  const member = (await passMember(deps, route, bearer)) ?? refuse('not-signed-in')
  return !member.ok || rolesAllowed(route.access)?.includes(member.value.role) === true
    ? member
    : refuse('forbidden')
}

/** Whoever the bearer names; without one the call is refused. */
const known = (principal: Principal | undefined): Gate =>
  principal === undefined ? refuse('not-signed-in') : done(principal)

async function passGate(
  deps: Deps,
  route: RouteDefinition,
  request: FastifyRequest,
): Promise<Gate> {
  const bearer = bearerOf(request)
  const passWitness = (): Promise<Gate> =>
    resolveWitness(deps, bearer, request.networks, {
      header: [request.headers['x-proof-of-work']].flat()[0],
    })
  const passOriginOfProof = async (): Promise<Gate> =>
    known(await resolveOrigin(deps, originOf(deps, whereFrom(deps, route, request))))
  switch (route.access) {
    case 'public':
    case 'signed-address':
      return done(undefined)
    case 'refresh-token':
      return done(bearer === undefined ? undefined : { kind: 'refresh', token: bearer })
    case 'optional-member':
      // An expired bearer is refused, so that its client renews it instead of being treated as a
      // visitor.
      if (request.headers.authorization === undefined) return done(undefined)
      return (await passMember(deps, route, bearer)) ?? refuse('not-signed-in')
    case 'ticket':
      // A used ticket passes: its holder may request the same response again, and the handler
      // rejects other requests.
      return request.headers.authorization === undefined
        ? passOriginOfProof()
        : known(await findTicket(deps, bearer))
    case 'ticket-or-member':
      if (request.headers.authorization === undefined) return passOriginOfProof()
      return (await passMember(deps, route, bearer)) ?? known(await resolveTicket(deps, bearer))
    case 'witness':
      return passWitness()
    case 'wallet-pass':
      return known(await resolvePass(deps, request.headers.authorization))
    case 'member-or-witness':
      return (await passMember(deps, route, bearer)) ?? passWitness()
    case 'kiosk':
      return known(await resolveDevice(deps, bearer))
    default: {
      const device =
        route.access === 'staff-or-kiosk' ? await resolveDevice(deps, bearer) : undefined
      return device === undefined ? passRole(deps, route, bearer) : done(device)
    }
  }
}

function mount(
  app: FastifyInstance,
  deps: Deps,
  route: RouteDefinition,
  handler: Handler<RouteDefinition>,
  { turns, usedUp }: Fairness,
): void {
  const hasTurns = takesTurns(route)
  const { headers, params, query: querystring, body } = route.request
  const isBytes = route.replyType !== undefined
  app.route({
    method: route.method,
    url: route.path,
    // HEAD is never derived: a HEAD on sign-in must not sign in.
    exposeHeadRoute: false,
    schema: {
      ...(headers === undefined ? {} : { headers }),
      ...(params === undefined ? {} : { params }),
      ...(querystring === undefined ? {} : { querystring }),
      ...(body === undefined ? {} : { body }),
      ...(isBytes ? {} : { response: { 200: route.reply } }),
    },
    config: { contract: route },
    // Quota and access are checked before the body is read, so that a caller without access learns
    // nothing from validation messages.
    onRequest: async (request, reply) => {
      if (hasTurns) {
        request.endTurn = await turns.enter(networksOf(request.ip)[0].network)
        if (request.endTurn === undefined)
          return sendProblem(request, reply, refuse('too-many', { retryAfterS: 1 }))
      }
      const networks = networksFor(deps, route, request.ip)
      request.networks = networks
      const early = await passOrigin(deps, route, networks, usedUp)
      if (early !== undefined) return sendProblem(request, reply, early)
      const gate = await passGate(deps, route, request)
      if (!gate.ok) return sendProblem(request, reply, gate)
      const quota = await passCaller(deps, route, request, gate.value)
      if (quota !== undefined) return sendProblem(request, reply, quota)
      request.principal = gate.value
      return undefined
    },
    // The reply is ready: how long its reader takes is not part of the turn.
    onSend: async (request) => request.endTurn?.(),
    onResponse: async (request) => request.endTurn?.(),
    preValidation: async (request, reply) => {
      const skip = new Set((route.rawText ?? []).map((field) => `body.${field}`))
      const parts = [
        ['path', params, request.params],
        ['query', querystring, request.query],
        ['body', body, request.body],
      ] as const
      // Only declared parts of the request are read.
      const fields = parts.flatMap(([name, schema, value]) =>
        schema === undefined ? [] : unstorableFields(value, name, skip),
      )
      return fields.length > 0
        ? sendProblem(request, reply, refuse('invalid', { fields }))
        : undefined
    },
    handler: async (request, reply) => {
      const { principal: caller, networks } = request
      const actor = actorOf(caller)
      const trail = createAuditTrail(deps, { route, requestId: request.id, actor })
      const facts: RequestFacts = {
        requestId: request.id,
        ...whereFrom(deps, route, request),
        networks,
        reply,
        request,
        trace: trail.trace,
        transact: trail.transact,
      }
      const input = {
        headers: request.headers,
        params: request.params,
        query: request.query,
        body: request.body,
        caller,
        facts,
      }
      const outcome = (await handler(input as never, deps)) as Outcome<unknown> // parsed by the schemas of this very route
      if (!outcome.ok) {
        await trail.finishRefused(outcome)
        return sendProblem(request, reply, outcome)
      }
      await trail.finish()
      return sendValue(reply, outcome.value, isBytes)
    },
  })
}

function sendValue(reply: FastifyReply, value: unknown, isBytes: boolean): FastifyReply {
  if (isBytes) return reply.send(value)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  return reply.send(value)
}

export function mountRoutes(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  app.decorateRequest('principal', undefined)
  app.decorateRequest('endTurn', undefined)
  app.decorateRequest('networks')
  const fairness = createFairness(deps.clock)
  for (const [id, route] of Object.entries(ROUTES) as [keyof Handlers, RouteDefinition][]) {
    // the keys of both tables are the same by type
    const mountOn = (scope: FastifyInstance): void =>
      mount(scope, deps, route, handlers[id] as unknown as Handler<RouteDefinition>, fairness) // same key, same route
    if (route.requestType === 'multipart/form-data') mountWithMultipart(app, mountOn)
    else if (route.requestType === 'application/x-www-form-urlencoded') mountWithForm(app, mountOn)
    else if (route.requestType === 'application/octet-stream') mountWithBytes(app, mountOn)
    else mountOn(app)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    /** Set before every handler of a route. */
    networks: readonly [CountedNetwork, ...CountedNetwork[]]
    endTurn: (() => void) | undefined
  }
  interface FastifyContextConfig {
    contract?: RouteDefinition
  }
}
