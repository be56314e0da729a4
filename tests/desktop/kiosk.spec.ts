/** The kiosk in the desktop app against the real server: what main guarantees, independent of the page. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { myCard } from '#shared/contract/card.ts'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'
import { listKiosks, revokeKiosk } from '#shared/contract/kiosk.ts'
import { buildMember, type BuiltMember, type MemberWish } from '#tests/builders/member.ts'
import { freshAssembly, freshEvent, freshProxy } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { startCutLine, type CutLine } from '#tests/support/cut-line.ts'
import { expect, test as base, type Desktop } from '#tests/support/electron/fixtures.ts'
import { basicAuthorization, callApi, invoke, invokeAndLeave, readableInPage } from './in-page.ts'

const PIN = '482916'
/** At a door a late reply counts as none; on a busy machine a good reply may take longer than the limit. */
const PATIENT_MS = 20_000
const test = base.extend<{
  server: ApiServer
  line: CutLine
  open: (answerLimitMs?: number) => Promise<Desktop>
}>({
  server: async ({}, use) => {
    const server = await startApiServer({ engine: 'sqlite' })
    await use(server)
    await server.stop()
  },
  line: async ({ server }, use) => {
    const line = await startCutLine(server.url)
    await use(line)
    await line.stop()
  },
  /** Starts the app behind the line. A kiosk refuses to quit, so the fixture ends all apps at the end. */
  open: async ({ start, line }, use) => {
    const opened: Desktop[] = []
    await use(async (answerLimitMs = PATIENT_MS) => {
      const app = await start({ env: { API_URL: line.url } })
      opened.push(app)
      await app.evaluate((_electron, limitMs) => {
        const later = globalThis.setTimeout
        const patient = (
          run: (...given: unknown[]) => void,
          delayMs?: number,
          ...given: unknown[]
        ) => later(run, delayMs === 1_000 ? limitMs : delayMs, ...given)
        Object.assign(globalThis, { setTimeout: patient })
      }, answerLimitMs)
      return app
    })
    for (const app of opened) await switchOff(app)
  },
})
test.describe.configure({ timeout: 180_000 })

const off = new WeakSet<Desktop>()
async function switchOff(app: Desktop): Promise<void> {
  if (off.has(app)) return
  off.add(app)
  await app.evaluate((electron) => void setImmediate(() => electron.app.exit(0)))
  await app.exited()
  await app.close()
}
const state = async (page: Page) =>
  (await invoke(page, 'kiosk:state')) as InvokeOutput<'kiosk:state'> // what the channel returns
const queue = async (page: Page) =>
  (await invoke(page, 'queue:state')) as InvokeOutput<'queue:state'> // what the channel returns
const scan = async (page: Page, payload: string) =>
  (await invoke(page, 'kiosk:scan', { payload })) as InvokeOutput<'kiosk:scan'> // what the channel returns

const cardOf = async (server: ApiServer, wish: MemberWish = {}): Promise<string> =>
  payloadOf(server, await buildMember(server.deps, wish))
async function payloadOf(server: ApiServer, { email, password }: BuiltMember): Promise<string> {
  const { accessToken } = await signIn(server, email, password)
  const card = await server.client.call(myCard, {}, { bearer: accessToken })
  if (!card.ok) throw new Error('The member has no card')
  return card.value.payload
}

const markPage = (page: Page) => page.evaluate(() => Object.assign(globalThis, { before: true }))
const isLoadedAnew = (page: Page) =>
  expect.poll(() => page.evaluate(() => 'before' in globalThis).catch(() => true)).toBe(false)

