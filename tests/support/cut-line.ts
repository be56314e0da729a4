/** The line to a server, which a test cuts, restores, slows down, leaves open without a response, or leads to another one. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CutLine {
  /** The address of the server behind the line. */
  readonly url: string
  /** Closes all connections and accepts no new ones. */
  cut(): void
  /** Accepts connections and forwards nothing, like a network that drops all packets. */
  hang(): void
  restore(): void
  /** Each piece of data takes so long, in both directions, on the connections that are made from now on. */
  slow(delayMs: number): void
  /** Closes all connections; new ones lead there. */
  moveTo(target: string): void
  stop(): Promise<void>
}

/** @param target origin of the server */
export async function startCutLine(target: string): Promise<CutLine> {
  let { hostname, port } = new URL(target)
  let delayMs = 0
  let state: 'open' | 'cut' | 'hanging' = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') return void client.destroy()
    if (state === 'hanging') return void client.resume()
    const upstream = keep(connect(Number(port), hostname))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    if (delayMs === 0) return void client.pipe(upstream).pipe(client)
    const later = (from: Socket, to: Socket): void =>
      void from.on('data', (piece) => setTimeout(() => to.writable && to.write(piece), delayMs))
    later(client, upstream)
    later(upstream, client)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const turn = (next: typeof state): void => {
    state = next
    breakAll()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server's address has a port
    cut: () => turn('cut'),
    hang: () => turn('hanging'),
    restore: () => turn('open'),
    slow(wantedMs) {
      delayMs = wantedMs
      turn('open')
    },
    moveTo(next) {
      ;({ hostname, port } = new URL(next))
      turn('open')
    },
    async stop() {
      turn('cut')
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
