/**
 * A door with both halves: the real page, the real main with its rules for the window, and the hands, cards and cameras
 * that reach them. Real keys pass through main first, as in Electron.
 */
import type { Locator, Page, TestInfo } from '@playwright/test'
import type { TFunction } from 'i18next'
import QRCode from 'qrcode'
import { myCard } from '#shared/contract/card.ts'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { buildMember, type MemberWish } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { fakeCameraArgs } from '#tests/support/chromium.ts'
import { expect, test as base, type Desktop } from '#tests/support/electron/fixtures.ts'
import { writeFilm } from '#tests/support/film.ts'
import { wordsOf } from '../e2e/reading.ts'
import { basicAuthorization, callApi, invoke } from './in-page.ts'

export const PIN = '482916'
export const GATE = 'North door'

export interface CardHolder {
  readonly payload: string
  readonly cardId: string
  readonly name: string
}
export interface Door extends Desktop {
  readonly t: TFunction
  readonly eventTitle: string
}

const filmOf = (testInfo: TestInfo): string => testInfo.outputPath('film.y4m')

export const test = base.extend<
  {
    readonly member: (wish?: MemberWish) => Promise<CardHolder>
    /** Starts the app, signs staff in and starts the kiosk from its page; `held` is in front of the camera. */
    readonly openDoor: (language: Language, held?: CardHolder) => Promise<Door>
  },
  { readonly server: ApiServer }
>({
  camera: true,
  chromiumArgs: async ({}, use, testInfo) => use(fakeCameraArgs(filmOf(testInfo))),
  server: [
    async ({}, use) => {
      const server = await startApiServer({ engine: 'sqlite' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  member: async ({ server }, use) => {
    await use(async (wish) => {
      const { email, password, cardId, name } = await buildMember(server.deps, wish)
      const { accessToken } = await signIn(server, email, password)
      const card = await server.client.call(myCard, {}, { bearer: accessToken })
      if (!card.ok) throw new Error('The member has no card')
      return { payload: card.value.payload, cardId, name }
    })
  },
  openDoor: async ({ server, start }, use, testInfo) => {
    const opened: Desktop[] = []
    await use(async (language, held) => {
      const picture =
        held === undefined
          ? undefined
          : await QRCode.toBuffer(held.payload, { errorCorrectionLevel: 'L', margin: 4, scale: 8 })
      await writeFilm(filmOf(testInfo), picture)
      const app = await start({ env: { API_URL: server.url } })
      opened.push(app)
      const t = await wordsOf(language, ['kiosk', 'scanner', 'common'])
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await startKiosk(app.page, server, language, t)
      return Object.assign(app, { t, eventTitle: 'Assembly' })
    })
    // A kiosk refuses to quit.
    for (const app of opened) {
      await app.evaluate((electron) => void setImmediate(() => electron.app.exit(0)))
      await app.exited()
    }
  },
})

async function startKiosk(
  page: Page,
  server: ApiServer,
  language: Language,
  t: TFunction,
): Promise<void> {
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  await freshEvent(server.deps)
  const signedIn = await callApi(page, '/api/auth/login', {
    headers: {
      authorization: basicAuthorization(moderator.email, moderator.password),
      'connection-method': 'email',
    },
  })
  expect(signedIn.status).toBe(200)
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen)
    location.assign('/kiosk/start')
  }, language)
  await page.locator('[name="deviceName"]').fill(GATE)
  await page.locator('[name="pin"]').fill(PIN) // its digits are shown, so it is asked for once
  await beginKiosk(page, t)
}

/** Main loads the page of the kiosk after its reply; until then the page of the start may show the rail as well. */
export async function beginKiosk(page: Page, t: TFunction): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before-kiosk', ''))
  await page.getByRole('button', { name: t('kiosk:start.begin'), exact: true }).click()
  await page.locator('html:not([data-before-kiosk])').waitFor()
  await rail(page).waitFor()
}

export const rail = (page: Page): Locator => page.locator('nav:has([aria-keyshortcuts])')
export const railButton = (page: Page, key: string): Locator =>
  rail(page).locator(`[aria-keyshortcuts="${key}"]`)
export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const stateOf = async (page: Page) =>
  (await invoke(page, 'kiosk:state')) as InvokeOutput<'kiosk:state'> // what the channel returns

/**
 * Types as a hand scanner does: real keys, 4 ms apart by their own clock. No key waits for the one before it: where each
 * took a round trip, a busy machine let half a second pass between two, which ends a scan.
 */
export async function scanByHand(page: Page, text: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const beganS = Date.now() / 1_000
  await Promise.all(
    [...text, 'Enter'].flatMap((key, index) => {
      const typed = key === 'Enter' ? '\r' : key
      const timestamp = beganS + index * 0.004
      return [
        devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: typed, timestamp }),
        devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }),
      ]
    }),
  )
  await devTools.detach()
}

export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

/** A card that is held up may be read again at any time, and its result closes a dialog: the journey continues without. */
export async function turnCameraOff(page: Page, t: Door['t']): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(KIOSK_KEYS.choices)
    await dialog(page)
      .getByRole('button', { name: t('scanner:camera.stop') })
      .click({ timeout: 5_000 })
    await expect(page.locator('main video')).toHaveCount(0)
  }).toPass()
  await close(page)
}

/** A finger on the middle of the element. */
export async function touch(target: Locator): Promise<void> {
  // A render may replace the element while it is looked for.
  const boxes: Awaited<ReturnType<Locator['boundingBox']>>[] = []
  await expect(async () => {
    await target.scrollIntoViewIfNeeded({ timeout: 5_000 })
    boxes.push(await target.boundingBox())
    expect(boxes.at(-1)).not.toBeNull()
  }).toPass()
  const box = boxes.at(-1)
  if (box === null || box === undefined) throw new Error('There is nothing to touch')
  const page = target.page()
  const devTools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devTools.detach()
}