async function beginKiosk(page: Page, server: ApiServer, makeEvent = freshEvent): Promise<string> {
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const eventId = await makeEvent(server.deps)
  const signedIn = await callApi(page, '/api/auth/login', {
    headers: {
      authorization: basicAuthorization(moderator.email, moderator.password),
      'connection-method': 'email',
    },
  })
  expect(signedIn.status).toBe(200)
  await markPage(page)
  expect([{ ok: true }, 'gone']).toContainEqual(
    await invokeAndLeave(page, 'kiosk:begin', {
      eventId,
      deviceName: 'North door',
      hours: 8,
      pin: PIN,
    }),
  )
  // Main loads the page again, so that no state of the old page is left.
  await isLoadedAnew(page)
  await page.waitForURL(/\/kiosk/)
  // After a slow first reply, scans use the list of this computer until a faster reply comes.
  await expect.poll(async () => (await state(page)).connection, { timeout: 60_000 }).toBe('online')
  return eventId
}
const checkInsAt = (server: ApiServer, eventId: string) =>
  server.deps.database.db
    .selectFrom('check_ins')
    .select(['member_id', 'gate'])
    .where('event_id', '=', eventId)
    .execute()

test('online, offline and online again, each person counts once', async ({
  open,
  server,
  line,
}) => {
  const [amna, idris, tagwa] = await Promise.all([
    cardOf(server, { firstName: 'Amna' }),
    cardOf(server, { firstName: 'Idris' }),
    cardOf(server, { firstName: 'Tagwa' }),
  ])
  const { page } = await open()
  const eventId = await beginKiosk(page, server)
  expect(await scan(page, amna)).toMatchObject({
    verdict: 'VALID',
    source: 'online',
    checkIn: { kind: 'recorded' },
  })
  expect(await scan(page, amna)).toMatchObject({
    verdict: 'VALID',
    checkIn: { kind: 'before', gate: 'North door', here: true },
  })
  await expect.poll(async () => (await checkInsAt(server, eventId)).length).toBe(1)

  line.cut()
  const offline = await scan(page, idris)
  expect(offline).toMatchObject({
    verdict: 'VALID',
    source: 'offline',
    checkIn: { kind: 'recorded' },
  })
  expect(offline.name).toContain('Idris')
  expect(await scan(page, idris)).toMatchObject({
    source: 'offline',
    checkIn: { kind: 'before', here: true },
  })
  expect(await scan(page, tagwa)).toMatchObject({
    source: 'offline',
    checkIn: { kind: 'recorded' },
  })
  expect(await scan(page, tagwa.replace('Tagwa', 'Tagua'))).toMatchObject({
    verdict: 'FORGED',
    name: null,
    checkIn: { kind: 'none' },
  })
  expect(await state(page)).toMatchObject({
    connection: 'offline',
    counts: { scans: 6, admitted: 3, again: 2, refused: 1 },
  })
  expect(await checkInsAt(server, eventId)).toHaveLength(1)

  line.restore()
  await expect.poll(async () => (await queue(page)).waiting, { timeout: 60_000 }).toBe(0)
  await expect.poll(async () => (await state(page)).connection).toBe('online')
  const sent = await checkInsAt(server, eventId)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ member_id: id }) => id)).size).toBe(3)
  expect(await scan(page, idris)).toMatchObject({ source: 'online', checkIn: { kind: 'before' } })
})

test('at an assembly the voices come with the reply of the server, and offline there are none', async ({
  open,
  server,
  line,
}) => {
  const [giver, holder] = [
    await buildMember(server.deps, { firstName: 'Amna' }),
    await buildMember(server.deps, { firstName: 'Idris' }),
  ]
  // Before the kiosk begins, so that its status list knows them.
  const cards = { giver: await payloadOf(server, giver), holder: await payloadOf(server, holder) }
  const { page } = await open()
  const eventId = await beginKiosk(page, server, freshAssembly)
  await freshProxy(server.deps, eventId, { giver: giver.id, holder: holder.id })
  line.cut()
  const { checkIn } = await scan(page, cards.holder)
  if (checkIn.kind !== 'recorded') throw new Error(checkIn.kind)
  expect(await queue(page)).toMatchObject({ waiting: 1, voices: [] })
  line.restore()
  await expect
    .poll(async () => (await queue(page)).voices, { timeout: 60_000 })
    .toEqual([{ checkInId: checkIn.id, count: 2, handedOut: false }])
  const own = await scan(page, cards.giver)
  if (own.checkIn.kind !== 'recorded') throw new Error(own.checkIn.kind)
  await expect
    .poll(async () => (await queue(page)).voices[1])
    .toEqual({ checkInId: own.checkIn.id, count: 1, handedOut: true })
})

