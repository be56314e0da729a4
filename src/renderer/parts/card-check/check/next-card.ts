/** What happens to a card that is read while the screen shows the one before (ADR 0062). Pure: scans.ts acts on it. */
import type { Look } from '../result/looks.ts'

/** A stop is on the screen at least this long, whatever is held up meanwhile. */
export const STOP_LEAST_MS = 2_000
/** The neutral screen between a stop and the next result. */
export const PAUSE_MS = 500
/** How long a result is shown where more cards wait behind it. */
export const QUEUED_SHOWN_MS = 1_000
/** A person holds up no more than that within two seconds; a film of codes does. */
export const MOST_WAITING = 5

interface OnScreen {
  readonly kind: 'idle' | 'checking' | 'answer' | 'failed' | 'pause'
  /** Of an answer. */
  readonly look?: Pick<Look, 'tone' | 'holdMs'> | undefined
  readonly shownMs: number
  /** Cards that wait already. */
  readonly waiting: number
}

export type NextCard =
  /** Main is asked at once. */
  | { readonly kind: 'check' }
  /** It is checked after the present one. `endMs`: the present result ends after this time; undefined: as planned. */
  | { readonly kind: 'wait'; readonly endMs: number | undefined }
  /** It is neither sent nor kept: staff deal with the present result first, and its holder may be gone by then. */
  | { readonly kind: 'refuse' }

export function nextCard({ kind, look, shownMs, waiting }: OnScreen): NextCard {
  if (kind === 'idle' || kind === 'failed') return { kind: 'check' }
  if (waiting >= MOST_WAITING) return { kind: 'refuse' }
  if (kind === 'checking' || kind === 'pause') return { kind: 'wait', endMs: undefined }
  if (look?.tone !== 'stop')
    return waiting === 0 ? { kind: 'check' } : { kind: 'wait', endMs: undefined }
  return look.holdMs === null
    ? { kind: 'refuse' }
    : { kind: 'wait', endMs: Math.max(0, STOP_LEAST_MS - shownMs) }
}
