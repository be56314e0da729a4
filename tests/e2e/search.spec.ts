import type { Page } from '@playwright/test'
import { reportSearchColumns } from '#server/records/reports/search-columns.ts'
import { contentSearchText } from '#server/records/search/content-search-text.ts'
import { buildNews } from '#tests/builders/content.ts'
/** The search of the header finds pages, events, news and public reports, in the language of the user. */
import { freshEvent, freshReport } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, test } from './fixtures.ts'

test.describe.configure({ timeout: 60_000 })

interface Seeded {
  readonly event: string
  readonly news: string
  readonly report: number
}

async function seed({ deps }: ApiServer): Promise<Seeded> {
  const { db } = deps.database
  const words = (title: string) => ({
    title,
    description: 'In short.',
    fullContent: 'In full.',
    location: 'Marseille',
    goals: [],
  })
  const content = {
    en: words('Zaghawa evening'),
    fr: words('Soirée zaghawa'),
    ar: words('أمسية الزغاوة'),
  }
  const row = { content: JSON.stringify(content), search_text: contentSearchText(content) }
  const [event, news, report] = [
    await freshEvent(deps),
    await buildNews(deps),
    await freshReport(deps, null),
  ]
  await db.updateTable('events').set(row).where('id', '=', event).execute()
  await db.updateTable('news').set(row).where('id', '=', news).execute()
  const fields = {
    type: 'Attack on a Zaghawa village, هجوم على قرية الزغاوة',
    actor: 'Armed group',
    city: 'Tina',
    country: 'SD',
    victim: 'Halima Abdelrahman',
  }
  await db
    .updateTable('reports')
    .set({
      ...fields,
      ...reportSearchColumns({ ...fields, description: '', actorName: '', actorDesc: '' }),
      names_withheld: 0,
    })
    .where('id', '=', report)
    .execute()
  return { event, news, report }
}

async function openIn(page: Page, language: string): Promise<void> {
  await page.goto('/login')
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.goto('/contact')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('results are found and opened with keyboard and arrow keys, in English', async ({
  open,
  server,
}) => {
  const { event, report } = await seed(server)
  const page = await open()
  await openIn(page, 'en')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search the site' })
  await expect(box).toBeFocused()
  await page.keyboard.type('zaghawa')
  await expect(
    page
      .getByRole('group', { name: 'Events' })
      .getByRole('option', { name: /Zaghawa evening/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('group', { name: 'News' }).getByRole('option').first()).toBeVisible()
  const hit = page
    .getByRole('group', { name: 'Public reports' })
    .locator(`a[href="/reports/${report}/evidence"]`)
  await expect(hit).toBeVisible()
  await expect(hit).toContainText(/\d\u00a0\p{L}+\u00a0\d{4}/u) // the date of the report breaks nowhere
  await expect(page.getByText('Halima')).toHaveCount(0)
  await expect(page.locator('mark').first()).toHaveText(/zaghawa/i)
  const first = page.getByRole('option').first()
  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter') // from the field to the page of all results
  await page.waitForURL('/search?q=zaghawa')
  await expect(page.getByRole('main').locator(`a[href="/events/${event}"]`)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('settings')
  await page.getByRole('option', { name: 'Settings' }).click()
  await page.waitForURL('/settings')
  await expect(box).toHaveCount(0)
})

test('results are found on a phone in Arabic, in the spelling that users type', async ({
  open,
  server,
}) => {
  const { event, news, report } = await seed(server)
  const page = await open({ viewport: { width: 360, height: 800 } })
  await openIn(page, 'ar')
  await page.getByRole('button', { name: 'بحث' }).click()
  const box = page.getByRole('combobox', { name: 'البحث في الموقع' })
  await expect(box).toBeFocused()
  await box.fill('الزغاوه') // ha for ta marbuta
  await box.press('Enter')
  await page.waitForURL(/\/search\?q=/)
  for (const path of [`/events/${event}`, `/news/${news}`, `/reports/${report}/evidence`])
    await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // Filed in English; found by its country, with the title that the list shows.
  const filed = await freshReport(server.deps, null)
  await page.goto('/search?q=السودان')
  await expect(page.getByRole('main').locator(`a[href="/reports/${filed}/evidence"]`)).toHaveText(
    'العنف الجسدي والتهديدات',
  )
  await page.getByRole('button', { name: 'بحث' }).first().click()
  await box.fill('اعدادات')
  await expect(page.getByRole('option', { name: 'الإعدادات' })).toBeVisible()
  await box.press('Escape')
  await box.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'بحث' })).toBeFocused()
})

test('pages are found without the server, and a message says what could not be searched', async ({
  open,
}) => {
  const page = await open()
  await openIn(page, 'en')
  await page.route('**/api/search?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('combobox', { name: 'Search the site' })).toBeFocused()
  await page.keyboard.type('contact')
  await expect(page.getByRole('option', { name: 'Contact' })).toBeVisible()
  await expect(page.getByText(/Only pages could be searched/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('zzzzzz')
  await expect(page.getByText('Nothing found for “zzzzzz”.').first()).toBeVisible()
})

test('on the page of the search, too short a text is said at the field, and a failed search has no count', async ({
  open,
}) => {
  const page = await open()
  await openIn(page, 'en')
  await page.goto('/search')
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search the site' })
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/at least two letters/i)
  await page.route('**/api/search?**', (route) => route.abort())
  await field.fill('zzzzzz')
  await field.press('Enter')
  await expect(page.getByText(/Only pages could be searched/)).toBeVisible()
  await expect(page.getByText(/^0 results/)).toHaveCount(0)
})
