/** Pages of other origins (ADR 0080): those that ALLOWED_ORIGINS names may read replies, all others may not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'

const NAMED = 'https://app.example.org'
const OTHERS = [
  'https://evil.example',
  'https://app.example.org.evil.example',
  'http://app.example.org',
  'https://app.example.org:8443',
  'null',
]

// The engine has no part in it.
describe('another origin', () => {
  let server: ApiServer
  let closed: ApiServer
  beforeAll(async () => {
    server = await startApiServer({
      engine: 'sqlite',
      env: { ALLOWED_ORIGINS: `${NAMED}, https://second.example` },
    })
    closed = await startApiServer({ engine: 'sqlite' })
  })
  afterAll(async () => {
    await server.stop()
    await closed.stop()
  })
  const ask = (origin: string, path: string, init: RequestInit = {}, at = server) =>
    fetch(`${at.url}${path}`, { ...init, headers: { origin, ...init.headers } })
  const preflight = (origin: string, path: string, at = server) =>
    ask(
      origin,
      path,
      { method: 'OPTIONS', headers: { 'access-control-request-method': 'DELETE' } },
      at,
    )
  const corsOf = (response: Response) =>
    [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

  test('that is named reads replies, refusals as well, and may send its bearer', async () => {
    for (const path of ['/api/report/get/all', '/api/user/get/all', '/api/no/such/call']) {
      const { headers } = await ask(NAMED, path)
      expect(headers.get('access-control-allow-origin')).toBe(NAMED)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-expose-headers')).toContain('x-truncated')
      expect(headers.get('vary')).toMatch(/origin/i)
    }
    const asked = await preflight(NAMED, '/api/report/delete/1')
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')).toBe('DELETE')
    for (const name of ['authorization', 'content-type', 'connection-method', 'identifier', 'code'])
      expect(asked.headers.get('access-control-allow-headers')).toContain(name)
  })

  test.each(OTHERS)('%s gets nothing', async (origin) => {
    expect(corsOf(await ask(origin, '/api/report/get/all'))).toEqual([])
    const refused = await preflight(origin, '/api/report/delete/1')
    expect(refused.status).toBe(405)
    expect(corsOf(refused)).toEqual([])
  })

  test('gets the API alone', async () => {
    expect(corsOf(await ask(NAMED, '/metrics'))).toEqual([])
    expect(corsOf(await preflight(NAMED, '/'))).toEqual([])
    expect((await preflight(NAMED, '/api/no/such/call')).status).toBe(404)
  })

  test('gets nothing where none is named', async () => {
    expect(corsOf(await ask(NAMED, '/api/report/get/all', {}, closed))).toEqual([])
    expect((await preflight(NAMED, '/api/report/delete/1', closed)).status).toBe(405)
  })
})
