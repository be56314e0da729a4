/** Tells main that staff use the screen, so that the kiosk does not lock. Throttled: not with every key. */
export const TOUCH_EVERY_MS = 10_000

export function createActivityReports(tell: () => void, nowMs: () => number): () => void {
  let toldMs = -Infinity
  return () => {
    const now = nowMs()
    // A clock that was set back must not stop the reports.
    if (now - toldMs < TOUCH_EVERY_MS && now >= toldMs) return
    toldMs = now
    tell()
  }
}
