import { readFileSync } from 'node:fs'
/** Apple's push service and Google's API on loopback: they keep what came, and reply as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'

interface Push {
  readonly path: string
  readonly topic: string
  readonly body: string
  /** Name in the certificate of the caller, where the line is encrypted. */
  readonly caller: string | undefined
}
export interface PushService {
  readonly url: string
  readonly pushes: readonly Push[]
  /** @param reason of Apple, where it does not take a call */
  reply(status: number, reason?: string): void
  stop(): Promise<void>
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()))

/** @param folder with `server.pem`, `server.key` and `root.pem`; without it the line is plain */
export async function startPushService(folder?: string): Promise<PushService> {
  const pushes: Push[] = []
  let status = 200
  let fault = ''
  const file = (name: string) => readFileSync(join(folder ?? '', name))
  const server =
    folder === undefined
      ? createHttp2Server()
      : createSecureServer({
          cert: file('server.pem'),
          key: file('server.key'),
          ca: file('root.pem'),
          requestCert: true,
          rejectUnauthorized: true,
        })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined) // a caller may hang up
  })
  server.on('stream', (stream, headers) => {
    let body = ''
    stream.setEncoding('utf8')
    stream.on('error', () => undefined)
    stream.on('data', (piece: string) => (body += piece))
    stream.on('end', () => {
      const socket = stream.session?.socket as TLSSocket | undefined
      pushes.push({
        path: String(headers[':path']),
        topic: String(headers['apns-topic']),
        body,
        caller:
          folder === undefined ? undefined : String(socket?.getPeerCertificate().subject['OU']),
      })
      stream.respond({ ':status': status })
      stream.end(fault)
    })
  })
  const port = await listen(server)
  return {
    url: folder === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    pushes,
    reply: (next, reason) => {
      status = next
      fault = reason === undefined ? '' : JSON.stringify({ reason })
    },
    stop: () => {
      for (const session of sessions) session.destroy()
      return closed(server)
    },
  }
}

interface GoogleCall {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: string
}
export interface GoogleService {
  readonly url: string
  readonly calls: readonly GoogleCall[]
  /** Status of the next replies of the API. */
  reply(status: number): void
  /** Status of the next replies to who asks for a token. */
  replyToken(status: number): void
  stop(): Promise<void>
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

export async function startGoogle(): Promise<GoogleService> {
  const calls: GoogleCall[] = []
  let status = 200
  let tokenStatus = 200
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: await textOf(request),
    })
    response.setHeader('content-type', 'application/json')
    if (request.url === '/token')
      response
        .writeHead(tokenStatus)
        .end(JSON.stringify({ access_token: 'access-1', expires_in: 3_600 }))
    else response.writeHead(status).end('{}')
  }
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    reply: (next) => (status = next),
    replyToken: (next) => (tokenStatus = next),
    stop: () => {
      server.closeAllConnections()
      return closed(server)
    },
  }
}
