import { REFRESH_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
/**
 * Holds the session in the main process: the access token in memory, the refresh token in the
 * vault. Only one renewal runs at a time, shared by all calls, and a response after a sign-out
 * changes nothing.
 */
import { assertNever } from '#shared/domain/assert-never.ts'
import type { Log } from '../log/log-file.ts'
import type { Renew } from './renew.ts'
import type { Vault } from './vault.ts'

interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly userId: string
}
export type Bearer =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signed-out' }
  /** There is a session, but the server could not be reached for a bearer. */
  | { readonly kind: 'unavailable' }

export interface SessionKeeper {
  state(): Promise<{ readonly signedIn: boolean; readonly keptIn: 'keychain' | 'memory' }>
  begin(tokens: Tokens): Promise<void>
  /** Removes the session here at once, and returns what is needed to inform the server. */
  end(): Promise<HeldTokens | undefined>
  bearer(): Promise<Bearer>
  /** A bearer other than `rejected`, which the server rejected. */
  renewed(rejected: string): Promise<Bearer>
}
export interface HeldTokens {
  readonly accessToken: string | undefined
  readonly refreshToken: string
}

export interface SessionKeeperOptions {
  readonly openVault: () => Promise<Vault>
  readonly renew: Renew
  /** The server ended the session. */
  readonly onEnded: () => void
  readonly log: Log
}

/**
 * Soon enough for the half minute in which a replaced refresh token still works, in case a response
 * was lost.
 */
const RETRY_MS = 10_000

interface HeldSession {
  readonly userId: string
  refreshToken: string
  accessToken: string | undefined
}

export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { openVault, renew, onEnded, log } = options
  let held: HeldSession | undefined
  let flight: Promise<Bearer> | undefined
  let timer: NodeJS.Timeout | undefined

  const restore = async (): Promise<Vault> => {
    const vault = await openVault()
    const stored = await vault.read()
    if (stored !== undefined) held = { ...stored, accessToken: undefined }
    log('info', 'session.restored', { signedIn: held !== undefined, keptIn: vault.keptIn() })
    if (held !== undefined) void renewHeld(held, vault)
    return vault
  }

  const renewLater = (session: HeldSession, vault: Vault, delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void renewHeld(session, vault), delayMs)
    timer.unref()
  }

  const renewHeld = (session: HeldSession, vault: Vault): Promise<Bearer> => {
    if (flight !== undefined) return flight
    const mine = exchange(session, vault).finally(() => {
      if (flight === mine) flight = undefined
    })
    flight = mine
    return mine
  }

  const exchange = async (session: HeldSession, vault: Vault): Promise<Bearer> => {
    const renewal = await renew(session.refreshToken)
    if (held !== session) return { kind: 'signed-out' } // signed out, or another user signed in, meanwhile
    switch (renewal.kind) {
      case 'renewed':
        session.accessToken = renewal.accessToken
        session.refreshToken = renewal.refreshToken
        renewLater(session, vault, REFRESH_INTERVAL_MS)
        await vault.write({ refreshToken: session.refreshToken, userId: session.userId })
        return held === session
          ? { kind: 'token', token: renewal.accessToken }
          : { kind: 'signed-out' }
      case 'refused':
        held = undefined
        clearTimeout(timer)
        log('info', 'session.ended-by-server')
        await vault.clear()
        onEnded()
        return { kind: 'signed-out' }
      case 'undecided':
        log('warn', 'session.not-renewed', { cause: renewal.cause })
        renewLater(session, vault, RETRY_MS)
        return { kind: 'unavailable' }
      default:
        return assertNever(renewal)
    }
  }

  const restored = restore()

  return {
    async state() {
      const vault = await restored
      return { signedIn: held !== undefined, keptIn: vault.keptIn() }
    },
    async begin({ accessToken, refreshToken, userId }) {
      const vault = await restored
      const session: HeldSession = { userId, refreshToken, accessToken }
      held = session
      flight = undefined
      renewLater(session, vault, REFRESH_INTERVAL_MS)
      await vault.write({ refreshToken, userId })
    },
    async end() {
      const vault = await restored
      const last = held
      held = undefined
      flight = undefined
      clearTimeout(timer)
      await vault.clear()
      return last
    },
    async bearer() {
      const vault = await restored
      if (held === undefined) return { kind: 'signed-out' }
      if (held.accessToken !== undefined) return { kind: 'token', token: held.accessToken }
      return renewHeld(held, vault)
    },
    async renewed(rejected) {
      const vault = await restored
      if (held === undefined) return { kind: 'signed-out' }
      if (held.accessToken !== undefined && held.accessToken !== rejected)
        return { kind: 'token', token: held.accessToken }
      return renewHeld(held, vault)
    },
  }
}
