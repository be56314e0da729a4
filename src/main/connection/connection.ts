import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
/**
 * The server of this app: none at the first start, another one after a user chose it. Every part
 * with an address or a session is created again for each server, so that a token of one server can
 * never reach another.
 */
import { createListeners } from '#shared/listeners.ts'
import { compileAllowList, type ProxiedRoute } from '../api/allow-list.ts'
import { type CallApi, type CallApiOptions, createCallApi } from '../api/call-api.ts'
import { unreachableReply } from '../api/replies.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { createApiHandler } from '../proxy/handle-api.ts'
import { createSessionCall } from '../proxy/session-call.ts'
import { createSessionKeeper, type SessionKeeper } from '../session/keeper.ts'
import { openKeychain, type KeychainOptions } from '../session/keychain.ts'
import { createRenew, type Renew } from '../session/renew.ts'
import { tellSignedOut } from '../session/sign-in.ts'
import { withinTime } from '../session/time-limit.ts'
import { openVault } from '../session/vault.ts'

/** One server, and the session there. */
export interface Link {
  readonly origin: string
  readonly call: CallApi
  readonly renew: Renew
  readonly keeper: SessionKeeper
}

export interface Connection {
  /**
   * A caller that needs several parts of a link reads it once for one purpose, because the address
   * may change between two calls. undefined: no server was chosen yet.
   */
  current(): Link | undefined
  /** Ends the session at the server before, if there was one, and uses this one from now on. */
  use(origin: string): Promise<void>
  /** `app://wld/api/…`. Without a server it fails as it does while a server is away. */
  api(request: Request): Promise<Response>
  /** A call as it is given, to the present server. */
  readonly call: CallApi
  /** A call with the session of the signed-in user. */
  readonly callInSession: CallApi
  sessionState(): ReturnType<SessionKeeper['state']>
  /** Returns a function that stops listening. */
  onChange(listener: () => void): () => void
}

export interface ConnectionOptions {
  readonly origin: string | null
  readonly fetch: CallApiOptions['fetch']
  readonly routes: Readonly<Record<string, RouteDefinition>>
  /** See `ApiHandlerOptions`. */
  readonly isAllowed?: (route: ProxiedRoute, url: URL) => boolean
  readonly keychainLibraries: KeychainOptions['libraries']
  readonly keychainService: string
  /** The present server ended the session. */
  readonly onSessionEnded: () => void
  /** A user signed in. */
  readonly onSessionBegun?: () => void
  readonly log: Log
  /** How long a change waits to inform the server before that the session ended. */
  readonly farewellMs?: number
}

interface OpenLink extends Link {
  readonly api: (request: Request) => Promise<Response>
  /** Removes the session here, and informs the server if that succeeds in time. */
  close(): Promise<void>
}

const FAREWELL_MS = 5_000
const NO_SERVER = { kind: 'unreachable', cause: 'No server was chosen' } as const

export function createConnection(options: ConnectionOptions): Connection {
  const allowed = compileAllowList(options.routes)
  const listeners = createListeners()
  let link = options.origin === null ? undefined : openLink(options.origin, options, allowed)
  let changing: Promise<void> = Promise.resolve()

  const change = async (origin: string): Promise<void> => {
    if (link?.origin === origin) return
    const before = link
    link = undefined // calls meanwhile find no server, which is better than the wrong one
    await before?.close()
    link = openLink(origin, options, allowed)
    listeners.call()
  }

  return {
    current: () => link,
    use(origin) {
      changing = changing.catch(() => undefined).then(() => change(origin))
      return changing
    },
    api: async (request) => (link === undefined ? unreachableReply() : link.api(request)),
    call: async (request) => (link === undefined ? NO_SERVER : link.call(request)),
    callInSession: async (request) =>
      link === undefined ? NO_SERVER : createSessionCall({ ...link, need: 'session' })(request),
    sessionState: async () =>
      link === undefined ? { signedIn: false, keptIn: 'memory' } : link.keeper.state(),
    onChange: listeners.add,
  }
}

function openLink(
  origin: string,
  {
    fetch,
    isAllowed,
    keychainLibraries,
    keychainService,
    onSessionEnded,
    onSessionBegun,
    log,
    farewellMs = FAREWELL_MS,
  }: ConnectionOptions,
  routes: readonly ProxiedRoute[],
): OpenLink {
  const call = createCallApi({ apiUrl: origin, fetch })
  const renew = createRenew(call)
  let closed = false
  const kept = createSessionKeeper({
    // The entry belongs to one server: its token must never be sent to another.
    openVault: () =>
      openVault(
        () =>
          openKeychain({
            libraries: keychainLibraries,
            service: keychainService,
            account: `session ${origin}`,
          }),
        log,
      ),
    renew,
    onEnded: () => void (closed || onSessionEnded()),
    log,
  })

  const end = async (): Promise<void> => {
    const held = await kept.end()
    if (held === undefined) return
    await withinTime(tellSignedOut(held, { call, renew, log }), farewellMs).catch(
      (error: unknown) => log('warn', 'session.server-not-told', { cause: describeError(error) }),
    )
  }
  const keeper: SessionKeeper = {
    ...kept,
    async begin(tokens) {
      await kept.begin(tokens)
      if (closed) await end() // a sign-in that was on its way when the address changed
      else onSessionBegun?.()
    },
  }
  const api = createApiHandler({
    routes,
    call,
    keeper,
    renew,
    log,
    ...(isAllowed === undefined ? {} : { isAllowed }),
  })
  return {
    origin,
    call,
    renew,
    keeper,
    api,
    async close() {
      closed = true
      await end()
    },
  }
}
