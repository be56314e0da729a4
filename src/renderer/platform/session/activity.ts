/**
 * When a person last used the site in this browser: a key, a press, a wheel, or a card before the
 * camera, in any of its tabs. Loaded with the calls of a session, so a visitor never fetches it.
 */
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const
/** Other tabs are told at most so often. */
const TOLD_EVERY_MS = 2_000

let usedAtMs = Date.now()
let toldAtMs = 0
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('wld-activity')

/** The site was used now. Also for what is no input of the browser: a scanned card. */
export function noteActivity(): void {
  usedAtMs = Date.now()
  if (usedAtMs - toldAtMs < TOLD_EVERY_MS) return
  toldAtMs = usedAtMs
  channel?.postMessage(usedAtMs)
}

/** Seconds since the last use; by the clock, so that a computer that slept counts. */
export const idleS = (): number => Math.max(0, Math.floor((Date.now() - usedAtMs) / 1_000))

if (typeof window !== 'undefined')
  for (const input of INPUTS)
    window.addEventListener(input, noteActivity, { capture: true, passive: true })
channel?.addEventListener('message', ({ data }) => {
  if (typeof data === 'number') usedAtMs = Math.max(usedAtMs, Math.min(data, Date.now()))
})
