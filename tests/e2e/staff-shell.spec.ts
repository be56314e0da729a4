/** The frame of the dashboards, the first page of staff, and how many rows of a list are visible at once. */
import type { Page } from '@playwright/test'
import { dashboardPath, STAFF_ROLES } from '#shared/domain/people/roles.ts'
import { buildMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { beforeFirst, expect, signInAs, signInByForm, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import {
  JOURNEY_LANGUAGES,
  expectGoodLooks,
  expectNoFaultsInThemes,
  faultsOf,
  overflowOf,
} from './reading.ts'

const DESK = { width: 1280, height: 800 } as const
const TRIBE = 'Shell tribe end'
const LONG_EMAIL = 'a.rather.long.address.of.somebody'

/** Twelve members with names and addresses that are wider than a column. */
async function crowd(server: ApiServer): Promise<void> {
  for (let index = 0; index < 12; index += 1)
    await buildMember(server.deps, {
      firstName: 'Abdelrahman Mohamed',
      lastName: `Suleiman Eltayeb ${'abcdefghijkl'[index] ?? ''}`,
      email: `${LONG_EMAIL}.${index}@members.example`,
      details: { tribe: TRIBE, current_country: 'GB' },
    })
}

for (const role of STAFF_ROLES)
  test(`${role} begins at the own dashboard, which has a frame of its own`, async ({
    server,
    open,
  }) => {
    const page = await open({ viewport: DESK })
    await signInByForm(page, await buildMember(server.deps, { role }))
    await expect(page).toHaveURL(`${dashboardPath(role)}/overview`)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.locator('a[href="/donate"]')).toHaveCount(0)
    // docs/spec/pages.md, 2: the header has the link to the dashboard only while a dashboard is open.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      dashboardPath(role),
    )
    await page.getByRole('link', { name: 'Public site' }).click()
    await expect(page).toHaveURL('/')
    await page
      .locator('main')
      .getByText(/^\d{8,}$/)
      .first()
      .waitFor() // the new page closes open menus
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(`${dashboardPath(role)}/overview`)
  })

