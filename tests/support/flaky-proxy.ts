/** A network between a device and the server that fails at random, also between a request and its response. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

export interface FlakyProxy {
  readonly url: string
  /** Requests that reached the server, and how they ended. */
  readonly counts: { passed: number; lostRequests: number; lostAnswers: number }
  onPassed: () => void
  setLosses(share: number): void
  stop(): Promise<void>
}

/** The first request and the first response are always lost, whatever the random numbers say. */
export async function startFlakyProxy(port: number): Promise<FlakyProxy> {
  let share = 0.4
  const sockets = new Set<Socket>()
  const proxy: FlakyProxy = {
    url: '',
    counts: { passed: 0, lostRequests: 0, lostAnswers: 0 },
    onPassed: () => undefined,
    setLosses: (wanted) => void (share = wanted),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (chunk) => {
      if (proxy.counts.lostRequests === 0 || Math.random() < share / 2) {
        proxy.counts.lostRequests += 1
        end() // whole or in part, with the bytes before
        return
      }
      upstream.write(chunk)
      proxy.counts.passed += 1
      proxy.onPassed()
    })
    upstream.on('data', (chunk) => {
      if (proxy.counts.lostAnswers === 0 || Math.random() < share) {
        proxy.counts.lostAnswers += 1
        end()
      } else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo // a TCP server's address has a port
  return Object.assign(proxy, { url: `http://127.0.0.1:${own}` })
}
