/** Fills in a registration as a user does, in any language of the interface. */
import type { Locator, Page } from '@playwright/test'
import type { TFunction } from 'i18next'
import sharp from 'sharp'
import type { Language } from '#shared/domain/text/languages.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { lastCode } from '#tests/support/mailbox.ts'
import { expect } from './fixtures.ts'
import { openIn, wordsOf } from './reading.ts'

export const PASSWORD = 'Long-Enough1'

const COUNTRY = {
  en: { home: 'France', nationality: 'Sudan' },
  ar: { home: 'فرنسا', nationality: 'السودان' },
  fr: { home: 'France', nationality: 'Soudan' },
} as const satisfies Record<Language, unknown>

export const photo = async (
  name: string,
  width = 800,
  height = 500,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#3a6ea5' } })
    .jpeg()
    .toBuffer(),
})

export interface Registering {
  readonly page: Page
  readonly t: TFunction
  readonly email: string
  /** The element around a field, by the name of the field in the form. */
  place(name: string): Locator
  input(name: string): Locator
  button(key: string): Locator
  toCodeStep(): Promise<void>
  enterCode(code?: string): Promise<void>
  toForm(): Promise<void>
  fillAnswers(): Promise<void>
  addPhotos(): Promise<void>
  solveSum(): Promise<void>
  fillForm(): Promise<void>
  toSummary(): Promise<void>
}

export async function startRegistering(
  page: Page,
  server: ApiServer,
  language: Language = 'en',
): Promise<Registering> {
  const t = await wordsOf(language, [
    'registration',
    'memberFields',
    'ui',
    'photo',
    'auth',
    'apiErrors',
    'terms',
  ])
  const email = newAddress()
  await openIn(page, language, '/register')

  const place = (name: string): Locator => page.locator(`#registration-field-${name}`)
  const input = (name: string): Locator =>
    place(name).locator('input:not([tabindex="-1"]), textarea').first()
  const button = (key: string): Locator => page.getByRole('button', { name: t(key), exact: true })

  async function chooseCountry(name: string, country: string): Promise<void> {
    await place(name).getByRole('combobox').fill(country)
    await page.getByRole('option', { name: country, exact: true }).click()
  }

  const self: Registering = {
    page,
    t,
    email,
    place,
    input,
    button,
    async toCodeStep() {
      await page.getByRole('textbox', { name: t('registration:fields.email') }).fill(email)
      await button('registration:email.submit').click()
      await expect(
        page.getByRole('heading', { name: t('registration:code.title'), exact: true }),
      ).toBeFocused()
    },
    async enterCode(code) {
      await page
        .getByLabel(t('registration:code.label'))
        .fill(code ?? (await lastCode(server.deps, email)))
      await button('registration:code.submit').click()
    },
    async toForm() {
      await self.toCodeStep()
      await self.enterCode()
      await expect(
        page.getByRole('heading', { name: t('registration:form.title'), exact: true }),
      ).toBeFocused()
    },
    async fillAnswers() {
      const typed = {
        firstName: 'آمنة',
        lastName: 'Idris',
        numberOfKids: '2',
        tribe: 'Test tribe',
        password: PASSWORD,
        passwordAgain: PASSWORD,
        birthCity: 'Nyala',
        birthVillage: 'Kass',
        currentCity: 'Lyon',
        currentVillage: 'Villeurbanne',
        mothersFirstName: 'Zeinab',
        mothersLastName: 'Musa',
        recommendedBy: 'ELDER-7',
        comments: 'Two lines\nof text',
      }
      await input('tribeConsent').check()
      for (const [name, value] of Object.entries(typed)) await input(name).fill(value)
      await place('sex').getByText(t('memberFields:sex.options.f'), { exact: true }).click()
      await place('maritalStatus')
        .getByText(t('memberFields:maritalStatus.options.Married'), { exact: true })
        .click()
      await place('occupation')
        .getByText(t('memberFields:occupation.options.Engineer'), { exact: true })
        .click()
      await self.page.getByRole('textbox', { name: t('registration:birthDate.day') }).fill('12')
      await self.page
        .getByRole('combobox', { name: t('registration:birthDate.month') })
        .selectOption('4')
      await self.page.getByRole('textbox', { name: t('registration:birthDate.year') }).fill('1990')
      await chooseCountry('currentCountry', COUNTRY[language].home)
      await chooseCountry('nationalities', COUNTRY[language].nationality)
      await page.keyboard.press('Escape')
    },
    async addPhotos() {
      for (const name of ['idFront', 'idBack']) {
        await place(name)
          .locator('input[type=file]')
          .first()
          .setInputFiles(await photo(`${name}.jpg`))
        await expect(place(name).getByRole('img')).toBeVisible()
      }
      await place('portrait')
        .locator('input[type=file]')
        .first()
        .setInputFiles(await photo('me.jpg', 600, 750))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('photo:crop.use') })
        .click()
      await expect(place('portrait').getByRole('img')).toBeVisible()
    },
    async solveSum() {
      const [, first, second] = /(\d)\s\+\s(\d)/.exec(await place('sum').innerText()) ?? []
      await input('sum').fill(String(Number(first) + Number(second)))
    },
    async fillForm() {
      await self.fillAnswers()
      await self.addPhotos()
      await input('termsAccepted').check()
      await self.solveSum()
    },
    async toSummary() {
      await button('registration:saveAndGoOn').click()
      await expect(
        page.getByRole('heading', { name: t('registration:summary.title'), exact: true }),
      ).toBeFocused()
      await expect(
        page.getByRole('list', { name: t('ui:steps.label') }).locator('[aria-current]'),
      ).toHaveCount(0) // the summary has no current step
    },
  }
  return self
}
