import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createDevelopmentHandler } from './serve-development.ts'

test('path, query and wanted kind reach the development server, and nothing else of the request', async () => {
  const asked: unknown[] = []
  const server = createServer(({ url, headers }, response) => {
    asked.push({ url, accept: headers.accept, cookie: headers.cookie })
    response.setHeader('content-type', 'text/javascript').end('export {}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo // a TCP server's address is one
    const handle = createDevelopmentHandler(`http://127.0.0.1:${port}`)
    const reply = await handle(
      new Request('app://wld/app/main.tsx?t=1', {
        headers: { accept: 'text/html', cookie: 'a=b' },
      }),
    )
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
      200,
      'text/javascript',
      'export {}',
    ])
    expect(asked).toEqual([{ url: '/app/main.tsx?t=1', accept: 'text/html', cookie: undefined }])
  } finally {
    server.close()
  }
})
