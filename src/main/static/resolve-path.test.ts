import { expect, test } from 'vitest'
import { resolvePath } from './resolve-path.ts'

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
