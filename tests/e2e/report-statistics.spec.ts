/** The public statistics of reports: what is counted, how it is explained, and what an error shows. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { reportStatistics, type ReportStatistics } from '#shared/contract/reports.ts'
import { buildReport } from '#tests/builders/report.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { beforeFirst, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './reading.ts'

const addReport = (
  { deps }: ApiServer,
  wish: Parameters<typeof buildReport>[1],
  status: 'verified' | 'not verified',
): Promise<number> => buildReport(deps, wish, { status })

let numbers: ReportStatistics
beforeFirst(async (server) => {
  for (let index = 0; index < 9; index += 1)
    await addReport(
      server,
      { type: 'Military attacks and tribal targeting', country: 'SD' },
      'verified',
    )
  for (let index = 0; index < 3; index += 1)
    await addReport(
      server,
      { type: 'الهجمات العسكرية والاستهداف القبلي', country: 'TD' },
      'not verified',
    )
  await addReport(server, { type: 'Words of my own', country: 'Nowhere' }, 'not verified')
  server.clock.advance(301) // numbers are cached for five minutes
  const answer = await server.client.call(reportStatistics, {})
  if (!answer.ok) throw new Error('no numbers')
  numbers = answer.value
})

const settled = async (page: Page): Promise<void> => {
  await page.goto('/reports/statistics')
  await page.getByRole('heading', { level: 3 }).first().waitFor()
}
const figure = (page: Page, name: string) => page.getByRole('region', { name })

test('the list links to the statistics, and each chart is also a table', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Reports in numbers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports in numbers' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(
    `public reports${numbers.total}`,
  )
  const attacks =
    numbers.byCategory.find(({ category }) => category === 'militaryAttacks')?.count ?? 0
  expect(attacks).toBeGreaterThanOrEqual(12)
  for (const [chart, row, count] of [
    ['Category', 'Military attacks and tribal targeting', attacks],
    ['Status', 'Verified', numbers.byStatus.find(({ status }) => status === 'verified')?.count],
    ['Country', 'Chad', numbers.byCountry.find(({ countryCode }) => countryCode === 'TD')?.count],
    [
      'Country',
      'Other or unknown',
      numbers.byCountry.find(({ countryCode }) => countryCode === null)?.count,
    ],
  ] as const) {
    const table = figure(page, chart).getByRole('table')
    if (!(await table.isVisible()))
      await figure(page, chart).getByRole('button', { name: /table/i }).click()
    await expect(table.getByRole('row', { name: `${row} ${count}`, exact: true })).toBeVisible()
  }
  const months = figure(page, 'Month of filing')
  await months.getByRole('button', { name: /table/i }).click()
  await expect(months.getByRole('row')).toHaveCount(13)
})

test('the limits of the numbers are explained above the charts', async ({ open }) => {
  const page = await open()
  await settled(page)
  const limits = page.getByRole('region', { name: 'What these numbers are not' })
  await expect(limits.getByRole('term')).toHaveCount(5)
  const verified = numbers.byStatus.find(({ status }) => status === 'verified')?.count
  await expect(limits).toContainText(
    `Of ${numbers.total} reports, our staff have verified ${verified} so far`,
  )
  const [above, below] = [await limits.boundingBox(), await figure(page, 'Category').boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
})

test('a chart is saved as a file that a spreadsheet can read', async ({ open }) => {
  const page = await open()
  await settled(page)
  const coming = page.waitForEvent('download')
  await figure(page, 'Country').getByRole('button', { name: /CSV/ }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('wld-reports-by-country.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(
    `"Chad","${numbers.byCountry.find(({ countryCode }) => countryCode === 'TD')?.count}"`,
  )
})

test('an error of the server is shown, and a button retries', async ({ open }) => {
  const page = await open()
  let broken = true
  await page.route('**/api/report/statistics', (route) =>
    broken
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
      : route.continue(),
  )
  await page.goto('/reports/statistics')
  await expect(page.getByText('The numbers could not be loaded.')).toBeVisible({ timeout: 20_000 })
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure(page, 'Category')).toBeVisible()
})

test('without reports no chart is drawn', async ({ open }) => {
  const page = await open()
  const nothing = {
    ...numbers,
    total: 0,
    withEvidence: 0,
    byCategory: [],
    byCountry: [],
    byStatus: [],
  }
  await page.route('**/api/report/statistics', (route) => route.fulfill({ json: nothing }))
  await page.goto('/reports/statistics')
  await expect(page.getByText('Nothing to count yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Category' })).toHaveCount(0)
})

for (const [language, title] of [
  ['en', 'Reports in numbers'],
  ['ar', 'البلاغات بالأرقام'],
  ['fr', 'Les signalements en chiffres'],
] as const)
  test(`in ${language}: readable for everybody, nothing hangs over`, async ({ open }) => {
    const page = await open()
    await page.addInitScript((code) => localStorage.setItem('language', code), language)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectGoodLooks(page)
  })
