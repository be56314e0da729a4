/** The kiosk as one thing: each key, button and setting that it shows does what it says, in three languages. */
import type { Page } from '@playwright/test'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { expect } from '#tests/support/electron/fixtures.ts'
import {
  close,
  dialog,
  type Door,
  GATE,
  PIN,
  rail,
  railButton,
  scanByHand,
  stateOf,
  test,
  touch,
  turnCameraOff,
} from './at-the-door.ts'
import { invoke } from './in-page.ts'

test.describe.configure({ timeout: 240_000 })

const result = (page: Page) => page.locator('[data-word]')
const admitted = (page: Page) => expect.poll(async () => (await stateOf(page)).counts.admitted)
const screenSettings = async (page: Page) =>
  (
    (await invoke(page, 'settings:get')) as {
      readonly kioskScreen: Readonly<Record<string, unknown>>
    }
  ).kioskScreen // what the channel returns

/** The dialogs that a key and a button open, with the title of each. */
const opens = ({ t }: Door) =>
  [
    [KIOSK_KEYS.number, t('kiosk:rail.number')],
    [KIOSK_KEYS.queue, t('kiosk:queue.title')],
    [KIOSK_KEYS.choices, t('kiosk:rail.choices')],
    [KIOSK_KEYS.doors, t('kiosk:doors.title')],
    [KIOSK_KEYS.exit, t('kiosk:exit.title')],
  ] as const

