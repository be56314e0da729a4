import { EventEmitter } from 'node:events'
import type { HandlerDetails, WindowOpenHandlerResponse } from 'electron'
import { expect, test, vi } from 'vitest'
import { mayNavigate, hardenContents } from './harden-contents.ts'

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
])('the window never goes to %s', (url) =>
  expect(mayNavigate({ url, isMainFrame: true })).toBe(false),
)
test.each(['app://wld/api/files/1', 'app://wld/API/files/1', 'app://wld/x/../api/files/1'])(
  'a reply of the API is not a page: %s',
  (url) => expect(mayNavigate({ url, isMainFrame: true })).toBe(false),
)
test('there are no frames', () =>
  expect(mayNavigate({ url: 'app://wld/', isMainFrame: false })).toBe(false))

function hardened() {
  const contents = new EventEmitter()
  const openExternal = vi.fn(async (_url: string) => undefined)
  const log = vi.fn()
  let open: (details: HandlerDetails) => WindowOpenHandlerResponse = () => ({ action: 'allow' })
  Object.assign(contents, { setWindowOpenHandler: (handler: typeof open) => void (open = handler) })
  hardenContents(contents as never, { shell: { openExternal }, log }) // the two members that are used
  const emit = (name: string, fields: object = {}) => {
    const event = { ...fields, preventDefault: vi.fn() }
    contents.emit(name, event)
    return event.preventDefault.mock.calls.length > 0 ? 'prevented' : 'let through'
  }
  return { emit, log, openExternal, open: (url: string) => open({ url } as HandlerDetails).action } // only the address is read
}

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  '%s: our pages yes, others no',
  (name) => {
    const { emit } = hardened()
    expect(emit(name, { url: 'app://wld/reports', isMainFrame: true })).toBe('let through')
    expect(emit(name, { url: 'https://evil.example/', isMainFrame: true })).toBe('prevented')
    expect(emit(name, { url: 'app://wld/', isMainFrame: false })).toBe('prevented')
  },
)
test('no webview is attached', () =>
  expect(hardened().emit('will-attach-webview')).toBe('prevented'))
test('no window; https opens outside, the rest is blocked', () => {
  const { open, openExternal } = hardened()
  for (const url of [
    'https://example.org/',
    'http://example.org/',
    'file:///etc/passwd',
    'app://wld/',
    'about:blank',
  ])
    expect(open(url)).toBe('deny')
  expect(openExternal.mock.calls).toEqual([['https://example.org/']])
})
test('each refusal is logged without the address', () => {
  const { emit, log, open } = hardened()
  emit('will-navigate', { url: 'app://wld/reports', isMainFrame: true })
  emit('will-redirect', { url: 'https://evil.example/', isMainFrame: true })
  emit('will-attach-webview')
  open('https://example.org/')
  open('file:///etc/passwd')
  expect(log.mock.calls).toEqual([
    ['warn', 'navigation.refused', { isMainFrame: true }],
    ['warn', 'webview.refused'],
    ['warn', 'window.refused'],
  ])
})
