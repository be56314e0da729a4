/** The typed client: any declared route, called through any fetch. Used by the renderer and by the tests. */
import type * as z from 'zod'
import type { CallArguments, Reply, RouteDefinition } from './define-route.ts'
import { Problem, type ProblemCode } from './problem.ts'

export type CallResult<T> =
  | { readonly ok: true; readonly value: T; readonly headers: Headers }
  | { readonly ok: false; readonly problem: Problem; readonly retryAfterS: number | undefined }
  /**
   * No response at all: the network is down, the server is stopped, the call was aborted, or
   * another server replied.
   */
  | {
      readonly ok: false
      readonly problem: undefined
      readonly cause: 'offline' | 'aborted' | 'unreadable'
    }

export interface ClientOptions {
  readonly fetch: typeof fetch
  /** Origin of the server, or empty for the origin of the page. */
  readonly baseUrl?: string
  /** Extra headers for each call, such as the bearer. */
  readonly headers?: () => Readonly<Record<string, string>>
}

type AnyArguments = {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/** Fills `/api/auth/sessions/:id` and appends the query. */
export function routeAddress(route: RouteDefinition, { params, query }: AnyArguments): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly bearer?: string
}
export interface ApiClient {
  call<R extends RouteDefinition>(
    route: R,
    args: CallArguments<R>,
    options?: CallOptions,
  ): Promise<CallResult<Reply<R>>>
}

export function createApiClient({ fetch, baseUrl = '', headers }: ClientOptions): ApiClient {
  return {
    async call(route, given, options = {}) {
      const args = given as AnyArguments // CallArguments<R> is this shape by construction
      const all = new Headers({ accept: 'application/json', ...headers?.() })
      for (const [name, value] of Object.entries(args.headers ?? {}))
        if (value !== undefined) all.set(name, value)
      if (options.bearer !== undefined) all.set('authorization', `Bearer ${options.bearer}`)
      if (args.body !== undefined) all.set('content-type', 'application/json')
      // Outside the `try`: what throws here is a fault of the caller, and not a lost connection.
      const address = `${baseUrl}${routeAddress(route, args)}`
      const body = args.body === undefined ? {} : { body: JSON.stringify(args.body) }
      let response: Response
      try {
        response = await fetch(address, {
          method: route.method,
          headers: all,
          ...body,
          ...(options.signal === undefined ? {} : { signal: options.signal }),
          cache: 'no-store',
        })
      } catch (error) {
        const aborted = error instanceof Error && error.name === 'AbortError'
        return { ok: false, problem: undefined, cause: aborted ? 'aborted' : 'offline' }
      }
      const json: unknown = await response.json().catch(() => undefined)
      if (!response.ok) return failure(response, json)
      const parsed = (route.reply as z.ZodType<Reply<typeof route>>).safeParse(json)
      if (!parsed.success) return { ok: false, problem: undefined, cause: 'unreadable' }
      return { ok: true, value: parsed.data, headers: response.headers }
    },
  }
}

function failure(response: Response, json: unknown): CallResult<never> {
  const problem = Problem.safeParse(json)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : undefined
  if (problem.success) return { ok: false, problem: problem.data, retryAfterS }
  // A gateway in front of the server responds with a body of its own; only the status can be
  // trusted.
  if (response.status >= 502 && response.status <= 504)
    return { ok: false, problem: undefined, cause: 'offline' }
  const code = codeForStatus(response.status)
  return {
    ok: false,
    problem: {
      type: 'about:blank',
      title: '',
      status: response.status,
      code,
      message: '', // readers have the words of the code
      fields: [],
      requestId: '',
    },
    retryAfterS,
  }
}

function codeForStatus(status: number): ProblemCode {
  if (status === 401) return 'not-signed-in'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 413) return 'too-large'
  if (status === 429) return 'too-many'
  return status < 500 ? 'bad-request' : 'server-error'
}
