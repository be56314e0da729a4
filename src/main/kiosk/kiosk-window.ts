/**
 * Holds the window while the kiosk runs: full screen, above everything, without access to other
 * pages, to the system or to quitting the app. It reads `isOn` each
 * time, so that no listener has to be removed.
 */
import type {
  Input,
  App,
  BrowserWindow,
  PowerMonitor,
  PowerSaveBlocker,
  Session,
  Shell,
  WebContents,
} from 'electron'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { APP_ORIGIN } from '../base/origin.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { isKioskPage, KIOSK_PATH } from './kiosk-routes.ts'

export type Keystroke = Pick<Input, 'key' | 'control' | 'meta' | 'alt' | 'shift'>

const OWN_KEYS: ReadonlySet<string> = new Set(Object.values(KIOSK_KEYS))
const EDITING: ReadonlySet<string> = new Set(['a', 'c', 'v', 'x', 'z'])
const LINE_ENDS: ReadonlySet<string> = new Set(['j', 'm', 'enter'])
/** Keys of their own on some keyboards: back, home, mail, calculator, sleep … */
const SPECIAL =
  /^(?:F\d{1,2}|Browser.+|Launch.+|Zoom.+|ContextMenu|PrintScreen|Print|Help|Power|Sleep|WakeUp|Close|Exit|New|Open|Save)$/

/** A key of the kiosk's own screen, without a modifier: Shift+F10 is the context menu. */
const isOwnKey = ({ key, control, meta, alt, shift }: Keystroke): boolean =>
  OWN_KEYS.has(key) && !(control || meta || alt || shift)

/**
 * Keys that would leave the kiosk. A hand scanner types like a keyboard, and on a French one `|` is
 * AltGr and 6, which arrives as Control and Alt: keys that type a character must pass, and so must
 * the line ends that scanners send (Ctrl+J, Ctrl+M).
 */
export function isBlockedInKiosk(stroke: Keystroke): boolean {
  const { key, control, meta, alt, shift } = stroke
  if (SPECIAL.test(key)) return !isOwnKey(stroke)
  const letter = key.toLowerCase()
  if (meta) return shift || alt || control || !(EDITING.has(letter) || letter === 'meta')
  const isModifier = ['Control', 'Alt', 'AltGraph', 'Shift'].includes(key)
  if (isModifier) return false
  const isSign = [...key].length === 1 && key !== ' '
  if (control && alt) return !isSign
  // Alt and digits of the number pad type a character by its number: scanners without a keyboard
  // layout do so.
  if (alt) return !(/^\d$/.test(key) || (isSign && !/^[a-z]$/i.test(key)))
  if (control) return shift || !(EDITING.has(letter) || LINE_ENDS.has(letter))
  return false
}

type HeldContents = Pick<
  WebContents,
  'on' | 'once' | 'getURL' | 'closeDevTools' | 'isDevToolsOpened'
> & {
  readonly navigationHistory: Pick<WebContents['navigationHistory'], 'clear'>
}
export type HeldWindow = Pick<
  BrowserWindow,
  | 'on'
  | 'once'
  | 'isDestroyed'
  | 'isMinimized'
  | 'restore'
  | 'focus'
  | 'loadURL'
  | 'setKiosk'
  | 'setAlwaysOnTop'
  | 'setClosable'
  | 'setMinimizable'
  | 'setMenuBarVisibility'
> & { readonly webContents: HeldContents }

interface KioskWindowOptions {
  readonly isOn: () => boolean
  readonly app: Pick<App, 'on'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  /** The application menu, whose shortcuts work without being seen. */
  readonly showMenu: (shown: boolean) => void
  readonly log: Log
}
interface KioskWindow {
  enter(): void
  leave(): void
  loadRoute(path: string): Promise<void>
  /** Every window is attached before it loads anything. */
  attach(window: HeldWindow): void
}

function hold(window: HeldWindow, held: boolean): void {
  if (window.isDestroyed()) return
  window.setClosable(!held)
  window.setMinimizable(!held)
  window.setMenuBarVisibility(!held)
  window.setKiosk(held) // and full screen with it
  if (held) window.setAlwaysOnTop(true, 'screen-saver')
  else window.setAlwaysOnTop(false)
  if (held && window.webContents.isDevToolsOpened()) window.webContents.closeDevTools()
}

