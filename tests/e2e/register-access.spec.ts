/**
 * Accessible registration: axe on each step in both directions and themes, and the whole registration without a
 * pointer.
 */
import type { FileChooser, Locator, Page } from '@playwright/test'
import { lastCode } from '#tests/support/mailbox.ts'
import { expect, test } from './fixtures.ts'
import {
  JOURNEY_LANGUAGES,
  expectGoodLooks,
  expectNoFaultsInThemes,
  openIn,
  wordsOf,
} from './reading.ts'
import { PASSWORD, photo, startRegistering } from './registering.ts'

/** A period of the terms, its noun in the form that the number takes. */
const REFUSED_REQUESTS = {
  en: '180 days after the decision',
  ar: '180 يومًا بعد القرار',
  fr: '180 jours après la décision',
}

for (const language of JOURNEY_LANGUAGES) {
  test(`axe finds nothing on any step, ${language}`, async ({ open, server }) => {
    const page = await open({ viewport: { width: 390, height: 800 } })
    const form = await startRegistering(page, server, language)
    // At the width of a phone: on a lower and wider window the bar that sticks to the edge covers parts of fields, which
    // axe takes for small targets.
    const clean = (step: string): Promise<void> => expectNoFaultsInThemes(page, step)
    await clean('email')
    await form.toCodeStep()
    await clean('code')
    await form.enterCode()
    await expect(form.input('firstName')).toBeVisible()
    await clean('empty form')
    await form.button('registration:saveAndGoOn').click()
    await clean('form with faults')
    await form.fillForm()
    await clean('full form')
    await form.toSummary()
    await clean('summary')
    await form.button('registration:summary.confirm').click()
    await page.waitForURL('/registration-success')
    await expect(page.getByText(form.t('auth:registerSuccess'))).toBeHidden()
    await clean('success')
  })

  test(`axe finds nothing in the terms, ${language}`, async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 800 } })
    const t = await wordsOf(language, ['terms'])
    await openIn(page, language, '/terms')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('terms:title'))
    await expect(page.getByRole('button', { name: t('terms:back') })).toHaveCount(0)
    await expect(page.getByText(REFUSED_REQUESTS[language])).toBeVisible()
    await expectGoodLooks(page)
  })
}

const MOST_STEPS = 40

/** Presses Tab until the element has the focus; throws when it is not reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST_STEPS} presses of Tab did not reach ${target.toString()}`)
}

test('the whole registration works with the keyboard alone', async ({ open, server }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  const form = await startRegistering(page, server)
  const { keyboard } = page
  const type = async (target: Locator, text: string): Promise<void> => {
    await tabTo(page, target)
    await keyboard.insertText(text)
  }
  const write = (name: string, text: string): Promise<void> => type(form.input(name), text)
  const choose = async (name: string, country: string): Promise<void> => {
    await type(form.place(name).getByRole('combobox'), country)
    await expect(page.getByRole('option', { name: country, exact: true })).toHaveAttribute(
      'data-highlighted',
    ) // the option that Enter chooses
    await keyboard.press('Enter')
  }

  await type(page.getByRole('textbox', { name: 'Email address' }), form.email)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeFocused()
  await type(page.getByLabel('Code from the email'), await lastCode(server.deps, form.email))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()

  await write('firstName', 'Amna')
  await keyboard.press('Enter') // moves to the next field; only the last field sends the form
  await expect(form.input('lastName')).toBeFocused()
  await write('lastName', 'Idris')
  await tabTo(page, form.place('sex').getByRole('radio').first())
  await keyboard.press('Space')
  await tabTo(page, form.place('maritalStatus').getByRole('radio').first())
  await keyboard.press('Space')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Married' })).toBeChecked()
  await tabTo(page, form.input('numberOfKids'))
  await keyboard.press('ControlOrMeta+a')
  await keyboard.insertText('3')
  await tabTo(page, form.input('tribeConsent'))
  await keyboard.press('Space')
  await write('tribe', 'Test tribe')
  await write('password', PASSWORD)
  await write('passwordAgain', PASSWORD)
  await type(page.getByRole('textbox', { name: 'Day' }), '1')
  await tabTo(page, page.getByRole('combobox', { name: 'Month' }))
  await keyboard.type('May')
  await type(page.getByRole('textbox', { name: 'Year' }), '1985')
  await write('birthCity', 'Nyala')
  await write('birthVillage', 'Kass')
  await choose('currentCountry', 'France')
  await write('currentCity', 'Lyon')
  await write('currentVillage', 'Bron')
  await write('mothersFirstName', 'Zeinab')
  await write('mothersLastName', 'Musa')
  await choose('nationalities', 'Sudan')
  // The listener stays from here on: without one, the browser would open its own dialog.
  const choosers: FileChooser[] = []
  page.on('filechooser', (chooser) => choosers.push(chooser))
  for (const name of ['idFront', 'idBack', 'portrait']) {
    await tabTo(page, form.place(name).locator('input[type=file]').first())
    await keyboard.press('Space')
    await expect.poll(() => choosers.length).toBe(1)
    await choosers.pop()?.setFiles(await photo(`${name}.jpg`, 600, 750))
    if (name === 'portrait') {
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Use this portrait' }))
      await keyboard.press('Enter')
    }
    await expect(form.place(name).getByRole('img')).toBeVisible()
  }
  await write('recommendedBy', 'ELDER-7')
  await tabTo(page, form.input('termsAccepted'))
  await keyboard.press('Space')
  await tabTo(page, form.input('sum'))
  const [, first, second] = /(\d)\s\+\s(\d)/.exec(await form.place('sum').innerText()) ?? []
  await keyboard.insertText(String(Number(first) + Number(second)))
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeFocused()
  await expect(page.getByText('1 May 1985')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Confirm and send' }))
  await keyboard.press('Enter')
  await page.waitForURL('/registration-success')
  await expect(page.getByRole('heading', { name: 'Your request has been sent' })).toBeFocused()
})
