/** The line between a device and the server, which a test cuts, restores, or leaves open without a response. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CutLine {
  /** The address of the server behind the line. */
  readonly url: string
  /** Closes all connections and accepts no new ones. */
  cut(): void
  /** Accepts connections and forwards nothing, like a network that drops all packets. */
  hang(): void
  restore(): void
  stop(): Promise<void>
}

/** @param target origin of the server */
export async function startCutLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(target)
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
    client.pipe(upstream).pipe(client)
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
    async stop() {
      turn('cut')
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
