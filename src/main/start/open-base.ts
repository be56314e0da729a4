import { join } from 'node:path'
import { app, BrowserWindow, dialog, net } from 'electron'
import type { PushChannel } from '#shared/contract/desktop/ipc.ts'
import { chooseLanguage, type Language } from '#shared/domain/text/languages.ts'
import { isAppUrl } from '../base/origin.ts'
import type { Config } from '../config.ts'
import type { Kiosk } from '../kiosk/create-kiosk.ts'
import { describeError, openLogFile } from '../log/log-file.ts'
import { openSettings } from '../settings/open-settings.ts'
import { watchCrashes } from '../window/crashes.ts'
import { shellTexts } from '../window/texts.ts'

/** The state of the kiosk for the parts. The kiosk is created after them; until then it is off. */
interface Mode {
  isOn(): boolean
  isBeginning(): boolean
  /** Undefined before the kiosk is made. */
  kiosk(): Kiosk | undefined
  attach(kiosk: Kiosk): void
}

function createMode(): Mode {
  let kiosk: Kiosk | undefined
  return {
    isOn: () => kiosk?.isOn() ?? false,
    isBeginning: () => kiosk?.isBeginning() ?? false,
    kiosk: () => kiosk,
    attach(made) {
      kiosk = made
    },
  }
}

export type Base = ReturnType<typeof openBase>

/** What every other part of the app uses: the log, the settings, the language, and how pages are reached. */
export function openBase(config: Config) {
  const userData = app.getPath('userData')
  const logDirectory = join(userData, 'logs')
  const now = (): Date => new Date()
  const log = openLogFile({ directory: logDirectory, now })
  log('info', 'app.start', { version: app.getVersion(), platform: process.platform })

  const settings = openSettings({
    directory: userData,
    managedFile: config.managedFile,
    environment: config.apiUrl,
    log,
  })
  const language: { current: Language } = {
    current: settings.get().language ?? chooseLanguage(app.getPreferredSystemLanguages()),
  }
  const texts = () => shellTexts(language.current)
  const mode = createMode()
  const inKiosk = (): boolean => mode.isOn()
  watchCrashes({ process, app, dialog, texts, inKiosk, now: Date.now, log })

  return {
    config,
    userData,
    logDirectory,
    now,
    log,
    settings,
    language,
    texts,
    mode,
    inKiosk,
    fetchOutside: (url: string, init: RequestInit): Promise<Response> =>
      net.fetch(url, { ...init, bypassCustomProtocolHandlers: true }),
    window: (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0],
    push: (channel: PushChannel): void => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        if (isAppUrl(webContents.getURL())) webContents.send(channel)
    },
    failed: (event: string) => (error: unknown) =>
      log('error', event, { error: describeError(error) }),
  }
}
