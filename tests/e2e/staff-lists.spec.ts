/** What all lists of the dashboard have in common. Real browser, real server. */
import type { Route } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { wordsOf } from './reading.ts'

const LISTS = [
  { path: 'audit', words: 'audit', call: '**/api/audit/get/all?*' },
  { path: 'donations', words: 'staffDonations', call: '**/api/donation/get/all?*' },
] as const

for (const { path, words, call } of LISTS)
  test(`${path}: a list that waits for the network shows the notice and loads once it is back`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf('en', [words])
    const page = await open()
    await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
    const held = Promise.withResolvers<Route>()
    await page.route(call, (route) => held.resolve(route))
    await page.goto(`/admin/dashboard/${path}`)
    const route = await held.promise
    // Offline before the call fails: the query then pauses instead of ending with an error.
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
    await expect(page.getByText(t('failed'), { exact: true })).toBeVisible()
    await page.unroute(call)
    await page.context().setOffline(false)
    await expect(page.getByText(t('failed'), { exact: true })).toBeHidden()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  })

test('the key of the search leads to that of the list, and the arrows from there through its rows', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['userManagement', 'nav'])
  const page = await open()
  const admin = await buildMember(server.deps, { role: 'admin', lastName: 'Arrows' })
  await buildMember(server.deps, { lastName: 'Arrows' })
  await signInAs(page, admin)
  await page.goto('/admin/dashboard/users')
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: t('filters.q') })).toBeFocused()
  await expect(page.getByRole('button', { name: t('nav:search') })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await page.keyboard.type('Arrows')
  await expect(page.getByRole('row')).toHaveCount(3)
  const opener = (row: number) =>
    page.getByRole('row').nth(row).getByRole('rowheader').getByRole('button')
  await page.keyboard.press('ArrowDown')
  await expect(opener(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(opener(2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(opener(1)).toBeFocused()
})

for (const { path, words, usual, links } of [
  {
    path: 'requests',
    words: 'registrationRequests',
    usual: 'queue.tabs.pending',
    links: { approved: 'queue.tabs.decided', decided: 'queue.tabs.decided' },
  },
  {
    path: 'reports',
    words: 'reportWrite',
    usual: 'desk.tabs.open',
    links: { 'under review': 'desk.tabs.open' },
  },
  { path: 'claims', words: 'claims', usual: 'tabs.open', links: { rejected: 'tabs.closed' } },
] as const)
  test(`${path}: a link to one status marks its tab, and a tab that says the status has no second control`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf('en', [words])
    const page = await open()
    await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
    const marked = page.getByRole('group').getByRole('button', { pressed: true })
    const status = page.getByLabel('Status', { exact: true })
    await page.goto(`/moderator/dashboard/${path}`)
    await expect(marked).toHaveText(t(usual))
    await expect(status).toHaveCount(0)
    for (const [value, tab] of Object.entries(links)) {
      await page.goto(`/moderator/dashboard/${path}?status=${encodeURIComponent(value)}`)
      await expect(marked).toHaveText(t(tab))
      await expect(status).toHaveValue(value)
    }
  })

test('at 768 px the filters stand in equal columns, the bar of the staff on one line, and rows of three lines have air', async ({
  open,
  server,
}) => {
  const t = await wordsOf('fr', ['userManagement', 'dashboard'])
  const page = await open({ viewport: { width: 768, height: 1_024 } })
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  const member = { firstName: 'Abdelrahman', lastName: 'Wad Elreeh Hassabelrasoul Abuganadeel' }
  await signInAs(page, await buildMember(server.deps, { ...member, role: 'admin' }))
  await page.goto('/admin/dashboard/users')
  const fields = page.getByRole('search').locator('input, select')
  await fields.first().waitFor()
  const widths = await fields.evaluateAll((all) =>
    all.map((field) => Math.round(field.getBoundingClientRect().width)),
  )
  expect(widths.length).toBeGreaterThan(4)
  expect(new Set(widths).size).toBe(1)
  const title = page.getByRole('banner').getByText(t('dashboard:title'), { exact: true })
  expect((await title.boundingBox())?.height).toBeLessThan(30)
  const name = page
    .getByRole('row')
    .filter({ hasText: member.lastName })
    .locator('[data-opens] > *')
  const { lines, air } = await name.evaluate((text) => {
    const box = text.getBoundingClientRect()
    const row = text.closest('tr')?.getBoundingClientRect() ?? box
    return { lines: box.height, air: Math.min(box.top - row.top, row.bottom - box.bottom) }
  })
  expect(lines).toBeGreaterThan(48)
  expect(air).toBeGreaterThanOrEqual(6)
})

test('on a phone the head of the reports has its other ways behind one button, in words', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['reportWrite', 'nav'])
  const page = await open({ viewport: { width: 360, height: 740 } })
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  await page.goto('/admin/dashboard/reports')
  const more = page.getByRole('button', { name: t('nav:more'), exact: true })
  await more.click()
  await expect(page.getByRole('link', { name: t('desk.file') })).toBeVisible()
  await page.getByRole('button', { name: t('deleted.open') }).click()
  const bin = page.getByRole('dialog', { name: t('deleted.title') })
  await expect(bin).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bin).toBeHidden()
  await expect(more).toBeFocused()
})

test('a list of one page says how long it is in the line of its tools', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['ui', 'staffUi'])
  const page = await open({ viewport: { width: 1280, height: 800 } })
  const admin = await buildMember(server.deps, { role: 'admin' })
  await signInAs(page, admin)
  await page.goto(`/admin/dashboard/users?q=${admin.cardId}`)
  const shown = page.getByText(t('staff.pager.showing', { from: '1', to: '1', total: '1' }))
  const [line, tool] = await Promise.all([
    shown.boundingBox(),
    page.getByRole('button', { name: t('staffUi:columns.button') }).boundingBox(),
  ])
  expect(line?.y).toBeGreaterThan(tool?.y ?? 0)
  expect(line?.y).toBeLessThan((tool?.y ?? 0) + (tool?.height ?? 0))
})
