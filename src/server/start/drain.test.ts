import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { drain } from './drain.ts'

test('a client that does not read its reply does not keep the server from closing', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  app.get('/endless', () =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1') // a TCP server's address is one
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await new Promise((resolve) => socket.once('readable', resolve)) // the reply has begun, and the client does not read it
  let closed = false
  const closing = drain(app, 300).then(() => (closed = true))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(closed).toBe(false) // the reply gets its time limit
  await closing
  socket.destroy()
})