test('a page that is asked for as the dashboard appears is not taken back by its redirect', async ({
  server,
  open,
}) => {
  const page = await open({ viewport: DESK })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.addInitScript(() => {
    // The dashboard is drawn, and the redirect to its first tab comes with the next task: a Back or a link of the desktop
    // app that arrives between the two was lost.
    const observer = new MutationObserver(() => {
      if (document.querySelector('main a[href], nav a[href$="/overview"]') === null) return
      observer.disconnect()
      history.pushState(null, '', '/news')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(dashboardPath('moderator'))
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  await expect(page).toHaveURL('/news')
})

test('a member starts on the home page', async ({ server, open }) => {
  const page = await open()
  await signInByForm(page, await buildMember(server.deps))
  await expect(page).toHaveURL('/')
})

test.describe('the list of members', () => {
  beforeFirst(crowd)

  for (const language of ['en', 'ar'] as const)
    test(`shows ten rows and its filters in one line at 1280 x 800, ${language}`, async ({
      server,
      open,
    }) => {
      const page = await open({ viewport: DESK })
      await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
      await speak(page, language)
      await page.goto(`/admin/dashboard/users?tribe=${TRIBE}`)
      const rows = page.locator('tbody tr')
      await expect(rows).toHaveCount(10)
      await page.evaluate(() => document.fonts.ready)
      const boxes = await rows.evaluateAll((all) =>
        all
          .map((row) => row.getBoundingClientRect())
          .map(({ height, bottom }) => ({ height, bottom })),
      )
      for (const { height, bottom } of boxes) {
        expect(height).toBeLessThanOrEqual(48)
        expect(bottom).toBeLessThanOrEqual(DESK.height)
      }
      const tops = await page
        .locator('search')
        .locator('input, select')
        .evaluateAll((fields) =>
          fields.map((field) => Math.round(field.getBoundingClientRect().top)),
        )
      expect(tops).toHaveLength(6)
      expect(new Set(tops).size).toBe(1)
      await expect.poll(() => overflowOf(page)).toBe(0)
    })

  test('keeps its head visible, and a focused element below the head', async ({ server, open }) => {
    const page = await open({ viewport: { width: 1280, height: 500 } })
    await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
    await page.goto(`/admin/dashboard/users?tribe=${TRIBE}`)
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(10)
    const edges = () =>
      page.evaluate(() =>
        ['thead', 'tbody tr:nth-child(3) button']
          .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
          .map((box) => ({ top: box?.top ?? -1, bottom: box?.bottom ?? -1 })),
      )
    await rows.last().getByRole('button').first().focus()
    const [head] = await edges()
    expect(head?.top).toBeGreaterThanOrEqual(60) // the height of the bar
    await rows.nth(2).getByRole('button').first().focus()
    const [above, button] = await edges()
    expect(button?.top).toBeGreaterThanOrEqual(above?.bottom ?? 500)
  })
})

test('the Tab key reaches the bar, then the tabs, then the page', async ({ server, open }) => {
  const page = await open({ viewport: DESK })
  await signInAs(page, await buildMember(server.deps, { role: 'reviewer' }))
  await page.goto('/reviewer/dashboard/requests')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const met: string[] = []
  for (let presses = 0; presses < 13; presses += 1) {
    await page.keyboard.press('Tab')
    met.push(
      await page.evaluate(
        () =>
          (
            document.activeElement?.getAttribute('aria-label') ??
            (document.activeElement?.id === ''
              ? document.activeElement.textContent
              : document.activeElement?.tagName)
          )
            ?.trim()
            .toLowerCase() ?? '',
      ),
    )
  }
  expect(met.slice(0, 5).map((name) => name.replace('wld', ''))).toEqual([
    'skip to content',
    'dashboard',
    'public site',
    'search',
    'select',
  ])
  expect(met[6]).toMatch(/^account of/)
  expect(met.slice(7, 13)).toEqual([
    'overview',
    'requests',
    'messages',
    'reports',
    'events',
    'verification',
  ])
})

test('at 1920 px all pages of the dashboard start at the same edge', async ({ server, open }) => {
  const page = await open({ viewport: { width: 1920, height: 1000 } })
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  const edge = async (path: string): Promise<number> => {
    await page.goto(`/admin/dashboard/${path}`)
    const heading = page.getByRole('heading', { level: 1 })
    let x: number | undefined
    // The page replaces its skeleton, and for a moment there is no heading.
    await expect.poll(async () => (x = (await heading.boundingBox())?.x)).toBeDefined()
    return Math.round(x ?? -1)
  }
  const edges = []
  for (const path of [
    'overview',
    'users',
    'requests',
    'claims',
    'events',
    'verification',
    'settings',
  ])
    edges.push(await edge(path))
  expect(new Set(edges).size).toBe(1)
  expect(edges[0]).toBeLessThan(280)
})

const openMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('navigation').first().waitFor()
}
const MENU = { en: 'Open menu', ar: 'فتح القائمة', fr: 'Ouvrir le menu' } as const
for (const language of JOURNEY_LANGUAGES)
  test(`nothing that axe finds at 360, 1024 and 1280 px, ${language}`, async ({ server, open }) => {
    const page = await open({ viewport: DESK, reducedMotion: 'reduce' })
    await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
    await speak(page, language)
    await page.goto('/admin/dashboard/users')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect.poll(() => overflowOf(page)).toBe(0)
    expect(await faultsOf(page), '1024').toEqual([])
    await expectGoodLooks(page)
    await openMenu(page, MENU[language])
    await expectNoFaultsInThemes(page, 'menu')
  })

test('where a finger presses, no button shows the key of a keyboard', async ({ open, server }) => {
  const account = await buildMember(server.deps, { role: 'moderator' })
  for (const touch of [false, true]) {
    const page = await open({
      viewport: { width: 1280, height: 800 },
      isMobile: touch,
      hasTouch: touch,
    })
    await signInAs(page, account)
    await page.goto('/moderator/dashboard/requests')
    const key = page.locator('button kbd').first()
    await key.waitFor({ state: 'attached' })
    await expect(key).toBeVisible({ visible: !touch })
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await expect(page.getByRole('option').locator('kbd').first()).toBeVisible({ visible: !touch })
  }
})
