import { describe, expect, test, vi } from 'vitest'
import { ROUTES } from '#shared/contract/routes.ts'
import type { KeychainLibrary } from '../session/keychain.ts'
import { type ConnectionOptions, createConnection } from './connection.ts'

const A = 'https://a.example'
const B = 'https://b.example'
const SERVICE = 'WLD'
const log = () => undefined

/** Two servers and a keychain, in memory. Everything that was asked of a server is written down. */
function world(change: Partial<ConnectionOptions> = {}) {
  const entries = new Map<string, string>()
  const library: KeychainLibrary = {
    getPassword: async (_service, account) => entries.get(account) ?? null,
    setPassword: async (_service, account, password) => void entries.set(account, password),
    deletePassword: async (_service, account) => entries.delete(account),
  }
  const asked: string[] = []
  let result = (url: URL): Response | Promise<Response> => {
    const name = url.host[0]
    if (url.pathname === '/api/auth/login')
      return Response.json({
        valid: true,
        user: { id: `WLD_${name}` },
        accessToken: `access-${name}`,
        refreshToken: `refresh-${name}`,
      })
    if (url.pathname === '/api/auth/refresh')
      return Response.json({
        valid: true,
        accessToken: `access-${name}2`,
        refreshToken: `refresh-${name}2`,
      })
    return Response.json({})
  }
  const fetch = vi.fn(async (address: string, { headers }: RequestInit) => {
    const url = new URL(address)
    asked.push(`${url.origin}${url.pathname} ${new Headers(headers).get('authorization') ?? '-'}`)
    return result(url)
  })
  const onSessionEnded = vi.fn()
  const connection = createConnection({
    origin: null,
    fetch,
    routes: ROUTES,
    keychainLibraries: [async () => library],
    keychainService: SERVICE,
    onSessionEnded,
    log,
    ...change,
  })
  const page = (path: string, init: RequestInit = {}) =>
    connection.api(new Request(`app://wld${path}`, init))
  const signIn = () => page('/api/auth/login', { headers: { authorization: 'Basic YTpi' } })
  return {
    connection,
    page,
    signIn,
    entries,
    asked,
    onSessionEnded,
    answerWith: (next: typeof result) => (result = next),
  }
}

describe('without an address', () => {
  test('the page sees a server that is away, and nothing is sent', async () => {
    const { connection, page, signIn, asked } = world()
    expect(connection.current()).toBeUndefined()
    for (const reply of [await page('/api/card/me'), await signIn(), await page('/api/no-such')])
      expect([reply.status, await reply.text()]).toEqual([503, ''])
    expect(
      await connection.call({ method: 'GET', path: '/api/card/keys', headers: new Headers() }),
    ).toMatchObject({ kind: 'unreachable' })
    expect(
      await connection.callInSession({
        method: 'GET',
        path: '/api/card/me',
        headers: new Headers(),
      }),
    ).toMatchObject({ kind: 'unreachable' })
    expect(await connection.sessionState()).toMatchObject({ signedIn: false })
    expect(asked).toEqual([])
  })
  test('the first one that is chosen works at once', async () => {
    const { connection, page, signIn, asked, entries } = world()
    const changed = vi.fn()
    connection.onChange(changed)
    await connection.use(A)
    expect(changed).toHaveBeenCalledTimes(1)
    expect((await signIn()).status).toBe(200)
    expect((await page('/api/card/me')).status).toBe(200)
    expect(asked).toEqual([`${A}/api/auth/login Basic YTpi`, `${A}/api/card/me Bearer access-a`])
    expect([...entries.keys()]).toEqual([`session ${A}`])
  })
})

