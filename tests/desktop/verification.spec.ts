/** The main job in the desktop app, against the real server: staff hold a card to the webcam and read a verdict. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import QRCode from 'qrcode'
import { myCard } from '#shared/contract/card.ts'
import { buildMember, type BuiltMember, type MemberWish } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { fakeCameraArgs } from '#tests/support/chromium.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { writeFilm } from '#tests/support/film.ts'
import { openWeakLine, type WeakLine } from '#tests/support/weak-line.ts'
import { invoke } from './in-page.ts'

const filmOf = (testInfo: TestInfo): string => testInfo.outputPath('film.y4m')
test.use({
  camera: true,
  chromiumArgs: async ({}, use, testInfo) => use(fakeCameraArgs(filmOf(testInfo))),
})

let server: ApiServer
test.beforeEach(async () => {
  server = await startApiServer({ engine: 'sqlite' })
})
test.afterEach(() => server.stop())

async function cardHolder(
  wish: MemberWish = {},
): Promise<{ member: BuiltMember; payload: string }> {
  const member = await buildMember(server.deps, wish)
  const { accessToken } = await signIn(server, member.email, member.password)
  const card = await server.client.call(myCard, {}, { bearer: accessToken })
  if (!card.ok) throw new Error('The member has no card')
  return { member, payload: card.value.payload }
}

const holdUp = async (testInfo: TestInfo, payload: string): Promise<void> =>
  writeFilm(
    filmOf(testInfo),
    await QRCode.toBuffer(payload, { errorCorrectionLevel: 'L', margin: 4, scale: 8 }),
  )

async function signInAsStaff(page: Page): Promise<void> {
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('Email address').fill(moderator.email)
  await page.getByLabel(/^Password/).fill(moderator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Staff start at their dashboard.
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Verification' })
    .click()
}
const resultOf = (page: Page) => page.getByRole('region', { name: 'Result of the check' })
const word = (page: Page, text: string) => resultOf(page).getByText(text, { exact: true })

test('a card in front of the camera is VALID; the camera closes with the page', async ({
  start,
}, testInfo) => {
  const { payload } = await cardHolder({ firstName: 'آمنة', lastName: 'إدريس' })
  await holdUp(testInfo, payload)
  const { page } = await start({ env: { API_URL: server.url } })
  await signInAsStaff(page)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'NO PHOTO')).toBeVisible({ timeout: 20_000 })
  await expect(resultOf(page).getByText('آمنة إدريس')).toBeVisible()

  await page.getByRole('link', { name: 'Public site' }).click()
  await expect(resultOf(page)).toBeHidden()
  const camera = (): Promise<string> =>
    page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      ),
    )
  await expect.poll(camera).toBe('NotAllowedError')
})

test('a card with one changed letter is FORGED, and no name is shown', async ({
  start,
}, testInfo) => {
  const { payload } = await cardHolder({ firstName: 'Amna', lastName: 'Idris' })
  await holdUp(testInfo, payload.replace('Amna', 'Amma'))
  const { page } = await start({ env: { API_URL: server.url } })
  await signInAsStaff(page)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'FORGED')).toBeVisible({ timeout: 20_000 })
  await expect(resultOf(page).getByText(/Amna|Amma|Idris/)).toHaveCount(0)
})

test('a suspended member is REVOKED', async ({ start }, testInfo) => {
  const { member, payload } = await cardHolder()
  await server.deps.database.db
    .updateTable('members')
    .set({ status: 'blocked' })
    .where('id', '=', member.id)
    .execute()
  await holdUp(testInfo, payload)
  const { page } = await start({ env: { API_URL: server.url } })
  await signInAsStaff(page)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'REVOKED')).toBeVisible({ timeout: 20_000 })
})

/** Starts the app behind a line that the test can cut, with staff at the verification page. */
async function behindLine(
  start: (options: { env: Record<string, string> }) => Promise<{ page: Page }>,
  ...cut: string[]
): Promise<{ page: Page; line: WeakLine }> {
  const line = await openWeakLine(server.url)
  lines.push(line)
  line.cut(...cut)
  const { page } = await start({ env: { API_URL: line.url } })
  await signInAsStaff(page)
  await page.getByRole('button', { name: 'Start camera' }).waitFor()
  return { page, line }
}
const lines: WeakLine[] = []
test.afterEach(async () => {
  for (const line of lines.splice(0)) await line.close()
})
const listIsHere = (page: Page) =>
  expect
    .poll(
      async () =>
        ((await invoke(page, 'offline:state')) as { listIssuedAt?: string | null }).listIssuedAt ??
        null,
    )
    .not.toBeNull()
