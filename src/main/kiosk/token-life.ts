/**
 * How long the token of the device is valid. The server decides; without network the last known
 * deadline is used, with a clock that no user can set.
 */
import { KIOSK_HOURS_MAX } from '#shared/domain/card/kiosk-rules.ts'
import type { Timers } from '../base/timers.ts'
import type { KioskEntry } from './kiosk-entry.ts'

type TokenState = 'good' | 'expired' | 'revoked'

export interface TokenLife {
  state(): TokenState
  /** Data from the server: its time, and the deadline of the token. */
  heard(serverNow: Date, expiresAt: Date): void
  /** The server rejects the token. This is final. */
  refused(): Exclude<TokenState, 'good'>
  stop(): void
}
export interface TokenLifeOptions {
  readonly timers: Timers
  readonly expiresAt: Date
  /**
   * The server's time when the token was made; undefined after a restart: this computer's clock is
   * used then.
   */
  readonly serverNow: Date | undefined
  readonly over: KioskEntry['over']
  /** The deadline passed. */
  readonly onExpired: () => void
}

const LONGEST_MS = KIOSK_HOURS_MAX * 3_600_000
/**
 * A refusal this near to the deadline counts as expiry, because clocks and network differ by this
 * much.
 */
const NEAR_MS = 60_000

export function createTokenLife({
  timers,
  expiresAt,
  serverNow,
  over,
  onExpired,
}: TokenLifeOptions): TokenLife {
  let ended: TokenState = over === 'no' ? 'good' : over
  let deadlineMs = 0
  let cancel = (): void => undefined

  const agree = (now: Date, end: Date): void => {
    const leftMs = Math.min(LONGEST_MS, end.getTime() - now.getTime())
    deadlineMs = timers.monotonicMs() + leftMs
    cancel()
    cancel = leftMs > 0 ? timers.after(leftMs, onExpired) : () => undefined
  }
  agree(serverNow ?? timers.now(), expiresAt)

  return {
    state: () => (ended === 'good' && timers.monotonicMs() >= deadlineMs ? 'expired' : ended),
    heard: agree,
    refused() {
      ended = timers.monotonicMs() >= deadlineMs - NEAR_MS ? 'expired' : 'revoked'
      cancel()
      return ended
    },
    stop: () => cancel(),
  }
}
