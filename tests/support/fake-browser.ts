/** A browser with tabs, a clock and a scripted server, for the tests of the web session. */
import { REFRESH_GRACE_S } from '#shared/domain/access/session-rules.ts'
import { createSessionCalls } from '../../src/renderer/platform/session/session-calls.ts'
import { createWebSession } from '../../src/renderer/platform/session/web-session.ts'
import {
  createSessionStorage,
  SESSION_KEYS,
  type Store,
} from '../../src/renderer/platform/session/web-storage.ts'

const ORIGIN = 'https://wld.example'

/** Runs everything that waits for promises, and nothing that waits for the clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

function createFakeClock(startMs = Date.parse('2026-05-03T09:00:00Z')) {
  let nowMs = startMs
  let lastId = 0
  const timers = new Map<unknown, { readonly atMs: number; readonly run: () => void }>()
  return {
    now: () => nowMs,
    setTimeout(run: () => void, delayMs: number): unknown {
      lastId += 1
      timers.set(lastId, { atMs: nowMs + delayMs, run })
      return lastId
    },
    clearTimeout: (id: unknown) => void timers.delete(id),
    waiting: () => timers.size,
    /** Time passes while the computer sleeps: timers do not run. */
    sleep(ms: number): void {
      nowMs += ms
    },
    async pass(ms: number): Promise<void> {
      const endMs = nowMs + ms
      for (;;) {
        await settle()
        const [id, next] =
          [...timers]
            .filter(([, { atMs }]) => atMs <= endMs)
            .toSorted(([, a], [, b]) => a.atMs - b.atMs)[0] ?? []
        if (next === undefined) break
        timers.delete(id)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
      }
      nowMs = endMs
      await settle()
    },
  }
}
export type FakeClock = ReturnType<typeof createFakeClock>

function createMemoryStore(): Store {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

const jwt = (id: number, iatMs: number): string =>
  `h.${btoa(JSON.stringify({ id, iat: Math.floor(iatMs / 1000) })).replaceAll('=', '')}.s`

const ACCESS_TOKEN_LIFE_MS = 15 * 60_000
export type Weather = 'fine' | 'no-network' | 'reply-lost' | 'broken' | 'too-many'

/**
 * One member, token rotation with grace, and the end of the session on late reuse: the rules of the contract, so that a
 * wrong client fails.
 */
function createFakeServer(clock: Pick<FakeClock, 'now'>) {
  let issued = 0
  let current = ''
  let previous: { readonly token: string; readonly atMs: number } | undefined
  let alive = false
  let access = new Map<string, number>()
  const log: string[] = []
  const server = {
    weather: 'fine' as Weather,
    refreshWeather: undefined as Weather | undefined,
    log,
    end: () => void (alive = false),
    isAlive: () => alive,
    skewMs: 0,
    /** Sessions wait for their second factor. */
    waits: false,
  }

  function issueAccess(): string {
    issued += 1
    const token = jwt(issued, clock.now() + server.skewMs)
    access.set(token, clock.now() + ACCESS_TOKEN_LIFE_MS)
    return token
  }
  function open() {
    issued += 1
    ;[alive, current, previous, access] = [true, `r${issued}`, undefined, new Map()]
    const user = {
      firstName: 'Amna',
      lastName: 'Idris',
      cardId: 'WLD_10004217',
      role: { id: 'ROLE_USER' },
    }
    return {
      valid: true,
      user,
      accessToken: issueAccess(),
      refreshToken: current,
      ...(server.waits && { secondFactor: { state: 'prove', methods: ['totp'] } }),
    }
  }
  function rotate(token: string): Response {
    const inGrace =
      token === previous?.token && clock.now() - previous.atMs <= REFRESH_GRACE_S * 1000
    if (!alive || (token !== current && !inGrace)) {
      alive = false
      return json(401, { valid: false })
    }
    if (!inGrace) {
      issued += 1
      previous = { token, atMs: clock.now() }
      current = `r${issued}`
    }
    return json(200, { accessToken: issueAccess(), refreshToken: current })
  }
  function answer(path: string, bearer: string): Response {
    if (path === '/api/auth/login')
      return atob(bearer).endsWith(':right') ? json(200, open()) : json(401, { valid: false })
    if (path === '/api/auth/refresh') return rotate(bearer)
    const live = alive && (access.get(bearer) ?? 0) > clock.now()
    if (path === '/api/auth/logout' && live) alive = false
    return live ? json(200, {}) : json(401, {})
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, ORIGIN)
    const authorization = new Headers(init?.headers).get('authorization') ?? ''
    log.push(url.origin === ORIGIN ? url.pathname : url.href)
    if (authorization !== '' && url.origin !== ORIGIN) throw new Error('A bearer left the house')
    await Promise.resolve()
    const weather =
      (url.pathname === '/api/auth/refresh' ? server.refreshWeather : undefined) ?? server.weather
    if (weather === 'no-network') throw new TypeError('Failed to fetch')
    if (weather === 'broken') return json(503, {})
    if (weather === 'too-many') return json(429, {}, { 'retry-after': '40' })
    const response = answer(url.pathname, authorization.replace(/^(?:Bearer|Basic) /, ''))
    if (weather === 'reply-lost') throw new TypeError('Failed to fetch')
    return response
  }
  return Object.assign(server, { fetch })
}

export function createFakeBrowser() {
  const clock = createFakeClock()
  const server = createFakeServer(clock)
  const lasting = createMemoryStore()
  let queue: Promise<unknown> = Promise.resolve()
  const tabs: { storageChanged(): void }[] = []
  function openTab({ locks = true }: { readonly locks?: boolean } = {}) {
    const tabStore = createMemoryStore()
    const storage = createSessionStorage({ lasting, tab: tabStore })
    const session = createWebSession({
      fetch: server.fetch,
      loadCalls: async () => createSessionCalls(server.fetch),
      origin: ORIGIN,
      storage,
      clock,
      exclusively: (task) => {
        const turn = locks ? queue.then(task) : task()
        queue = turn.catch(() => undefined)
        return turn
      },
    })
    tabs.push(session)
    const ended: string[] = []
    session.onSessionChange(({ user, cause }) => ended.push(`${cause}:${user?.name ?? 'nobody'}`))
    return { session, storage, tabStore, changes: ended }
  }
  return {
    clock,
    server,
    lasting,
    openTab,
    tellOthers: (self: object) =>
      tabs.filter((tab) => tab !== self).forEach((tab) => tab.storageChanged()),
    keys: SESSION_KEYS,
  }
}
