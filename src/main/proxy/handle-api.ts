/** `app://wld/api/…`: the allow-list, the bearer, one retry after a renewal. */
import { randomBytes } from 'node:crypto'
import { findRoute, type ProxiedRoute } from '../api/allow-list.ts'
import { boundBody, readBounded, type Body } from '../api/bounded-body.ts'
import type { ApiReply, ApiRequest, CallApi } from '../api/call-api.ts'
import { requestHeaders, responseHeaders } from '../api/headers.ts'
import { problemReply, unreachableReply } from '../api/replies.ts'
import type { Log } from '../log/log-file.ts'
import type { SessionKeeper } from '../session/keeper.ts'
import type { Renew } from '../session/renew.ts'
import { signIn, signOut } from '../session/sign-in.ts'
import { createSessionCall } from './session-call.ts'

export interface ApiHandlerOptions {
  readonly routes: readonly ProxiedRoute[]
  readonly call: CallApi
  readonly keeper: SessionKeeper
  readonly renew: Renew
  readonly log: Log
  /** Closes routes for a time: the kiosk closes those that it does not need. */
  readonly isAllowed?: (route: ProxiedRoute, url: URL) => boolean
}

/** Short enough to read out on the telephone; the log line has the same id. */
const newRequestId = (): string => `d-${randomBytes(6).toString('hex')}`

export function createApiHandler({
  routes,
  call,
  keeper,
  renew,
  log,
  isAllowed = () => true,
}: ApiHandlerOptions): (request: Request) => Promise<Response> {
  const inSession = createSessionCall({ call, keeper, need: 'session' })
  const inAnySession = createSessionCall({ call, keeper, need: 'optional' })

  return async (request) => {
    const url = new URL(request.url)
    const requestId = newRequestId()
    const route = findRoute(routes, request.method, url)
    if (route === undefined || !isAllowed(route, url)) {
      log('warn', 'api.not-allowed', { requestId, method: request.method })
      return problemReply('not-found', requestId)
    }
    const body = await readBounded(request.body as Body | null, route.maxRequestBytes) // its chunks are bytes, whatever the type says
    if (body === undefined) return problemReply('too-large', requestId)
    if (!isAllowed(route, url)) return problemReply('not-found', requestId) // a body can be slow, and the kiosk may have begun meanwhile
    const outgoing: ApiRequest = {
      method: route.method,
      path: `${url.pathname}${url.search}`,
      headers: requestHeaders(request.headers, route),
      body,
      signal: request.signal,
    }
    if (route.id === 'auth.login') return signIn(call, keeper, outgoing)
    if (route.id === 'auth.logout') return signOut({ call, keeper, renew, log })
    const reply = await callInSession(route, outgoing)
    if (reply.kind === 'answered') return toPage(reply.response, route)
    log('warn', 'api.unreachable', { requestId, route: route.id, cause: reply.cause })
    return unreachableReply()
  }

  function callInSession({ credentials }: ProxiedRoute, request: ApiRequest): Promise<ApiReply> {
    if (credentials === 'none' || credentials === 'ticket') return call(request)
    return credentials === 'session' ? inSession(request) : inAnySession(request)
  }
}

function toPage({ status, headers, body }: Response, { maxReplyBytes }: ProxiedRoute): Response {
  const bounded =
    body === null || maxReplyBytes === undefined ? body : boundBody(body as Body, maxReplyBytes) // its chunks are bytes, whatever the type says
  return new Response(bounded, { status, headers: responseHeaders(headers) })
}
