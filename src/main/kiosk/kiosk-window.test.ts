import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { settle } from '#tests/support/moved-timers.ts'
import {
  isBlockedInKiosk,
  createKioskWindow,
  refuseDownloads,
  shellOutsideKiosk,
  type Keystroke,
  type HeldWindow,
} from './kiosk-window.ts'

/** `Ctrl+Shift+I` as a keystroke. */
function stroke(text: string): Keystroke {
  const parts = text.split(/(?<=.)\+/)
  const has = (name: string): boolean => parts.slice(0, -1).includes(name)
  return {
    key: parts.at(-1) ?? '',
    control: has('Ctrl'),
    meta: has('Cmd'),
    alt: has('Alt'),
    shift: has('Shift'),
  }
}

test.each([
  'F1',
  'F3',
  'F5',
  'F11',
  'F12',
  'Shift+F10',
  'Ctrl+F6',
  'Alt+F9',
  'Cmd+F2',
  'Ctrl+F4',
  'Alt+F4',
  'Ctrl+w',
  'Ctrl+q',
  'Ctrl+r',
  'Ctrl+n',
  'Ctrl+p',
  'Ctrl+o',
  'Ctrl+s',
  'Ctrl+f',
  'Ctrl+t',
  'Ctrl+l',
  'Ctrl+u',
  'Ctrl+h',
  'Ctrl+W',
  'Cmd+w',
  'Cmd+q',
  'Cmd+r',
  'Cmd+n',
  'Cmd+p',
  'Cmd+o',
  'Cmd+h',
  'Cmd+,',
  'Cmd+ ',
  'Cmd+Tab',
  'Cmd+ArrowLeft',
  'Ctrl+Shift+I',
  'Ctrl+Shift+i',
  'Ctrl+Shift+J',
  'Ctrl+Shift+C',
  'Ctrl+Shift+R',
  'Ctrl+Shift+Delete',
  'Cmd+Alt+i',
  'Cmd+Alt+Escape',
  'Cmd+Shift+q',
  'Ctrl+=',
  'Ctrl+-',
  'Ctrl+0',
  'Ctrl++',
  'Cmd+=',
  'Cmd+-',
  'Cmd+0',
  'Ctrl+Tab',
  'Ctrl+PageDown',
  'Ctrl+Escape',
  'Ctrl+Alt+Delete',
  'Ctrl+Alt+F1',
  'Alt+ArrowLeft',
  'Alt+ArrowRight',
  'Alt+Home',
  'Alt+ ',
  'Alt+Tab',
  'Alt+Escape',
  'Alt+d',
  'Alt+f',
  'Alt+E',
  'BrowserBack',
  'BrowserHome',
  'BrowserRefresh',
  'LaunchMail',
  'LaunchApplication1',
  'ContextMenu',
  'PrintScreen',
  'ZoomIn',
  'Close',
  'Help',
])('the key %s is blocked', (text) => expect(isBlockedInKiosk(stroke(text))).toBe(true))

test.each([
  ...Object.values(KIOSK_KEYS),
  'a',
  'Z',
  '7',
  '|',
  'é',
  'ش',
  '٧',
  ' ',
  'Enter',
  'Tab',
  'Shift+Tab',
  'Escape',
  'Backspace',
  'ArrowLeft',
  'PageDown',
  'Home',
  'Shift+A',
  'Ctrl+Alt+|',
  'Ctrl+Alt+6',
  'Alt+|', // AltGr on Windows, Option on a Mac
  'Alt+0',
  'Alt+1',
  'Alt+2', // signs by their number
  'Ctrl+j',
  'Ctrl+m',
  'Ctrl+Enter', // line ends of scanners
  'Ctrl+a',
  'Ctrl+c',
  'Ctrl+v',
  'Cmd+c',
  'Cmd+v',
  'Ctrl+Control',
  'Alt+Alt',
  'Shift+Shift',
  'AltGraph',
])('the key %s types', (text) => expect(isBlockedInKiosk(stroke(text))).toBe(false))

