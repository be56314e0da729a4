import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suiteServer } from '#tests/support/suite-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wld-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><div id="root"></div>')
  await writeFile(join(folder, 'sw.js'), 'self')
  // As scripts/precompress.mjs leaves them; what is inside tells which one was sent.
  await writeFile(join(folder, 'assets/page-abc1234.js'), 'plain')
  await writeFile(join(folder, 'assets/page-abc1234.js.br'), 'brotli')
  await writeFile(join(folder, 'assets/page-abc1234.js.gz'), 'gzip')
})
afterAll(() => rm(folder, { recursive: true }))
const { server } = suiteServer({ engine: 'sqlite' }, () => ({ webDir: folder }))

const head = (path: string, encodings: string): Promise<Response> =>
  fetch(`${server.url}${path}`, { method: 'HEAD', headers: { 'accept-encoding': encodings } })

test.each([
  ['gzip, deflate, br', 'br', 6],
  ['gzip', 'gzip', 4],
  ['identity', null, 5],
])('a file of the site for a browser that takes %s', async (encodings, sent, bytes) => {
  const { status, headers } = await head('/assets/page-abc1234.js', encodings)
  expect(status).toBe(200)
  expect(headers.get('content-encoding')).toBe(sent)
  expect(headers.get('content-length')).toBe(String(bytes))
  expect(headers.get('content-type')).toContain('javascript')
  expect(headers.get('vary')).toContain('accept-encoding')
})

test('a file with a hash in its name is kept for a year, a page and the service worker are asked for again', async () => {
  const kept = async (path: string) => (await head(path, 'br')).headers.get('cache-control')
  expect(await kept('/assets/page-abc1234.js')).toBe('public, max-age=31536000, immutable')
  expect(await kept('/')).toBe('no-cache')
  expect(await kept('/sw.js')).toBe('no-cache')
})

test('only what was built is sent: no compressed copy by its own name, and no file that came later', async () => {
  await writeFile(join(folder, 'assets/later-abc1234.js'), 'later')
  for (const path of ['/assets/page-abc1234.js.br', '/assets/later-abc1234.js', '/assets/'])
    expect((await head(path, 'identity')).status, path).toBe(404)
})