async function load(window: HeldWindow, path: string): Promise<void> {
  if (window.isDestroyed()) return
  await window.loadURL(`${APP_ORIGIN}${path}`)
  // The history has the page of the signed-in user, which the browser may cache.
  window.webContents.navigationHistory.clear()
}

export function createKioskWindow(options: KioskWindowOptions): KioskWindow {
  const { isOn, app, powerMonitor, powerSaveBlocker, showMenu, log } = options
  const windows = new Map<HeldWindow, { loaded: boolean }>()
  let awake: number | undefined
  let systemEnds = false

  const backToKiosk = (window: HeldWindow): void => {
    log('warn', 'kiosk.page-left')
    load(window, KIOSK_PATH).catch((error: unknown) =>
      log('warn', 'kiosk.page-not-loaded', { error: describeError(error) }),
    )
  }

  const refuseInKiosk = (event: { preventDefault(): void }): void => {
    if (isOn()) event.preventDefault()
  }
  const refuseOtherPages = (event: { readonly url: string; preventDefault(): void }): void => {
    if (!isOn() || isKioskPage(event.url)) return
    event.preventDefault()
    log('warn', 'kiosk.navigation-refused')
  }

  app.on('before-quit', (event) => {
    if (isOn() && !systemEnds) event.preventDefault()
  })
  powerMonitor.on('shutdown', () => {
    systemEnds = true
  })

  return {
    enter() {
      awake ??= powerSaveBlocker.start('prevent-display-sleep')
      showMenu(false)
      for (const window of windows.keys()) hold(window, true)
    },
    leave() {
      if (awake !== undefined) powerSaveBlocker.stop(awake)
      awake = undefined
      showMenu(true)
      for (const window of windows.keys()) hold(window, false)
    },
    async loadRoute(path) {
      await Promise.all(
        [...windows].map(([window, { loaded }]) => {
          if (loaded) return load(window, path)
          // The first page is loading: to interrupt it would look like a failed start.
          return new Promise<void>((resolve, reject) => {
            window.webContents.once(
              'did-finish-load',
              () => void load(window, path).then(resolve, reject),
            )
          })
        }),
      )
    },
    attach(window) {
      const { webContents } = window
      const state = { loaded: false }
      windows.set(window, state)
      window.once('closed', () => windows.delete(window))
      window.on('close', (event) => {
        if (isOn() && !systemEnds) event.preventDefault()
      })
      window.on('session-end', () => {
        systemEnds = true
      })
      window.on('minimize', () => {
        if (isOn()) window.restore()
      })
      window.on('leave-full-screen', () => {
        if (isOn()) hold(window, true)
      })
      // Mice and remote controls have a back button.
      window.on('app-command', refuseInKiosk)

      webContents.once('did-finish-load', () => {
        state.loaded = true
      })
      webContents.on('will-navigate', refuseOtherPages)
      webContents.on('will-frame-navigate', refuseOtherPages)
      webContents.on('will-redirect', refuseOtherPages)
      // history.pushState cannot be refused before it happens; a reload at another address is seen here as well.
      webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
        if (isMainFrame && isOn() && !isKioskPage(url)) backToKiosk(window)
      })
      webContents.on('did-navigate', (_event, url) => {
        if (state.loaded && isOn() && !isKioskPage(url)) backToKiosk(window)
      })
      webContents.on('before-input-event', (event, input) => {
        if (isOn() && isBlockedInKiosk(input)) event.preventDefault()
      })
      webContents.on('context-menu', refuseInKiosk)
      webContents.on('devtools-opened', () => {
        if (isOn()) webContents.closeDevTools()
      })
      if (isOn()) hold(window, true)
    },
  }
}

/** Nothing is saved to disk from a kiosk. */
export function refuseDownloads(session: Pick<Session, 'on'>, isOn: () => boolean): void {
  session.on('will-download', (event) => {
    if (isOn()) event.preventDefault()
  })
}

/** Links to other sites would open an unrestricted browser. */
export const shellOutsideKiosk = (
  shell: Pick<Shell, 'openExternal'>,
  isOn: () => boolean,
  log: Log,
): Pick<Shell, 'openExternal'> => ({
  openExternal: async (url, options) => {
    if (isOn()) log('warn', 'kiosk.link-refused')
    else await shell.openExternal(url, options)
  },
})