test('a network that drops all packets delays one scan by a second, and the next one not at all', async ({
  open,
  server,
  line,
}) => {
  const [amna, idris] = await Promise.all([cardOf(server), cardOf(server)])
  const { page } = await open(1_000)
  await beginKiosk(page, server)
  line.hang()
  expect(await scan(page, amna)).toMatchObject({ source: 'offline', checkIn: { kind: 'recorded' } })
  expect((await state(page)).connection).toBe('offline')
  expect(await scan(page, idris)).toMatchObject({
    source: 'offline',
    checkIn: { kind: 'recorded' },
  })
})

test('a suspended member is refused online at once', async ({ open, server }) => {
  const member = await buildMember(server.deps, {})
  const { accessToken } = await signIn(server, member.email, member.password)
  const card = await server.client.call(myCard, {}, { bearer: accessToken })
  const { page } = await open()
  const eventId = await beginKiosk(page, server)
  await server.deps.database.db
    .updateTable('members')
    .set({ status: 'blocked' })
    .where('id', '=', member.id)
    .execute()
  expect(await scan(page, card.ok ? card.value.payload : '')).toMatchObject({
    verdict: 'REVOKED',
    source: 'online',
    checkIn: { kind: 'none' },
  })
  expect(await checkInsAt(server, eventId)).toEqual([])
})

test('a device that is revoked in the dashboard records no more check-ins', async ({
  open,
  server,
}) => {
  const [amna, idris] = await Promise.all([cardOf(server), cardOf(server)])
  const { page } = await open()
  const eventId = await beginKiosk(page, server)
  expect(await scan(page, amna)).toMatchObject({ checkIn: { kind: 'recorded' } })
  await expect.poll(async () => (await queue(page)).waiting).toBe(0)
  const admin = await buildMember(server.deps, { role: 'admin' })
  const { accessToken } = await signIn(server, admin.email, admin.password)
  const { deviceId } = await state(page)
  const revoked = await server.client.call(
    revokeKiosk,
    { params: { id: deviceId ?? '' } },
    { bearer: accessToken },
  )
  expect(revoked.ok).toBe(true)
  expect(await scan(page, idris)).toMatchObject({ checkIn: { kind: 'not-saved', fault: 'token' } })
  expect((await state(page)).token).toBe('revoked')
  expect(await checkInsAt(server, eventId)).toHaveLength(1)
})

test('the token of the device is in the keychain only; the session of staff is gone', async ({
  open,
  server,
  keyring,
  keychainService,
  profile,
}) => {
  const amna = await cardOf(server, { firstName: 'Amna' })
  const { page } = await open()
  await beginKiosk(page, server)
  await scan(page, amna)
  const entries = await keyring.read(keychainService)
  expect(entries.filter(({ account }) => account.startsWith('session '))).toEqual([])
  const entry = entries.find(({ account }) => account.startsWith('kiosk '))
  const { token = '' } = JSON.parse(entry?.password ?? '{}') as { token?: string } // written by main
  expect(token).toMatch(/^wldk_/)
  expect(Buffer.byteLength(entry?.password ?? '')).toBeLessThan(2_048)
  expect(entry?.password).not.toContain(PIN)
  expect(await invoke(page, 'session:state')).toMatchObject({ signedIn: false })
  const notes = readFileSync(join(profile, 'userData/kiosk.json'), 'utf8')
  const log = readFileSync(join(profile, 'userData/logs/main.log'), 'utf8')
  for (const place of [await readableInPage(page), notes, log]) expect(place).not.toContain(token)
  for (const place of [notes, log]) expect(place).not.toMatch(/Amna|482916/)
})

