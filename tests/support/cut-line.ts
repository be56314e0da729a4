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
  /**
   * From the moment when a client sends the text, all connections stay open and pass nothing; new ones hang as well.
   * Neither side learns when the other one leaves, as where a network drops all packets.
   */
  stallAt(text: string): void
  isStalled(): boolean
  /** Connections of clients that are open, also those that stalled. */
  clients(): number
  /** New connections pass again; those that stalled stay silent for ever. */
  renew(): void
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
  /** Connections of an earlier number stalled. */
  let current = 0
  let stallText: string | undefined
  const sockets = new Set<Socket>()
  let clients = 0
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    keep(client).on('close', () => (clients -= 1))
    clients += 1
    if (state === 'cut') return void client.destroy()
    if (state === 'hanging') return void client.resume()
    const upstream = keep(connect(Number(port), hostname))
    const own = current
    const pass = (from: Socket, to: Socket): void => {
      from.on('close', () => own === current && to.destroy())
      from.on('data', (piece) => {
        if (from === client && stallText !== undefined && piece.includes(stallText)) {
          stallText = undefined
          state = 'hanging'
          current += 1
        }
        if (own !== current) return
        if (delayMs === 0) to.write(piece)
        else setTimeout(() => to.writable && to.write(piece), delayMs)
      })
    }
    pass(client, upstream)
    pass(upstream, client)
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
    stallAt: (text) => void (stallText = text),
    isStalled: () => state === 'hanging',
    clients: () => clients,
    renew: () => void (state = 'open'),
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
