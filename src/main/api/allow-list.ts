/**
 * The routes that the interface may call, computed from the contract: calls of other routes are not
 * sent. Renewing a session and the calls of a device are excluded: only main has those tokens.
 */
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { MAX_JSON_BYTES, MAX_REPLY_BYTES, MAX_UPLOAD_BYTES } from './bounded-body.ts'

/**
 * The credentials of a call.
 * - `sign-in`: the page sends name and password once, as Basic
 * - `session`: main adds the bearer · `optional`: main adds it when there is a session
 * - `ticket`: the page sends its registration ticket, which opens nothing else ·
 *   `ticket-or-session`: for a signed-in user main's bearer is sent instead
 * - `none`: the call is public, or its address is signed
 */
export type Credentials =
  | 'sign-in'
  | 'session'
  | 'optional'
  | 'ticket'
  | 'ticket-or-session'
  | 'none'

export interface ProxiedRoute {
  readonly id: string
  readonly method: string
  readonly pattern: RegExp
  readonly credentials: Credentials
  /** Request headers that the page may set, in lower case. */
  readonly requestHeaders: ReadonlySet<string>
  readonly maxRequestBytes: number
  /** Undefined: a stream without limit (a film, a package of evidence). */
  readonly maxReplyBytes: number | undefined
}

const COMMON_REQUEST_HEADERS = ['accept', 'accept-language', 'content-type']
/** One path segment. An encoded slash, backslash or NUL would let two parsers see two different paths. */
const SEGMENT = String.raw`(?:[\w.~!$&'()*+,;=:@-]|%(?!2[fF]|5[cC]|00)[0-9a-fA-F]{2})+`

/** Routes that need a token of main, or return one. */
const OWN_TOKENS: readonly RouteDefinition['access'][] = [
  'refresh-token',
  'kiosk',
  'wallet-pass', // phones alone have it
]
const OWN_ROUTES: readonly string[] = ['kiosk.enrol']

const MAX_PATH_CHARS = 1_024
const MAX_QUERY_CHARS = 4_096

export function compileAllowList(
  routes: Readonly<Record<string, RouteDefinition>>,
): readonly ProxiedRoute[] {
  return Object.values(routes)
    .filter(
      (route) =>
        route.path.startsWith('/api/') &&
        !OWN_TOKENS.includes(route.access) &&
        !OWN_ROUTES.includes(route.id),
    )
    .toSorted((a, b) => parameterCount(a) - parameterCount(b)) // `/get/all` before `/get/:id`
    .map((route) => ({
      id: route.id,
      method: route.method,
      pattern: new RegExp(`^${route.path.split('/').map(segmentPattern).join('/')}$`),
      credentials: credentialsOf(route),
      requestHeaders: new Set([...COMMON_REQUEST_HEADERS, ...declaredHeaders(route)]),
      maxRequestBytes: route.requestType === undefined ? MAX_JSON_BYTES : MAX_UPLOAD_BYTES,
      maxReplyBytes: route.replyType === undefined ? MAX_REPLY_BYTES : undefined,
    }))
}

export function findRoute(
  list: readonly ProxiedRoute[],
  method: string,
  { pathname, search }: URL,
): ProxiedRoute | undefined {
  if (pathname.length > MAX_PATH_CHARS || search.length > MAX_QUERY_CHARS) return undefined
  if (pathname.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) return undefined
  return list.find((route) => route.method === method && route.pattern.test(pathname))
}

const parameterCount = ({ path }: RouteDefinition): number => path.split('/:').length - 1
const segmentPattern = (segment: string): string =>
  segment.startsWith(':') ? SEGMENT : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const declaredHeaders = ({ request }: RouteDefinition): readonly string[] =>
  Object.keys(request.headers?.shape ?? {}).map((name) => name.toLowerCase())

function credentialsOf(route: RouteDefinition): Credentials {
  switch (route.access) {
    case 'public':
      return declaredHeaders(route).includes('authorization') ? 'sign-in' : 'none'
    case 'optional-member':
      return 'optional'
    case 'ticket':
      return 'ticket'
    case 'ticket-or-member':
      return 'ticket-or-session'
    case 'witness': // witnesses use a browser
    case 'signed-address':
    case 'refresh-token':
      return 'none'
    default:
      return 'session'
  }
}
