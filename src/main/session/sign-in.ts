/** Signing in and out, as the page asks for it through the proxy. The page never sees a token. */
import * as z from 'zod'
import { login, logout } from '#shared/contract/auth.ts'
import type { ApiReply, ApiRequest, CallApi } from '../api/call-api.ts'
import { responseHeaders } from '../api/headers.ts'
import { emptyReply, jsonReply, unreachableReply } from '../api/replies.ts'
import type { Log } from '../log/log-file.ts'
import type { HeldTokens, SessionKeeper } from './keeper.ts'
import type { Renew } from './renew.ts'

const TOKEN_NAMES = ['accessToken', 'refreshToken']

/** The same value without session tokens at any depth. */
export function stripTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripTokens)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !TOKEN_NAMES.includes(name))
      .map(([name, item]) => [name, stripTokens(item)]),
  )
}

/** What main itself needs of the reply; the page checks the rest against the contract. */
const Opened = z.object({
  valid: z.literal(true),
  user: z.looseObject({ id: z.string() }),
  accessToken: login.reply.shape.accessToken.min(1),
  refreshToken: login.reply.shape.refreshToken.min(1),
})

export async function signIn(
  call: CallApi,
  keeper: SessionKeeper,
  request: ApiRequest,
): Promise<Response> {
  const result = await call(request)
  if (result.kind === 'unreachable') return unreachableReply()
  const { status, headers } = result.response
  const body: unknown = await result.response.json().catch(() => undefined)
  const opened = Opened.safeParse(body)
  if (status === 200 && opened.success) {
    const { accessToken, refreshToken, user } = opened.data
    await keeper.begin({ accessToken, refreshToken, userId: user.id })
  }
  // Passes all other replies on without tokens. A reply that is not JSON is not from our server.
  return body === undefined
    ? unreachableReply()
    : jsonReply(status, responseHeaders(headers), stripTokens(body))
}

interface SignOutOptions {
  readonly call: CallApi
  readonly keeper: SessionKeeper
  readonly renew: Renew
  readonly log: Log
}

/**
 * Removes the session here first, then informs the server. A user who signs out on a borrowed
 * computer must be signed out also without network; the result says whether the server was
 * informed.
 */
export async function signOut({ keeper, ...server }: SignOutOptions): Promise<Response> {
  const held = await keeper.end()
  return held === undefined ? emptyReply() : tellSignedOut(held, server)
}

/** Only informs the server, for a session that is already removed here. */
export async function tellSignedOut(
  held: HeldTokens,
  { call, renew, log }: Omit<SignOutOptions, 'keeper'>,
): Promise<Response> {
  let result: ApiReply | undefined
  if (held.accessToken !== undefined) result = await call(logoutRequest(held.accessToken))
  if (result === undefined || (result.kind === 'answered' && result.response.status === 401)) {
    const renewal = await renew(held.refreshToken)
    if (renewal.kind === 'renewed') result = await call(logoutRequest(renewal.accessToken))
    else if (renewal.kind === 'refused') return emptyReply() // the server ended it already
    else result = { kind: 'unreachable', cause: renewal.cause }
  }
  if (result.kind === 'unreachable') {
    log('warn', 'session.server-not-told', { cause: result.cause })
    return unreachableReply()
  }
  const { response } = result
  const body: unknown = await response.json().catch(() => ({}))
  return jsonReply(response.status, responseHeaders(response.headers), stripTokens(body))
}

const logoutRequest = (accessToken: string): ApiRequest => ({
  method: logout.method,
  path: logout.path,
  headers: new Headers({ accept: 'application/json', authorization: `Bearer ${accessToken}` }),
})