describe('a change of the address', () => {
  test('ends the session there: informs its server, and clears the keychain', async () => {
    const { connection, signIn, page, asked, entries, onSessionEnded } = world({ origin: A })
    await signIn()
    await connection.use(B)
    expect(asked.at(-1)).toBe(`${A}/api/auth/logout Bearer access-a`)
    expect(entries.size).toBe(0)
    expect(await connection.sessionState()).toMatchObject({ signedIn: false })
    await page('/api/card/me')
    expect(asked.at(-1)).toBe(`${B}/api/card/me -`)
    expect(onSessionEnded).not.toHaveBeenCalled()
  })
  test('no token of one server is ever sent to the other', async () => {
    const { connection, signIn, page, asked } = world({ origin: A })
    await signIn()
    const early = page('/api/card/me')
    const changing = connection.use(B)
    await Promise.all([
      early,
      page('/api/card/me'),
      connection.callInSession({ method: 'GET', path: '/api/card/me', headers: new Headers() }),
      changing,
    ])
    await page('/api/card/me')
    expect(asked.filter((line) => line.startsWith(B) && line.includes('-a'))).toEqual([])
  })
  test('a server that does not respond delays no user', async () => {
    const { connection, signIn, entries, answerWith } = world({ origin: A, farewellMs: 20 })
    await signIn()
    answerWith(() => new Promise(() => undefined))
    await connection.use(B)
    expect(connection.current()?.origin).toBe(B)
    expect(entries.size).toBe(0)
  })
  test('without network it is ended here all the same', async () => {
    const { connection, signIn, entries, answerWith } = world({ origin: A })
    await signIn()
    answerWith(() => Promise.reject(new TypeError('fetch failed')))
    await connection.use(B)
    expect(entries.size).toBe(0)
  })
  test('a sign-in that was on its way is undone at the server that it was for', async () => {
    const { connection, signIn, asked, entries, answerWith } = world({ origin: A })
    const slow = Promise.withResolvers<Response>()
    answerWith((url) => (url.pathname === '/api/auth/login' ? slow.promise : Response.json({})))
    const signingIn = signIn()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await connection.use(B)
    slow.resolve(
      Response.json({
        valid: true,
        user: { id: 'WLD_a' },
        accessToken: 'access-a',
        refreshToken: 'refresh-a',
      }),
    )
    await signingIn
    expect(asked.at(-1)).toBe(`${A}/api/auth/logout Bearer access-a`)
    expect(entries.size).toBe(0)
    expect(await connection.sessionState()).toMatchObject({ signedIn: false })
  })
  test('to the same address changes nothing', async () => {
    const { connection, signIn, entries } = world({ origin: A })
    await signIn()
    const before = connection.current()
    await connection.use(A)
    expect(connection.current()).toBe(before)
    expect(entries.size).toBe(1)
  })
  test('of two at once the later one is used', async () => {
    const { connection } = world()
    await Promise.all([connection.use(A), connection.use(B)])
    expect(connection.current()?.origin).toBe(B)
  })
})

test('a restart finds the session of its own server, and of no other', async () => {
  const first = world({ origin: A })
  await first.signIn()
  const again = (origin: string) => {
    const library: KeychainLibrary = {
      getPassword: async (_service, account) => first.entries.get(account) ?? null,
      setPassword: async (_service, account, password) => void first.entries.set(account, password),
      deletePassword: async (_service, account) => first.entries.delete(account),
    }
    return world({ origin, keychainLibraries: [async () => library] })
  }
  const other = again(B)
  expect(await other.connection.sessionState()).toEqual({ signedIn: false, keptIn: 'keychain' })
  expect(other.asked).toEqual([])
  const same = again(A)
  expect(await same.connection.sessionState()).toEqual({ signedIn: true, keptIn: 'keychain' })
  await same.page('/api/card/me')
  expect(same.asked).toEqual([
    `${A}/api/auth/refresh Bearer refresh-a`,
    `${A}/api/card/me Bearer access-a2`,
  ])
})
test('reports a session that the server ended', async () => {
  const { signIn, page, answerWith, onSessionEnded } = world({ origin: A })
  await signIn()
  answerWith(() => Response.json({}, { status: 401 }))
  await page('/api/card/me')
  expect(onSessionEnded).toHaveBeenCalledTimes(1)
})
test('what the kiosk closes is closed', async () => {
  const { page, asked } = world({ origin: A, isAllowed: ({ id }) => id === 'card.keys' })
  expect((await page('/api/card/me')).status).toBe(404)
  expect((await page('/api/card/keys')).status).toBe(200)
  expect(asked).toHaveLength(1)
})