function fakeWindow() {
  const webContents = Object.assign(new EventEmitter(), {
    getURL: () => 'app://wld/kiosk',
    isDevToolsOpened: vi.fn(() => true),
    closeDevTools: vi.fn(),
    navigationHistory: { clear: vi.fn() },
  })
  const calls = {
    isDestroyed: vi.fn(() => false),
    isMinimized: vi.fn(() => false),
    restore: vi.fn(),
    focus: vi.fn(),
    loadURL: vi.fn(async (_url: string) => undefined),
    setKiosk: vi.fn(),
    setAlwaysOnTop: vi.fn(),
    setClosable: vi.fn(),
    setMinimizable: vi.fn(),
    setMenuBarVisibility: vi.fn(),
  }
  const window = Object.assign(new EventEmitter(), calls, { webContents })
  return { window: window as unknown as HeldWindow, emitter: window, webContents, calls } // the members that are used
}
const prevented = (
  emitter: EventEmitter,
  name: string,
  fields: object = {},
  ...more: unknown[]
): boolean => {
  const event = { ...fields, preventDefault: vi.fn() }
  emitter.emit(name, event, ...more)
  return event.preventDefault.mock.calls.length > 0
}

function shown() {
  let on = false
  const [app, powerMonitor] = [new EventEmitter(), new EventEmitter()]
  const powerSaveBlocker = { start: vi.fn(() => 7), stop: vi.fn(() => true) }
  const showMenu = vi.fn()
  const kiosk = createKioskWindow({
    isOn: () => on,
    app: app as never,
    powerMonitor: powerMonitor as never,
    powerSaveBlocker,
    showMenu,
    log: () => undefined,
  }) // emitters of the events that are listened to
  const fake = fakeWindow()
  kiosk.attach(fake.window)
  const turn = (next: boolean): void => {
    on = next
    if (on) kiosk.enter()
    else kiosk.leave()
  }
  return { ...fake, app, powerMonitor, powerSaveBlocker, showMenu, kiosk, turn }
}

test('holds the window, and lets it go', () => {
  const { calls, webContents, powerSaveBlocker, showMenu, turn } = shown()
  turn(true)
  expect(calls.setKiosk).toHaveBeenLastCalledWith(true)
  expect(calls.setAlwaysOnTop).toHaveBeenLastCalledWith(true, 'screen-saver')
  expect(calls.setClosable).toHaveBeenLastCalledWith(false)
  expect(calls.setMinimizable).toHaveBeenLastCalledWith(false)
  expect(calls.setMenuBarVisibility).toHaveBeenLastCalledWith(false)
  expect(webContents.closeDevTools).toHaveBeenCalledTimes(1)
  expect(powerSaveBlocker.start).toHaveBeenCalledWith('prevent-display-sleep')
  expect(showMenu).toHaveBeenLastCalledWith(false)
  turn(false)
  expect(calls.setKiosk).toHaveBeenLastCalledWith(false)
  expect(calls.setAlwaysOnTop).toHaveBeenLastCalledWith(false)
  expect(calls.setClosable).toHaveBeenLastCalledWith(true)
  expect(powerSaveBlocker.stop).toHaveBeenCalledWith(7)
  expect(showMenu).toHaveBeenLastCalledWith(true)
})
test('a window that opens later is held as well', () => {
  const { kiosk, turn } = shown()
  turn(true)
  const later = fakeWindow()
  kiosk.attach(later.window)
  expect(later.calls.setKiosk).toHaveBeenLastCalledWith(true)
})

