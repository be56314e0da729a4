/** Sends requests that no correct client sends, with any path, header and bytes, and reads the response. */
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'

export interface RawCall {
  readonly method: string
  /** With its query; sent unchanged. */
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer | undefined
}

export interface RawReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Sender {
  send(call: RawCall): Promise<RawReply>
  close(): void
}

const SILENCE_MS = 15_000

export function createSender(origin: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(origin)
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const outgoing = request(
          { agent, hostname, port, method, path, headers: { ...length, ...headers } },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', reject)
            incoming.on('end', () =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: Buffer.concat(chunks).toString('utf8'),
              }),
            )
          },
        )
        outgoing.setTimeout(SILENCE_MS, () =>
          outgoing.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)),
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
  }
}

/** Writes bytes that need not be HTTP, and returns what arrives until the server closes the connection. */
export const sendBytes = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(SILENCE_MS, () =>
      socket.destroy(new Error(`no answer to ${bytes.slice(0, 60)}`)),
    )
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