const offlineMark = (page: Page) => resultOf(page).getByText(/^Checked offline · list from/)

test('without the server and without a list, the app shows "Offline" and no verdict', async ({
  start,
}, testInfo) => {
  const { payload } = await cardHolder()
  await holdUp(testInfo, payload)
  const { page, line } = await behindLine(start, '/api/card/status-list')
  line.cut('/')
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(resultOf(page).getByText('Offline').first()).toBeVisible({ timeout: 20_000 })
  await expect(word(page, 'VALID')).toHaveCount(0)
})

test('without the server, a card is VALID by the stored list, until the server is reachable again', async ({
  start,
  profile,
}, testInfo) => {
  const { member, payload } = await cardHolder({ firstName: 'Amna', lastName: 'Idris' })
  await holdUp(testInfo, payload)
  const { page, line } = await behindLine(start)
  await listIsHere(page)
  line.cut('/')
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'VALID')).toBeVisible({ timeout: 20_000 })
  await expect(offlineMark(page)).toBeVisible()
  await expect(resultOf(page).getByText('Amna Idris')).toBeVisible()
  await expect(
    resultOf(page).getByText('No photo while offline', { exact: false }).first(),
  ).toBeVisible()
  await expect(resultOf(page).getByRole('button', { name: 'Check in' })).toHaveCount(0)
  await page.screenshot({ path: testInfo.outputPath('offline-valid.png') })
  const folder = join(profile, 'userData')
  const kept = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /[\\/]offline[\\/]/.test(entry.parentPath),
    )
  // Used as soon as it is read, written in the background.
  await expect
    .poll(() =>
      kept()
        .map(({ name }) => name)
        .toSorted(),
    )
    .toEqual(['keys.json', 'server-time.json', 'status-list.json'])
  for (const entry of kept())
    expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toMatch(/Amna|Idris/)

  await server.deps.database.db
    .updateTable('members')
    .set({ status: 'banned' })
    .where('id', '=', member.id)
    .execute()
  line.cut()
  await expect(word(page, 'REVOKED')).toBeVisible({ timeout: 30_000 })
  await expect(offlineMark(page)).toHaveCount(0)
})

test('without the server, a revoked card is REVOKED', async ({ start }, testInfo) => {
  const { member, payload } = await cardHolder()
  await server.deps.database.db
    .updateTable('members')
    .set({ status: 'blocked' })
    .where('id', '=', member.id)
    .execute()
  await holdUp(testInfo, payload)
  const { page, line } = await behindLine(start)
  await listIsHere(page)
  line.cut('/')
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'REVOKED')).toBeVisible({ timeout: 20_000 })
  await expect(offlineMark(page)).toBeVisible()
})

test('without the server, a forged card is FORGED, and no name is shown', async ({
  start,
}, testInfo) => {
  const { payload } = await cardHolder({ firstName: 'Amna', lastName: 'Idris' })
  await holdUp(testInfo, payload.replace('Amna', 'Amma'))
  const { page, line } = await behindLine(start)
  await listIsHere(page)
  line.cut('/')
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'FORGED')).toBeVisible({ timeout: 20_000 })
  await expect(resultOf(page).getByText('Checked offline', { exact: true })).toBeVisible()
  await expect(resultOf(page).getByText(/Amna|Amma|Idris/)).toHaveCount(0)
})

test('the token is in the keychain and nowhere in the page, even after a verdict', async ({
  start,
  keyring,
  keychainService,
}, testInfo) => {
  const { payload } = await cardHolder()
  await holdUp(testInfo, payload)
  const { page } = await start({ env: { API_URL: server.url } })
  const bodies: string[] = []
  page.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      ),
  )
  await signInAsStaff(page)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(word(page, 'NO PHOTO')).toBeVisible({ timeout: 20_000 })
  const [entry] = await keyring.sessions(keychainService)
  const { refreshToken } = JSON.parse(entry?.password ?? '{}') as { refreshToken?: string }
  if (refreshToken === undefined)
    throw new Error(
      `The keychain holds no refresh token, but: ${Object.keys(JSON.parse(entry?.password ?? '{}') as object).join(', ')}`,
    )
  const kept = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      document.documentElement.outerHTML,
    ]),
  )
  for (const place of [kept, ...bodies]) {
    expect(place).not.toContain(refreshToken)
    expect(place).not.toMatch(/eyJ[\w-]+\.eyJ/) // an access token in its three parts
  }
})