test('its disk names nobody: no file that the app or its browser wrote holds a name, a number or a token', async ({
  open,
  server,
  line,
  keyring,
  keychainService,
  profile,
}) => {
  const holder = await buildMember(server.deps, {
    firstName: 'Amnatestname',
    lastName: 'Idristestname',
    details: { tribe: 'Tribetestname' },
  })
  const payload = await payloadOf(server, holder)
  const app = await open()
  const event = await beginKiosk(app.page, server)
  await scan(app.page, payload)
  line.cut() // then the verdict comes from the disk, and the check-in waits there
  await scan(app.page, payload)
  const entry = (await keyring.read(keychainService)).find(({ account }) =>
    account.startsWith('kiosk '),
  )
  const { token = '' } = JSON.parse(entry?.password ?? '{}') as { token?: string } // written by main
  expect(token).toMatch(/^wldk_/)
  await switchOff(app)

  const secrets = [
    'Amnatestname',
    'Idristestname',
    'Tribetestname',
    holder.email,
    String(holder.id),
    payload,
    token,
    PIN,
  ]
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  const places = (text: string): string[] =>
    files
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => {
        const bytes = readFileSync(path)
        return bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))
      })
  expect(places(event)).toEqual([join(profile, 'userData/kiosk.json')]) // what may be there is found
  for (const secret of secrets) expect(places(secret), secret).toEqual([])
})

test('a restart opens the kiosk locked; wrong PINs from before still count', async ({
  open,
  server,
  keyring: _needed,
}) => {
  const amna = await cardOf(server)
  const first = await open()
  await beginKiosk(first.page, server)
  await scan(first.page, amna)
  for (const triesLeft of [4, 3, 2, 1])
    expect(await invoke(first.page, 'kiosk:end', '000000')).toEqual({
      ok: false,
      triesLeft,
      waitS: 0,
    })
  await switchOff(first)

  const { page } = await open()
  await page.waitForURL(/\/kiosk/)
  expect(await state(page)).toMatchObject({
    mode: 'locked',
    deviceName: 'North door',
    token: 'good',
    counts: { scans: 1, admitted: 1 },
  })
  expect(await invoke(page, 'kiosk:scan', { payload: amna })).toMatch(/^refused: /)
  expect(await invoke(page, 'kiosk:unlock', '000000')).toEqual({
    ok: false,
    triesLeft: 0,
    waitS: 60,
  })
  expect(await invoke(page, 'kiosk:unlock', PIN)).toMatchObject({ ok: false, triesLeft: 0 })
  expect((await state(page)).mode).toBe('locked')
})

test('the right PIN ends the kiosk: the token is returned, and a sign-in works again', async ({
  open,
  server,
  keyring,
  keychainService,
}) => {
  const app = await open()
  const { page } = app
  await beginKiosk(page, server)
  const held = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isKiosk()),
    )
  expect(await held()).toEqual([true])
  await invoke(page, 'kiosk:lock')
  expect((await state(page)).mode).toBe('locked')
  expect(await invoke(page, 'kiosk:unlock', '٤٨٢٩١٦')).toEqual({ ok: true })
  await markPage(page)
  expect([{ ok: true }, 'gone']).toContainEqual(await invokeAndLeave(page, 'kiosk:end', PIN))
  await isLoadedAnew(page) // the old page leaves the kiosk by itself, and is then replaced
  await page.waitForURL((url) => !url.pathname.startsWith('/kiosk'))
  expect(await held()).toEqual([false])
  expect(await state(page)).toMatchObject({ mode: 'off', token: 'none' })
  expect(
    (await keyring.read(keychainService)).filter(({ account }) =>
      /^(?:kiosk|session) /.test(account),
    ),
  ).toEqual([])
  const admin = await buildMember(server.deps, { role: 'admin' })
  const { accessToken } = await signIn(server, admin.email, admin.password)
  const devices = await server.client.call(listKiosks, {}, { bearer: accessToken })
  expect(devices.ok && devices.value.map((device) => device.state)).toEqual(['ended'])
  const again = await callApi(page, '/api/auth/login', {
    headers: {
      authorization: basicAuthorization(admin.email, admin.password),
      'connection-method': 'email',
    },
  })
  expect(again.status).toBe(200)
})

/** Checks that a page that leaves the kiosk is replaced by the kiosk. */
async function isReplaced(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await markPage(page)
  await leave().catch(() => undefined) // the page may be gone before it replies
  const where = () =>
    page
      .evaluate(() => ('before' in globalThis ? 'the page before' : location.pathname))
      .catch(() => 'on its way')
  await expect.poll(where).toMatch(/^\/kiosk/)
  await page.waitForLoadState()
}

