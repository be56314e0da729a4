/**
 * Input that is not HTTP, or has too many headers, never becomes a request: the response is written
 * to the socket.
 */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refuse } from '../outcome.ts'
import { problemOf } from './problems.ts'

export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
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
