import { describe, expect, test } from 'vitest'
import { REFRESH_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { createFakeBrowser, settle, type Weather } from '#tests/support/fake-browser.ts'

const REMEMBER = { remember: true }

async function signedInBrowser() {
  const browser = createFakeBrowser()
  const tab = browser.openTab()
  await tab.session.signIn('amna@example.org', 'right', REMEMBER)
  browser.server.log.length = 0
  return { ...browser, tab }
}
const refreshes = (log: readonly string[]): number =>
  log.filter((path) => path === '/api/auth/refresh').length

describe('signing in', () => {
  test('keeps exactly the three items of the specification, and of the person only names, role and card', async () => {
    const { lasting, tab, keys } = await signedInBrowser()
    expect(JSON.parse(lasting.getItem('user') ?? '')).toEqual({
      firstName: 'Amna',
      name: 'Amna Idris',
      role: 'F',
      cardId: 'WLD_10004217',
    })
    expect(lasting.getItem('accessToken')).toBeTruthy()
    expect(lasting.getItem('refreshToken')).toBeTruthy()
    expect(Object.keys(keys)).toHaveLength(3)
    expect(tab.tabStore.getItem('user')).toBeNull()
  })

  test('without "stay signed in" nothing outlives the tab', async () => {
    const { openTab, lasting } = createFakeBrowser()
    const tab = openTab()
    await tab.session.signIn('amna@example.org', 'right', { remember: false })
    expect(lasting.getItem('user')).toBeNull()
    expect(await tab.session.restore()).toMatchObject({ kind: 'restored' })
    expect(await openTab().session.restore()).toEqual({ kind: 'none' })
  })

  test.each<[Weather, string, string]>([
    ['fine', 'wrong', 'refused'],
    ['no-network', 'right', 'offline'],
    ['broken', 'right', 'offline'],
    ['too-many', 'right', 'too-many'],
  ])('weather %s, password %s: %s', async (weather, password, kind) => {
    const { server, openTab, lasting } = createFakeBrowser()
    server.weather = weather
    expect(await openTab().session.signIn('a@b.example', password, REMEMBER)).toMatchObject({
      kind,
    })
    expect(lasting.getItem('user')).toBeNull()
  })

  test('a password may hold any letter', async () => {
    const { openTab } = createFakeBrowser()
    expect(await openTab().session.signIn('a@b.example', 'كلمة', REMEMBER)).toEqual({
      kind: 'refused',
    })
  })
})

describe('waiting for the second factor', () => {
  async function waitingBrowser() {
    const browser = createFakeBrowser()
    browser.server.waits = true
    const tab = browser.openTab()
    const result = await tab.session.signIn('amna@example.org', 'right', REMEMBER)
    return { ...browser, tab, result }
  }

  test('is kept, so that a reload knows it', async () => {
    const { result, openTab } = await waitingBrowser()
    expect(result).toMatchObject({ kind: 'signed-in', user: { waits: true } })
    expect(await openTab().session.restore()).toMatchObject({
      kind: 'restored',
      user: { waits: true },
    })
  })

  test('sends the bearer to the calls of the factor alone: public pages are those of a visitor', async () => {
    const { tab, server } = await waitingBrowser()
    expect((await tab.session.fetch('/api/auth/factors')).status).toBe(200)
    expect((await tab.session.fetch('/api/user/validate/password')).status).toBe(200)
    server.log.length = 0
    expect((await tab.session.fetch('/api/card/me')).status).toBe(401)
    expect((await tab.session.fetch('/api/user/search')).status).toBe(401)
    expect(server.log).toEqual(['/api/card/me', '/api/user/search']) // and nothing was renewed
  })

  test('ends with the proof, here and in other tabs', async () => {
    const { tab, openTab } = await waitingBrowser()
    const user = {
      firstName: 'Amna',
      name: 'Amna Idris',
      role: 'member',
      cardId: 'WLD_10004217',
    } as const
    tab.session.keepUser(user)
    expect((await tab.session.fetch('/api/card/me')).status).toBe(200)
    expect(await openTab().session.restore()).toEqual({ kind: 'restored', user })
  })
})

describe('renewing', () => {
  test('happens once an interval, for as long as the tab is open', async () => {
    const { clock, server } = await signedInBrowser()
    await clock.pass(REFRESH_INTERVAL_MS - 1)
    expect(refreshes(server.log)).toBe(0)
    await clock.pass(1)
    expect(refreshes(server.log)).toBe(1)
    await clock.pass(REFRESH_INTERVAL_MS * 3)
    expect(refreshes(server.log)).toBe(4)
    expect(server.isAlive()).toBe(true)
  })

  test('a 401 renews and repeats the call once', async () => {
    const { clock, server, tab } = await signedInBrowser()
    clock.sleep(20 * 60_000)
    const response = await tab.session.fetch('/api/card/me')
    expect(response.status).toBe(200)
    expect(server.log).toEqual(['/api/card/me', '/api/auth/refresh', '/api/card/me'])
  })

  test.each([{ locks: true }, { locks: false }])(
    'many calls that fail together share one renewal ($locks)',
    async ({ locks }) => {
      const { clock, server, openTab } = createFakeBrowser()
      const tab = openTab({ locks })
      await tab.session.signIn('amna@example.org', 'right', REMEMBER)
      clock.sleep(20 * 60_000)
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => tab.session.fetch('/api/card/me')),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
      expect(refreshes(server.log)).toBe(1)
    },
  )

  test('waking after the computer slept renews when due, and not before', async () => {
    const { clock, server, tab } = await signedInBrowser()
    clock.sleep(60_000)
    tab.session.wake()
    await settle()
    expect(refreshes(server.log)).toBe(0)
    clock.sleep(REFRESH_INTERVAL_MS)
    tab.session.wake()
    await settle()
    expect(refreshes(server.log)).toBe(1)
  })

  test.each([-60, 60])(
    'a clock that is %i minutes off neither hammers the server nor ends the session',
    async (minutes) => {
      const { clock, server, openTab } = createFakeBrowser()
      server.skewMs = minutes * 60_000
      await openTab().session.signIn('a@b.example', 'right', REMEMBER)
      await clock.pass(REFRESH_INTERVAL_MS * 4)
      expect(refreshes(server.log)).toBe(4)
      expect(server.isAlive()).toBe(true)
    },
  )

  test('restoring an old visit renews at once; a fresh one waits', async () => {
    const { clock, server, openTab } = await signedInBrowser()
    await openTab().session.restore()
    await settle()
    expect(refreshes(server.log)).toBe(0)
    clock.sleep(REFRESH_INTERVAL_MS)
    await openTab().session.restore()
    await clock.pass(1)
    expect(refreshes(server.log)).toBe(1)
  })
})

