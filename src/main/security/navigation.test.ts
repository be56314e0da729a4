import { expect, test } from 'vitest'
import { mayNavigate } from './navigation.ts'

test.each(['app://wld/', 'app://wld/reports', 'app://wld/apix'])('a page of ours: %s', (url) =>
  expect(mayNavigate({ url, isMainFrame: true })).toBe(true),
)
test.each([
  'https://example.org/',
  'http://localhost:4310/',
  'file:///etc/passwd',
  'data:text/html,x',
  'blob:app://wld/1',
  'javascript:alert(1)',
  'about:blank',
  'app://evil/',
  'app://wld.evil/',
  'app://wld@evil/',
  'devtools://x',
  'view-source:app://wld/',
  'nonsense',
])('never to %s', (url) => expect(mayNavigate({ url, isMainFrame: true })).toBe(false))
test.each(['app://wld/api/files/1', 'app://wld/API/files/1', 'app://wld/x/../api/files/1'])(
  'a reply of the API is not a page: %s',
  (url) => expect(mayNavigate({ url, isMainFrame: true })).toBe(false),
)
test('there are no frames', () =>
  expect(mayNavigate({ url: 'app://wld/', isMainFrame: false })).toBe(false))
