/** Wires `decideRecovery` to a window. */
import type { App, BrowserWindow, Dialog } from 'electron'
import type { Log } from '../log/log-file.ts'
import { createAttemptCounter, decideRecovery } from './recovery.ts'
import type { ShellTexts } from './texts.ts'

export interface RecoverWindowOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly app: Pick<App, 'quit'>
  readonly texts: () => ShellTexts
  /** Quitting is not allowed there: the page comes back. */
  readonly inKiosk: () => boolean
  readonly now: () => number
  readonly log: Log
}

export function recoverWindow(
  window: BrowserWindow,
  { dialog, app, texts, inKiosk, now, log }: RecoverWindowOptions,
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

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const recovery = decideRecovery({ reason, attemptsInWindow: attempts.count() })
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
