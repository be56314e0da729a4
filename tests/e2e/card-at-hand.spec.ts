/** The card on a phone: the code from the icon on the home screen without a network, and the wallets. */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import {
  makeWalletCertificates,
  type WalletCertificates,
} from '#tests/support/wallet-certificates.ts'
import { readZip } from '#tests/support/zip.ts'
import { expect, signInAs, test, webDir } from './fixtures.ts'
import { speak } from './own-account.ts'
import { overflowOf } from './reading.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

let certificates: WalletCertificates
let own: ApiServer
test.beforeAll(async () => {
  certificates = await makeWalletCertificates()
  own = await startApiServer({
    engine: 'sqlite',
    webDir,
    env: certificates.env({ LIMITS_SCALE: '1000' }),
  })
})
test.afterAll(async () => {
  await own.stop()
  await rm(certificates.folder, { recursive: true, force: true })
})

const code = (page: Page, { cardId }: BuiltMember) =>
  page.getByRole('dialog', { name: `Code of the card ${cardId.replace('WLD_', '')}` })

/** What the service worker keeps for the card is complete. */
const isReady = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const found = await Promise.all(
          names.map(
            async (name) => (await (await caches.open(name)).match('/.card')) !== undefined,
          ),
        )
        const databases = (await indexedDB.databases()).map(({ name }) => name)
        return found.includes(true) && databases.includes('wld-card')
      }),
    )
    .toBe(true)

test('without a network the icon is at most one tap away from the code, and closing it shows the card', async ({
  open,
}) => {
  const member = await buildMember(own.deps)
  const page = await open({ baseURL: own.url, serviceWorkers: 'allow', ...PHONE })
  await signInAs(page, member)
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
  await isReady(page)
  const manifest = JSON.parse(readFileSync(`${webDir}/manifest.webmanifest`, 'utf8')) as {
    start_url: string
    shortcuts: readonly { url: string }[]
  }
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.context().setOffline(true)
  // The icon: one tap.
  await page.goto(manifest.start_url)
  await page.getByRole('link', { name: /View ID card/ }).click()
  await expect(code(page, member).getByRole('img')).toBeVisible()
  await code(page, member).getByRole('button', { name: 'Close' }).click()
  await expect(code(page, member)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'ID card' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /View ID card/ })).toBeVisible()
  // The shortcut of the icon: none.
  await page.goto(manifest.shortcuts[0]?.url ?? '')
  await expect(code(page, member).getByRole('img')).toBeVisible()
})

test('the shortcut shows the code before the application has started, and the page takes its place', async ({
  open,
}) => {
  const member = await buildMember(own.deps)
  const page = await open({ baseURL: own.url, ...PHONE })
  await signInAs(page, member)
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
  await expect
    .poll(async () => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name))
    .toContain('wld-card')
  const early = page.getByRole('img', { name: member.cardId, exact: true })
  const scripts = '**/assets/*.js'
  // Not by `goto`, which waits here until the application takes input.
  const leadTo = async (path: string): Promise<void> => {
    const arrived = page.waitForEvent('domcontentloaded')
    await page.evaluate((to) => void setTimeout(() => window.location.assign(to)), path)
    await arrived
  }
  await page.route(scripts, (route) => route.abort())
  await leadTo('/id-card?code=show')
  await expect(early).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  // It is not drawn at another address, nor for another member.
  await leadTo('/id-card')
  await page.waitForURL((url) => url.search === '')
  await expect(early).toHaveCount(0)
  await page.unroute(scripts)
  await page.goto('/id-card?code=show')
  await expect(code(page, member).getByRole('img')).toBeVisible()
  await expect(early).toHaveCount(0)
  await page.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify({ ...(user as object), cardId: 'WLD_10000000' }))
  })
  await page.route(scripts, (route) => route.abort())
  await leadTo('/id-card?code=show')
  await expect
    .poll(async () => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name))
    .not.toContain('wld-card')
  await expect(early).toHaveCount(0)
})

test('a card that the server refuses leaves no code on the screen', async ({ open }) => {
  const member = await buildMember(own.deps)
  const page = await open({ baseURL: own.url, ...PHONE })
  await signInAs(page, member)
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
  await expect
    .poll(async () => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name))
    .toContain('wld-card')
  await page.route('**/api/card/me', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      json: { status: 404, code: 'not-found', title: 'x', message: 'x', requestId: 'r' },
    }),
  )
  await page.goto('/id-card?code=show')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
})

