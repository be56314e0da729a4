/** Only listed headers cross the proxy, in either direction. */
import type { Credentials, ProxiedRoute } from './allow-list.ts'

const MAX_HEADER_CHARS = 4_096
const BASIC = /^Basic [A-Za-z0-9+/=_-]{1,2048}$/i
const TICKET = /^Bearer [\w.~+/=-]{1,2048}$/i

/** `authorization` values that the page itself may send. Other bearers of the page are dropped. */
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
 * A reply of the API is in the origin of the interface. If it is opened as a document, it must have
 * no rights.
 */
export const API_REPLY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/**
 * A player needs the length of a film. The length of a compressed body is dropped, because the body
 * arrives here already decoded.
 */
const keepsLength = (from: Headers): boolean =>
  from.get('accept-ranges') === 'bytes' &&
  !from.has('content-encoding') &&
  /^\d{1,15}$/.test(from.get('content-length') ?? '')

/** Encoding is left out: the body arrives here already decoded. This app uses no cookies. */
export function responseHeaders(from: Headers): Headers {
  const kept = new Headers(API_REPLY_HEADERS)
  for (const name of RESPONSE_HEADERS) {
    const value = from.get(name)
    if (value !== null && value.length <= MAX_HEADER_CHARS) kept.set(name, value)
  }
  if (keepsLength(from)) kept.set('content-length', from.get('content-length') ?? '')
  return kept
}
