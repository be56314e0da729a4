import { logout } from '#shared/contract/auth.ts'
import { createApiClient } from '#shared/contract/base/client.ts'
import { myCard } from '#shared/contract/card.ts'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import type { Platform } from './platform.ts'
import {
  desktopLogin,
  loginArguments,
  signInFailure,
  toSessionUser,
} from './session/sign-in-call.ts'

declare global {
  interface Window {
    /** Set by the preload script of the desktop app. */
    readonly wld: Bridge
  }
}

const bridge = window.wld
// The main process adds the bearer, renews it and keeps it: no token ever reaches the page.
const api = createApiClient({ fetch: (input, init) => fetch(input, init) })

export const platform: Platform = {
  target: 'desktop',
  bridge,
  canForget: false, // the keychain keeps the session, or nothing does: see keepsSession
  fetch: (input, init) => fetch(input, init),
  withSession: (send) => send, // main adds the bearer to every call
  async signIn(identifier, password, options) {
    const result = await api.call(desktopLogin, loginArguments(identifier, password, options))
    return result.ok
      ? { kind: 'signed-in', user: toSessionUser(result.value) }
      : signInFailure(result)
  },
  async signOut() {
    await api.call(logout, {})
  },
  keepUser: () => undefined,
  presumedUser: () => undefined, // only the main process knows
  async restore() {
    const { signedIn } = await bridge.invoke('session:state')
    if (!signedIn) return { kind: 'none' }
    const card = await api.call(myCard, {})
    if (card.ok) {
      const { firstName, name, cardId, role } = card.value
      return { kind: 'restored', user: { firstName, name, cardId, role: roleOf(role.id) } }
    }
    // A refusal ends it. All other failures (no network, a starting server) do not change the
    // session.
    const status = card.problem?.status
    return { kind: status === 401 || status === 403 ? 'none' : 'unreachable' }
  },
  onSessionChange: (listener) =>
    bridge.on('session:ended', () => listener({ user: undefined, cause: 'refused' })),
  async keepsSession() {
    return (await bridge.invoke('session:state')).keptIn === 'keychain'
  },
  keptCard: undefined, // the desktop app stores nothing about a member (docs/security.md)
  forgetMember: async () => undefined,
  keepCopy: async () => undefined, // the whole interface is on the disk already
  onNewVersion: () => () => undefined,
  setScannerOpen: (open) => bridge.invoke('scanner:set-open', open),
  setLanguage: (language) => bridge.invoke('bridge:set-language', language),
  openExternal: (url) => bridge.invoke('bridge:open-external', url),
}
