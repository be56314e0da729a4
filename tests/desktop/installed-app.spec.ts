/**
 * A day with the app as an installer leaves it: staff sign in, print their card, and hold a picture of a card to the camera of
 * a kiosk; without network a second person is let in, the power fails, and the check-in arrives all the same. release.yml runs
 * it on the installed program of each system; on the stand-in it runs with the other specs.
 */
import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { expect, type Desktop } from '#tests/support/electron/fixtures.ts'
import { writeFilm } from '#tests/support/film.ts'
import { openWeakLine } from '#tests/support/weak-line.ts'
import { wordsOf } from '../e2e/reading.ts'
import {
  beginKiosk,
  GATE,
  PIN,
  rail,
  scanByHand,
  stateOf,
  test,
  turnCameraOff,
} from './at-the-door.ts'
import { invoke, openPath } from './in-page.ts'

test.describe.configure({ timeout: 300_000 })

/** Of the system; the workflow makes one that prints into nothing. */
const PRINTER = process.env['PACKAGED_PRINTER'] ?? 'Card'

async function printOwnCard(app: Desktop, isStandIn: boolean): Promise<void> {
  const { page } = app
  if (isStandIn)
    await app.evaluate(({ BrowserWindow }, name) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        webContents.paper.printers = [{ name, displayName: name, description: '', options: {} }]
    }, PRINTER)
  await openPath(page, '/id-card')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Print on a card printer' })
  await dialog.getByText(PRINTER, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('The card was sent to the printer')).toBeVisible()
}

async function signInAsStaff(
  page: Page,
  staff: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email address').fill(staff.email)
  await page.getByLabel(/^Password/).fill(staff.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
}
const waiting = async (page: Page): Promise<number> =>
  ((await invoke(page, 'queue:state')) as { waiting: number }).waiting // what the channel returns

test('staff sign in, print, scan a picture, let in without network, and lose nothing by a power cut', async ({
  engine,
  server,
  member,
  start,
  keyring: _needed,
}, testInfo) => {
  const isStandIn = engine === 'standin'
  const t = await wordsOf('en', ['kiosk', 'scanner', 'common'])
  const held = await member({ firstName: 'Amna' })
  const typed = await member({ firstName: 'Idris' })
  const staff = await buildMember(server.deps, { role: 'moderator' })
  await freshEvent(server.deps)
  await writeFilm(
    testInfo.outputPath('film.y4m'),
    await QRCode.toBuffer(held.payload, { errorCorrectionLevel: 'L', margin: 4, scale: 8 }),
  )
  const line = await openWeakLine(server.url)
  const env = { API_URL: line.url }
  const first = await start({ env })
  const { page } = first

  await test.step('staff sign in and print a card', async () => {
    await signInAsStaff(page, staff)
    await printOwnCard(first, isStandIn)
  })
  await test.step('the camera of the kiosk reads a picture of a card', async () => {
    await openPath(page, '/kiosk/start')
    await page.locator('[name="deviceName"]').fill(GATE)
    await page.locator('[name="pin"]').fill(PIN)
    await beginKiosk(page, t)
    await expect.poll(async () => (await stateOf(page)).counts.admitted).toBe(1)
    await expect.poll(() => waiting(page)).toBe(0)
    await turnCameraOff(page, t)
  })
  await test.step('without network the next card is let in', async () => {
    line.cut('/')
    await scanByHand(page, typed.payload)
    await expect.poll(async () => (await stateOf(page)).counts.admitted).toBe(2)
    expect(await waiting(page)).toBe(1)
  })
  await test.step('after a power cut the kiosk is locked and still has the check-in', async () => {
    if (isStandIn) {
      await first.evaluate(({ app }) => void setImmediate(() => app.exit(0)))
      await first.exited()
    }
    await first.close()
    const { page: again } = await start({ env })
    await expect(again.getByRole('heading', { name: t('kiosk:lock.title') })).toBeVisible()
    expect(await stateOf(again)).toMatchObject({ mode: 'locked', counts: { admitted: 2 } })
    await again.keyboard.type(PIN)
    await again.keyboard.press('Enter')
    await rail(again).waitFor()
    expect(await waiting(again)).toBe(1)

    line.cut()
    await expect.poll(() => waiting(again), { timeout: 90_000 }).toBe(0)
    const arrived = await server.deps.database.db
      .selectFrom('check_ins')
      .select('member_id')
      .execute()
    expect(arrived.map(({ member_id: id }) => `WLD_${id}`).toSorted()).toEqual(
      [held.cardId, typed.cardId].toSorted(),
    )

    await turnCameraOff(again, t)
    await again.keyboard.press(KIOSK_KEYS.exit)
    for (const digit of PIN)
      await again.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click()
    await again
      .getByRole('dialog')
      .getByRole('button', { name: t('kiosk:exit.confirm') })
      .click()
    await again.waitForURL((url) => !url.pathname.startsWith('/kiosk'))
  })
  await line.close()
})
