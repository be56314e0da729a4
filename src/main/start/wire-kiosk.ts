import { join } from 'node:path'
import {
  app,
  BaseWindow,
  powerMonitor,
  powerSaveBlocker,
  screen,
  systemPreferences,
} from 'electron'
import type { Rectangle } from 'electron'
import { systemTimers } from '../base/timers.ts'
import {
  createKiosk,
  type Kiosk,
  type KioskServerData,
  type KioskWindowPort,
} from '../kiosk/create-kiosk.ts'
import { openKioskFile } from '../kiosk/kiosk-file.ts'
import { createKioskWindow } from '../kiosk/kiosk-window.ts'
import { createPins } from '../kiosk/pin.ts'
import { createSessionCall } from '../proxy/session-call.ts'
import { tellSignedOut } from '../session/sign-in.ts'
import { createKioskDisplays } from '../window/kiosk-displays.ts'
import { cameraAccess, windowingOf } from '../window/kiosk-system.ts'
import type { Base } from './open-base.ts'
import type { openServer } from './open-server.ts'
import type { Windows } from './wire-window.ts'

type Server = ReturnType<typeof openServer>

/** The kiosk, and the window that it holds. */
export function wireKiosk(
  base: Base,
  server: Server,
  windows: Windows,
): { readonly kiosk: Kiosk; readonly restore: () => Promise<void> } {
  const { config, userData, settings, mode, inKiosk, push, failed, log } = base
  const { serverData } = server
  const windowing = windowingOf({
    platform: process.platform,
    env: process.env,
    ozonePlatform: app.commandLine.getSwitchValue('ozone-platform'),
  })
  const displays = createKioskDisplays({
    screen,
    isOn: inKiosk,
    window: base.window,
    canPlace: windowing !== 'wayland',
    openBlank,
  })
  const held = createKioskWindow({
    isOn: inKiosk,
    app,
    powerMonitor,
    powerSaveBlocker,
    showMenu: windows.showMenu,
    log,
  })
  const window: KioskWindowPort = {
    enter: () => {
      held.enter()
      displays.arrange()
    },
    leave: () => {
      displays.clear()
      held.leave()
    },
    loadRoute: (path) => held.loadRoute(path),
  }
  const file = openKioskFile(join(userData, 'kiosk.json'), log)
  const kiosk = createKiosk({
    ready: () => serverData.ready(),
    server: () => kioskServerData(base, server),
    window,
    system: () => ({
      camera: cameraAccess(process.platform, systemPreferences),
      windowing,
      displays: screen.getAllDisplays().length,
    }),
    wanted: config.kiosk || settings.startsAsKiosk,
    push: () => {
      push('kiosk:changed')
      push('updates:changed') // which the kiosk does not show
    },
    pins: createPins(),
    appVersion: app.getVersion(),
    file,
    timers: systemTimers,
    log,
  })
  mode.attach(kiosk)
  // Another person may open the lid, and the camera starts again with the screen that the PIN opens. Not every system says
  // in time that it goes to sleep.
  powerMonitor.on('suspend', () => void kiosk.handlers['kiosk:lock']())
  powerMonitor.on('resume', () => void kiosk.handlers['kiosk:lock']())
  windows.onPrepare((opened) => {
    held.attach(opened)
    if (kiosk.isOn()) window.enter()
  })
  return {
    kiosk,
    /** A kiosk that was running comes back before anything is shown. */
    async restore() {
      const restored = serverData.ready().then(() => kiosk.restore())
      if (file.read() !== undefined) await restored
      else restored.catch(failed('kiosk.not-restored'))
    },
  }
}

/** Over a display that the kiosk does not use: black, above everything, and without a page. */
function openBlank(bounds: Rectangle): BaseWindow {
  const blank = new BaseWindow({
    ...bounds,
    frame: false,
    backgroundColor: '#000000',
    focusable: false,
    closable: false,
    minimizable: false,
    movable: false,
    resizable: false,
    skipTaskbar: true,
    hasShadow: false,
    show: false,
  })
  blank.setAlwaysOnTop(true, 'screen-saver')
  blank.showInactive()
  return blank
}

/** Undefined while no server was chosen, or while the data of the one before is still open. */
function kioskServerData(
  { failed, log }: Base,
  { connection, serverData }: Server,
): KioskServerData | undefined {
  const data = serverData.current()
  if (data === undefined || data.link !== connection.current()) return undefined
  const { link, offline, outbox, doors, retryReplay, entries } = data
  return {
    call: link.call,
    staffCall: createSessionCall({ ...link, need: 'session' }),
    signStaffOut: async () => {
      const held = await link.keeper.end()
      if (held !== undefined)
        tellSignedOut(held, { call: link.call, renew: link.renew, log }).catch(
          failed('session.server-not-told'),
        )
    },
    offline,
    outbox,
    doors,
    retryReplay,
    entries,
  }
}
