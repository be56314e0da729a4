/** Puts the parts together. Decisions live in the parts; here is only who is given to whom. */
import { hostname, homedir, release, userInfo } from 'node:os'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
} from 'electron'
import { ROUTES } from '#shared/contract/routes.ts'
import type { PushChannel } from '#shared/contract/ipc.ts'
import { chooseLanguage, type Language } from '#shared/domain/languages.ts'
import { createAppProtocol } from './app-protocol.ts'
import { createChannels, NO_QUEUE, nothingKnown } from './channels.ts'
import type { Config } from './config.ts'
import { collectDiagnostics } from './diagnostics/collect-diagnostics.ts'
import { answerChannels } from './ipc/answer-channels.ts'
import { createKiosk } from './kiosk/create-kiosk.ts'
import { openKioskFile } from './kiosk/kiosk-file.ts'
import { allowedInKiosk, closeInKiosk, KIOSK_PATH } from './kiosk/kiosk-routes.ts'
import { createKioskWindow, refuseDownloads, shellOutsideKiosk } from './kiosk/kiosk-window.ts'
import { createPins } from './kiosk/pin.ts'
import { systemTimers } from './kiosk/timers.ts'
import { watchCrashes } from './log/crashes.ts'
import { describeError, openLogFile } from './log/log-file.ts'
import { createSessionCall } from './proxy/session-call.ts'
import { APP_ORIGIN, APP_SCHEME, isAppUrl } from './origin.ts'
import { queueState } from './outbox/queue-state.ts'
import { createAllowance } from './security/allowance.ts'
import { fewLinks } from './security/few-links.ts'
import { hardenContents } from './security/harden-contents.ts'
import { hardenSession } from './security/harden-session.ts'
import { createServerChoice } from './server/choose-server.ts'
import { createConnection } from './server/connection.ts'
import { followHomes, openHome } from './server/home.ts'
import { loadKeytar, openKeychain } from './session/keychain.ts'
import { tellSignedOut } from './session/sign-in.ts'
import { openSettings } from './settings/open-settings.ts'
import { createStaticHandler } from './static/serve-static.ts'
import { openNewestFeed } from './updates/newest-feed.ts'
import { updateKey } from './updates/update-key.ts'
import { createUpdates } from './updates/updates.ts'
import { createDeepLinks, type DeepLinks, registerDeepLinks } from './window/deep-link.ts'
import { focusWindow, openMainWindow } from './window/main-window.ts'
import { menuTemplate } from './window/menu.ts'
import { recoverWindow } from './window/recover-window.ts'
import { shellTexts } from './window/texts.ts'
import { openWindowMemory } from './window/window-state.ts'
import { createZoom } from './window/zoom.ts'

