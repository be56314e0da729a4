/**
 * Checks whether an address is a WLD server, in the same way as later calls: no redirect, no
 * cookie, and only certificates that the system trusts.
 */
import type * as z from 'zod'
import { cardKeys } from '#shared/contract/card.ts'
import type { ServerCheck } from '#shared/contract/desktop/ipc-desktop.ts'
import { healthz } from '#shared/contract/health.ts'
import { readBounded, type Body } from '../api/bounded-body.ts'
import { isLocalName } from '../base/server-origin.ts'

type ReadAddress =
  | { readonly ok: true; readonly origin: string }
  /** `address`: it cannot be read as one. `insecure`: http to another computer. */
  | { readonly ok: false; readonly fault: 'address' | 'insecure' }

const MAX_CHARS = 2_048
/** Marks of direction and blanks without width: they come along when an address is copied out of an Arabic text. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

const UNREADABLE: ReadAddress = { ok: false, fault: 'address' }

/**
 * Converts a typed or pasted address to an origin: `members.example.org`, a whole address, one with
 * blanks around it.
 */
export function readAddress(typed: string): ReadAddress {
  const text = typed.replaceAll(INVISIBLE, '').trim()
  if (text.length > MAX_CHARS || !/^[\p{L}\p{N}[]/u.test(text) || /[\s\\]/.test(text))
    return UNREADABLE
  const full = withScheme(text)
  if (!URL.canParse(full)) return UNREADABLE
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return UNREADABLE
  // Name and password in an address belong to no server of ours, and `good.example@evil.example` is a trick.
  if (url.username !== '' || url.password !== '' || url.port === '0') return UNREADABLE
  const host = url.hostname.replace(/\.$/, '') // the same host; with its dot it would be another keychain entry
  if (host === '') return UNREADABLE
  url.hostname = host
  if (url.protocol === 'http:' && !isLocalName(url.hostname))
    return { ok: false, fault: 'insecure' }
  return { ok: true, origin: url.origin } // the path is from the page that was copied
}

function withScheme(text: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  // No certificate exists for this computer.
  return isLocalName(/^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[0].toLowerCase() ?? '')
    ? `http://${text}`
    : `https://${text}`
}

type ServerFault = Extract<ServerCheck, { readonly ok: false }>['fault']

/** The first line that matches decides: special cases stand before what they are a case of. */
const FAULTS: readonly (readonly [RegExp, ServerFault])[] = [
  // A proxy with a wrong certificate is a matter of the proxy.
  [
    /^ERR_(?:PROXY|TUNNEL|SOCKS|PAC|UNEXPECTED_PROXY|MANDATORY_PROXY|NO_SUPPORTED_PROXIES|HTTPS_PROXY)/,
    'proxy',
  ],
  [/^ERR_CERT_DATE_INVALID$|^CERT_HAS_EXPIRED$|^CERT_NOT_YET_VALID$/, 'certificate-date'],
  [
    /^ERR_CERT_COMMON_NAME_INVALID$|^ERR_TLS_CERT_ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/,
    'certificate-name',
  ],
  [
    /^ERR_CERT_AUTHORITY_INVALID$|^ERR_CERT_KNOWN_INTERCEPTION_BLOCKED$|SELF_SIGNED_CERT|^CERT_SIGNATURE_FAILURE$|^UNABLE_TO_(?:VERIFY|GET_ISSUER)|^CERT_(?:UNTRUSTED|CHAIN_TOO_LONG)$|^INVALID_CA$/,
    'certificate-issuer',
  ],
  // No secure connection at all, such as https on a port that serves http.
  [
    /^ERR_(?:CERT|SSL|BAD_SSL|TLS)|^CERT_|^EPROTO$|^UNABLE_TO_(?:GET|DECODE|DECRYPT)/,
    'certificate',
  ],
  [
    /^ERR_(?:NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ICANN_NAME_COLLISION|DNS)|^ENOTFOUND$|^EAI_/,
    'name',
  ],
  [
    /^ERR_(?:CONNECTION_)?TIMED_OUT$|^ETIMEDOUT$|^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/,
    'timeout',
  ],
  [/^ERR_(?:UNSAFE_PORT|INVALID_URL|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)$/, 'address'],
  [/^ERR_(?:UNSAFE_REDIRECT|TOO_MANY_REDIRECTS)$/, 'redirect'],
  [
    /^ERR_(?:INVALID_HTTP_RESPONSE|INVALID_CHUNKED_ENCODING|RESPONSE_HEADERS|CONTENT_DECODING|HTTP2|QUIC)|^HPE_|^ERR_HTTP2_/,
    'not-ours',
  ],
]

/**
 * Finds the cause of a failed connection from the error of Chromium or Node. For all other failures:
 * no server responds there. A missing network looks the same.
 */
export function connectFault(error: unknown): {
  readonly fault: ServerFault
  readonly cause: string
} {
  const chain = causesOf(error)
  const codes = chain.flatMap(codesOf)
  for (const [pattern, fault] of FAULTS) {
    const code = codes.find((candidate) => pattern.test(candidate))
    if (code !== undefined) return { fault, cause: code }
  }
  if (chain.some(({ name }) => name === 'TimeoutError'))
    return { fault: 'timeout', cause: 'no answer in time' }
  // What follows has no code, neither from Electron's net nor from Node.
  if (chain.some(({ message }) => /redirect/i.test(message)))
    return { fault: 'redirect', cause: 'redirect' }
  if (chain.some(({ message }) => /bad port/i.test(message)))
    return { fault: 'address', cause: 'bad port' }
  if (chain.some(({ name }) => name === 'HTTPParserError'))
    return { fault: 'not-ours', cause: 'no http' }
  return { fault: 'refused', cause: codes.at(-1) ?? 'no connection' }
}

const MAX_DEPTH = 8

/** The error, its causes, and each of several tries: a name with two addresses fails twice. */
function causesOf(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return []
  const several = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [] // any thrown value
  return [error, ...[error.cause, ...several].flatMap((cause) => causesOf(cause, depth + 1))]
}

/** Node gives a `code`; Chromium writes it into the message: `net::ERR_NAME_NOT_RESOLVED`. */
function codesOf(error: Error): readonly string[] {
  const { code } = error as NodeJS.ErrnoException // Node's errors carry one
  const written = /\bnet::(ERR_[A-Z\d_]+)/.exec(error.message)?.[1]
  return [code, written].filter((text) => typeof text === 'string')
}

export interface CheckServerOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Time limit for all requests together. */
  readonly timeLimitMs?: number
}