test('neither the window nor the app ends, unless the computer does', () => {
  const { app, emitter, powerMonitor, turn } = shown()
  expect([prevented(emitter, 'close'), prevented(app, 'before-quit')]).toEqual([false, false])
  turn(true)
  expect([prevented(emitter, 'close'), prevented(app, 'before-quit')]).toEqual([true, true])
  powerMonitor.emit('shutdown')
  expect([prevented(emitter, 'close'), prevented(app, 'before-quit')]).toEqual([false, false])
})
test('Windows says that its session ends', () => {
  const { app, emitter, turn } = shown()
  turn(true)
  emitter.emit('session-end', {})
  expect(prevented(app, 'before-quit')).toBe(false)
})
test('minimised or out of full screen, it comes back', () => {
  const { emitter, calls, turn } = shown()
  emitter.emit('minimize')
  expect(calls.restore).not.toHaveBeenCalled()
  turn(true)
  emitter.emit('minimize')
  expect(calls.restore).toHaveBeenCalledTimes(1)
  calls.setKiosk.mockClear()
  emitter.emit('leave-full-screen')
  expect(calls.setKiosk).toHaveBeenCalledWith(true)
})

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  '%s: pages of the kiosk alone',
  (name) => {
    const { webContents, turn } = shown()
    expect(prevented(webContents, name, { url: 'app://wld/admin' })).toBe(false)
    turn(true)
    expect(prevented(webContents, name, { url: 'app://wld/kiosk/exit' })).toBe(false)
    for (const url of [
      'app://wld/',
      'app://wld/admin',
      'app://wld/kiosks',
      'https://example.org/kiosk',
    ])
      expect(prevented(webContents, name, { url })).toBe(true)
  },
)
test('a page that navigates elsewhere is replaced, and its history is cleared', async () => {
  const { webContents, calls, turn } = shown()
  webContents.emit('did-finish-load')
  turn(true)
  webContents.emit('did-navigate-in-page', {}, 'app://wld/kiosk/queue', true)
  webContents.emit('did-navigate-in-page', {}, 'app://wld/admin', false)
  expect(calls.loadURL).not.toHaveBeenCalled()
  webContents.emit('did-navigate-in-page', {}, 'app://wld/admin', true)
  webContents.emit('did-navigate', {}, 'app://wld/')
  await settle()
  expect(calls.loadURL.mock.calls).toEqual([['app://wld/kiosk'], ['app://wld/kiosk']])
  expect(webContents.navigationHistory.clear).toHaveBeenCalledTimes(2)
})
test('the first page of a window is not cut short', async () => {
  const { kiosk, webContents, calls } = shown()
  const loaded = kiosk.loadRoute('/kiosk')
  await settle()
  expect(calls.loadURL).not.toHaveBeenCalled()
  webContents.emit('did-finish-load')
  await loaded
  expect(calls.loadURL.mock.calls).toEqual([['app://wld/kiosk']])
})
test('a window that is gone is not loaded', async () => {
  const { kiosk, emitter, calls } = shown()
  emitter.emit('closed')
  await kiosk.loadRoute('/kiosk')
  expect(calls.loadURL).not.toHaveBeenCalled()
})

test('keys, menus, tools and back buttons do not lead out of the kiosk', () => {
  const { webContents, emitter, turn } = shown()
  const key = (name: string): boolean =>
    prevented(
      webContents,
      'before-input-event',
      {},
      { type: 'keyDown', key: name, control: false, meta: false, alt: false, shift: false },
    )
  expect([
    key('F11'),
    prevented(webContents, 'context-menu'),
    prevented(emitter, 'app-command'),
  ]).toEqual([false, false, false])
  turn(true)
  expect([
    key('F11'),
    key('a'),
    prevented(webContents, 'context-menu'),
    prevented(emitter, 'app-command'),
  ]).toEqual([true, false, true, true])
  webContents.closeDevTools.mockClear()
  webContents.emit('devtools-opened')
  expect(webContents.closeDevTools).toHaveBeenCalledTimes(1)
})

test('downloads are refused while it is on', () => {
  let on = false
  const session = new EventEmitter()
  refuseDownloads(session as never, () => on) // the one event that is listened to
  expect(prevented(session, 'will-download')).toBe(false)
  on = true
  expect(prevented(session, 'will-download')).toBe(true)
})
test('links open outside only while it is off', async () => {
  let on = true
  const openExternal = vi.fn(async () => undefined)
  const shell = shellOutsideKiosk(
    { openExternal },
    () => on,
    () => undefined,
  )
  await shell.openExternal('https://example.org/')
  expect(openExternal).not.toHaveBeenCalled()
  on = false
  await shell.openExternal('https://example.org/')
  expect(openExternal).toHaveBeenCalledTimes(1)
})
