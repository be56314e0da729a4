import { join } from 'node:path'
import { app, powerMonitor, powerSaveBlocker } from 'electron'
import { createKiosk, type Kiosk, type KioskHome } from '../kiosk/create-kiosk.ts'
import { openKioskFile } from '../kiosk/kiosk-file.ts'
import { createKioskWindow } from '../kiosk/kiosk-window.ts'
import { createPins } from '../kiosk/pin.ts'
import { systemTimers } from '../kiosk/timers.ts'
import { createSessionCall } from '../proxy/session-call.ts'
import { tellSignedOut } from '../session/sign-in.ts'
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
  const { homes } = server
  const window = createKioskWindow({
    isOn: inKiosk,
    app,
    powerMonitor,
    powerSaveBlocker,
    showMenu: windows.showMenu,
    log,
  })
  const file = openKioskFile(join(userData, 'kiosk.json'), log)
  const kiosk = createKiosk({
    ready: () => homes.ready(),
    server: () => kioskHome(base, server),
    window,
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
  powerMonitor.on('suspend', () => void kiosk.handlers['kiosk:lock']()) // another person may open the lid
  windows.onPrepare((opened) => {
    window.attach(opened)
    if (kiosk.isOn()) window.enter()
  })
  return {
    kiosk,
    /** A kiosk that was running comes back before anything is shown. */
    async restore() {
      const restored = homes.ready().then(() => kiosk.restore())
      if (file.read() !== undefined) await restored
      else restored.catch(failed('kiosk.not-restored'))
    },
  }
}

/** Undefined while no server was chosen, or while the data of the one before is still open. */
function kioskHome({ failed, log }: Base, { connection, homes }: Server): KioskHome | undefined {
  const home = homes.current()
  if (home === undefined || home.link !== connection.current()) return undefined
  const { link, offline, outbox, doors, retryReplay, entries } = home
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
