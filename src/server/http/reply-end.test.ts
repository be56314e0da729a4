import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { afterReply, closeWhenStalled } from './reply-end.ts'

const STALLED_MS = 150
const LONG = Buffer.alloc(48 * 1024 * 1024)
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // a TCP server's address is one
}

function ask(port: number, times = 1): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(times))
  stops.push(() => void socket.destroy())
  return socket
}

test('a reply that the client does not read is closed, and its memory is released', async () => {
  const over = new Promise<void>((resolve) => {
    void serve((request, response) => {
      const facts = { request: { raw: request }, reply: { raw: response } }
      afterReply(facts, resolve)
      closeWhenStalled(facts, STALLED_MS)
      response.end(LONG)
    }).then((port) => ask(port))
  })
  await over
})

test('a reply that is read slowly arrives', async () => {
  const [stalledMs, step] = [1_000, 4 * 1024 * 1024] // twelve pauses: each far below the limit, all together far above it
  const port = await serve((request, response) => {
    closeWhenStalled({ reply: { raw: response } }, stalledMs)
    request.resume()
    response.end(LONG)
  })
  const socket = ask(port)
  let got = 0
  for await (const piece of socket as AsyncIterable<Buffer>) {
    const before = Math.floor(got / step)
    got += piece.length
    if (Math.floor(got / step) > before)
      await new Promise((resolve) => setTimeout(resolve, stalledMs / 5))
    if (got > LONG.length) break
  }
  expect(got).toBeGreaterThan(LONG.length)
})

test('a reply that waits behind another one ends with its connection', async () => {
  let [begun, ended] = [0, 0]
  const port = await serve((request, response) => {
    begun += 1
    afterReply({ request: { raw: request }, reply: { raw: response } }, () => void (ended += 1))
    if (begun === 3) socket.destroy() // none of them has a response yet
  })
  const socket = ask(port, 3)
  await expect.poll(() => ended).toBe(3)
})
