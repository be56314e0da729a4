/**
 * After a fault of main that nothing caught. What matters is on the disk by then (check-ins are fsynced before the
 * screen turns green, settings and the session before they are told), so a new start loses nothing but time.
 *
 * - A promise that nobody waited for stopped one piece of work, and its state went with it: written down, no more.
 * - An exception may have left anything half done. One is survived all the same: stopping the scanner at a door for a fault
 *   in a corner is worse. Who sits at it is told once and may start anew; in a kiosk nobody is asked, because a dialog
 *   that offers to quit is a way out.
 * - Several within a minute are no accident: main starts anew by itself, and does not try for ever.
 */
export type CrashDecision = 'log' | 'tell' | 'restart' | 'stop'

export interface CrashQuestion {
  readonly kind: 'exception' | 'rejection'
  /** Exceptions within the last minute, this one among them. */
  readonly exceptionsInWindow: number
  readonly inKiosk: boolean
  readonly alreadyTold: boolean
  /** This run itself is a new start after faults, and a young one. */
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

/** Handed to the new start, so that it knows; the instant is that of the restart. */
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
