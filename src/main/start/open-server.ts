import { join } from 'node:path'
import { app, dialog } from 'electron'
import { ROUTES } from '#shared/contract/routes.ts'
import { APP_ORIGIN } from '../base/origin.ts'
import { systemTimers } from '../base/timers.ts'
import { createServerChoice } from '../connection/choose-server.ts'
import { type Connection, createConnection } from '../connection/connection.ts'
import { allowedInKiosk } from '../kiosk/kiosk-routes.ts'
import { createAllowance } from '../security/allowance.ts'
import { KEYCHAIN_LIBRARIES, openKeychain } from '../session/keychain.ts'
import type { Base } from './open-base.ts'
import { followServerData, openServerData, type ServerDataStore } from './server-data.ts'

/** The server, and what this computer keeps for it. */
export function openServer(base: Base): {
  readonly connection: Connection
  readonly serverData: ServerDataStore
} {
  const { config, userData, settings, mode, push, failed, now, log } = base
  const connection = createConnection({
    origin: settings.get().serverUrl,
    fetch: base.fetchOutside,
    routes: ROUTES,
    isAllowed: (route) => !mode.isOn() || allowedInKiosk(route),
    keychainLibraries: KEYCHAIN_LIBRARIES,
    keychainService: config.keychainService,
    onSessionEnded: () => push('session:ended'),
    onSessionBegun: () => sessionBegun(),
    log,
  })
  const serverData = followServerData(
    connection,
    (link) =>
      openServerData({
        link,
        userData,
        openKeychain: (account) =>
          openKeychain({
            libraries: KEYCHAIN_LIBRARIES,
            service: config.keychainService,
            account,
          }),
        ask: (request) => {
          const kiosk = mode.kiosk()
          return kiosk?.isOn() === true
            ? kiosk.deviceCall(request)
            : connection.callInSession(request)
        },
        bearersFor: (eventId) => mode.kiosk()?.bearersFor(eventId),
        maxAgeS: () => settings.get().statusListMaxAgeH * 3_600,
        askExportPath,
        onOfflineChange: () => push('offline:changed'),
        onQueueChange: () => push('queue:changed'),
        onDoorsChange: () => push('doors:changed'),
        now,
        log,
      }),
    log,
  )
  return { connection, serverData }

  function sessionBegun(): void {
    // A sign-in that was under way when the kiosk began.
    if (mode.isOn())
      return void connection.current()?.keeper.end().catch(failed('kiosk.staff-not-signed-out'))
    void serverData.current()?.offline.refresh()
    serverData.current()?.retryReplay()
  }
}

async function askExportPath(suggestedName: string): Promise<string | undefined> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), suggestedName),
    filters: [{ name: 'JSON', extensions: ['json'] }],
  })
  return canceled || filePath === '' ? undefined : filePath
}

/** Lets a user choose the server in the settings. */
export function openServerChoice(
  { fetchOutside, settings, texts, mode, window, failed }: Base,
  { connection, serverData }: ReturnType<typeof openServer>,
) {
  return createServerChoice({
    fetch: fetchOutside,
    settings,
    connection,
    confirm: async (host) => {
      if (connection.current() === undefined) return true
      const { title, message, change, keep } = texts().server
      const { response } = await dialog.showMessageBox({
        type: 'warning',
        title,
        message: message.replace('{{host}}', host),
        buttons: [keep, change],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      return response === 1
    },
    mayAsk: createAllowance({ max: 20, perMs: 60_000, monotonicMs: systemTimers.monotonicMs }),
    mayChange: () =>
      !mode.isOn() &&
      !mode.isBeginning() &&
      (serverData.current()?.outbox.counts().waiting ?? 0) === 0,
    // After the response was sent.
    loadAnew: () =>
      setImmediate(
        () => void window()?.loadURL(`${APP_ORIGIN}/`).catch(failed('window.not-loaded')),
      ),
  })
}
