import type { CallResult } from '#shared/contract/base/client.ts'
import { REFRESH_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { createListeners } from '#shared/listeners.ts'
/** The web session: sign-in, the bearer on each call, renewal, sign-out. Wired to a browser in `web.ts`. */
import type { Platform, SessionChange, SessionUser } from '../platform.ts'
import type { SessionCalls, Tokens } from './session-calls.ts'
import type { SessionStorage } from './web-storage.ts'

/**
 * Milliseconds until an access token should be renewed; 0 when it is time, or when the token cannot be read.
 * The age is read from the token itself, so nothing more needs storing. A client clock that is wrong only makes the
 * renewal early or leaves it to the first 401: the result stays between 0 and one interval.
 */
function renewalDueInMs(accessToken: string, nowMs: number): number {
  const issuedAtMs = readIssuedAtMs(accessToken)
  if (issuedAtMs === undefined) return 0
  return Math.min(Math.max(issuedAtMs + REFRESH_INTERVAL_MS - nowMs, 0), REFRESH_INTERVAL_MS)
}

function readIssuedAtMs(token: string): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    if (typeof claims !== 'object' || claims === null || !('iat' in claims)) return undefined
    return typeof claims.iat === 'number' && Number.isFinite(claims.iat)
      ? claims.iat * 1000
      : undefined
  } catch {
    return undefined
  }
}

interface RenewalDeps {
  /**
   * Exchanges a refresh token. A rejection means "no response", as does a result without a problem.
   */
  readonly refresh: (refreshToken: string) => Promise<CallResult<Tokens>>
  readonly storage: SessionStorage
  readonly clock: {
    now(): number
    setTimeout(run: () => void, delayMs: number): unknown
    clearTimeout(timer: unknown): void
  }
  /** Runs the task while no other tab runs one. */
  readonly exclusively: <T>(task: () => Promise<T>) => Promise<T>
  /** The server refused the refresh token; the stored items are already removed. */
  readonly onEnded: () => void
}

/** `kept`: no response, so nothing changes. */
type RenewalOutcome = 'renewed' | 'ended' | 'kept'

// A lost reply is requested again at once: the server returns the same successor for 30 seconds
// (REFRESH_GRACE_S).
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 30_000] as const
const LONGEST_RETRY_MS = 60_000
const NO_ANSWER = {
  ok: false,
  problem: undefined,
  cause: 'offline',
} as const satisfies CallResult<never>

/**
 * Keeps the web session alive: renews the access token on a timer, when the tab comes back, and
 * when the API says 401.
 *
 * Refresh tokens are single use: the server replaces one on every call and ends the session when an
 * old one comes back late. So there is one renewal at a time, across all tabs of the browser (a Web
 * Lock), and the tab with the lock first checks whether another tab has already renewed. All
 * outside dependencies are arguments.
 */
function createTokenRenewal({ refresh, storage, clock, exclusively, onEnded }: RenewalDeps) {
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

  /**
   * Replaces the given access token, or finds that it was replaced. Simultaneous calls share the
   * result.
   */
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
    // The user signed out or changed during the call: its result is dropped.
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

export interface WebSessionDeps extends Pick<RenewalDeps, 'clock' | 'exclusively'> {
  readonly fetch: typeof fetch
  /** Fetched when first needed; rejects when there is no network to fetch them with. */
  readonly loadCalls: () => Promise<SessionCalls>
  readonly origin: string
  readonly storage: SessionStorage
}

const SIGN_OUT_LIMIT_MS = 5_000

export function createWebSession({
  fetch,
  loadCalls,
  origin,
  storage,
  clock,
  exclusively,
}: WebSessionDeps) {
  const listeners = createListeners<[SessionChange]>()
  const renewal = createTokenRenewal({
    refresh: async (bearer) => (await loadCalls()).refresh({ bearer }),
    storage,
    clock,
    exclusively,
    onEnded: () => listeners.call({ user: undefined, cause: 'refused' }),
  })

  /**
   * The bearer goes to our own API and nowhere else. While the session waits for its second factor, public pages are
   * those of a visitor: the server would refuse their calls with this bearer.
   */
  const isOurs = (input: RequestInfo | URL, { waits }: SessionUser): boolean => {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    return (
      url.origin === origin && (waits ? /^\/api\/(auth|user\/v)/ : /^\/api\//).test(url.pathname)
    )
  }

  const withSession =
    (transport: typeof fetch): typeof fetch =>
    async (input, init) => {
      const headers = new Headers(
        init?.headers ?? (input instanceof Request ? input.headers : undefined),
      )
      const session = storage.read()
      if (session === undefined || headers.has('authorization') || !isOurs(input, session.user))
        return transport(input, init)
      const send = (accessToken: string): Promise<Response> => {
        headers.set('authorization', `Bearer ${accessToken}`)
        // A body that was read once cannot be sent again, so each try gets a copy.
        return transport(input instanceof Request ? input.clone() : input, { ...init, headers })
      }
      const response = await send(session.accessToken)
      if (response.status !== 401) return response
      const outcome = await renewal.renew(session.accessToken)
      if (outcome === 'kept')
        throw new TypeError('The session could not be renewed: no answer from the server')
      const renewed = storage.read()
      // Another user signed in meanwhile (another tab): this call is not theirs, and must not be
      // sent with their session.
      if (renewed === undefined || renewed.user.cardId !== session.user.cardId) return response
      return send(renewed.accessToken)
    }

  async function tellServer(accessToken: string, refreshToken: string): Promise<void> {
    const signal = AbortSignal.timeout(SIGN_OUT_LIMIT_MS)
    const calls = await loadCalls()
    const first = await calls.signOut({ bearer: accessToken, signal })
    if (first.ok || first.problem?.status !== 401) return
    // The access token had run out, but the session would live on at the server: renew once, only to end it.
    const renewed = await calls.refresh({ bearer: refreshToken, signal })
    if (renewed.ok) await calls.signOut({ bearer: renewed.value.accessToken, signal })
  }

  const platform = {
    fetch: withSession(fetch),
    withSession,
    async signIn(identifier, password, options) {
      const calls = await loadCalls().catch(() => undefined)
      if (calls === undefined) return { kind: 'offline' }
      const { result, session } = await calls.signIn(identifier, password, options)
      if (session !== undefined) {
        storage.begin(session, options)
        renewal.accept(session.accessToken)
      }
      return result
    },
    async signOut() {
      const session = storage.read()
      storage.clear()
      renewal.stop()
      if (session !== undefined)
        await tellServer(session.accessToken, session.refreshToken).catch(() => undefined) // no network: the server cannot be informed
    },
    async restore() {
      const session = storage.read()
      if (session === undefined) {
        storage.clear() // an incomplete session, or an unknown format
        return { kind: 'none' }
      }
      renewal.plan()
      return { kind: 'restored', user: session.user }
    },
    keepUser: storage.keepUser,
    onSessionChange: listeners.add,
  } satisfies Partial<Platform>

  return {
    ...platform,
    /** The tab came back to the front, or the network came back. */
    wake: (): void => void renewal.renewIfDue(),
    /** Another tab changed the stored session. */
    storageChanged: (): void => {
      renewal.plan()
      listeners.call({ user: storage.read()?.user, cause: 'elsewhere' })
    },
  }
}
