/** Finds the cause of a failed connection from the error of Chromium or Node. */
import type { ServerCheck } from '#shared/contract/ipc-desktop.ts'

export type ServerFault = Extract<ServerCheck, { readonly ok: false }>['fault']

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
  // No secure connection at all, such as https asked of a port that speaks http.
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

/** For all other failures: no server responds there. A missing network looks the same. */
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
