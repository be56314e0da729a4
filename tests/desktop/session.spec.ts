/** The session is stored in main and in the keychain, and nowhere else. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { MEMBER } from '#tests/support/electron/scripted-api.ts'
import {
  basicAuthorization,
  callApi,
  invoke,
  readableInPage,
  sessionEnds,
  signIn,
  watchSessionEnds,
} from './in-page.ts'

const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

/** Returns whether a file in the folder contains the text. */
const isOnDisk = (folder: string, text: string): boolean =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => {
    const path = join(folder, name)
    try {
      return statSync(path).isFile() && readFileSync(path).includes(text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false // Chromium writes files with temporary names
      throw error
    }
  })

test('the server receives Basic once, then the bearer; the page sees neither token', async ({
  desktop,
  api,
  profile,
}) => {
  const bodies: Promise<string>[] = []
  desktop.page.on('response', (response) => bodies.push(response.text().catch(() => '')))
  const reply = await signIn(desktop.page)
  expect(reply.status).toBe(200)
  expect(Object.keys(JSON.parse(reply.text) as object).toSorted()).toEqual(['user', 'valid'])
  expect((await callApi(desktop.page, '/api/card/me')).status).toBe(200)

  expect(api.callsTo('/api/auth/login').map(({ headers }) => headers['authorization'])).toEqual([
    basicAuthorization(MEMBER.identifier, MEMBER.password),
  ])
  expect(api.callsTo('/api/card/me').map(({ headers }) => headers['authorization'])).toEqual([
    `Bearer ${api.tokens[0]}`,
  ])

  const reachable = `${await readableInPage(desktop.page)}${reply.text}${JSON.stringify(reply.headers)}${(await Promise.all(bodies)).join('')}`
  expect(api.tokens).toHaveLength(2)
  for (const token of api.tokens) {
    expect(reachable).not.toContain(token)
    expect(isOnDisk(profile, token)).toBe(false)
  }
  expect(
    await desktop.page.evaluate(() =>
      Object.keys((globalThis as unknown as { wld: object }).wld).toSorted(),
    ),
  ).toEqual(['invoke', 'on']) // the desktop bridge
})

test('a wrong password opens no session', async ({ desktop, api }) => {
  expect(await signIn(desktop.page, 'wrong')).toMatchObject({ status: 401 })
  expect(await invoke(desktop.page, 'session:state')).toMatchObject({ signedIn: false })
  expect(api.tokens).toEqual([])
})

test('the keychain holds one small entry: refresh token and user id', async ({
  desktop,
  api,
  keyring,
  keychainService,
}) => {
  await signIn(desktop.page)
  expect(await invoke(desktop.page, 'session:state')).toEqual({
    signedIn: true,
    keptIn: 'keychain',
  })
  const entries = await keyring.sessions(keychainService)
  expect(entries).toHaveLength(1)
  expect(JSON.parse(entries[0]?.password ?? '')).toEqual({
    refreshToken: api.refreshToken(),
    userId: MEMBER.id,
  })
  expect(Buffer.byteLength(entries[0]?.password ?? '')).toBeLessThan(2_048)
})

test('a restart keeps the session, with a new refresh token', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  const first = await start()
  await signIn(first.page)
  const [, firstRefresh] = api.tokens
  await first.close()
  const second = await start()
  expect(await invoke(second.page, 'session:state')).toEqual({ signedIn: true, keptIn: 'keychain' })
  expect((await callApi(second.page, '/api/card/me')).status).toBe(200)
  expect(api.callsTo('/api/auth/login')).toHaveLength(1)
  expect(api.callsTo('/api/auth/refresh').map(({ headers }) => headers['authorization'])).toEqual([
    `Bearer ${firstRefresh}`,
  ])
  await expect
    .poll(async () => (await keyring.sessions(keychainService))[0]?.password)
    .toContain(api.refreshToken()) // used at once, stored shortly after
})

test('without keytar a restart keeps the session, and keytar finds it when it is back', async ({
  start,
  api,
  keyring,
  keychainService,
  engineInUse,
}) => {
  test.skip(
    engineInUse.kind === 'electron',
    'only the stand-in can do without an installed package',
  )
  const kept = { signedIn: true, keptIn: 'keychain' }
  const env = { STANDIN_MISSING: 'keytar' }
  const first = await start({ env })
  await signIn(first.page)
  expect(await invoke(first.page, 'session:state')).toEqual(kept)
  await first.close()
  const second = await start({ env })
  expect(await invoke(second.page, 'session:state')).toEqual(kept)
  expect((await callApi(second.page, '/api/card/me')).status).toBe(200)
  await second.close()
  const third = await start()
  expect(await invoke(third.page, 'session:state')).toEqual(kept)
  expect((await callApi(third.page, '/api/card/me')).status).toBe(200)
  expect(api.callsTo('/api/auth/login')).toHaveLength(1)
  await expect
    .poll(async () => (await keyring.sessions(keychainService))[0]?.password)
    .toContain(api.refreshToken()) // keytar's listing ends its process while an entry of the other library is there
})