test('a member who is not signed in sees no code at that address', async ({ open }) => {
  const page = await open({ baseURL: own.url })
  await page.goto('/id-card?code=show')
  await page.waitForURL('**/login**')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a pass is made after the member agreed, and void when the member says so', async ({
  open,
}) => {
  const member = await buildMember(own.deps)
  const page = await open({ baseURL: own.url })
  await signInAs(page, member)
  await page.goto('/id-card')
  const wallets = page.getByRole('button', { name: /^Add to (Apple|Google) Wallet$/ })
  await expect(wallets).toHaveCount(2)
  // What both companies ask of such a button: black, 48 px high, none larger than the other, and near the card.
  const details = await page.getByRole('region', { name: 'What the card says' }).boundingBox()
  const [apple, google] = [await wallets.first().boundingBox(), await wallets.last().boundingBox()]
  expect(apple?.height).toBeGreaterThanOrEqual(48)
  expect([google?.width, google?.height]).toEqual([apple?.width, apple?.height])
  expect(google?.y).toBeLessThan(details?.y ?? 0)
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(wallets.first()).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  }
  await page.getByRole('button', { name: 'Add to Apple Wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add your card to Apple Wallet?' })
  await expect(dialog.getByText(/This server sends Apple only a short signal/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add to Apple Wallet' }).click()
  await expect(dialog.getByText('Tick the box to continue')).toBeVisible()
  const passes = () =>
    own.deps.database.db
      .selectFrom('wallet_passes')
      .innerJoin('cards', 'cards.status_index', 'wallet_passes.card_index')
      .select(['wallet_passes.kind', 'wallet_passes.is_void'])
      .where('cards.member_id', '=', member.id)
      .execute()
  expect(await passes()).toEqual([])
  await dialog.getByRole('checkbox').check()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Add to Apple Wallet' }).click()
  const file = await download
  const names = readZip(readFileSync(await file.path())).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['pass.json', 'manifest.json', 'signature']))
  expect(await passes()).toEqual([{ kind: 'apple', is_void: 0 }])
  await page.getByRole('button', { name: 'Remove the card from wallets' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The card in the wallet is void')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Apple Wallet', exact: true })).toBeVisible()
  expect(await passes()).toEqual([{ kind: 'apple', is_void: 1 }])
})

test('Google Wallet is told apart, and opens at Google', async ({ open }) => {
  const member = await buildMember(own.deps)
  const page = await open({ baseURL: own.url })
  await page.route('https://pay.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Google Wallet</h1>' }),
  )
  await signInAs(page, member)
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Add to Google Wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add your card to Google Wallet?' })
  await expect(dialog.getByText(/Google then knows that you are a member/)).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Add to Google Wallet' }).click()
  await page.waitForURL(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('where no wallet is configured, the card page does not speak of them', async ({
  open,
  server,
}) => {
  const page = await open()
  await signInAs(page, await buildMember(server.deps))
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/wallet'))
  await page.goto('/id-card')
  expect(await (await asked).json()).toEqual({ apple: 'off', google: 'off' })
  await expect(page.getByRole('heading', { name: 'Lost, stolen or copied?' })).toBeVisible()
  await expect(page.getByText(/Wallet/)).toHaveCount(0)
})

for (const [language, theme, width] of [
  ['en', 'light', 1280],
  ['en', 'dark', 360],
  ['ar', 'light', 360],
] as const)
  test(`the question fits ${width} px in ${language}, ${theme}`, async ({ open }, info) => {
    const page = await open({
      baseURL: own.url,
      colorScheme: theme,
      ...(width === 360 ? PHONE : { viewport: { width, height: 800 } }),
    })
    await signInAs(page, await buildMember(own.deps, { firstName: 'آمنة', lastName: 'إدريس' }))
    await speak(page, language)
    await page.goto('/id-card')
    const section = page.getByRole('region', { name: /phone’s wallet|محفظة هاتفك/ })
    await section.scrollIntoViewIfNeeded()
    await page.screenshot({ path: info.outputPath('section.png') })
    await section.getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('checkbox').waitFor()
    expect(await overflowOf(page)).toBe(0)
    await page.screenshot({ path: info.outputPath('question.png') })
  })
