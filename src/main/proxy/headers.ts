/** Only headers that somebody decided on cross the proxy, in either direction. */
import type { Credentials, ProxiedRoute } from './allow-list.ts'

export const MAX_HEADER_CHARS = 4_096
const BASIC = /^Basic [A-Za-z0-9+/=_-]{1,2048}$/i
const TICKET = /^Bearer [\w.~+/=-]{1,2048}$/i

/** What the page itself may put into `authorization`. Elsewhere a bearer of its own is dropped. */
const OWN_AUTHORIZATION: Readonly<Partial<Record<Credentials, RegExp>>> = {
  'sign-in': BASIC,
  ticket: TICKET,
  'ticket-or-session': TICKET,
}

/** Headers of the page's request that the route allows. */
export function requestHeaders(from: Headers, route: ProxiedRoute): Headers {
  const kept = new Headers()
  for (const [name, value] of from) {
    const allowed =
      name === 'authorization'
        ? OWN_AUTHORIZATION[route.credentials]?.test(value) === true
        : route.requestHeaders.has(name)
    if (allowed && value.length <= MAX_HEADER_CHARS) kept.set(name, value)
  }
  return kept
}

const RESPONSE_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-request-id',
  'x-truncated',
]

/**
 * An answer of the API lives in the origin of the interface. Were one opened as a document, it must be powerless.
 */
export const API_REPLY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/**
 * A player finds its way in a film by its length. Of a body that was packed on its way the length is another one: it
 * arrives here already decoded.
 */
const keepsLength = (from: Headers): boolean =>
  from.get('accept-ranges') === 'bytes' &&
  !from.has('content-encoding') &&
  /^\d{1,15}$/.test(from.get('content-length') ?? '')

/** Encoding is left out: the body arrives here already decoded. Cookies have no place in this app. */
export function responseHeaders(from: Headers): Headers {
  const kept = new Headers(API_REPLY_HEADERS)
  for (const name of RESPONSE_HEADERS) {
    const value = from.get(name)
    if (value !== null && value.length <= MAX_HEADER_CHARS) kept.set(name, value)
  }
  if (keepsLength(from)) kept.set('content-length', from.get('content-length') ?? '')
  return kept
}
