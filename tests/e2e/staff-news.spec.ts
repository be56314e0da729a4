import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { buildNews, inThreeLanguages, newsWords } from '#tests/builders/content.ts'
/** News as staff write them: three languages, the site, the mails, and hiding. */
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const staffPage = async (
  open: (options?: object) => Promise<Page>,
  person: BuiltMember,
): Promise<Page> => {
  const page = await open(WIDE)
  await signInAs(page, person)
  return page
}
function addArticle(
  { deps }: ApiServer,
  more: { status?: 'draft' | 'published'; title?: string } = {},
): Promise<string> {
  const id = `news-${randomUUID().slice(0, 8)}`
  const { title = `Article ${id}`, status = 'published' } = more
  return buildNews(deps, {
    id,
    status,
    date: '2024-05-03',
    content: inThreeLanguages(newsWords(title)),
  })
}

async function fillWords(page: Page, language: string, title: string): Promise<void> {
  await page.getByRole('tab', { name: language }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Short description' }).fill(`${title}.`)
  await page.getByRole('textbox', { name: 'Full text' }).fill(`${title}.\n\n${title}.`)
}

test('an article is written, published on the home page, announced by mail, hidden and deleted', async ({
  server,
  open,
}) => {
  const page = await staffPage(open, await buildMember(server.deps, { role: 'content' }))
  const visitor = await staffPage(open, await buildMember(server.deps))
  await page.goto('/content/dashboard/news')
  await page.getByRole('link', { name: 'New article' }).click()
  await fillWords(page, 'English', 'School year begins')
  await fillWords(page, 'Français', 'La rentrée')
  await page.getByRole('textbox', { name: 'What the picture shows' }).fill('Des cartables')
  await expect(page.getByRole('tab', { name: 'العربية not written' })).toBeVisible()
  const picture = await sharp({
    create: { width: 1600, height: 900, channels: 3, background: '#f2b62c' },
  })
    .jpeg()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'school.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'School year begins' })).toBeVisible()
  await expect(page.getByText('Preview: your changes are not saved yet')).toBeFocused()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'La rentrée' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Français' })).toBeFocused()
  await expect(page).toHaveTitle(/New article/)
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New article' })).toBeFocused()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/content\/dashboard\/news\/school-year-begins-[\d-]+\/edit/)
  await expect(page.getByText('The emails to subscribers have not been sent yet')).toBeVisible()

  await visitor.goto('/')
  await visitor.getByRole('link', { name: 'School year begins' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'School year begins' })).toBeVisible()
  const address = visitor.url()
  await visitor.evaluate(() => localStorage.setItem('language', 'ar'))
  await visitor.reload()
  await expect(visitor.getByText('هذا النص غير متاح بالعربية بعد، ونعرضه بلغة أخرى.')).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1, name: 'School year begins' })).toBeVisible()

  await page.getByRole('button', { name: 'Withdraw the article' }).click()
  await expect(page.getByText('Only administrators and content managers see it.')).toBeVisible()
  expect(
    await server.deps.database.db.selectFrom('newsletter_issues').select('news_id').execute(),
  ).toEqual([])
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1, name: 'School year begins' })).toHaveCount(
    0,
  )

  await page.getByRole('button', { name: 'Delete article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this article?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete article' }).click()
  await dialog.getByRole('button', { name: 'Delete article' }).click()
  await page.waitForURL('/content/dashboard/news')
  await expect(page.getByText('School year begins')).toHaveCount(0)
})

test('filters are kept in the address; faults are named beside their fields', async ({
  server,
  open,
}) => {
  await addArticle(server, { title: 'Needle in the list' })
  const id = await addArticle(server, { title: 'Needle as a draft', status: 'draft' })
  const page = await staffPage(open, await buildMember(server.deps, { role: 'admin' }))
  await page.goto('/admin/dashboard/news?q=needle&status=draft')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Edit: Needle as a draft' }).click()
  await page.waitForURL(`/admin/dashboard/news/${id}/edit`)
  await page.getByRole('tab', { name: 'العربية' }).click()
  await page.getByRole('textbox', { name: 'Full text' }).fill('')
  await page.getByRole('textbox', { name: 'Additional link' }).fill('javascript:alert(1)')
  await page.getByRole('tab', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const faults = page.getByRole('region', { name: '2 fields need your attention' })
  await expect(faults).toBeFocused()
  const link = 'Enter a page such as /events, or an address that starts with https://.'
  await expect(faults.getByRole('link')).toHaveText([
    'العربية: Enter the full text.',
    `Additional link: ${link}`,
  ])
  await page.getByRole('tab', { name: 'English' }).click()
  await faults.getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'العربية incomplete' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('textbox', { name: 'Full text' })).toBeFocused()
  await faults.getByRole('link').last().click()
  await expect(page.getByRole('textbox', { name: 'Additional link' })).toBeFocused()
  await page.keyboard.type('x')
  await expect(
    page.getByRole('region', { name: '1 field needs your attention' }).getByRole('link'),
  ).toHaveText('العربية: Enter the full text.')
  await page.goto('/admin/dashboard/news/no-such-article/edit')
  await expect(
    page.getByText('There is no article at this address. It may have been deleted.'),
  ).toBeVisible()
})

test('moderators and reviewers have no news tab', async ({ server, open }) => {
  const page = await staffPage(open, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto('/moderator/dashboard/events')
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Events' }),
  ).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'News' }),
  ).toHaveCount(0)
})

for (const language of JOURNEY_LANGUAGES) {
  test(`axe finds nothing and nothing scrolls sideways, ${language}`, async ({ server, open }) => {
    const id = await addArticle(server)
    const page = await staffPage(open, await buildMember(server.deps, { role: 'content' }))
    for (const path of ['news', `news/${id}/edit`]) {
      await openIn(page, language, `/content/dashboard/${path}`)
      await page
        .locator('main [role=tablist], main table, main ul[aria-label] > li > dl')
        .first()
        .waitFor()
      await expectGoodLooks(page)
    }
  })
}