for (const language of LANGUAGES)
  test(`a day at the door, ${language}`, async ({ member, openDoor }) => {
    const held = await member({ firstName: 'Amna' })
    const typed = await member({ firstName: 'Idris' })
    const late = await member({ firstName: 'Omer' })
    const scanned = await member({ firstName: 'Tagwa', lastName: 'Osman' })
    const door = await openDoor(language, held)
    const { page, t } = door
    await expect(page.locator('html')).toHaveAttribute('dir', textDirection(language))

    await test.step('the camera reads the card that is held up', async () => {
      await expect(result(page)).toBeVisible()
      await admitted(page).toBe(1)
      await turnCameraOff(page, t)
    })

    await test.step('a hand scanner types a card through the rules of main', async () => {
      await scanByHand(page, scanned.payload)
      await admitted(page).toBe(2)
      await expect(
        page.getByRole('region', { name: t('kiosk:screen.result') }).getByText(scanned.name),
      ).toBeVisible()
    })

    await test.step('the keys that the page names are the keys that it uses', async () => {
      const shown = await rail(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-keyshortcuts') ?? button.textContent),
        )
      expect(shown.toSorted()).toEqual(Object.values(KIOSK_KEYS).toSorted())
    })

    await test.step('each key opens its dialog, and so does each button under a finger', async () => {
      for (const [key, title] of opens(door)) {
        await page.keyboard.press(key)
        await expect(dialog(page), key).toHaveAccessibleName(title)
        await close(page)
        await touch(railButton(page, key))
        await expect(dialog(page), `touch of ${key}`).toHaveAccessibleName(title)
        await close(page)
      }
    })

    await test.step('a number is typed', async () => {
      await page.keyboard.press(KIOSK_KEYS.number)
      const field = page.getByLabel(t('scanner:number.label'))
      await field.focus()
      await page.keyboard.type(typed.cardId.replace('WLD_', ''), { delay: 80 })
      await page.keyboard.press('Enter')
      await admitted(page).toBe(3)
      await expect(dialog(page)).toHaveCount(0)
    })

    await test.step('the queue shows its event and no whole card number, sends, and offers nothing that main refuses', async () => {
      await page.keyboard.press(KIOSK_KEYS.queue)
      await expect(dialog(page).getByRole('row')).toHaveCount(4)
      await expect(dialog(page).getByText(door.eventTitle).first()).toBeVisible()
      await expect(dialog(page)).not.toContainText(scanned.cardId.replace('WLD_', ''))
      await expect(dialog(page)).toContainText(`…${scanned.cardId.slice(-4)}`)
      await expect(dialog(page).getByRole('button', { name: t('kiosk:queue.export') })).toHaveCount(
        0,
      )
      for (const name of ['waiting', 'conflicts', 'refused', 'all'])
        await touch(
          dialog(page).getByRole('button', {
            name: new RegExp(String.raw`^${t(`kiosk:queue.filter.${name}`)}(?: \(.*\))?$`),
          }),
        )
      await expect(dialog(page).getByRole('row')).toHaveCount(4)
      await expect
        .poll(async () => ((await invoke(page, 'queue:state')) as { waiting: number }).waiting)
        .toBe(0)
      await expect(dialog(page).getByRole('button', { name: t('kiosk:queue.send') })).toBeDisabled()
      await close(page)
    })

    await test.step('each setting is kept by main', async () => {
      const sound = railButton(page, KIOSK_KEYS.sound)
      await expect(sound).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press(KIOSK_KEYS.sound)
      await expect(sound).toHaveAttribute('aria-pressed', 'false')
      await touch(sound)
      await expect(sound).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press(KIOSK_KEYS.choices)
      await touch(dialog(page).getByRole('switch', { name: t('kiosk:choices.sound') }))
      await touch(dialog(page).getByRole('switch', { name: t('kiosk:choices.contrast') }))
      await touch(dialog(page).getByText(t('kiosk:choices.left')))
      await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
      await expect
        .poll(() => screenSettings(page))
        .toMatchObject({ sound: false, highContrast: true, hand: 'left' })
      const field = dialog(page).getByLabel(t('common:language.label'))
      const other = language === 'fr' ? 'en' : 'fr'
      await field.selectOption(other)
      await expect(page.locator('html')).toHaveAttribute('lang', other)
      await expect
        .poll(async () => ((await invoke(page, 'settings:get')) as { language: string }).language)
        .toBe(other)
      await dialog(page).locator('select').last().selectOption(language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await touch(dialog(page).getByRole('button', { name: t('scanner:camera.start') }))
      await expect(page.locator('main video')).toHaveCount(1)
    })

    await test.step('it locks by its key and opens with the PIN', async () => {
      if (await dialog(page).isVisible()) await close(page) // unless the card was read again
      await page.keyboard.press(KIOSK_KEYS.lock)
      await expect(page.getByRole('heading', { name: t('kiosk:lock.title') })).toBeVisible()
      await expect(page.locator('video')).toHaveCount(0)
      await scanByHand(page, late.payload)
      await expect(page.getByRole('alert')).not.toBeEmpty() // its digits are no PIN
      expect((await stateOf(page)).counts.admitted).toBe(3)
      await page.keyboard.type(PIN)
      await page.keyboard.press('Enter')
      await expect(page.locator('main video')).toHaveCount(1)
      await touch(railButton(page, KIOSK_KEYS.lock))
      await expect(page.getByRole('heading', { name: t('kiosk:lock.title') })).toBeVisible()
      for (const digit of PIN) await touch(page.getByRole('button', { name: digit, exact: true }))
      await touch(page.getByRole('button', { name: t('kiosk:lock.unlock'), exact: true }))
      await expect(rail(page)).toBeVisible()
      await expect(page.getByText(GATE).first()).toBeVisible()
    })

    await test.step('it ends with the PIN, and the window is free again', async () => {
      await turnCameraOff(page, t)
      await page.keyboard.press(KIOSK_KEYS.exit)
      for (const digit of PIN)
        await touch(dialog(page).getByRole('button', { name: digit, exact: true }))
      await touch(dialog(page).getByRole('button', { name: t('kiosk:exit.confirm') }))
      await page.waitForURL((url) => !url.pathname.startsWith('/kiosk'))
      expect(
        await door.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk()),
      ).toBe(false)
    })
  })
