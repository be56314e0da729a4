/** The one window: sandboxed, isolated, with nothing of Node in it. */
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { APP_ORIGIN } from '../base/origin.ts'
import { WINDOW_MINIMUM, type WindowPlacement } from './window-state.ts'

export interface MainWindowOptions {
  /** Folder of the built main bundle; preload lies beside it. */
  readonly mainDirectory: string
  readonly title: string
  /** Where it stood last; see window-state.ts. */
  readonly placement?: WindowPlacement
  /** The system's choice of colours, until the page has drawn its own. */
  readonly isDark?: boolean
  /** First page. */
  readonly path?: string
  readonly prepare: (window: BrowserWindow) => void
}

/** The colours are `--color-canvas` of the interface, because a white window flashes before a dark page. */
const CANVAS = { light: '#f4f5ef', dark: '#0e1511' }

const FIRST_PLACEMENT: WindowPlacement = { width: 1280, height: 860, maximised: false }

export async function openMainWindow({
  mainDirectory,
  title,
  placement = FIRST_PLACEMENT,
  isDark = false,
  path = '/',
  prepare,
}: MainWindowOptions): Promise<void> {
  const { maximised, ...bounds } = placement
  const window = new BrowserWindow({
    ...bounds,
    minWidth: WINDOW_MINIMUM.width,
    minHeight: WINDOW_MINIMUM.height,
    show: false,
    title,
    backgroundColor: isDark ? CANVAS.dark : CANVAS.light,
    webPreferences: {
      preload: join(mainDirectory, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // Its dictionaries are fetched from other hosts, and names of people are not spelling
      // mistakes.
      spellcheck: false,
      devTools: !app.isPackaged,
      // The sound of a verdict must not wait for a first press: at a door no key is pressed.
      autoplayPolicy: 'no-user-gesture-required',
    },
  })
  prepare(window)
  window.once('ready-to-show', () => {
    if (maximised) window.maximize()
    window.show()
  })
  await window.loadURL(`${APP_ORIGIN}${path}`)
}

/** Brings the window of a running app to the front. */
export function focusWindow(
  window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'> | undefined,
): void {
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