test('a token of one server is never sent to another', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  const first = await start()
  await signIn(first.page)
  expect(await keyring.sessions(keychainService)).toHaveLength(1)
  await first.close()
  const other = await start({ env: { API_URL: api.origin.replace('127.0.0.1', 'localhost') } })
  expect(await invoke(other.page, 'session:state')).toMatchObject({ signedIn: false })
  expect(api.callsTo('/api/auth/refresh')).toEqual([])
})

test('an expired bearer is renewed once for many calls, which all succeed', async ({
  desktop,
  api,
}) => {
  await signIn(desktop.page)
  api.expireAccess()
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => callApi(desktop.page, '/api/card/me')),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(api.callsTo('/api/auth/refresh')).toHaveLength(1)
})

test('a revoked session ends by a push, and the keychain is emptied', async ({
  desktop,
  api,
  keyring,
  keychainService,
}) => {
  await signIn(desktop.page)
  await watchSessionEnds(desktop.page)
  api.revoked = true
  expect((await callApi(desktop.page, '/api/card/me')).status).toBe(401)
  await expect.poll(() => sessionEnds(desktop.page)).toEqual([0])
  expect(await invoke(desktop.page, 'session:state')).toMatchObject({ signedIn: false })
  await expect.poll(() => keyring.sessions(keychainService)).toEqual([])
})

test('signing out informs the server and empties the keychain', async ({
  desktop,
  api,
  keyring,
  keychainService,
}) => {
  await signIn(desktop.page)
  expect((await callApi(desktop.page, '/api/auth/logout', { method: 'POST' })).status).toBe(200)
  expect(api.callsTo('/api/auth/logout').map(({ headers }) => headers['authorization'])).toEqual([
    `Bearer ${api.tokens[0]}`,
  ])
  expect(await invoke(desktop.page, 'session:state')).toMatchObject({ signedIn: false })
  await expect.poll(() => keyring.sessions(keychainService)).toEqual([])
})

test('signing out without network empties the keychain too', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  const first = await start()
  await signIn(first.page)
  api.stop()
  expect((await callApi(first.page, '/api/auth/logout', { method: 'POST' })).status).toBe(503)
  await expect.poll(() => keyring.sessions(keychainService)).toEqual([])
  await first.close()
  await api.start()
  const second = await start()
  expect(await invoke(second.page, 'session:state')).toMatchObject({ signedIn: false })
})

test('a failing network does not end the session', async ({ desktop, api }) => {
  await signIn(desktop.page)
  await watchSessionEnds(desktop.page)
  api.stop()
  expect(await callApi(desktop.page, '/api/card/me')).toMatchObject({ status: 503, text: '' })
  api.expireAccess()
  await api.start()
  expect((await callApi(desktop.page, '/api/card/me')).status).toBe(200)
  expect(await sessionEnds(desktop.page)).toEqual([])
})

test('a start without network keeps the session', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  const first = await start()
  await signIn(first.page)
  expect(await keyring.sessions(keychainService)).toHaveLength(1)
  await first.close()
  api.stop()
  const second = await start()
  expect(await invoke(second.page, 'session:state')).toEqual({ signedIn: true, keptIn: 'keychain' })
  expect((await callApi(second.page, '/api/card/me')).status).toBe(503)
  await api.start()
  // The interface makes calls too: a call may share a renewal that was sent before the server was back.
  await expect.poll(async () => (await callApi(second.page, '/api/card/me')).status).toBe(200)
})

test('without a keychain the session is kept in memory, and the page is informed', async ({
  start,
  api,
  profile,
}) => {
  test.skip(
    process.platform !== 'linux',
    'the keychain of this system cannot be taken away from one process',
  )
  const first = await start({ env: NO_KEYCHAIN })
  await signIn(first.page)
  expect(await invoke(first.page, 'session:state')).toEqual({ signedIn: true, keptIn: 'memory' })
  expect((await callApi(first.page, '/api/card/me')).status).toBe(200)
  for (const token of api.tokens) expect(isOnDisk(profile, token)).toBe(false)
  await first.close()
  const second = await start({ env: NO_KEYCHAIN })
  expect(await invoke(second.page, 'session:state')).toEqual({ signedIn: false, keptIn: 'memory' })
})

test('a damaged entry is no session and does not prevent a sign-in', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  await keyring.write(keychainService, `session ${api.origin}`, '{"refreshToken":')
  const app = await start()
  expect(await invoke(app.page, 'session:state')).toEqual({ signedIn: false, keptIn: 'keychain' })
  expect((await signIn(app.page)).status).toBe(200)
})
