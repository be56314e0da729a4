import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, afterAll, beforeAll, describe } from 'vitest'
import { contentSecurityPolicy } from '#shared/domain/access/content-security.ts'
import { parseRange, resolvePath, createStaticHandler } from './serve-static.ts'

test.each([
  [null, { kind: 'whole' }],
  ['bytes=0-0', { kind: 'part', from: 0, to: 0 }],
  ['bytes=2-5', { kind: 'part', from: 2, to: 5 }],
  ['bytes=2-', { kind: 'part', from: 2, to: 9 }],
  ['bytes=2-99', { kind: 'part', from: 2, to: 9 }],
  ['bytes=-3', { kind: 'part', from: 7, to: 9 }],
  ['bytes=-99', { kind: 'part', from: 0, to: 9 }],
  ['bytes=10-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=5-2', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=0-1,3-4', { kind: 'whole' }],
  ['items=0-1', { kind: 'whole' }],
  ['bytes=a-b', { kind: 'whole' }],
] as const)('%s of ten bytes', (header, expected) =>
  expect(parseRange(header, 10)).toEqual(expected),
)

test.each([
  '/',
  '/reports',
  '/reports/12/evidence',
  '/news/%D8%B3',
  '/card/a b',
  '/x.y/z',
  '/.env',
  '/a:b.txt',
  '/C:/x.dll',
])('%s is a page', (path) => expect(resolvePath(path)).toEqual({ kind: 'page' }))
test.each([
  ['/icon.svg', ['icon.svg']],
  ['/fonts/a-1.woff2', ['fonts', 'a-1.woff2']],
])('%s is a file that may be absent', (path, segments) =>
  expect(resolvePath(path)).toEqual({ kind: 'file', segments, required: false }),
)
test('what lies under /assets must exist', () => {
  expect(resolvePath('/assets/main-Ab_1.js')).toEqual({
    kind: 'file',
    segments: ['assets', 'main-Ab_1.js'],
    required: true,
  })
})
test.each([
  '/../secret.txt',
  '/assets/../../x.js',
  '/assets/..%2f..%2fx.js',
  '/%2e%2e/x.js',
  '/assets/%2e%2e/x.js',
  '/..%5cx.js',
  '/a%00.js',
  '/a\\b.js',
  '/a\0.js',
  '/%252e%252e/x.js',
  '/assets/.env',
  '/assets/a:b',
  '/assets/',
  '/%zz',
])('%s is refused', (path) => expect(resolvePath(path)).toEqual({ kind: 'refused' }))

const folder = mkdtempSync(join(tmpdir(), 'wld-static-'))
const root = join(folder, 'renderer')
beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<h1>WLD</h1>')
  writeFileSync(join(root, 'assets/main.js'), '0123456789')
  writeFileSync(join(root, 'assets/reader.wasm'), 'w')
  writeFileSync(join(root, 'assets/text.woff2'), 'f')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(root, 'assets/way-out.js'))
  symlinkSync(folder, join(root, 'assets/up'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const serve = createStaticHandler(root)
/** A request whose path no parser has tidied up, as a careless one would hand it over. */
const raw = (path: string, init: { method?: string; range?: string } = {}): Request => {
  const request = new Request('app://wld/', {
    method: init.method ?? 'GET',
    headers: init.range === undefined ? {} : { range: init.range },
  })
  Object.defineProperty(request, 'url', { value: `app://wld${path}` })
  return request
}
const get = async (path: string, init?: { method?: string; range?: string }) => {
  const reply = await serve(raw(path, init))
  return { status: reply.status, text: await reply.text(), headers: reply.headers }
}

test.each(['/', '/reports', '/reports/1/evidence', '/absent.png'])(
  '%s returns the page',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, text: '<h1>WLD</h1>' })
  },
)
test.each([
  ['/assets/main.js', 'text/javascript; charset=utf-8'],
  ['/assets/reader.wasm', 'application/wasm'],
  ['/assets/text.woff2', 'font/woff2'],
])('%s has its type', async (path, type) =>
  expect((await get(path)).headers.get('content-type')).toBe(type),
)
test('every response has the policy', async () => {
  for (const path of ['/', '/assets/main.js', '/assets/absent.js', '/%2e%2e%2fsecret.txt']) {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toBe(contentSecurityPolicy())
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

describe('nothing outside the root', () => {
  test.each([
    '/assets/absent.js',
    '/assets/way-out.js',
    '/assets/up/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/main.js%00.png',
    '/assets/',
    '/assets',
  ])('%s is 404', async (path) =>
    expect(await get(path)).toMatchObject({ status: 404, text: 'Not found' }),
  )
  test('a path with steps up, tidied by the parser or not, never leaves', async () => {
    for (const path of ['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt'])
      expect((await get(path)).text).not.toBe('secret')
  })
})

describe('ranges', () => {
  test('a part', async () => {
    const { status, text, headers } = await get('/assets/main.js', { range: 'bytes=2-4' })
    expect([status, text, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
      '3',
    ])
  })
  test('past the end', async () => {
    const { status, headers } = await get('/assets/main.js', { range: 'bytes=10-' })
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })
})
test('HEAD has no body, other methods are refused', async () => {
  expect(await get('/assets/main.js', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  expect((await get('/', { method: 'POST' })).status).toBe(405)
})