const TIME_LIMIT_MS = 15_000
const MAX_REPLY_BYTES = 64 * 1024

/** @param typed what the person typed or pasted. Never rejects. */
export async function checkServer(
  typed: string,
  { fetch, timeLimitMs = TIME_LIMIT_MS }: CheckServerOptions,
): Promise<ServerCheck> {
  const address = readAddress(typed)
  if (!address.ok) return { ok: false, fault: address.fault, detail: '' }
  const { origin } = address
  const { host } = new URL(origin)
  const signal = AbortSignal.timeout(timeLimitMs)
  // "ok" is what many programs say of their health; only a WLD server has signing keys for cards.
  for (const { path, reply } of [healthz, cardKeys]) {
    const fault = await ask(fetch, `${origin}${path}`, reply, signal)
    if (fault !== undefined)
      return { ok: false, fault: fault.fault, detail: `${host}: ${fault.cause}` }
  }
  return { ok: true, origin }
}

interface ConnectionFault {
  readonly fault: ServerFault
  readonly cause: string
}

async function ask(
  fetch: CheckServerOptions['fetch'],
  url: string,
  shape: z.ZodType,
  signal: AbortSignal,
): Promise<ConnectionFault | undefined> {
  try {
    const response = await fetch(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    const { status } = response
    if (status !== 200) {
      await response.body?.cancel()
      return { fault: faultOfStatus(status), cause: `status ${status}` }
    }
    const bytes = await readBounded(response.body as Body | null, MAX_REPLY_BYTES) // its chunks are bytes, whatever the type says
    return shape.safeParse(parseJson(bytes)).success
      ? undefined
      : { fault: 'not-ours', cause: 'another reply than ours' }
  } catch (error) {
    // Electron's net rejects with an error of its own when a signal ends it.
    return signal.aborted ? { fault: 'timeout', cause: 'no answer in time' } : connectFault(error)
  }
}

function faultOfStatus(status: number): ServerFault {
  if (status === 407) return 'proxy'
  if (status >= 300 && status < 400) return 'redirect'
  // A proxy in front of the server responds in its place: the server itself is away.
  if (status === 502 || status === 503 || status === 504) return 'refused'
  return 'not-ours'
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
