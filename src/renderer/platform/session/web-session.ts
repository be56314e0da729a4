/** The web session: sign-in, the bearer on each call, renewal, sign-out. Wired to a browser in `web.ts`. */
import type { Platform, SessionChange } from '../platform.ts'
import type { SessionCalls } from './session-calls.ts'
import { createTokenRenewal, type RenewalDeps } from './token-renewal.ts'
import type { SessionStorage } from './web-storage.ts'

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
  const listeners = new Set<(change: SessionChange) => void>()
  const tell = (change: SessionChange): void => {
    for (const listener of listeners) listener(change)
  }
  const renewal = createTokenRenewal({
    refresh: async (bearer) => (await loadCalls()).refresh({ bearer }),
    storage,
    clock,
    exclusively,
    onEnded: () => tell({ user: undefined, cause: 'refused' }),
  })

  /** The bearer goes to our own API and nowhere else. */
  const isOurs = (input: RequestInfo | URL): boolean => {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    return url.origin === origin && url.pathname.startsWith('/api/')
  }

  const withSession =
    (transport: typeof fetch): typeof fetch =>
    async (input, init) => {
      const headers = new Headers(
        init?.headers ?? (input instanceof Request ? input.headers : undefined),
      )
      const session = storage.read()
      if (session === undefined || headers.has('authorization') || !isOurs(input))
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
    onSessionChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } satisfies Partial<Platform>

  return {
    ...platform,
    /** The tab came back to the front, or the network came back. */
    wake: (): void => void renewal.renewIfDue(),
    /** Another tab changed the stored session. */
    storageChanged: (): void => {
      renewal.plan()
      tell({ user: storage.read()?.user, cause: 'elsewhere' })
    },
  }
}
