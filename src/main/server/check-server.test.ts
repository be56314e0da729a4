/**
 * Runs against real servers on this computer, with replies that follow from a wrong address or an
 * attacker.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  makeAuthority,
  makeCertificate,
  type ServerCertificate,
} from '#tests/support/certificates.ts'
import { checkServer } from './check-server.ts'

const open: (Server | TcpServer)[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
})
async function listen(server: Server | TcpServer): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // an address of TCP, once listening
}
const serve = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(answer))}`
const check = (typed: string, timeLimitMs = 10_000) => checkServer(typed, { fetch, timeLimitMs })

const KEY = { kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'A'.repeat(43), use: 'sig', alg: 'EdDSA' }
const REPLIES: Readonly<Record<string, unknown>> = {
  '/healthz': { status: 'ok', version: '0.1.0' },
  '/api/card/keys': { keys: [KEY] },
}
const asked: IncomingMessage[] = []
afterEach(() => void asked.splice(0))

const ours: RequestListener = (request, response) => {
  asked.push(request)
  const reply = REPLIES[request.url ?? '']
  response
    .writeHead(reply === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'set-cookie': 'a=1',
    })
    .end(JSON.stringify(reply))
}

test('accepts a WLD server, called without cookie or credentials', async () => {
  const origin = await serve(ours)
  expect(await check(`${origin}/login?x=1`)).toEqual({ ok: true, origin })
  expect(asked.map(({ url }) => url)).toEqual(['/healthz', '/api/card/keys'])
  for (const { headers } of asked)
    expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined])
})

test.each([
  ['', 'address'],
  ['javascript:alert(1)', 'address'],
  ['http://members.example.org', 'insecure'],
] as const)('%j sends no request: %s', async (typed, fault) => {
  const notAsked = vi.fn()
  expect(await checkServer(typed, { fetch: notAsked })).toEqual({ ok: false, fault, detail: '' })
  expect(notAsked).not.toHaveBeenCalled()
})

describe('another program responds', () => {
  const notOurs: Readonly<Record<string, RequestListener>> = {
    'a page for everything': (_, response) =>
      void response.end('<!doctype html><title>Welcome</title>'),
    'another program that says ok': ({ url }, response) =>
      void response.writeHead(url === '/healthz' ? 200 : 404).end('{"status":"ok","version":"9"}'),
    'another program that says ok to everything': (_, response) =>
      void response.end('{"status":"ok","version":"9"}'),
    'no JSON': (_, response) => void response.end('ok'),
    nothing: (_, response) => void response.end(),
    'a door that asks who you are': (_, response) =>
      void response
        .writeHead(401, { 'www-authenticate': 'Basic' })
        .end('{"status":"ok","version":"9"}'),
    'a flood': (_, response) => void response.end('x'.repeat(1_000_000)),
    'an error': (_, response) => void response.writeHead(500).end(),
  }
  test.each(Object.entries(notOurs))('%s', async (_, answer) => {
    const origin = await serve(answer)
    expect(await check(origin)).toMatchObject({
      ok: false,
      fault: 'not-ours',
      detail: expect.stringContaining(origin.slice('http://'.length)),
    })
  })
  test('something that speaks no http', async () => {
    const port = await listen(
      createTcpServer(
        (socket) =>
          void socket
            .on('error', () => undefined)
            .on('data', () => void socket.end('500 5.5.1 Unrecognised command\r\n')),
      ),
    )
    expect(await check(`http://127.0.0.1:${port}`)).toMatchObject({ ok: false, fault: 'not-ours' })
  })
  test.each([301, 302, 307, 308])(
    'a redirect (%i) is not followed, wherever it leads',
    async (status) => {
      const target = await serve(ours)
      const origin = await serve(
        (_, response) => void response.writeHead(status, { location: `${target}/healthz` }).end(),
      )
      expect(await check(origin)).toMatchObject({ ok: false, fault: 'redirect' })
      expect(asked).toEqual([])
    },
  )
  test('a proxy that wants a sign-in', async () => {
    const proxied = async () => new Response(null, { status: 407 })
    expect(await checkServer('members.example.org', { fetch: proxied })).toEqual({
      ok: false,
      fault: 'proxy',
      detail: 'members.example.org: status 407',
    })
  })
  test.each([502, 503, 504])('a gateway without a server behind it (%i)', async (status) => {
    const origin = await serve((_, response) => void response.writeHead(status).end())
    expect(await check(origin)).toMatchObject({ ok: false, fault: 'refused' })
  })
})

describe('no server responds', () => {
  test('a closed port', async () => {
    const origin = await serve(ours)
    const [server] = open.splice(0)
    await new Promise((resolve) => void server?.close(resolve))
    expect(await check(origin)).toEqual({
      ok: false,
      fault: 'refused',
      detail: `${origin.slice('http://'.length)}: ECONNREFUSED`,
    })
  })
  test('an unknown host name', async () =>
    expect(await check('no-such-host.invalid')).toMatchObject({ ok: false, fault: 'name' }))
  test('silence', async () => {
    const origin = await serve(() => undefined)
    expect(await check(origin, 100)).toMatchObject({ ok: false, fault: 'timeout' })
  })
  test('a response that never ends', async () => {
    const origin = await serve((_, response) => void response.writeHead(200).write('{"status":'))
    expect(await check(origin, 100)).toMatchObject({ ok: false, fault: 'timeout' })
  })
  test('a connection that is lost', async () => {
    const origin = await serve(({ socket }) => void socket.destroy())
    expect(await check(origin)).toMatchObject({ ok: false, fault: 'refused' })
  })
})

describe('certificates', () => {
  const DAY_MS = 86_400_000
  const day = (offset: number): Date => new Date(Date.now() + offset * DAY_MS)
  const authority = makeAuthority('Trusted here', day(-30), day(30))
  const unknown = makeAuthority('Trusted nowhere', day(-30), day(30))
  const pretender = makeAuthority('Trusted here', day(-30), day(30))
  const before = getCACertificates('default')
  beforeAll(() => setDefaultCACertificates([...before, authority.certificate]))
  afterAll(() => setDefaultCACertificates(before))

  const secure = async ({ cert, key }: ServerCertificate, host = '127.0.0.1'): Promise<string> =>
    `https://${host}:${await listen(createSecureServer({ cert, key }, ours))}`
  const forHost = (host: string, from = day(-1), until = day(1)) =>
    makeCertificate({ host, from, until, issuer: authority })

  test('one that the system trusts', async () => {
    const origin = await secure(forHost('127.0.0.1'))
    expect(await check(origin)).toEqual({ ok: true, origin })
  })
  test('expired', async () =>
    expect(await check(await secure(forHost('127.0.0.1', day(-2), day(-1))))).toMatchObject({
      ok: false,
      fault: 'certificate-date',
    }))
  test('not valid yet: this computer’s clock may be wrong', async () =>
    expect(await check(await secure(forHost('127.0.0.1', day(1), day(2))))).toMatchObject({
      ok: false,
      fault: 'certificate-date',
    }))
  test('for another name', async () =>
    expect(await check(await secure(forHost('members.example.org')))).toMatchObject({
      ok: false,
      fault: 'certificate-name',
    }))
  test('signed by itself', async () =>
    expect(
      await check(
        await secure(makeCertificate({ host: '127.0.0.1', from: day(-1), until: day(1) })),
      ),
    ).toMatchObject({
      ok: false,
      fault: 'certificate-issuer',
      detail: expect.stringMatching(/^127\.0\.0\.1:\d+: DEPTH_ZERO_SELF_SIGNED_CERT$/),
    }))
  test.each([
    ['nobody that is trusted', unknown],
    ['one who only has the name of a trusted one', pretender],
  ])('signed by %s', async (_, issuer) =>
    expect(
      await check(
        await secure(makeCertificate({ host: '127.0.0.1', from: day(-1), until: day(1), issuer })),
      ),
    ).toMatchObject({ ok: false, fault: 'certificate-issuer' }),
  )
  test('no secure server at all', async () => {
    const origin = await serve(ours)
    expect(await check(origin.replace('http:', 'https:'))).toMatchObject({
      ok: false,
      fault: 'certificate',
    })
    expect(asked).toEqual([])
  })
})
