/** What every reply says to a browser, also where no route was reached; and what the server does not say about itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#shared/domain/access/content-security.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createSender, sendBytes, type Sender } from './send.ts'

// No database is needed: the engine has no part in this file.
const REPLIES = [
  ['a public call', 'GET', '/api/card/keys', 200],
  ['a call without session', 'GET', '/api/auth/sessions', 401],
  ['a wrong method', 'DELETE', '/api/card/keys', 405],
  ['an unknown call', 'GET', '/api/no-such-call', 404],
  ['a missing file', 'GET', '/assets/no-such-file.js', 404],
  ['an address that cannot be decoded', 'GET', '/%zz', 400],
  ['a file of the site', 'GET', '/robots.txt', 200],
  ['the page about the calls', 'GET', '/api/docs', 200],
] as const

describe.each([
  ['https', 'https://members.example.org', 'max-age=63072000; includeSubDomains'],
  ['http on localhost', 'http://localhost:4999', undefined],
])('headers under %s', (_title, publicUrl, hsts) => {
  let server: ApiServer
  let sender: Sender
  beforeAll(async () => {
    server = await startApiServer({ engine: 'sqlite', env: { PUBLIC_URL: publicUrl } })
    sender = createSender(server.url)
  })
  afterAll(async () => {
    sender.close()
    await server.stop()
  })

  test.each(REPLIES)(
    '%s: policy, no sniffing, no referrer, no frame',
    async (_case, method, path, status) => {
      const reply = await sender.send({ method, path, headers: { accept: 'text/html' } })
      expect(reply.status).toBe(status)
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-request-id': expect.any(String),
      })
      expect(reply.headers['strict-transport-security']).toBe(hsts)
      const policy = String(reply.headers['content-security-policy'])
      // A page without script has a stricter one.
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      if (path.startsWith('/api/') && path !== '/api/docs')
        expect(policy).toBe(contentSecurityPolicy())
      expect(reply.headers['content-type']).toMatch(/; charset=utf-8$/)
    },
  )
  test('no reply names the software behind it', async () => {
    for (const [, method, path] of REPLIES) {
      const { headers } = await sender.send({ method, path })
      expect(
        Object.keys(headers).filter((name) => /^(server|via|x-powered-by)$/.test(name)),
      ).toEqual([])
    }
  })
  test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND'])('%s echoes nothing', async (method) => {
    // They are sent as bytes, because a client of Node sends only some of them.
    const text = await sendBytes(
      server.url,
      `${method} /api/card/keys HTTP/1.1\r\nhost: x\r\nx-secret: echoed?\r\nconnection: close\r\n\r\n`,
    )
    expect(text).not.toContain('echoed?')
    expect(text).not.toMatch(/^HTTP\/1\.1 [23]/)
  })
})
