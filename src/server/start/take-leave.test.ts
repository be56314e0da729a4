import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { takeLeave } from './take-leave.ts'

async function started() {
  const server = createServer((_request, response) => response.end('ok'))
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
  const { server, call, stop } = await started()
  expect((await call()).headers.connection).toBe('keep-alive')
  let hasLeft = false
  const leaving = takeLeave(server, { quietMs: 20, maxMs: 60_000 }).then(() => (hasLeft = true))
  const reply = await call() // over the connection of the first call
  expect([reply.statusCode, reply.headers.connection, hasLeft]).toEqual([200, 'close', false])
  await leaving
  await stop()
})

test('a client that keeps an idle connection does not keep the server', async () => {
  const { server, call, stop } = await started()
  await call()
  await takeLeave(server, { quietMs: 20, maxMs: 100 })
  await stop()
})
