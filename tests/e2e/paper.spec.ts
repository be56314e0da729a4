/** What is printed of pages and dialogs. Real browser, real server. */
import type { Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { wordsOf } from './reading.ts'

/** As wide as an upright sheet less its margins, where a table still fits. */
const SHEET = { width: 720, height: 1000 } as const

async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(SHEET)
}

test('a printed list stands below its heading, says which rows it has, and fills its frame', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['ui', 'registrationRequests'])
  const admin = await buildMember(server.deps, { role: 'admin' })
  const page = await open()
  await signInAs(page, admin)
  for (const path of ['requests', 'users']) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/dashboard/${path}?status=`)
    const table = page.getByRole('table')
    const heading = page.getByRole('heading', { level: 1 })
    if (path === 'users') await expect(table).toBeVisible()
    else await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await onPaper(page)
    const head = await heading.boundingBox()
    const list = await page.locator('main header ~ *').last().boundingBox()
    expect(list?.y, path).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
  }
  const lines = page.locator('[data-printed-line]')
  const said = () =>
    lines.evaluateAll((all) => all.map((one) => one.getAttribute('data-printed-line')).join('\n'))
  await expect(lines.last()).toBeVisible()
  expect(await said()).toMatch(
    new RegExp(`^${t('ui:staff.pager.showing', { from: 1, to: '\\d+', total: '\\d+' })}`, 'm'),
  )
  await expect(page.locator('main output').filter({ visible: true })).toHaveCount(0)
  const [frame, table] = await Promise.all([
    page.getByRole('table').locator('xpath=..').boundingBox(),
    page.getByRole('table').boundingBox(),
  ])
  expect((frame?.width ?? 0) - (table?.width ?? 0)).toBeLessThanOrEqual(2)
  // What narrows a list stands on its paper: without that it reads as the whole.
  await page.goto('/admin/dashboard/requests?q=&sort=-createdAt&status=approved&from=2026-01-11')
  await expect(lines.first()).toHaveAttribute('data-printed-line', /: ./)
  await expect.poll(said).toContain(`${t('registrationRequests:filters.from')}: 11 Jan 2026`)
})

test('an open dialog is printed whole, without the page behind it', async ({ open, server }) => {
  const admin = await buildMember(server.deps, { role: 'admin' })
  const page = await open()
  await signInAs(page, admin)
  await page.goto(`/admin/dashboard/users/${admin.cardId}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await onPaper(page)
  await expect(page.locator('#root')).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveCSS('position', 'static')
  await expect(dialog).toHaveCSS('max-height', 'none')
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'visible')
  const cut = await dialog.evaluate((element) =>
    [element, ...element.children].filter((part) => part.scrollHeight > part.clientHeight + 1),
  )
  expect(cut).toEqual([])
})

test('a page is printed in the size of print, with its folded parts and where it stands', async ({
  open,
}) => {
  const page = await open()
  await page.goto('/privacy')
  const folded = page.locator('details:not([open]) > :not(summary)').first()
  await expect(folded).toBeHidden()
  await page.locator('[data-source]').waitFor({ state: 'attached' }) // it is fetched when the page is idle
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await onPaper(page)
  await expect(folded).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('font-size', '14px')
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--printed-from'),
    ),
  ).toContain(page.url())
})
