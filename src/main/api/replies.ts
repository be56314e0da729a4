/** Responses that main gives in place of the server. */
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { Problem, ProblemCode } from '#shared/contract/base/problem.ts'
import { API_REPLY_HEADERS } from './headers.ts'

export function problemReply(code: ProblemCode, requestId: string): Response {
  const { status, message } = PROBLEMS[code]
  const problem: Problem = {
    type: 'about:blank',
    title: message,
    status,
    code,
    message,
    fields: [],
    requestId,
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      ...API_REPLY_HEADERS,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    },
  })
}

/**
 * The server was not reached. Deliberately without a problem body: a problem is a reply of the
 * server, and the shared client (contract/client.ts) reads a bare 502, 503 or 504 as "offline".
 */
export const unreachableReply = (): Response =>
  new Response(null, {
    status: 503,
    headers: { ...API_REPLY_HEADERS, 'cache-control': 'no-store' },
  })

/** A JSON reply that main has read and changed, with the headers of the server. */
export function jsonReply(status: number, headers: Headers, value: unknown): Response {
  if (headers.get('content-type')?.includes('json') !== true)
    headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(value), { status, headers })
}

export const emptyReply = (): Response =>
  jsonReply(200, new Headers({ ...API_REPLY_HEADERS, 'cache-control': 'no-store' }), {})
