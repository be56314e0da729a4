/**
 * Prerendered pages (docs/adr/0005-first-visit.md): readable without script, then used by the script without drawing
 * them again.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'

const routes = readFileSync(join(import.meta.dirname, '../../src/renderer/app/routes.ts'), 'utf8')
const AHEAD = [...routes.matchAll(/path: '([^']+)',\s+access: 'public',\s+ahead: true/g)].map(
  ([, path = '']) => path,
)
const LOCALES = [
  ['en-GB', 'en', 'ltr'],
  ['ar-SD', 'ar', 'rtl'],
  ['fr-FR', 'fr', 'ltr'],
] as const

test('the route table names the prerendered pages', () => {
  expect(AHEAD).toEqual(expect.arrayContaining(['/', '/login', '/reports', '/about', '/donate']))
})

for (const [locale, language, direction] of LOCALES) {
  test(`can be read before the script is there, ${language}`, async ({ open }) => {
    const page = await open({
      locale,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    })
    for (const path of AHEAD) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(/\S{3}/)
    }
    // The way into a kiosk is of the desktop app: it stood there until the script took it away.
    await page.goto('/login')
    await expect(page.locator('form [type=submit]')).toHaveCount(1)
  })

  test(`are taken over and not drawn anew, ${language}`, async ({ open }) => {
    test.slow() // visits every page
    const page = await open({
      locale,
      viewport: { width: language === 'ar' ? 1280 : 360, height: 800 },
    })
    for (const path of AHEAD) {
      await page.goto(path)
      await expect(page.locator('#root:not([data-ahead]):not([inert])')).toBeAttached()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => performance.getEntriesByName('redrawn').length), path).toBe(
        0,
      )
    }
  })
}

test('after a page was taken over, its fields name their errors', async ({ open }) => {
  const page = await open()
  for (const path of ['/login', '/reset-password', '/contact', '/register']) {
    await page.goto(path)
    await expect(page.locator('#root:not([data-ahead]):not([inert])')).toBeAttached()
    await page.locator('main form [type=submit]').click()
    const faulty = page.locator('[aria-invalid=true]')
    // A form of many fields leads to a list of its faults first.
    await expect(
      faulty
        .first()
        .or(page.getByRole('region', { name: /your attention/ }))
        .and(page.locator(':focus')),
    ).toBeVisible()
    for (const field of await faulty.all())
      await expect(field, path).toHaveAccessibleDescription(/(?:Enter|Choose|Write) /)
  }
})

test('a client without headers gets the page, and the address of a folder is not found', async ({
  server,
}) => {
  const statusOf = async (method: 'GET' | 'HEAD', path: string) => {
    const sent = request(new URL(path, server.url), { method }).end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage] // the one argument of this event
    return { status: reply.resume().statusCode, type: reply.headers['content-type'] }
  }
  for (const method of ['GET', 'HEAD'] as const) {
    expect(await statusOf(method, '/')).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    expect(await statusOf(method, '/assets/')).toMatchObject({ status: 404 })
  }
  expect(await statusOf('GET', '/pages/')).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  }) // an unknown page, like any other
})

test('a form accepts no input before the script handles it', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false })
  await page.goto('/login')
  expect(await page.locator('#root').getAttribute('inert')).toBe('')
})

test('a user with another chosen language never sees the browser’s language', async ({ open }) => {
  const page = await open({ locale: 'en-GB' })
  await page.addInitScript(() => localStorage.setItem('language', 'ar'))
  const hidden = page.waitForFunction(
    () =>
      document.querySelector('[data-ahead]') !== null &&
      getComputedStyle(document.querySelector('#root') ?? document.body).visibility === 'hidden',
  )
  await page.route('**/assets/interface-*.js', async (route) => {
    await hidden // the script waits until the test has checked the page without it
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await hidden
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('#root')).toBeVisible()
})

test('a signed-in user never sees the page for visitors', async ({ open, server }) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await signInAs(page, member)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html[data-not-ahead]')).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amna')
})
