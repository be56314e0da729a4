import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { endSlowBodies } from './slow-body.ts'

const app = Fastify()
endSlowBodies(app, 150)
app.post('/', async ({ body }) => ({ body }))
afterEach(() => app.close())

test('a body that does not arrive ends its connection, one that arrives is answered', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // of a TCP server
  const send = (body: string): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n${body}`,
    )
    return socket
  }
  const [reply] = (await once(send('{}'), 'data')) as [Buffer]
  expect(reply.toString()).toContain('200 OK')
  const slow = send('{')
  let received = ''
  slow.on('data', (piece: Buffer) => void (received += String(piece)))
  await once(slow, 'close') // nothing but the limit of this test ends it otherwise
  expect(received).toBe('')
})
