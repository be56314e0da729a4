/** A line between the app and the real server that a test can cut, completely or for some addresses. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WeakLine {
  readonly url: string
  /** Cuts paths with these beginnings; '/' cuts all, no argument cuts none. */
  cut(...paths: readonly string[]): void
  close(): Promise<void>
}

export async function openWeakLine(serverUrl: string): Promise<WeakLine> {
  const { hostname, port } = new URL(serverUrl)
  let broken: readonly string[] = []
  const line = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (broken.some((prefix) => path.startsWith(prefix))) return void incoming.socket.destroy()
    const onward = request(
      { hostname, port, path, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = line.address() as AddressInfo // a TCP server's address has a port
  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut: (...paths) => void (broken = paths),
    close: () =>
      new Promise((resolve) => {
        line.close(() => resolve())
        line.closeAllConnections()
      }),
  }
}
