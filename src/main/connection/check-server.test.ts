import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, test, afterAll, afterEach, beforeAll, vi } from 'vitest'
import {
  makeAuthority,
  makeCertificate,
  type ServerCertificate,
} from '#tests/support/certificates.ts'
import { readAddress, connectFault, checkServer } from './check-server.ts'

const ORIGIN = 'https://members.example.org'

describe('what people type', () => {
  test.each([
    'members.example.org',
    '  members.example.org \n',
    'Members.Example.ORG',
    'https://members.example.org',
    'HTTPS://members.example.org/',
    'members.example.org/',
    'members.example.org/login?next=/admin#top',
    'https://members.example.org/events/general-assembly',
    'members.example.org.',
    'members.example.org:443',
    '\u200Fmembers.example.org\u200E',
    '\u2068https://members.example.org\u2069',
    '\uFEFFmembers.example.org',
  ])('%j', (typed) => expect(readAddress(typed)).toEqual({ ok: true, origin: ORIGIN }))
  test.each([
    ['members.example.org:8443', 'https://members.example.org:8443'],
    ['192.168.1.20', 'https://192.168.1.20'],
    ['intranet', 'https://intranet'],
    ['أعضاء.example.org', 'https://xn--ggbdm3do.example.org'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ])('%j is %s', (typed, origin) => expect(readAddress(typed)).toEqual({ ok: true, origin }))
})

describe('this computer', () => {
  test.each([
    ['localhost:4310', 'http://localhost:4310'],
    ['127.0.0.1:4310', 'http://127.0.0.1:4310'],
    ['[::1]:4310/', 'http://[::1]:4310'],
    ['http://localhost:4310', 'http://localhost:4310'],
    ['https://localhost:4310', 'https://localhost:4310'],
  ])('%s is %s', (typed, origin) => expect(readAddress(typed)).toEqual({ ok: true, origin }))
  test.each([
    'http://members.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://192.168.1.20',
    'http://0.0.0.0:4310',
    'HTTP://members.example.org/x',
  ])('%s is another one, and http is not safe', (typed) =>
    expect(readAddress(typed)).toEqual({ ok: false, fault: 'insecure' }),
  )
  test('a name that only begins like it gets https', () =>
    expect(readAddress('localhost.example.org')).toEqual({
      ok: true,
      origin: 'https://localhost.example.org',
    }))
})

test.each([
  '',
  '   ',
  '\u200F',
  'two words',
  'members example.org',
  'ftp://members.example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@example.org',
  'https://',
  'https:///',
  '://x',
  '/path',
  '?x',
  '#x',
  'https://user:word@members.example.org',
  'https://members.example.org@evil.example',
  'amna@example.org',
  String.raw`https://members.example.org\@evil.example`,
  'https://members.example.org:99999',
  'https://members.example.org:0',
  'https://[::1',
  'https://%',
  'app://wld',
  'wld://verify',
  'https://mem\tbers.example.org',
  `https://${'a'.repeat(3_000)}.example`,
  '.',
  'https://.',
  'https://exa mple.org',
  'https://a%00b.example',
])('%j cannot be read', (typed) =>
  expect(readAddress(typed)).toEqual({ ok: false, fault: 'address' }),
)

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('what Chromium says', () => {
  test.each([
    ['ERR_NAME_NOT_RESOLVED', 'name'],
    ['ERR_CONNECTION_REFUSED', 'refused'],
    ['ERR_CONNECTION_RESET', 'refused'],
    ['ERR_INTERNET_DISCONNECTED', 'refused'],
    ['ERR_ADDRESS_UNREACHABLE', 'refused'],
    ['ERR_EMPTY_RESPONSE', 'refused'],
    ['ERR_TIMED_OUT', 'timeout'],
    ['ERR_CONNECTION_TIMED_OUT', 'timeout'],
    ['ERR_CERT_DATE_INVALID', 'certificate-date'],
    ['ERR_CERT_AUTHORITY_INVALID', 'certificate-issuer'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'certificate-name'],
    ['ERR_CERT_REVOKED', 'certificate'],
    ['ERR_CERT_WEAK_KEY', 'certificate'],
    ['ERR_SSL_PROTOCOL_ERROR', 'certificate'],
    ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'certificate'],
    ['ERR_BAD_SSL_CLIENT_AUTH_CERT', 'certificate'],
    ['ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['ERR_PROXY_AUTH_UNSUPPORTED', 'proxy'],
    ['ERR_PROXY_CERTIFICATE_INVALID', 'proxy'],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
    ['ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
    ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy'],
    ['ERR_PAC_SCRIPT_FAILED', 'proxy'],
    ['ERR_UNSAFE_PORT', 'address'],
    ['ERR_INVALID_HTTP_RESPONSE', 'not-ours'],
    ['ERR_SOMETHING_NEW', 'refused'],
  ] as const)('net::%s means the fault %s', (code, fault) =>
    expect(connectFault(new Error(`net::${code}`))).toEqual({ fault, cause: code }),
  )
})

describe('what Node says, however deep', () => {
  test.each([
    ['ENOTFOUND', 'name'],
    ['EAI_AGAIN', 'name'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['ECONNRESET', 'refused'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['CERT_HAS_EXPIRED', 'certificate-date'],
    ['CERT_NOT_YET_VALID', 'certificate-date'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-issuer'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-issuer'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-issuer'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-issuer'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
    ['CERT_REVOKED', 'certificate'],
    ['EPROTO', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
    ['HPE_INVALID_CONSTANT', 'not-ours'],
  ] as const)('the code %s means the fault %s', (code, fault) =>
    expect(
      connectFault(
        new TypeError('fetch failed', { cause: new Error('x', { cause: withCode(code) }) }),
      ),
    ).toEqual({ fault, cause: code }),
  )
  test('a name with two addresses fails twice', () =>
    expect(
      connectFault(
        new TypeError('fetch failed', {
          cause: new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')]),
        }),
      ),
    ).toMatchObject({ fault: 'timeout' }))
})

test.each([
  [new Error("Attempted to redirect, but redirect policy was 'error'"), 'redirect'],
  [new TypeError('fetch failed', { cause: new Error('unexpected redirect') }), 'redirect'],
  [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'timeout'],
  [new TypeError('fetch failed', { cause: new Error('bad port') }), 'address'],
  [new Error('anything'), 'refused'],
  ['a text', 'refused'],
  [undefined, 'refused'],
  [withCode(7 as never), 'refused'],
] as const)('%s: %s', (error, fault) => expect(connectFault(error)).toMatchObject({ fault }))

test('an error that is its own cause does not hang', () => {
  const error = new Error('round')
  error.cause = error
  expect(connectFault(error)).toMatchObject({ fault: 'refused' })
})

/**
 * `checkServer` runs against real servers on this computer, with replies that follow from a wrong
 * address or an attacker.
 */
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
const serve = async (result: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(result))}`
const check = (typed: string, timeLimitMs = 10_000) => checkServer(typed, { fetch, timeLimitMs })

const KEY = { kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'A'.repeat(43), use: 'sig', alg: 'EdDSA' }
const REPLIES: Readonly<Record<string, unknown>> = {
  '/healthz': { status: 'ok', version: '1.0.0' },
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

describe('another program is told from a server of ours by', () => {
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
  test.each(Object.entries(notOurs))('%s', async (_, result) => {
    const origin = await serve(result)
    expect(await check(origin)).toMatchObject({
      ok: false,
      fault: 'not-ours',
      detail: expect.stringContaining(origin.slice('http://'.length)),
    })
  })
  test('bytes that are no HTTP', async () => {
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
    'a redirect (%i), which is not followed wherever it leads',
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

describe('no server responds where there is', () => {
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
  test('nothing but silence', async () => {
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

describe('a certificate is judged that is', () => {
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

  test('trusted by the system', async () => {
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
  test('missing, because the server speaks no TLS', async () => {
    const origin = await serve(ours)
    expect(await check(origin.replace('http:', 'https:'))).toMatchObject({
      ok: false,
      fault: 'certificate',
    })
    expect(asked).toEqual([])
  })
})
