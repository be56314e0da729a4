/**
 * A stand-in for the `electron` module of the main process: Node and a real Chromium over DevTools. Every export is
 * checked against electron.d.ts (`satisfies Pick<Electron.X, …>`). What main uses and the stand-in lacks fails loudly:
 * a missing export is a link-time SyntaxError, a missing method a TypeError.
 */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { protocol } from './schemes.ts'
import { session, watchDownloads } from './session.ts'

/** Native windows are not offered: a test replaces the function before it is needed. */
const notOffered = (name: string) => (): never => {
  throw new Error(`${name} has no native surface here; replace it in the test`)
}
const shell = { openExternal: notOffered('shell.openExternal') } satisfies Pick<
  Electron.Shell,
  'openExternal'
>
const dialog = {
  showMessageBox: notOffered('dialog.showMessageBox'),
  showErrorBox: (title: string, content: string) =>
    void process.stderr.write(`${title}: ${content}\n`), // Linux before ready does the same
} satisfies Pick<Electron.Dialog, 'showErrorBox' | 'showMessageBox'>

const net = {
  fetch: (
    input: string | Request,
    init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
  ) => fetch(input, init),
} satisfies Pick<Electron.Net, 'fetch'>

/** One for the whole run, so that the clipboard of the machine stays unchanged. */
let clipboardText = ''
const clipboard = {
  writeText: async (text: string): Promise<void> => {
    clipboardText = text
  },
  readText: async (): Promise<string> => clipboardText,
} satisfies Pick<Electron.Clipboard, 'readText' | 'writeText'>

/** A test simulates sleep and shutdown by `emit`. */
const powerMonitor = new EventEmitter() as EventEmitter & Pick<Electron.PowerMonitor, 'on'> // the same events, sent by tests
const blockers = new Set<number>()
let lastBlocker = 0
const powerSaveBlocker = {
  start: (_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number => {
    lastBlocker += 1
    blockers.add(lastBlocker)
    return lastBlocker
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
} satisfies Pick<Electron.PowerSaveBlocker, 'isStarted' | 'start' | 'stop'>

/** Work areas of the displays, the main one first; `STANDIN_DISPLAYS` sets others. */
const areas = JSON.parse(
  process.env['STANDIN_DISPLAYS'] ?? '[{"x":0,"y":0,"width":1920,"height":1040}]',
) as Electron.Rectangle[] // written by a test
const asDisplay = (workArea: Electron.Rectangle, id: number) =>
  ({ id, workArea, bounds: workArea }) as Electron.Display // what main reads of one
let displays = areas.map(asDisplay)
const screen = Object.assign(new EventEmitter() as EventEmitter & Pick<Electron.Screen, 'on'>, {
  // as above: the same events
  getAllDisplays: () => displays,
  getPrimaryDisplay: () => {
    const [primary] = displays
    if (primary === undefined) throw new Error('STANDIN_DISPLAYS names no display')
    return primary
  },
  /** A test plugs displays in and out. */
  plug(next: readonly Electron.Rectangle[]): void {
    const event = next.length < displays.length ? 'display-removed' : 'display-added'
    displays = next.map(asDisplay)
    screen.emit(event, {}, displays[0])
  },
}) satisfies Pick<Electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay'>

/** Windows without a page: only where they are is known, nothing is drawn. */
const baseWindows = new Set<BaseWindow>()
class BaseWindow {
  readonly bounds: Electron.Rectangle
  constructor({ x = 0, y = 0, width = 0, height = 0 }: Electron.BaseWindowConstructorOptions) {
    this.bounds = { x, y, width, height }
    baseWindows.add(this)
  }
  static getAllWindows(): BaseWindow[] {
    return [...baseWindows]
  }
  setAlwaysOnTop(): void {}
  showInactive(): void {}
  destroy(): void {
    baseWindows.delete(this)
  }
}
null as unknown as BaseWindow satisfies Pick<
  Electron.BaseWindow,
  'destroy' | 'setAlwaysOnTop' | 'showInactive'
>

const nativeTheme = { shouldUseDarkColors: false } satisfies Pick<
  Electron.NativeTheme,
  'shouldUseDarkColors'
>
/** Of Linux: there Electron has no function for the camera. */
const systemPreferences = {}

/** The menu as it was built: labels and roles, without drawing. */
class Menu {
  static #application: Menu | null = null
  readonly items: Electron.MenuItemConstructorOptions[]
  private constructor(items: Electron.MenuItemConstructorOptions[]) {
    this.items = items
  }
  getMenuItemById(id: string): Electron.MenuItemConstructorOptions | null {
    const all = (
      items: readonly Electron.MenuItemConstructorOptions[],
    ): Electron.MenuItemConstructorOptions[] =>
      items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])
    return all(this.items).find((item) => item.id === id) ?? null
  }
  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Menu {
    return new Menu(template)
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
}
Menu satisfies Record<
  keyof Pick<
    typeof Electron.Menu,
    'buildFromTemplate' | 'getApplicationMenu' | 'setApplicationMenu'
  >,
  unknown
>

const exported = {
  app,
  BaseWindow,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
}
export type StandIn = typeof exported
export {
  app,
  BaseWindow,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
}

// ---- the test's evaluate() channel, and the start ----
process.on('message', ({ id, source, arg }: { id: number; source: string; arg: unknown }) => {
  void (async () => {
    try {
      // oxlint-disable-next-line typescript/no-implied-eval -- the source of a test's function, sent by launch-standin.ts
      const run = new Function(`return (${source})`)() as (
        electron: StandIn,
        given: unknown,
      ) => unknown // what evaluate() is typed to send
      process.send?.({ id, value: await run(exported, arg) })
    } catch (error) {
      process.send?.({ id, error: String(error) })
    }
  })()
})
process.on('disconnect', () => process.exit(1))

async function begin(): Promise<void> {
  try {
    app.once('ready', () => void watchDownloads())
    await app.start()
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  }
}
// Two turns later, when the module of main has run, as in Electron.
setImmediate(() => setImmediate(() => void begin()))
