/**
 * One call to the API. It is sent only to the configured server: no redirect is followed, no cookie
 * is kept.
 */
import { describeError } from '../log/log-file.ts'

export interface ApiRequest {
  readonly method: string
  /** Path and query; this function adds the origin. */
  readonly path: string
  readonly headers: Headers
  readonly body?: Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
}
export type ApiReply =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'unreachable'; readonly cause: string }
export type CallApi = (request: ApiRequest) => Promise<ApiReply>

export interface CallApiOptions {
  readonly apiUrl: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly timeLimitMs?: number
}

/** Limit until the headers of the response; a large body may take longer. */
const DEFAULT_TIME_LIMIT_MS = 30_000
const UPLOAD_TIME_LIMIT_MS = 10 * 60_000
const UPLOAD_FROM_BYTES = 256 * 1024

export function createCallApi({
  apiUrl,
  fetch,
  timeLimitMs = DEFAULT_TIME_LIMIT_MS,
}: CallApiOptions): CallApi {
  return async ({ method, path, headers, body, signal }) => {
    const limit = new AbortController()
    const large = body !== undefined && body.byteLength > UPLOAD_FROM_BYTES
    const timer = setTimeout(
      () => limit.abort(new Error('The server did not answer in time')),
      large ? UPLOAD_TIME_LIMIT_MS : timeLimitMs,
    )
    try {
      const response = await fetch(`${apiUrl}${path}`, {
        method,
        headers,
        credentials: 'omit',
        // Our API never redirects. A redirect is from a captive portal or an attacker, so the
        // server counts as away.
        redirect: 'error',
        cache: 'no-store',
        signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
        ...(body === undefined || body.byteLength === 0 ? {} : { body }),
      })
      return { kind: 'answered', response }
    } catch (error) {
      return { kind: 'unreachable', cause: describeError(error) }
    } finally {
      clearTimeout(timer)
    }
  }
}
