/** How far it is from a newly installed app to the first card at the door, against the real server. */
import type { Locator, TestInfo } from '@playwright/test'
import QRCode from 'qrcode'
import { myCard } from '#shared/contract/card.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { fakeCameraArgs } from '#tests/support/chromium.ts'
import { expect, test, type Desktop } from '#tests/support/electron/fixtures.ts'
import { writeFilm } from '#tests/support/film.ts'
import { expectNothingCovered, keepToasts } from '#tests/support/toasts.ts'

const MOST_TAPS = 5
const MOST_FIELDS = 4

const filmOf = (testInfo: TestInfo): string => testInfo.outputPath('film.y4m')
test.use({
  camera: true,
  chromiumArgs: async ({}, use, testInfo) => use(fakeCameraArgs(filmOf(testInfo))),
})
test.describe.configure({ timeout: 180_000 })

let server: ApiServer
test.beforeEach(async () => {
  server = await startApiServer({ engine: 'sqlite' })
})
test.afterEach(() => server.stop())

async function payloadOfCard(): Promise<string> {
  const { email, password } = await buildMember(server.deps, { firstName: 'Amna' })
  const { accessToken } = await signIn(server, email, password)
  const card = await server.client.call(myCard, {}, { bearer: accessToken })
  if (!card.ok) throw new Error('The member has no card')
  return card.value.payload
}

/** A kiosk refuses to quit. */
async function switchOff(app: Desktop): Promise<void> {
  await app.evaluate((electron) => void setImmediate(() => electron.app.exit(0)))
  await app.exited()
}

test('from the first start to the first card at the door in five taps and four fields', async ({
  start,
}, testInfo) => {
  const staff = await buildMember(server.deps, { role: 'moderator' })
  await freshEvent(server.deps)
  const code = await QRCode.toBuffer(await payloadOfCard(), {
    errorCorrectionLevel: 'L',
    margin: 4,
    scale: 8,
  })
  await writeFilm(filmOf(testInfo), code)
  let taps = 0
  let fields = 0
  async function tap(target: Locator): Promise<void> {
    taps += 1
    await target.click()
  }
  async function fill(target: Locator, text: string): Promise<void> {
    fields += 1
    await target.fill(text)
  }

  const app = await start({ env: { API_URL: '' } })
  const { page } = app
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await tap(page.getByRole('button', { name: /English/ }))
  await fill(page.getByLabel(/^Address of the server/), server.url)
  await tap(button('Continue'))
  await fill(page.getByLabel('Email address'), staff.email)
  await fill(page.getByLabel(/^Password/), staff.password)
  await tap(button('Sign in and start a kiosk'))
  await expect(page).toHaveURL(/\/kiosk\/start$/)
  await expect(page.getByRole('main').getByRole('radio')).toBeChecked()
  await expect(page.getByLabel(/^Name of this computer/)).toHaveValue(/^Door \d\d$/)
  await fill(page.getByLabel(/^PIN/), '482916')
  // A message about the sign-in must not stand over what is pressed next.
  await tap(button('Start the kiosk'))
  await expect(
    page.getByRole('region', { name: 'Result' }).getByText('NO PHOTO', { exact: true }),
  ).toBeVisible({ timeout: 60_000 })
  expect({ taps, fields }).toEqual({ taps: 4, fields: 4 })
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)
  expect(fields).toBeLessThanOrEqual(MOST_FIELDS)
  await switchOff(app)
})

test('signed out the app opens at the sign-in, and no message covers a button after it', async ({
  start,
}, testInfo) => {
  await writeFilm(filmOf(testInfo), await QRCode.toBuffer('no card', { scale: 8 }))
  const staff = await buildMember(server.deps, { role: 'moderator' })
  const { page } = await start({ env: { API_URL: server.url } })
  await expect(page).toHaveURL(/\/login$/)
  await keepToasts(page)
  await page.getByLabel('Email address').fill(staff.email)
  await page.getByLabel(/^Password/).fill(staff.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // A page that arrives moves the focus to its heading; a key pressed before that is lost.
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Verification' })
    .press('Enter')
  await expect(page.getByRole('link', { name: 'Start kiosk' })).toBeVisible()
  await expectNothingCovered(page, 'Login successful')
})
