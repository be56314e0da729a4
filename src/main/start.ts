/**
 * Creates the parts of main. Decisions are in the parts; this file has only the order of creation.
 */
import { join } from 'node:path'
import { app, clipboard, ipcMain, protocol, session } from 'electron'
import { createAppProtocol } from './app-protocol.ts'
import { APP_SCHEME } from './base/origin.ts'
import { createChannels } from './channels.ts'
import type { Config } from './config.ts'
import { handleChannels } from './ipc/handle-channels.ts'
import { closeInKiosk } from './kiosk/kiosk-routes.ts'
import { refuseDownloads } from './kiosk/kiosk-window.ts'
import { hardenContents } from './security/harden-contents.ts'
import { hardenSession } from './security/harden-session.ts'
import { followAutostart, setAutostart } from './settings/autostart.ts'
import { openBase, type Base } from './start/open-base.ts'
import { openServer, openServerChoice } from './start/open-server.ts'
import { openTools } from './start/open-tools.ts'
import type { ServerDataStore } from './start/server-data.ts'
import { wireKiosk } from './start/wire-kiosk.ts'
import { wireWindow } from './start/wire-window.ts'
import { createDevelopmentHandler } from './static/serve-development.ts'
import { createStaticHandler } from './static/serve-static.ts'
import { type DeepLinks, registerDeepLinks } from './window/deep-link.ts'

/** Returns the target of links from outside. */
export async function start(config: Config): Promise<DeepLinks> {
  const mainDirectory = import.meta.dirname
  const base = openBase(config)
  const { settings, language, inKiosk, window, failed, log } = base
  const server = openServer(base)
  const { connection, serverData } = server
  const tools = openTools(base, serverData)
  const { outside, links, updates, diagnostics } = tools
  const windows = wireWindow(mainDirectory, base, tools)
  const { kiosk, restore } = wireKiosk(base, server, windows)

  protocol.handle(
    APP_SCHEME,
    createAppProtocol({
      api: (request) => connection.api(request),
      files:
        config.rendererUrl === undefined
          ? createStaticHandler(join(mainDirectory, '../renderer'))
          : createDevelopmentHandler(config.rendererUrl),
      log,
    }),
  )
  hardenSession(session.defaultSession, { scannerIsOpen: () => windows.scanner.open, log })
  refuseDownloads(session.defaultSession, inKiosk)
  app.on('web-contents-created', (_event, contents) =>
    hardenContents(contents, { shell: outside, log }),
  )

  const handlers = createChannels({
    version: app.getVersion(),
    connection,
    serverData,
    kiosk,
    settings,
    server: openServerChoice(base, server),
    updates,
    links,
    shell: outside,
    clipboard,
    diagnostics,
    window,
    setScannerOpen: (open) => {
      windows.scanner.open = open
    },
    setLanguage: async (chosen) => {
      language.current = chosen
      windows.showMenu(true)
      await settings.change({ language: chosen }).catch(failed('settings.not-kept'))
    },
    log,
  })
  handleChannels(
    ipcMain,
    closeInKiosk(handlers, () => kiosk.mode(), log),
    log,
  )
  closeBeforeQuit(serverData, base)
  // A build that was not installed would start a bare Electron.
  if (app.isPackaged)
    followAutostart(
      settings,
      (on) =>
        setAutostart(on, {
          platform: process.platform,
          app,
          program: process.env['APPIMAGE'] ?? process.execPath,
          configFolder: app.getPath('appData'),
        }),
      log,
    )
  registerDeepLinks(app, log)
  app.on('will-quit', updates.start())
  await restore()
  await windows.open()
  return links
}

/** Data of the server is written to the disk before the app ends. */
function closeBeforeQuit(serverData: ServerDataStore, { failed }: Base): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void serverData
      .close()
      .catch(failed('home.not-closed'))
      .finally(() => app.quit())
  })
}