test.describe('a hostile page', () => {
  test('can neither read data nor sign in', async ({ open, server }) => {
    const admin = await buildMember(server.deps, { role: 'admin' })
    const { page } = await open()
    const eventId = await beginKiosk(page, server)
    const login = {
      headers: {
        authorization: basicAuthorization(admin.email, admin.password),
        'connection-method': 'email',
      },
    }
    expect((await callApi(page, '/api/auth/login', login)).status).toBe(404)
    for (const path of [
      '/api/user/get/all',
      '/api/user/register/get/all',
      '/api/card/status-list',
      '/api/kiosk/me',
      '/api/kiosk/devices',
      `/api/event/attendance/${eventId}`,
      '/api/audit/get/all',
    ])
      expect((await callApi(page, path)).status, path).toBe(404)
    const verify = await callApi(page, '/api/card/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"cardId":"WLD_1"}',
    })
    expect(verify.status).toBe(404)
    for (const [channel, ...input] of [
      ['server:choose', 'https://evil.example'],
      ['server:check', 'https://evil.example'],
      ['bridge:open-external', 'https://evil.example/'],
      ['queue:export'],
      ['diagnostics:read'],
      ['diagnostics:copy'],
      ['settings:change', { printer: 'x' }],
      ['card:print', null],
      ['printers:list'],
      ['link:take'],
      ['card:judge-offline', { payload: 'x' }],
      ['kiosk:begin', { eventId, deviceName: 'x', hours: 1, pin: '111111' }],
      ['updates:check'],
    ] as const)
      expect(await invoke(page, channel, ...input), channel).toMatch(/^refused: /)
    expect(await invoke(page, 'session:state')).toMatchObject({ signedIn: false })
    expect((await state(page)).mode).toBe('scanning')
  })

  test('cannot leave the kiosk', async ({ open, server }) => {
    const app = await open()
    const { page } = app
    await beginKiosk(page, server)
    const inKiosk = (): boolean => new URL(page.url()).pathname.startsWith('/kiosk')

    await isReplaced(page, () => page.evaluate(() => history.pushState({}, '', '/admin/dashboard')))
    await isReplaced(page, () => page.evaluate(() => history.replaceState({}, '', '/')))
    for (const address of [
      '/',
      '/admin/dashboard',
      '/sign-in',
      'https://evil.example/',
      '/api/about',
    ]) {
      await page.evaluate((target) => {
        const link = Object.assign(document.createElement('a'), { href: target })
        document.body.append(link)
        link.click()
      }, address)
      await page.waitForTimeout(300)
      await page.waitForURL(/\/kiosk/)
      expect(inKiosk(), address).toBe(true)
    }
    await page.evaluate(() => {
      for (const address of ['https://evil.example/', '/admin/dashboard', 'about:blank'])
        window.open(address)
      history.back()
    })
    await page.waitForTimeout(300)
    await page.waitForURL(/\/kiosk/)
    expect(await app.openedOutside()).toEqual([])
    expect(app.windows()).toHaveLength(1)

    await app.evaluate(({ app: running, BrowserWindow }) => {
      running.quit()
      for (const window of BrowserWindow.getAllWindows()) window.close()
    })
    expect(
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isKiosk()),
      ),
    ).toEqual([true])
    expect((await state(page)).mode).toBe('scanning')
  })

  test('cannot try PINs in parallel', async ({ open, server }) => {
    const { page } = await open()
    await beginKiosk(page, server)
    const answers = await page.evaluate(async () => {
      const { wld } = globalThis as unknown as {
        wld: { invoke(...all: unknown[]): Promise<{ ok: boolean; waitS?: number }> }
      } // the desktop bridge, without its types
      return Promise.all(
        Array.from({ length: 40 }, (_, index) => wld.invoke('kiosk:end', String(100_000 + index))),
      )
    })
    expect(answers.every(({ ok }) => !ok)).toBe(true)
    expect(answers.filter(({ waitS }) => waitS === 0)).toHaveLength(4)
    expect(await invoke(page, 'kiosk:end', PIN)).toMatchObject({ ok: false, triesLeft: 0 })
    expect((await state(page)).mode).toBe('scanning')
  })
})
