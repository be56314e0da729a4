import { app, BrowserWindow, clipboard, dialog, Menu, nativeTheme, screen } from 'electron'
import { systemTimers } from '../base/timers.ts'
import { KIOSK_PATH } from '../kiosk/kiosk-routes.ts'
import { focusWindow, openMainWindow } from '../window/main-window.ts'
import { menuTemplate } from '../window/menu.ts'
import { recoverWindow } from '../window/recover-window.ts'
import { openWindowMemory } from '../window/window-state.ts'
import { createZoom } from '../window/zoom.ts'
import type { Base } from './open-base.ts'
import type { Tools } from './open-tools.ts'

export interface Windows {
  open(): Promise<void>
  /** For each window, before it loads anything. */
  onPrepare(listener: (window: BrowserWindow) => void): void
  readonly showMenu: (shown: boolean) => void
  readonly scanner: { open: boolean }
}

/** The window, and the menu above it. */
export function wireWindow(mainDirectory: string, base: Base, tools: Tools): Windows {
  const { userData, settings, texts, language, mode, inKiosk, window, push, failed, log } = base
  const { links, updates, diagnostics } = tools
  const zoom = createZoom({ settings, inKiosk, log })
  const memory = openWindowMemory({ directory: userData, screen, log })
  const scanner = { open: false }
  const listeners: ((window: BrowserWindow) => void)[] = [
    (opened) => {
      recoverWindow(opened, {
        dialog,
        app,
        texts,
        inKiosk,
        now: Date.now,
        after: systemTimers.after,
        log,
      })
      zoom.follow(opened.webContents)
      memory.follow(opened)
      // A page that was replaced or died cannot close its scanner any more.
      opened.webContents.on('did-navigate', () => {
        scanner.open = false
      })
    },
  ]
  const open = (): Promise<void> =>
    openMainWindow({
      mainDirectory,
      title: app.getName(),
      placement: memory.placement(),
      isDark: nativeTheme.shouldUseDarkColors,
      path: mode.isOn() ? KIOSK_PATH : '/',
      prepare: (opened) => {
        for (const listener of listeners) listener(opened)
      },
    })
  const openMissing = (): void => {
    if (window() === undefined) open().catch(failed('window.not-opened'))
  }
  const openRoute = (path: string): void => {
    openMissing()
    links.openRoute(path)
    focusWindow(window())
  }
  const menu = () =>
    Menu.buildFromTemplate(
      menuTemplate({
        texts: texts().menu,
        appName: app.getName(),
        platform: process.platform,
        developerTools: !app.isPackaged,
        actions: {
          openRoute,
          ...zoom,
          checkForUpdates: () => {
            void updates.check()
            openRoute('/desktop-settings')
          },
          copyDiagnostics: () =>
            void Promise.resolve(clipboard.writeText(diagnostics())).catch(
              failed('diagnostics.not-copied'),
            ),
        },
      }),
    )
  const showMenu = (shown: boolean): void => {
    if (!shown) Menu.setApplicationMenu(null)
    else if (!mode.isOn()) Menu.setApplicationMenu(menu())
  }
  showMenu(true)
  settings.onChange(() => {
    const chosen = settings.get().language
    if (chosen !== null && chosen !== language.current) {
      language.current = chosen
      showMenu(true)
    }
    push('settings:changed')
  })
  links.onOpened(() => push('link:opened'))
  app.on('activate', openMissing)
  return { open, onPrepare: (listener) => void listeners.push(listener), showMenu, scanner }
}
