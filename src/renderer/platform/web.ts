import { forgetEvidence } from './evidence-upload/forget-uploads.ts'
import { createCardKeeper } from './offline/kept-card.ts'
import { dropVisitedPages, keepCopy, onNewVersion } from './offline/offline-copy.ts'
import type { Platform } from './platform.ts'
import type { SessionCalls } from './session/session-calls.ts'
import { createWebSession } from './session/web-session.ts'
import { createSessionStorage, SESSION_KEYS } from './session/web-storage.ts'

const RENEWAL_LOCK = 'wld-session-renewal'

const send: typeof fetch = (input, init) => fetch(input, init)
let calls: Promise<SessionCalls> | undefined
/** Fetched once; a failed fetch is retried at the next use. */
function loadCalls(): Promise<SessionCalls> {
  calls ??= import('./session/session-calls.ts').then(
    ({ createSessionCalls }) => createSessionCalls(send),
    (error: unknown) => {
      calls = undefined
      throw error
    },
  )
  return calls
}

const storage = createSessionStorage({ lasting: localStorage, tab: sessionStorage })

const keptCard = createCardKeeper({
  indexedDB,
  now: () => Date.now(),
  // A session that ends with the tab must leave nothing behind, and no page runs when a tab is
  // closed, so nothing is stored.
  mayKeep: (cardId) =>
    sessionStorage.getItem(SESSION_KEYS.user) === null && storage.read()?.user.cardId === cardId,
})

const { wake, storageChanged, ...session } = createWebSession({
  fetch: send,
  loadCalls,
  origin: location.origin,
  storage,
  clock: {
    now: () => Date.now(),
    setTimeout: (run, delayMs) => window.setTimeout(run, delayMs),
    clearTimeout: (timer) => window.clearTimeout(timer as number | undefined), // as: it came from the line above
  },
  exclusively: async (task) =>
    // Without locks (an http address other than localhost) two tabs may renew at once; the server
    // replies to both in the same way.
    'locks' in navigator ? navigator.locks.request(RENEWAL_LOCK, task) : task(),
})

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') wake()
})
window.addEventListener('online', () => wake())
window.addEventListener('storage', ({ key, storageArea }) => {
  if (storageArea === localStorage && (key === null || key === SESSION_KEYS.user)) storageChanged()
})

export const platform: Platform = {
  target: 'web',
  bridge: undefined,
  canForget: true,
  ...session,
  presumedUser: () => storage.read()?.user ?? 'nobody',
  async restore() {
    const result = await session.restore()
    // Now, not at the first renewal: by then a newer version may have replaced the file.
    if (result.kind === 'restored') void loadCalls().catch(() => undefined)
    return result
  },
  keepsSession: async () => true,
  keptCard,
  async forgetMember(leaving) {
    await Promise.all([keptCard.clear(), dropVisitedPages(), forgetEvidence(indexedDB, leaving)])
  },
  keepCopy,
  onNewVersion,
  setScannerOpen: async () => undefined, // the browser asks the person itself
  setLanguage: async () => undefined,
  async openExternal(url) {
    window.open(url, '_blank', 'noopener,noreferrer')
  },
}
