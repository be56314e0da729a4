/**
 * Logs crashes of the app's processes, and decides what follows. Electron's crash reporter stays
 * off: its dumps are copies of the memory with names of members, and would be stored on every
 * computer at every door.
 */
import type { App, Dialog } from 'electron'
import { describeError, type Log } from '../log/log-file.ts'
import { createAttemptCounter } from './recover-window.ts'
import type { ShellTexts } from './texts.ts'

/**
 * What happens after an uncaught fault of main. All important data is on the disk by then
 * (check-ins are fsynced before the screen turns green, settings and the session before they are
 * reported), so a restart loses only time.
 *
 * - A rejected promise without a handler stopped one piece of work and its state: it is only
 *   logged.
 * - An exception may have left work half done. The app continues after one, because stopping the
 *   scanner at a door for a minor fault is worse. The user is informed once and may restart; a
 *   kiosk shows no dialog, because a dialog that offers to quit is a way out.
 * - After several within a minute main restarts automatically, with a limited number of restarts.
 */
type CrashDecision = 'log' | 'tell' | 'restart' | 'stop'

interface CrashQuestion {
  readonly kind: 'exception' | 'rejection'
  /** Exceptions within the last minute, this one among them. */
  readonly exceptionsInWindow: number
  readonly inKiosk: boolean
  readonly alreadyTold: boolean
  /** This run is itself a recent restart after faults. */
  readonly justRestarted: boolean
}

export const CRASH_WINDOW_MS = 60_000
const MOST_EXCEPTIONS = 3

export function decideCrash({
  kind,
  exceptionsInWindow,
  inKiosk,
  alreadyTold,
  justRestarted,
}: CrashQuestion): CrashDecision {
  if (kind === 'rejection') return 'log'
  if (exceptionsInWindow > MOST_EXCEPTIONS) return justRestarted ? 'stop' : 'restart'
  return inKiosk || alreadyTold ? 'log' : 'tell'
}

/** Passed to the new process, with the instant of the restart. */
const FLAG = '--restarted-after-fault='
export const restartArguments = (argv: readonly string[], now: number): string[] => [
  ...argv.filter((argument) => !argument.startsWith(FLAG)),
  `${FLAG}${now}`,
]

export function wasJustRestarted(argv: readonly string[], now: number): boolean {
  const at = Number(
    argv.findLast((argument) => argument.startsWith(FLAG))?.slice(FLAG.length) ?? Number.NaN,
  )
  return now - at >= 0 && now - at < 5 * CRASH_WINDOW_MS
}

interface CrashSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

interface CrashOptions {
  readonly process: CrashSource & {
    readonly argv: readonly string[]
    readonly env: Readonly<Record<string, string | undefined>>
  }
  readonly app: Pick<App, 'exit' | 'on' | 'relaunch'>
  readonly dialog: Pick<Dialog, 'showErrorBox' | 'showMessageBox'>
  readonly texts: () => ShellTexts
  readonly inKiosk: () => boolean
  readonly now: () => number
  readonly log: Log
}

const MAX_STACK_CHARS = 4_000

export function watchCrashes({
  process,
  app,
  dialog,
  texts,
  inKiosk,
  now,
  log,
}: CrashOptions): void {
  const exceptions = createAttemptCounter(now)
  let told = false

  const restart = (): void => {
    const image = process.env['APPIMAGE'] // the mounted program ends with this run
    app.relaunch({
      args: restartArguments(process.argv.slice(1), now()),
      ...(image === undefined ? {} : { execPath: image }),
    })
    // `exit`, not `quit`: after faults no page may prevent it.
    app.exit(1)
  }
  const tell = async (): Promise<void> => {
    told = true
    const { title, message, restart: again, goOn } = texts().fault
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title,
      message,
      buttons: [again, goOn],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (response === 0) restart()
  }

  const onFault = (kind: 'exception' | 'rejection', error: unknown): void => {
    if (kind === 'exception') exceptions.add()
    const decision = decideCrash({
      kind,
      exceptionsInWindow: exceptions.count(),
      inKiosk: inKiosk(),
      alreadyTold: told,
      justRestarted: wasJustRestarted(process.argv, now()),
    })
    log('error', `main.${kind}`, { decision, error: describeError(error), stack: stackOf(error) })
    if (decision === 'restart') restart()
    else if (decision === 'stop') {
      dialog.showErrorBox(texts().fault.title, texts().fault.stopped)
      app.exit(1)
    } else if (decision === 'tell')
      tell().catch((failure: unknown) =>
        log('error', 'main.fault-not-told', { error: describeError(failure) }),
      )
  }
  process.on('uncaughtException', (error) => {
    // The reader of our output closed (a closed terminal): the app itself has no fault.
    if (isBrokenPipe(error)) return
    onFault('exception', error)
  })
  process.on('unhandledRejection', (error) => onFault('rejection', error))

  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit')
      log('error', 'process.gone', { type, reason, exitCode, name: name ?? '' })
  })
  // `window/recover-window.ts` decides for each window; this also logs a page without a window.
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') log('error', 'process.page-gone', { reason, exitCode })
  })
}

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EPIPE' &&
  'syscall' in error &&
  error.syscall === 'write'

/** The stack without the message, which is logged beside it. */
function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join(' | ')
    .slice(0, MAX_STACK_CHARS)
}
