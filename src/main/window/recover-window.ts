/** After a crash of the interface: reloads it automatically, a limited number of times. In the kiosk a hung one is ended. */
import type { RenderProcessGoneDetails, App, BrowserWindow, Dialog } from 'electron'
import type { Timers } from '../base/timers.ts'
import type { Log } from '../log/log-file.ts'
import type { ShellTexts } from './texts.ts'

type GoneReason = RenderProcessGoneDetails['reason']
type Recovery = 'ignore' | 'reload' | 'ask'

const MAX_ATTEMPTS = 3
/** A page that does not respond for so long is ended. A slow disk or a busy computer needs less. */
const HANG_LIMIT_MS = 10_000
export const ATTEMPT_WINDOW_MS = 60_000

interface RecoveryQuestion {
  readonly reason: GoneReason
  /** Reloads within the last minute. */
  readonly attemptsInWindow: number
}

export function decideRecovery({ reason, attemptsInWindow }: RecoveryQuestion): Recovery {
  switch (reason) {
    case 'clean-exit':
      return 'ignore'
    // Damaged files or no process at all: an automatic retry only hides the fault.
    case 'integrity-failure':
    case 'launch-failed':
      return 'ask'
    default:
      return attemptsInWindow < MAX_ATTEMPTS ? 'reload' : 'ask'
  }
}

/** Outside the kiosk a user waits or closes the window; in it, no key works, so a user could do neither. */
const decideHang = ({ inKiosk }: { readonly inKiosk: boolean }): 'wait' | 'end-page' =>
  inKiosk ? 'end-page' : 'wait'

/** Counts attempts that are younger than the window. */
export function createAttemptCounter(now: () => number): {
  count(): number
  add(): void
  clear(): void
} {
  let attempts: number[] = []
  return {
    count() {
      attempts = attempts.filter((at) => now() - at < ATTEMPT_WINDOW_MS)
      return attempts.length
    },
    add: () => void attempts.push(now()),
    clear() {
      attempts = []
    },
  }
}

interface RecoverWindowOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly app: Pick<App, 'quit'>
  readonly texts: () => ShellTexts
  /** Quitting is not allowed there: the page comes back. */
  readonly inKiosk: () => boolean
  readonly now: () => number
  readonly after: Timers['after']
  readonly log: Log
}

/** Wires `decideRecovery` to a window. */
export function recoverWindow(
  window: BrowserWindow,
  { dialog, app, texts, inKiosk, now, after, log }: RecoverWindowOptions,
): void {
  const attempts = createAttemptCounter(now)

  const ask = async (): Promise<void> => {
    const { title, message, reload, quit } = texts().crash
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      title,
      message,
      buttons: [reload, quit],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    attempts.clear()
    if (response !== 0 && !inKiosk()) app.quit()
    else if (!window.isDestroyed()) window.webContents.reload()
  }

  let stopWaiting = (): void => undefined
  const endHungPage = (): void => {
    if (window.isDestroyed() || decideHang({ inKiosk: inKiosk() }) === 'wait') return
    log('error', 'renderer.hung')
    window.webContents.forcefullyCrashRenderer() // and then as after every crash
  }
  window.on('unresponsive', () => {
    stopWaiting()
    stopWaiting = after(HANG_LIMIT_MS, endHungPage)
  })
  window.on('responsive', () => stopWaiting())

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const recovery = decideRecovery({ reason, attemptsInWindow: attempts.count() })
    stopWaiting()
    log('error', 'renderer.gone', { reason, exitCode, recovery })
    if (window.isDestroyed() || recovery === 'ignore') return
    if (recovery === 'ask') {
      void ask()
      return
    }
    attempts.add()
    window.webContents.reload()
  })
}
