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
export type CrashDecision = 'log' | 'tell' | 'restart' | 'stop'

export interface CrashQuestion {
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
