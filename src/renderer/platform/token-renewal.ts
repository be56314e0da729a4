/**
 * Keeps the web session alive: renews the access token on a timer, when the tab comes back, and when the API says 401.
 *
 * Refresh tokens are single use: the server replaces one on every call and ends the session when an old one comes back
 * late. So there is one renewal at a time, across all tabs of the browser (a Web Lock), and whoever gets the lock looks
 * first whether another tab has already done the work. Everything from outside comes in as an argument.
 */
import type { CallResult } from '#shared/contract/client.ts'
import { REFRESH_INTERVAL_MS } from '#shared/domain/session-rules.ts'
import { renewalDueInMs } from './access-token.ts'
import type { Tokens } from './session-calls.ts'
import type { SessionStorage } from './web-storage.ts'

export interface RenewalDeps {
  /** Exchanges a refresh token. A rejection is "no answer", as is a result without a problem. */
  readonly refresh: (refreshToken: string) => Promise<CallResult<Tokens>>
  readonly storage: SessionStorage
  readonly clock: {
    now(): number
    setTimeout(run: () => void, delayMs: number): unknown
    clearTimeout(timer: unknown): void
  }
  /** Runs the task while no other tab runs one. */
  readonly exclusively: <T>(task: () => Promise<T>) => Promise<T>
  /** The server refused the refresh token; the stored items are gone already. */
  readonly onEnded: () => void
}

/** `kept`: no answer, so nothing is known and nothing changes. */
export type RenewalOutcome = 'renewed' | 'ended' | 'kept'

// A lost reply is asked for again at once: the server answers the same successor for 30 seconds (REFRESH_GRACE_S).
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 30_000] as const
const LONGEST_RETRY_MS = 60_000
const NO_ANSWER = {
  ok: false,
  problem: undefined,
  cause: 'offline',
} as const satisfies CallResult<never>

export function createTokenRenewal({ refresh, storage, clock, exclusively, onEnded }: RenewalDeps) {
  let timer: unknown
  let failures = 0
  /** When this tab received the present token, by its own clock; other tokens are dated by their stamp. */
  let received: { readonly accessToken: string; readonly atMs: number } | undefined
  let running: Promise<RenewalOutcome> | undefined

  function stop(): void {
    clock.clearTimeout(timer)
    timer = undefined
  }

  function wakeIn(delayMs: number): void {
    stop()
    timer = clock.setTimeout(() => void renewIfDue(), delayMs)
  }

  function dueInMs(accessToken: string): number {
    const now = clock.now()
    if (received?.accessToken !== accessToken) return renewalDueInMs(accessToken, now)
    return Math.max(received.atMs + REFRESH_INTERVAL_MS - now, 0)
  }

  /** Plans the next renewal of whatever token is stored now. */
  function plan(): void {
    const session = storage.read()
    if (session === undefined) stop()
    else wakeIn(dueInMs(session.accessToken))
  }

  /** This tab has just been given a token. */
  function accept(accessToken: string): void {
    failures = 0
    received = { accessToken, atMs: clock.now() }
    plan()
  }

  async function renewIfDue(): Promise<void> {
    const session = storage.read()
    if (session === undefined) return stop()
    if (dueInMs(session.accessToken) > 0) return plan() // another tab was here
    await renew(session.accessToken)
  }

  /** Replaces the given access token, or finds that it was replaced. Calls that come meanwhile share the answer. */
  function renew(staleAccessToken: string): Promise<RenewalOutcome> {
    running ??= exclusively(() => exchange(staleAccessToken)).finally(() => {
      running = undefined
    })
    return running
  }

  async function exchange(staleAccessToken: string): Promise<RenewalOutcome> {
    const session = storage.read()
    if (session === undefined) return 'ended'
    if (session.accessToken !== staleAccessToken) {
      plan()
      return 'renewed'
    }
    const result = await refresh(session.refreshToken).catch(() => NO_ANSWER)
    const now = storage.read()
    // Signed out, or signed in as somebody else, while the call was on its way: its answer is nobody's.
    if (now === undefined) return 'ended'
    if (now.refreshToken !== session.refreshToken) return 'renewed'
    if (result.ok) {
      storage.renew(result.value)
      accept(result.value.accessToken)
      return 'renewed'
    }
    if (result.problem?.status === 401) {
      storage.clear()
      stop()
      onEnded()
      return 'ended'
    }
    const delayMs = RETRY_DELAYS_MS[failures] ?? LONGEST_RETRY_MS
    failures += 1
    wakeIn(Math.max(delayMs, (result.problem === undefined ? 0 : (result.retryAfterS ?? 0)) * 1000))
    return 'kept'
  }

  return { plan, accept, stop, renew, renewIfDue }
}
