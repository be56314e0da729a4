import { EventEmitter } from 'node:events'
import type { HandlerDetails, WindowOpenHandlerResponse } from 'electron'
import { expect, test, vi } from 'vitest'
import { hardenContents } from './harden-contents.ts'

function hardened() {
  const contents = new EventEmitter()
  const openExternal = vi.fn(async (_url: string) => undefined)
  let open: (details: HandlerDetails) => WindowOpenHandlerResponse = () => ({ action: 'allow' })
  Object.assign(contents, { setWindowOpenHandler: (handler: typeof open) => void (open = handler) })
  hardenContents(contents as never, { shell: { openExternal }, log: () => undefined }) // the two members that are used
  const emit = (name: string, fields: object = {}) => {
    const event = { ...fields, preventDefault: vi.fn() }
    contents.emit(name, event)
    return event.preventDefault.mock.calls.length > 0 ? 'prevented' : 'let through'
  }
  return { emit, openExternal, open: (url: string) => open({ url } as HandlerDetails).action } // only the address is read
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
test('no webview', () => expect(hardened().emit('will-attach-webview')).toBe('prevented'))
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
