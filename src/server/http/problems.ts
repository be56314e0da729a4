/** Refusals and faults become RFC 9457 problems here, and only here. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { Problem, ProblemCode, ProblemField } from '#shared/contract/base/problem.ts'
import { refuse, type Refusal } from '../base/outcome.ts'
import { OutOfSpace, Unavailable, UNAVAILABLE_RETRY_S } from '../base/unavailable.ts'
import { DamagedFile } from '../parts/files/store/file-store.ts'

const FIELDS_MAX = 50

/** Literal messages of the specification for faulty fields (docs/spec/registration.md, 9); its clients translate by them. */
const MESSAGE_OF_FIELD: Readonly<Record<string, string>> = {
  'body.email': 'Invalid email',
  'body.phone': 'Invalid phone number',
  'body.password': 'Invalid password',
  'body.idProofPhotoFront': 'Failed to upload photos',
  'body.idProofPhotoBack': 'Failed to upload photos',
  'body.wldCardPhoto': 'Failed to upload photos',
}

/** The message of the first faulty field that has one; the message of the code otherwise. */
function messageOf({ code, fields = [] }: Refusal): string {
  const named =
    code === 'invalid'
      ? fields.map(({ path }) => MESSAGE_OF_FIELD[path]).find((message) => message !== undefined)
      : undefined
  return named ?? PROBLEMS[code].message
}

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { status, message: title } = PROBLEMS[refusal.code]
  return {
    ...refusal.extra,
    type: `/api/docs#${refusal.code}`,
    title,
    status,
    code: refusal.code,
    message: messageOf(refusal),
    fields: [...(refusal.fields ?? [])],
    requestId,
  }
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const body = problemOf(refusal, request.id)
  if (refusal.retryAfterS !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterS))))
  // The body is sent as text so that no reply schema of the route can reshape it.
  return reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(JSON.stringify(body))
}

const CONTEXT_NAME: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'headers',
}

function fieldsOf(error: Error & Partial<FastifyError>): ProblemField[] {
  if (!hasZodFastifySchemaValidationErrors(error)) return []
  const context = CONTEXT_NAME[error.validationContext ?? ''] ?? 'request'
  return error.validation.slice(0, FIELDS_MAX).map(({ instancePath, keyword, message }) => ({
    // The whole part is `/`: a body that is missing is `body`.
    path: `${context}${instancePath === '/' ? '' : instancePath.replaceAll('/', '.')}`,
    code: keyword,
    message: message ?? 'Not valid',
  }))
}

const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-request',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  414: 'bad-request',
  415: 'wrong-type',
  429: 'too-many',
  431: 'bad-request',
}

/**
 * Maps errors that Fastify throws before or around a handler. Known errors keep their meaning, all
 * others are bugs.
 */
export function refusalOf(error: Error & Partial<FastifyError>): Refusal {
  if (error instanceof Unavailable)
    return refuse('unavailable', { retryAfterS: UNAVAILABLE_RETRY_S, extra: { part: error.part } })
  if (error instanceof OutOfSpace) return refuse('no-space', { extra: { part: error.part } })
  if (error instanceof DamagedFile) return refuse('file-damaged')
  const fields = fieldsOf(error)
  if (fields.length > 0) return refuse('invalid', { fields })
  const code = CODE_OF_STATUS[error.statusCode ?? 500]
  if (code !== undefined) return refuse(code)
  return refuse(
    error.statusCode !== undefined && error.statusCode < 500 ? 'bad-request' : 'server-error',
  )
}

/**
 * Input that is not HTTP, or has too many headers, never becomes a request: the response is written
 * to the socket.
 */
export function replyUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // A client that sent half a request and then nothing is not waiting for a response.
  if (socket.writable && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    const problem = problemOf(refuse('bad-request'), randomUUID())
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `x-request-id: ${problem.requestId}`,
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
