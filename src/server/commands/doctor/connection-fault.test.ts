import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { connectionFault } from './connection-fault.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

describe('why a connection was not made', () => {
  test('no program listens', async () => {
    const port = await freePort()
    expect(connectionFault(await failureOf(fetch(`http://127.0.0.1:${port}`)))).toBe(
      'no program listens there',
    )
    const mail = createTransport({ host: '127.0.0.1', port }).verify()
    expect(connectionFault(await failureOf(mail))).toBe('no program listens there')
  })
  test('no reply in time', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number } // a TCP server's address has a port
    const late = fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(10) })
    expect(connectionFault(await failureOf(late))).toBe('there was no reply in time')
    server.close()
  })
  test('another protocol', async () => {
    const server = createServer(
      (socket) => void socket.on('error', () => undefined).end('220 mail\r\n'),
    )
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number } // a TCP server's address has a port
    const mail = createTransport({ host: '127.0.0.1', port, secure: true }).verify()
    expect(connectionFault(await failureOf(mail))).toMatch(/another protocol/)
    server.close()
  })
  test.each([
    [
      Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
      'its certificate has ended',
    ],
    [
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
      }),
      'there is no machine with that name',
    ],
    [
      Object.assign(new Error('getaddrinfo EAI_AGAIN mail.example.org'), { code: 'EDNS' }),
      'the name could not be looked up: this machine reaches no DNS server',
    ],
    [new Error('535 5.7.8 a reply that is not known'), '535 5.7.8 a reply that is not known'],
  ])('%s', (error, words) => expect(connectionFault(error)).toBe(words))
})
