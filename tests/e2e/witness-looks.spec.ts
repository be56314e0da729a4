/** The pages of a witness and the dialogue of staff in every language, on a phone and on a desk. */
import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { LANGUAGE_NAMES } from '../../src/renderer/i18n/language-store.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { faultsOf, openIn, overflowOf, WIDTH_LANGUAGES, wordsOf } from './reading.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const
const SHOTS = process.env['SHOTS']

async function look(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => overflowOf(page), name).toBe(0)
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: `${SHOTS}/${name}-${size.width}.png`, fullPage: true })
    }
  }
  expect(await faultsOf(page), name).toEqual([])
}

for (const language of WIDTH_LANGUAGES)
  test(`form, receipt, report and dialogue read well in ${language}`, async ({ open, server }) => {
    test.setTimeout(120_000)
    const t = await wordsOf(language, ['witnessReports', 'reportWrite', 'reports', 'ui'])
    const page = await open({
      viewport: SIZES[0],
      colorScheme: language === 'ar' ? 'dark' : 'light',
    })
    await page.goto('/tell')
    // The bar offers the other languages alone.
    if (language !== 'en')
      await page.getByRole('button', { name: LANGUAGE_NAMES[language] }).click()
    // The advice is folded: the form begins in the first screen, below the button that leaves.
    await expect(page.getByText(t('witnessReports:advice.place'))).toBeHidden()
    await expect(page.getByLabel(t('reportWrite:field.type'))).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: t('witnessReports:submit') }).click()
    const faults = page.getByRole('region', {
      name: t('ui:fault.summary', { count: 4 }),
    })
    await expect(faults).toBeFocused()
    await expect(faults.getByRole('link').first()).toBeInViewport({ ratio: 1 })
    await look(page, `form-${language}`)
    await page.getByLabel(t('reportWrite:field.type')).selectOption({ index: 1 })
    for (const name of ['description_part', 'victim', 'city'] as const)
      await page.getByRole('textbox', { name: t(`reportWrite:field.${name}`) }).fill('Nyala 1998')
    await page.getByRole('button', { name: t('witnessReports:submit') }).click()
    await expect(page.getByTestId('receipt')).toBeVisible()
    await look(page, `receipt-${language}`)
    await page.getByRole('button', { name: t('witnessReports:receipt.goOn') }).click()
    await page
      .getByRole('textbox', { name: t('witnessReports:messages.field') })
      .fill('Friday, الجمعة')
    await page.getByRole('button', { name: t('witnessReports:messages.send') }).click()
    await expect(page.getByText('Friday, الجمعة')).toBeVisible()
    await look(page, `report-${language}`)

    const { id } = await server.deps.database.db
      .selectFrom('reports')
      .select('id')
      .where('witness', '=', 1)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const staff = await open({
      viewport: SIZES[0],
      colorScheme: language === 'ar' ? 'dark' : 'light',
    })
    const { email } = await buildMember(server.deps, { role: 'moderator' })
    await signInAs(staff, { email, password: TEST_PASSWORD })
    await openIn(staff, language, `/reports/${id}/evidence`)
    await expect(staff.getByText('Friday, الجمعة')).toBeVisible()
    await look(staff, `staff-${language}`)
  })
