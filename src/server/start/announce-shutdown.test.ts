import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { announceShutdown } from './announce-shutdown.ts'

async function started(onCall: () => void = () => undefined) {
  const server = createServer((_request, response) => {
    onCall()
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address has a port
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (reply) => resolve(reply.resume())).on(
        'error',
        reject,
      )
    })
  const stop = async (): Promise<void> => {
    agent.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { server, call, stop }
}

test('a client that keeps its connection gets its answer and is asked to close; then the server is alone', async () => {
  let hasLeft = false
  // Noted where the server has the call: on a busy machine it is alone again before the caller reads the reply.
  const leftAtCall: boolean[] = []
  const { server, call, stop } = await started(() => leftAtCall.push(hasLeft))
  expect((await call()).headers.connection).toBe('keep-alive')
  const looked = Promise.withResolvers<void>()
  const look = server.getConnections.bind(server)
  let looks = 0
  server.getConnections = (tell) => {
    looks += 1
    if (looks === 4) looked.resolve() // later than the quiet time
    return look(tell)
  }
  const leaving = announceShutdown(server, { quietMs: 20, maxMs: 60_000 }).then(
    () => (hasLeft = true),
  )
  await Promise.race([looked.promise, leaving])
  const reply = await call() // over the connection of the first call
  expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close'])
  expect(leftAtCall).toEqual([false, false])
  await leaving
  await stop()
})

test('a client that keeps an idle connection does not keep the server', async () => {
  const { server, call, stop } = await started()
  await call()
  await announceShutdown(server, { quietMs: 20, maxMs: 100 })
  await stop()
})