/** Answers where links from outside go. */
export async function start(config: Config): Promise<DeepLinks> {
  const mainDirectory = import.meta.dirname
  const developerTools = !app.isPackaged
  const userData = app.getPath('userData')
  const logDirectory = join(userData, 'logs')
  const now = (): Date => new Date()
  const fetchOutside = (url: string, init: RequestInit): Promise<Response> =>
    net.fetch(url, { ...init, bypassCustomProtocolHandlers: true })
  const log = openLogFile({ directory: logDirectory, now })
  log('info', 'app.start', { version: app.getVersion(), platform: process.platform })

  const settings = openSettings({
    directory: userData,
    managedFile: config.managedFile,
    environment: config.apiUrl,
    log,
  })
  let scannerOpen = false
  let language: Language =
    settings.get().language ?? chooseLanguage(app.getPreferredSystemLanguages())
  const texts = () => shellTexts(language)
  watchCrashes({ process, app, dialog, texts, inKiosk: () => kiosk.isOn(), now: Date.now, log })

  const window = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0]
  const push = (channel: PushChannel): void => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      if (isAppUrl(webContents.getURL())) webContents.send(channel)
  }
  const failed = (event: string) => (error: unknown) =>
    log('error', event, { error: describeError(error) })

  // The server, and what is kept for it.
  const connection = createConnection({
    origin: settings.get().serverUrl,
    fetch: fetchOutside,
    routes: ROUTES,
    isAllowed: (route) => !kiosk.isOn() || allowedInKiosk(route),
    loadKeytar,
    keychainService: config.keychainService,
    onSessionEnded: () => push('session:ended'),
    onSessionBegun: () => {
      // A sign-in that was under way when the kiosk began.
      if (kiosk.isOn())
        return void connection.current()?.keeper.end().catch(failed('kiosk.staff-not-signed-out'))
      void homes.current()?.offline.refresh()
      homes.current()?.replay.retryNow()
    },
    log,
  })
  const homes = followHomes(
    connection,
    (link) =>
      openHome({
        link,
        userData,
        openKeychain: (account) =>
          openKeychain({ load: loadKeytar, service: config.keychainService, account }),
        ask: (request) =>
          kiosk.isOn() ? kiosk.deviceCall(request) : connection.callInSession(request),
        kiosk: () => kiosk,
        maxAgeS: () => settings.get().statusListMaxAgeH * 3_600,
        askExportPath: async (suggestedName) => {
          const { canceled, filePath } = await dialog.showSaveDialog({
            defaultPath: join(app.getPath('documents'), suggestedName),
            filters: [{ name: 'JSON', extensions: ['json'] }],
          })
          return canceled || filePath === '' ? undefined : filePath
        },
        onOfflineChange: () => push('offline:changed'),
        onQueueChange: () => push('queue:changed'),
        now,
        log,
      }),
    log,
  )

  // The kiosk, and the window that it holds.
  const kioskWindow = createKioskWindow({
    isOn: () => kiosk.isOn(),
    app,
    powerMonitor,
    powerSaveBlocker,
    showMenu: (shown) => (shown ? showMenu() : Menu.setApplicationMenu(null)),
    log,
  })
  const kioskFile = openKioskFile(join(userData, 'kiosk.json'), log)
  const kiosk = createKiosk({
    ready: () => homes.ready(),
    server: () => {
      const home = homes.current()
      if (home === undefined || home.link !== connection.current()) return undefined
      const { link, offline, outbox, replay, entries } = home
      const signStaffOut = async (): Promise<void> => {
        const held = await link.keeper.end()
        if (held !== undefined)
          tellSignedOut(held, { call: link.call, renew: link.renew, log }).catch(
            failed('session.server-not-told'),
          )
      }
      return {
        call: link.call,
        staffCall: createSessionCall({ ...link, need: 'session' }),
        signStaffOut,
        offline,
        outbox,
        retryReplay: () => replay.retryNow(),
        entries,
      }
    },
    window: kioskWindow,
    wanted: config.kiosk || settings.startsAsKiosk,
    push: () => {
      push('kiosk:changed')
      push('updates:changed') // which the kiosk does not show
    },
    pins: createPins(),
    appVersion: app.getVersion(),
    file: kioskFile,
    timers: systemTimers,
    log,
  })
  powerMonitor.on('suspend', () => void kiosk.handlers['kiosk:lock']()) // whoever opens the lid is not the one who closed it
  const outside = shellOutsideKiosk(
    fewLinks(shell, systemTimers.monotonicMs, log),
    () => kiosk.isOn(),
    log,
  )

  const links = createDeepLinks({ mayOpen: () => !kiosk.isOn(), log })
  const publicKey = updateKey({ isPackaged: app.isPackaged, env: process.env })
  const updates = createUpdates({
    feedUrl: () => settings.get().updateFeed,
    fetch: fetchOutside,
    publicKey,
    newest: openNewestFeed({ path: join(userData, 'updates.json'), publicKey, log }),
    version: app.getVersion(),
    system: {
      platform: process.platform,
      arch: process.arch,
      fromAppImage: process.env['APPIMAGE'] !== undefined,
    },
    inKiosk: () => kiosk.isOn(),
    enabled: () => settings.get().checkForUpdates,
    allowLocalHttp: !app.isPackaged,
    now,
    log,
    onChange: () => push('updates:changed'),
  })
  const diagnostics = (): string => {
    const home = homes.current()
    return collectDiagnostics({
      version: app.getVersion(),
      isPackaged: app.isPackaged,
      versions: process.versions,
      platform: process.platform,
      arch: process.arch,
      release: release(),
      locale: () => app.getPreferredSystemLanguages().join(', '),
      inKiosk: () => kiosk.isOn(),
      keychain: () => home?.outbox.counts().keptIn ?? 'memory',
      settings: () => settings.get(),
      offline: () => home?.offline.state() ?? nothingKnown(settings),
      queue: () => (home === undefined ? NO_QUEUE : queueState(home.outbox, home.replay.state())),
      userData,
      logDirectory,
      own: { user: userInfo().username, home: homedir(), host: hostname() },
      now,
    })
  }
  const server = createServerChoice({
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
      !kiosk.isOn() &&
      !kiosk.isBeginning() &&
      (homes.current()?.outbox.counts().waiting ?? 0) === 0,
    // After the answer has left.
    loadAnew: () =>
      setImmediate(
        () => void window()?.loadURL(`${APP_ORIGIN}/`).catch(failed('window.not-loaded')),
      ),
  })

  protocol.handle(
    APP_SCHEME,
    createAppProtocol({
      api: (request) => connection.api(request),
      files: createStaticHandler(join(mainDirectory, '../renderer')),
      log,
    }),
  )
  hardenSession(session.defaultSession, { scannerIsOpen: () => scannerOpen, log })
  refuseDownloads(session.defaultSession, () => kiosk.isOn())
  app.on('web-contents-created', (_event, contents) =>
    hardenContents(contents, { shell: outside, log }),
  )

  // Menu and window.
  const zoom = createZoom({ settings, log })
  const memory = openWindowMemory({ directory: userData, screen, log })
  const openRoute = (path: string): void => {
    if (window() === undefined) openWindow().catch(failed('window.not-opened'))
    links.openRoute(path)
    focusWindow(window())
  }
  const actions = {
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
  }
  const showMenu = (): void => {
    if (kiosk.isOn()) return
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({
          texts: texts().menu,
          appName: app.getName(),
          platform: process.platform,
          developerTools,
          actions,
        }),
      ),
    )
  }
  showMenu()
  settings.onChange(() => {
    const chosen = settings.get().language
    if (chosen !== null && chosen !== language) {
      language = chosen
      showMenu()
    }
    push('settings:changed')
  })
  links.onOpened(() => push('link:opened'))

  const handlers = createChannels({
    version: app.getVersion(),
    connection,
    homes,
    kiosk,
    settings,
    server,
    updates,
    links,
    shell: outside,
    clipboard,
    diagnostics,
    window,
    setScannerOpen: (open) => {
      scannerOpen = open
    },
    setLanguage: async (chosen) => {
      language = chosen
      showMenu()
      await settings.change({ language: chosen }).catch(failed('settings.not-kept'))
    },
    log,
  })
  answerChannels(
    ipcMain,
    closeInKiosk(handlers, () => kiosk.mode(), log),
    log,
  )

  const openWindow = (): Promise<void> =>
    openMainWindow({
      mainDirectory,
      title: app.getName(),
      placement: memory.placement(),
      path: kiosk.isOn() ? KIOSK_PATH : '/',
      prepare: (opened) => {
        recoverWindow(opened, {
          dialog,
          app,
          texts,
          inKiosk: () => kiosk.isOn(),
          now: Date.now,
          log,
        })
        kioskWindow.attach(opened)
        zoom.follow(opened.webContents)
        memory.follow(opened)
        // A page that was replaced or died cannot close its scanner any more.
        opened.webContents.on('did-navigate', () => {
          scannerOpen = false
        })
        if (kiosk.isOn()) kioskWindow.enter()
      },
    })
  app.on('activate', () => {
    if (window() === undefined) openWindow().catch(failed('window.not-opened'))
  })
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void homes
      .close()
      .catch(failed('home.not-closed'))
      .finally(() => app.quit())
  })

  registerDeepLinks(app, log)
  app.on('will-quit', updates.start())
  await homesForKiosk()
  await openWindow()
  return links

  /** A kiosk that was running comes back before anything is shown. */
  async function homesForKiosk(): Promise<void> {
    const restored = homes.ready().then(() => kiosk.restore())
    if (kioskFile.read() !== undefined) await restored
    else restored.catch(failed('kiosk.not-restored'))
  }
}
