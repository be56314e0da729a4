import { readFileSync } from 'node:fs'
/** A newly installed app knows no server: a user enters one, and may choose another one later. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { ScriptedApi } from '#tests/support/electron/scripted-api.ts'
import { callApi, invoke, signIn } from './in-page.ts'

const NEW = { env: { API_URL: '' } }

/** The page is loaded again after the choice, so the reply may be lost with the old page. */
async function choose(page: Page, address: string): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { before: true }))
  await invoke(page, 'server:choose', address).catch(() => undefined)
  await expect.poll(() => page.evaluate(() => 'before' in globalThis).catch(() => true)).toBe(false)
}

/** Runs another program on this computer and passes its origin to `run`. */
async function serve(
  answer: RequestListener,
  run: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // a TCP address after listening
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('without a server the interface is shown and makes no calls', async ({ start, api }) => {
  const { page } = await start(NEW)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await invoke(page, 'app:info')).toMatchObject({ apiUrl: '' })
  expect(await invoke(page, 'settings:get')).toMatchObject({
    serverUrl: null,
    serverFrom: 'none',
    fault: null,
    faultIn: [],
  })
  expect(await callApi(page, '/api/card/me')).toMatchObject({ status: 503, text: '' })
  expect(await signIn(page)).toMatchObject({ status: 503, text: '' })
  expect(await invoke(page, 'session:state')).toMatchObject({ signedIn: false })
  expect(api.calls).toEqual([])
})

test('the chosen server is used at once, and after a restart', async ({
  start,
  api,
  profile,
  keyring,
  keychainService,
}) => {
  const first = await start(NEW)
  await choose(first.page, ` ${api.origin}/login?x=1 `)
  expect(await invoke(first.page, 'settings:get')).toMatchObject({
    serverUrl: api.origin,
    serverFrom: 'settings',
  })
  expect((await signIn(first.page)).status).toBe(200)
  expect(await keyring.sessions(keychainService)).toHaveLength(1)
  await first.close()
  expect(JSON.parse(readFileSync(join(profile, 'userData/settings.json'), 'utf8'))).toMatchObject({
    serverUrl: api.origin,
  })

  const second = await start(NEW)
  expect(await invoke(second.page, 'app:info')).toMatchObject({ apiUrl: api.origin })
  expect(await invoke(second.page, 'session:state')).toEqual({ signedIn: true, keptIn: 'keychain' })
  expect((await callApi(second.page, '/api/card/me')).status).toBe(200)
})

test('on a change of the server the session at the first one ends on both sides, and its token is sent to no other server', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  const other = new ScriptedApi()
  await other.start()
  try {
    const { page, evaluate } = await start(NEW)
    await choose(page, api.origin)
    await signIn(page)
    // Main asks in a window of its own; after a refusal the present server stays.
    const answer = (response: number) =>
      evaluate(
        ({ dialog }, given) =>
          void Object.assign(dialog, {
            showMessageBox: async () => ({ response: given, checkboxChecked: false }),
          }),
        response,
      )
    await answer(0)
    await choose(page, other.origin)
    expect(await invoke(page, 'app:info')).toMatchObject({ apiUrl: api.origin })
    await answer(1)
    await choose(page, other.origin)
    expect(api.callsTo('/api/auth/logout').map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${api.tokens[0]}`,
    ])
    await expect.poll(() => keyring.sessions(keychainService)).toEqual([])
    expect(await invoke(page, 'session:state')).toMatchObject({ signedIn: false })
    expect((await callApi(page, '/api/card/me')).status).toBe(401)
    const sent = JSON.stringify(other.calls)
    for (const token of api.tokens) expect(sent).not.toContain(token)
  } finally {
    await other.close()
  }
})

test('an address that is no server of ours is refused with the kind of fault, and never used', async ({
  start,
  api,
}) => {
  const { page } = await start(NEW)
  const check = (address: string) => invoke(page, 'server:check', address)
  expect(await check('two words')).toMatchObject({ ok: false, fault: 'address' })
  expect(await check('http://members.example.org')).toMatchObject({ ok: false, fault: 'insecure' })
  expect(await check('no-such-host.invalid')).toMatchObject({ ok: false, fault: 'name' })
  await serve(
    (_, response) => void response.end('<title>Welcome</title>'),
    async (origin) => {
      expect(await check(origin)).toMatchObject({ ok: false, fault: 'not-ours' })
      expect(await invoke(page, 'server:choose', origin)).toMatchObject({
        ok: false,
        fault: 'not-ours',
      })
    },
  )
  await serve(
    (_, response) => void response.writeHead(302, { location: `${api.origin}/healthz` }).end(),
    async (origin) => {
      expect(await check(origin)).toMatchObject({ ok: false, fault: 'redirect' })
    },
  )
  await serve(
    (_, response) => void response.end(),
    async (origin) => {
      expect(await check(origin.replace('http:', 'https:'))).toMatchObject({
        ok: false,
        fault: 'certificate',
      })
    },
  )
  api.stop()
  expect(await check(api.origin)).toMatchObject({ ok: false, fault: 'refused' })
  expect(await invoke(page, 'server:choose', api.origin)).toMatchObject({
    ok: false,
    fault: 'refused',
  })
  expect(await invoke(page, 'settings:get')).toMatchObject({ serverUrl: null, serverFrom: 'none' })
  expect(api.calls).toEqual([])
})
