/**
 * A web server in front of several servers, as Caddy and nginx do it: in turn, over connections that
 * stay open, with a look at `/readyz`; a call is repeated only where that is safe.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_MS = 200
/** Methods that may be sent again when a connection was lost before the reply. */
const REPEATABLE: readonly string[] = ['GET', 'HEAD']

export interface Proxy {
  readonly url: string
  /** Replies so far, by server. */
  readonly counts: readonly number[]
  stop(): Promise<void>
}

interface Upstream {
  readonly port: number
  isUp: boolean
}

export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const upstreams: Upstream[] = ports.map((port) => ({ port, isUp: true }))
  const counts = ports.map(() => 0)
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const next = (tried: ReadonlySet<Upstream>): Upstream | undefined => {
    for (let steps = 0; steps < upstreams.length; steps += 1) {
      turn = (turn + 1) % upstreams.length
      const one = upstreams[turn]
      if (one?.isUp === true && !tried.has(one)) return one
    }
    return upstreams.find((one) => !tried.has(one)) // better a try than a refusal
  }
  const send = (
    upstream: Upstream,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = upstream
      const { connection: _, ...rest } = headers
      const call = request({ host: '127.0.0.1', port, method, path: url, headers: rest, agent })
      call.on('response', resolve).on('error', reject).end(body)
    })
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer) // no encoding is set
    const tried = new Set<Upstream>()
    for (;;) {
      const upstream = next(tried)
      if (upstream === undefined) return void outgoing.writeHead(502).end()
      tried.add(upstream)
      try {
        const reply = await send(upstream, incoming, Buffer.concat(pieces))
        counts[upstreams.indexOf(upstream)] = (counts[upstreams.indexOf(upstream)] ?? 0) + 1
        const { connection: _, 'keep-alive': __, ...headers } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, headers)
        return void reply.pipe(outgoing)
      } catch (error) {
        const isUnsent = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' // Node's network errors carry a code
        if (isUnsent) upstream.isUp = false
        if (!isUnsent && !REPEATABLE.includes(incoming.method ?? ''))
          return void outgoing.writeHead(502, { 'x-lost': upstream.port }).end()
      }
    }
  }
  const look = async (): Promise<void> => {
    await Promise.all(
      upstreams.map(async (one) => {
        const answer = await fetch(`http://127.0.0.1:${one.port}/readyz`).catch(() => undefined)
        one.isUp = answer?.ok === true
        await answer?.arrayBuffer()
      }),
    )
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  const server = createServer(
    (incoming, outgoing) => void forward(incoming, outgoing).catch(() => outgoing.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server's address has a port
    counts,
    async stop() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