describe('two tabs', () => {
  test.each([{ locks: true }, { locks: false }])(
    'renew without ending each other ($locks)',
    async ({ locks }) => {
      const { clock, server, openTab } = createFakeBrowser()
      const tabs = [openTab({ locks }), openTab({ locks })]
      await tabs[0]?.session.signIn('a@b.example', 'right', REMEMBER)
      await tabs[1]?.session.restore()
      await clock.pass(REFRESH_INTERVAL_MS * 5)
      expect(server.isAlive()).toBe(true)
      for (const tab of tabs) expect((await tab.session.fetch('/api/card/me')).status).toBe(200)
      if (locks) expect(refreshes(server.log)).toBeLessThanOrEqual(6)
    },
  )

  test('both get 401 at once: one renews, the other uses what it finds', async () => {
    const { clock, server, openTab, tab } = await signedInBrowser()
    const other = openTab()
    clock.sleep(20 * 60_000)
    const responses = await Promise.all([
      tab.session.fetch('/api/card/me'),
      other.session.fetch('/api/card/me'),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(refreshes(server.log)).toBe(1)
  })

  test('signing out in one informs the other, which then has no timer left', async () => {
    const { clock, openTab, tab, tellOthers } = await signedInBrowser()
    const other = openTab()
    await other.session.restore()
    await tab.session.signOut()
    tellOthers(tab.session)
    expect(other.changes).toEqual(['elsewhere:nobody'])
    expect(clock.waiting()).toBe(0)
  })
})

describe('trouble', () => {
  test('a refused renewal removes all three items, clears the timer and says so', async () => {
    const { clock, server, lasting, tab } = await signedInBrowser()
    server.end()
    await clock.pass(REFRESH_INTERVAL_MS)
    expect(['user', 'accessToken', 'refreshToken'].map((key) => lasting.getItem(key))).toEqual([
      null,
      null,
      null,
    ])
    expect(clock.waiting()).toBe(0)
    expect(tab.changes).toEqual(['refused:nobody'])
  })

  test.each<Weather>(['no-network', 'broken', 'too-many'])(
    '%s for an hour does not sign out',
    async (weather) => {
      const { clock, server, lasting, tab } = await signedInBrowser()
      server.weather = weather
      await clock.pass(60 * 60_000)
      expect(lasting.getItem('refreshToken')).not.toBeNull()
      expect(tab.changes).toEqual([])
      expect(refreshes(server.log)).toBeLessThan(60)
      server.weather = 'fine'
      await clock.pass(61_000)
      expect((await tab.session.fetch('/api/card/me')).status).toBe(200)
    },
  )

  test.each<Weather>(['no-network', 'broken', 'too-many'])(
    'a call whose renewal meets %s rejects like a lost connection instead of passing on the 401',
    async (weather) => {
      const { clock, server, tab } = await signedInBrowser()
      clock.sleep(20 * 60_000)
      server.refreshWeather = weather
      await expect(tab.session.fetch('/api/card/me')).rejects.toThrow(TypeError)
      expect(tab.changes).toEqual([])
    },
  )

  test('a lost reply is requested again within the grace time of the server', async () => {
    const { clock, server, tab } = await signedInBrowser()
    server.weather = 'reply-lost'
    await clock.pass(REFRESH_INTERVAL_MS)
    server.weather = 'fine'
    await clock.pass(10 * 60_000)
    expect(tab.changes).toEqual([])
    expect(server.isAlive()).toBe(true)
    expect((await tab.session.fetch('/api/card/me')).status).toBe(200)
  })

  test('a response after signing out is dropped', async () => {
    const { clock, server, lasting, tab } = await signedInBrowser()
    clock.sleep(20 * 60_000)
    const call = tab.session.fetch('/api/card/me').then(({ status }) => status)
    while (refreshes(server.log) === 0) await Promise.resolve()
    tab.storage.clear() // what signing out does first, at once
    expect(await call).toBe(401)
    expect(lasting.getItem('accessToken')).toBeNull()
    expect(tab.changes).toEqual([])
  })
})

describe('signing out', () => {
  test.each([
    ['a fresh session', 0, ['/api/auth/logout']],
    [
      'one whose access token ran out',
      20 * 60_000,
      ['/api/auth/logout', '/api/auth/refresh', '/api/auth/logout'],
    ],
  ])('ends %s at the server', async (_, sleptMs, calls) => {
    const { clock, server, tab } = await signedInBrowser()
    clock.sleep(sleptMs)
    await tab.session.signOut()
    expect(server.log).toEqual(calls)
    expect(server.isAlive()).toBe(false)
  })

  test('works without network', async () => {
    const { server, lasting, tab } = await signedInBrowser()
    server.weather = 'no-network'
    await tab.session.signOut()
    expect(lasting.getItem('user')).toBeNull()
  })
})

describe('the bearer', () => {
  test.each([
    'https://elsewhere.example/api/card/me',
    '/assets/app.js',
    '//elsewhere.example/api/x',
  ])('never goes to %s', async (url) => {
    const { tab, server } = await signedInBrowser()
    await tab.session
      .fetch(url)
      .catch((error: unknown) => expect(String(error)).not.toContain('bearer'))
    expect(server.log).toHaveLength(1)
  })

  test('does not replace one that the caller gave', async () => {
    const { tab } = await signedInBrowser()
    const response = await tab.session.fetch('/api/card/me', {
      headers: { authorization: 'Bearer ticket' },
    })
    expect(response.status).toBe(401)
  })
})

test.each([
  ['no JSON', '{'],
  ['a role that does not exist', JSON.stringify({ name: 'A', role: 'Q', cardId: 'WLD_1' })],
])('a stored user that is %s counts as none', async (_, user) => {
  const { lasting, openTab } = createFakeBrowser()
  lasting.setItem('user', user)
  lasting.setItem('accessToken', 'a')
  lasting.setItem('refreshToken', 'r')
  expect(await openTab().session.restore()).toEqual({ kind: 'none' })
  expect(lasting.getItem('refreshToken')).toBeNull()
})
