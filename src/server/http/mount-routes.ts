/** Turns the contract into Fastify routes: quota, caller, access, shape, handler, audit — in this order for each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rolesAllowed } from '#shared/contract/base/access.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { isWaiting } from '#shared/domain/access/factor-rules.ts'
import { ANONYMOUS, deviceActor, memberActor } from '../parts/audit/audit-log.ts'
import type { Deps } from '../deps/deps.ts'
import { createAuditTrail } from './audit-trail.ts'
import { bearerOf, networksOf, resolveCaller, type Caller } from './caller.ts'
import { isDevice, isDeviceToken, resolveDevice, type Device } from './device.ts'
import type { Handler, Handlers, RequestFacts } from './handlers.ts'
import { refuse, type Outcome, type Refusal } from '../base/outcome.ts'
import { createFairness, passOrigin, takesTurns, type Fairness } from './fair.ts'
import { hitCaller } from '../parts/security/throttle.ts'
import { sendProblem } from './problems.ts'
import { unstorableFields } from './storable-text.ts'
import { findTicket, resolveTicket, type Ticket } from './ticket.ts'
import { resolvePass, type WalletPass } from './wallet-pass.ts'
import { resolveWitness, type Witness } from './witness.ts'
import multipart from '@fastify/multipart'
import { DOCUMENT_MAX_BYTES, UPLOAD_FILES_MAX } from '#shared/contract/uploads.ts'

/** Uploads are read as streams, by the routes that ask for them; everywhere else multipart/form-data stays a 415. */

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

function mountWithMultipart(
  app: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    mountRoute(scope)
  })
}

/**
 * Mail programs post a form to the address of `List-Unsubscribe` (RFC 8058). The address contains
 * everything, so the form is read to its end and dropped; everywhere else a form stays a 415.
 */
const BODY_LIMIT_BYTES = 4_096

function mountWithForm(app: FastifyInstance, mountRoute: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
        (_request, _body, done) => done(null, undefined),
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
    scope.addContentTypeParser('application/octet-stream', (_request, _payload, done) =>
      done(null, undefined),
    )
    mountRoute(scope)
  })
}

const DEVICE_MAX_CHARS = 200

type Gate =
  | {
      readonly ok: true
      readonly caller: Caller | Device | undefined
      readonly ticket: Ticket | undefined
      readonly witness: Witness | undefined
      readonly walletPass?: WalletPass
    }
  | Refusal

const networksFor = ({ veil }: Deps, { traceless = false }: RouteDefinition, ip: string) =>
  traceless ? veil.hide(networksOf(ip)) : networksOf(ip)

/** A device has its own quota, separate from the member who enrolled it. */
const countedAs = (caller: Caller | Device): string =>
  isDevice(caller) ? deviceActor(caller.deviceId) : String(caller.memberId)

/** Limits `per: 'identifier'` are counted by the handler, which alone can read the identifier. */
async function passCaller(
  deps: Deps,
  route: RouteDefinition,
  request: FastifyRequest,
  { caller, witness, walletPass }: Extract<Gate, { ok: true }>,
): Promise<Refusal | undefined> {
  const who =
    caller !== undefined
      ? countedAs(caller)
      : witness !== undefined
        ? `witness:${witness.reportId}`
        : walletPass !== undefined
          ? `pass:${walletPass.serial}`
          : networksFor(deps, route, request.ip)[0].network
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
  { beforeFactor = [] }: RouteDefinition,
  bearer: string | undefined,
): Promise<
  | {
      readonly ok: true
      readonly caller: Caller
      readonly ticket: undefined
      readonly witness: undefined
    }
  | Refusal
  | undefined
> {
  const caller = await resolveCaller(deps, bearer)
  if (caller === undefined) return undefined
  const { factor } = caller
  return isWaiting(factor) && !beforeFactor.includes(factor)
    ? refuse('second-factor-needed', { extra: { secondFactor: factor } })
    : { ok: true, caller, ticket: undefined, witness: undefined }
}

async function passRole(
  deps: Deps,
  route: RouteDefinition,
  bearer: string | undefined,
): Promise<Gate> {
  const member = (await passMember(deps, route, bearer)) ?? refuse('not-signed-in')
  return !member.ok || rolesAllowed(route.access)?.includes(member.caller.role) === true
    ? member
    : refuse('forbidden')
}

