/**
 * A page of an earlier version asks for files that an upgrade of the server has replaced: a tab that was open, or a page
 * that the browser brought back from its cache. It is never blank, and never loads itself anew again and again.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as base, webDir } from './fixtures.ts'

/** The entry that an earlier version had. The server has no such file. */
const EARLIER = '/assets/index-earlier.js'
const ENTRY = /\/assets\/index-[\w-]+\.js/g

/** The address of the chunk that holds these words. */
function chunkWith(words: string): string {
  const folder = join(webDir, 'assets')
  const names = readdirSync(folder).filter(
    (name) =>
      /^(?!tell-).+\.js$/.test(name) && readFileSync(join(folder, name), 'utf8').includes(words),
  )
  expect(names).toHaveLength(1)
  return `/assets/${names[0]}`
}

const gone = (page: Page, address: string) =>
  page.route(`**${address}`, (route) => route.fulfill({ status: 404, body: '' }))

/** The first pages that the browser shows name the program of an earlier version. Returns how often a page was loaded. */
async function keptPages(page: Page, many: number): Promise<() => number> {
  let loads = 0
  await page.route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.continue()
      loads += 1
      if (loads > many) return route.continue()
      const reply = await route.fetch()
      return route.fulfill({
        response: reply,
        body: (await reply.text()).replaceAll(ENTRY, EARLIER),
      })
    },
  )
  return () => loads
}

/** What a page reports here is the missing file, which is the subject of these tests. */
const test = base.extend<{ readonly tab: () => Promise<Page> }>({
  tab: async ({ browser, server }, use) => {
    const contexts: { close: () => Promise<void> }[] = []
    await use(async () => {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'en-GB',
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

for (const [path, kind] of [
  ['/reports', 'written ahead'],
  ['/reports?page=2', 'drawn by the script'],
  ['/login', 'with a form'],
] as const)
  test(`a kept page of an earlier version is loaded anew, ${kind}`, async ({ tab }) => {
    const page = await tab()
    const loads = await keptPages(page, 1)
    await page.goto(path)
    await expect(page.locator('#root[data-awake]')).toBeAttached()
    expect(loads()).toBe(2)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#load-again')).toBeHidden()
  })

test('it is loaded anew once, and then asks', async ({ tab }) => {
  const page = await tab()
  const loads = await keptPages(page, 2)
  await page.goto('/reports?page=2')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('This page could not be loaded completely.')
  expect(loads()).toBe(2)
  await notice.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.locator('#root[data-awake]')).toBeAttached()
  expect(loads()).toBe(3)
})

test('where the server names the same program, nothing is loaded anew', async ({ tab }) => {
  const page = await tab()
  const loads = await keptPages(page, 0)
  let broken = true
  await page.route('**/assets/framework-*.js', (route) =>
    broken ? route.abort() : route.continue(),
  )
  await page.goto('/reports?page=2')
  const button = page.getByRole('alert').getByRole('button', { name: 'Reload the page' })
  await button.waitFor()
  expect(loads()).toBe(1)
  broken = false
  await button.click()
  await expect(page.locator('#root[data-awake]')).toBeAttached()
  expect(loads()).toBe(2)
})

test('a page whose first texts do not come asks, until they come', async ({ tab }) => {
  const page = await tab()
  let tries = 0
  await page.route('**/assets/base-en-*.js', (route) => {
    tries += 1
    return tries <= 2 ? route.fulfill({ status: 404, body: '' }) : route.continue() // the preload, and the first import
  })
  await page.goto('/reports?page=2')
  await expect(page.locator('#load-again')).toBeAttached()
  await expect(page.locator('#root[data-awake]')).toBeAttached()
  await expect(page.locator('#load-again')).toBeHidden()
})

for (const [words, what] of [
  ['/reports/statistics', 'script'],
  ['Violations against civilians, reported by members', 'texts'],
] as const)
  test(`the page of a link whose ${what} an upgrade replaced says so`, async ({ tab }) => {
    const page = await tab()
    await page.goto('/')
    await expect(page.locator('#root[data-awake]')).toBeAttached()
    await gone(page, what === 'script' ? '/assets/reports-page-*.js' : chunkWith(words))
    await page.getByRole('link', { name: 'Reports' }).first().click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('A new version is available')
    await page.unrouteAll()
    await main.getByRole('button', { name: 'Reload the page' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Reports of violations')
  })

test('a part that an upgrade replaced offers the new version, and what was typed stays', async ({
  tab,
}) => {
  const page = await tab()
  await page.goto('/login')
  await expect(page.locator('#root[data-awake]')).toBeAttached()
  const name = page.locator('input[name=identifier]')
  await name.fill('member@test.example')
  await gone(page, '/assets/search-panel-*.js')
  await page.route('/', async (route) => {
    const reply = await route.fetch()
    return route.fulfill({
      response: reply,
      body: (await reply.text()).replaceAll(ENTRY, '/assets/index-later.js'),
    })
  })
  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(page.getByText('A new version is ready')).toBeVisible()
  await expect(page.getByText('Anything you have typed but not sent will be lost.')).toBeVisible()
  await expect(name).toHaveValue('member@test.example')
})
