import { expect, test } from 'vitest'
import { type Responder, leavesNoTrace, responderOf } from './service-worker-rule.ts'

const ORIGIN = 'https://wld.example'
const SHELL = new Set(['/', '/first-paint.js', '/assets/index-1.js'])

test.each<
  [
    string,
    Responder,
    { readonly mode?: string; readonly method?: string; readonly isRange?: boolean }?,
  ]
>([
  ['/assets/index-1.js', 'file'],
  ['/assets/any-2.js', 'file'],
  ['/first-paint.js', 'file'],
  ['/', 'page', { mode: 'navigate' }],
  ['/id-card', 'page', { mode: 'navigate' }],
  ['/reports?page=2', 'page', { mode: 'navigate' }],
  // Nothing of a person, and nothing that the server decides each time.
  ['/api/card/me', 'pass'],
  ['/api/files/1?variant=card&signature=x', 'pass'],
  ['/api/docs', 'pass', { mode: 'navigate' }],
  ['/tell-plain/receipt', 'pass', { mode: 'navigate' }],
  ['/tell', 'pass', { mode: 'navigate' }],
  ['/api', 'pass', { mode: 'navigate' }],
  ['/metrics', 'pass', { mode: 'navigate' }],
  ['/sw.js', 'pass'],
  ['/document.pdf', 'pass', { mode: 'navigate' }],
  ['/assets/index-1.js?x=1', 'pass'],
  ['/assets/film.mp4', 'pass', { isRange: true }],
  ['/assets/index-1.js', 'pass', { method: 'HEAD' }],
  ['/login', 'pass', { method: 'POST', mode: 'navigate' }],
  ['https://elsewhere.example/assets/index-1.js', 'pass'],
  ['/unknown.txt', 'pass'],
])(
  'a request for %s is answered by: %s',
  (path, answerer, { mode = 'cors', method = 'GET', isRange = false } = {}) => {
    expect(
      responderOf({ method, mode, address: new URL(path, ORIGIN).href, isRange }, ORIGIN, SHELL),
    ).toBe(answerer)
  },
)

test.each([
  ['/tell', true],
  ['/tell-plain/receipt', true],
  ['/', false],
  ['/teller', false],
])('%s leaves no trace: %s', (path, expected) =>
  expect(leavesNoTrace(`${ORIGIN}${path}`)).toBe(expected),
)
