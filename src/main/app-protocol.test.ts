import { expect, test } from 'vitest'
import { createAppProtocol } from './app-protocol.ts'

const handle = createAppProtocol({
  api: async () => new Response('api'),
  files: async () => new Response('files'),
  log: () => undefined,
})
const get = async (url: string): Promise<string> => (await handle(new Request(url))).text()

test.each([
  ['app://wld/', 'files'],
  ['app://wld/reports', 'files'],
  ['app://wld/api/card/me', 'api'],
  ['app://wld/API/card/me', 'api'],
  ['app://wld//evil.example/api/card/me', 'files'],
  ['app://evil/', 'Not found'],
  ['app://wld.evil/api/card/me', 'Not found'],
])('the address %s is answered by the %s', async (url, expected) =>
  expect(await get(url)).toBe(expected),
)

test('a fault in main is a 500, not an offline network', async () => {
  const broken = createAppProtocol({
    api: () => Promise.reject(new Error('bug')),
    files: async () => new Response(),
    log: () => undefined,
  })
  expect((await broken(new Request('app://wld/api/card/me'))).status).toBe(500)
})
