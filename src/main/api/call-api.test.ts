import { expect, test, vi } from 'vitest'
import { createCallApi } from './call-api.ts'

const request = { method: 'GET', path: '/api/card/me', headers: new Headers() }

test('reaches the configured origin, follows no redirect, keeps no cookie', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  expect(await createCallApi({ apiUrl: 'https://a.example', fetch })(request)).toMatchObject({
    kind: 'answered',
  })
  expect(fetch).toHaveBeenCalledWith(
    'https://a.example/api/card/me',
    expect.objectContaining({ redirect: 'error', credentials: 'omit', cache: 'no-store' }),
  )
})
test('a refused connection is "unreachable"', async () => {
  const fetch = async (): Promise<Response> => {
    throw new TypeError('fetch failed')
  }
  expect(await createCallApi({ apiUrl: 'https://a.example', fetch })(request)).toEqual({
    kind: 'unreachable',
    cause: 'TypeError: fetch failed',
  })
})
test('a server that never responds is abandoned', async () => {
  const fetch = (_url: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    ) // an Error by construction
  const reply = await createCallApi({ apiUrl: 'https://a.example', fetch, timeLimitMs: 10 })(
    request,
  )
  expect(reply).toEqual({ kind: 'unreachable', cause: 'Error: The server did not answer in time' })
})