async function passDevice(deps: Deps, bearer: string | undefined): Promise<Gate> {
  const caller = await resolveDevice(deps, bearer)
  return caller === undefined
    ? refuse('not-signed-in')
    : { ok: true, caller, ticket: undefined, witness: undefined }
}

async function passWalletPass(deps: Deps, { headers }: FastifyRequest): Promise<Gate> {
  const walletPass = await resolvePass(deps, headers.authorization)
  return walletPass === undefined
    ? refuse('not-signed-in')
    : { ok: true, caller: undefined, ticket: undefined, witness: undefined, walletPass }
}

async function passGate(
  deps: Deps,
  route: RouteDefinition,
  request: FastifyRequest,
): Promise<Gate> {
  const pass = (caller?: Caller | Device, ticket?: Ticket, witness?: Witness): Gate => ({
    ok: true,
    caller,
    ticket,
    witness,
  })
  const passWitness = async (): Promise<Gate> => {
    const witness = await resolveWitness(deps, bearer, networksFor(deps, route, request.ip), {
      header: [request.headers['x-proof-of-work']].flat()[0],
    })
    return witness.ok ? pass(undefined, undefined, witness.value) : witness
  }
  const bearer = bearerOf(request)
  switch (route.access) {
    case 'public':
    case 'refresh-token':
    case 'signed-address':
      return pass()
    case 'optional-member': {
      // An expired bearer is refused, so that its client renews it instead of being treated as a
      // visitor.
      if (request.headers.authorization === undefined) return pass()
      return (await passMember(deps, route, bearer)) ?? refuse('not-signed-in')
    }
    case 'ticket': {
      // A used ticket passes: its holder may request the same response again, and the handler
      // rejects other requests.
      const ticket = await findTicket(deps, bearer)
      return ticket === undefined ? refuse('not-signed-in') : pass(undefined, ticket)
    }
    case 'ticket-or-member': {
      const member = await passMember(deps, route, bearer)
      if (member !== undefined) return member
      const ticket = await resolveTicket(deps, bearer)
      return ticket === undefined ? refuse('not-signed-in') : pass(undefined, ticket)
    }
    case 'witness':
      return passWitness()
    case 'wallet-pass':
      return passWalletPass(deps, request)
    case 'member-or-witness':
      return (await passMember(deps, route, bearer)) ?? passWitness()
    case 'kiosk':
      return passDevice(deps, bearer)
    default: {
      const device =
        route.access === 'staff-or-kiosk' && isDeviceToken(bearer)
          ? await resolveDevice(deps, bearer)
          : undefined
      if (device !== undefined) return pass(device)
      return passRole(deps, route, bearer)
    }
  }
}

const actorOf = (caller: Caller | Device): string =>
  isDevice(caller) ? deviceActor(caller.deviceId) : memberActor(caller.memberId)

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
      const early = await passOrigin(deps, route, networks, usedUp)
      if (early !== undefined) return sendProblem(request, reply, early)
      const gate = await passGate(deps, route, request)
      if (!gate.ok) return sendProblem(request, reply, gate)
      const quota = await passCaller(deps, route, request, gate)
      if (quota !== undefined) return sendProblem(request, reply, quota)
      request.caller = gate.caller
      request.ticket = gate.ticket
      request.witness = gate.witness
      request.walletPass = gate.walletPass
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
      const { caller, ticket, witness, walletPass } = request
      const actor = caller === undefined ? ANONYMOUS : actorOf(caller)
      const trail = createAuditTrail(deps, { route, requestId: request.id, actor })
      const networks = networksFor(deps, route, request.ip)
      const facts: RequestFacts = {
        requestId: request.id,
        network: networks[0].network,
        networks,
        device:
          route.traceless === true
            ? ''
            : (request.headers['user-agent'] ?? '').slice(0, DEVICE_MAX_CHARS),
        bearer: bearerOf(request),
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
        ticket,
        witness,
        pass: walletPass,
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
  app.decorateRequest('caller', undefined)
  app.decorateRequest('ticket', undefined)
  app.decorateRequest('endTurn', undefined)
  const fairness = createFairness(deps.clock)
  app.decorateRequest('witness', undefined)
  app.decorateRequest('walletPass', undefined)
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
    caller: Caller | Device | undefined
    ticket: Ticket | undefined
    endTurn: (() => void) | undefined
    witness: Witness | undefined
    walletPass: WalletPass | undefined
  }
  interface FastifyContextConfig {
    contract?: RouteDefinition
  }
}
