/**
 * axe finds no fault on any page, and no page is wider than its window in any language; the card can be reached with the
 * keyboard alone.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { textDirection, type Language } from '#shared/domain/text/languages.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import {
  JOURNEY_LANGUAGES,
  expectGoodLooks,
  expectGoodWidths,
  faultsOf,
  overflowOf,
  WIDTH_LANGUAGES,
} from './reading.ts'

test.describe.configure({ timeout: 300_000 })

/** Every page of the route table whose address has no id, so that new pages are tested too. */
const table = readFileSync(join(import.meta.dirname, '../../src/renderer/app/routes.ts'), 'utf8')
const pagesFor = (access: string): string[] =>
  [...table.matchAll(new RegExp(`path: '(/[^':]*)',\\s+access: '${access}'`, 'g'))]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('/dev/'))
const rare = readFileSync(
  join(import.meta.dirname, '../../src/renderer/app/rare-routes.ts'),
  'utf8',
)
const RARE = [...rare.matchAll(/path: '(\/[^':]*)',(?!\s+access)/g)]
  .map(([, path = '']) => path)
  // One needs a session that waits (second-factor.spec.ts), the other is a program of its own (witness-looks.spec.ts).
  .filter((path) => path !== '/second-factor' && path !== '/tell')
const PUBLIC = [...pagesFor('public'), ...RARE, '/search?q=assembly', '/no-such-page']
const MEMBER = [
  '/',
  ...pagesFor('member'),
  '/reports/new',
  '/agreements',
  '/reviewer/dashboard/overview',
  '/reviewer/dashboard/verification',
]

async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Goes to a page as a link does: the scripts of the site are not loaded again, which is most of the work of `goto`. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => {
    document.querySelector('h1')?.setAttribute('data-before', '')
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('h1:not([data-before])').first().waitFor()
}

test('the route table has pages to test', () => {
  expect(PUBLIC).toEqual(
    expect.arrayContaining([
      '/',
      '/about',
      '/contact',
      '/donate',
      '/login',
      '/register',
      '/reports',
      '/settings',
      '/terms',
    ]),
  )
  expect(MEMBER).toEqual(expect.arrayContaining(['/id-card', '/my-role', '/profile']))
})

test('axe names what is wrong, also at a second look', async ({ open }) => {
  const page = await open()
  await settle(page, '/about')
  expect(await faultsOf(page)).toEqual([])
  await page.evaluate(() => {
    const text = Object.assign(document.createElement('p'), { textContent: 'Weak' })
    text.style.cssText = 'color: #999; background: #aaa'
    document.querySelector('main')?.append(document.createElement('img'), text)
  })
  expect(await faultsOf(page)).toEqual([
    expect.stringMatching(/^color-contrast: /),
    expect.stringMatching(/^image-alt: /),
  ])
})

/** What axe reads depends on the language less than the width of the words does. */
async function lookAt(page: Page, paths: readonly string[], language: Language): Promise<void> {
  await speak(page, language)
  await settle(page, '/settings')
  const html = page.locator('html')
  for (const path of paths) {
    await follow(page, path)
    await expect(html).toHaveAttribute('lang', language)
    await expect(html).toHaveAttribute('dir', textDirection(language))
    if (JOURNEY_LANGUAGES.includes(language)) await expectGoodLooks(page, `${path} ${language}`)
    else await expectGoodWidths(page, `${path} ${language}`)
  }
}

for (const language of WIDTH_LANGUAGES) {
  test(`pages for everyone, ${language}`, async ({ open }) => {
    const page = await open({ reducedMotion: 'reduce' })
    await page.goto('/')
    await lookAt(page, PUBLIC, language)
  })

  test(`pages behind sign-in, ${language}`, async ({ open, server }) => {
    const staff: BuiltMember = await buildMember(server.deps, {
      role: 'reviewer',
      firstName: 'آمنة',
      lastName: 'إدريس',
    })
    const page = await open({ reducedMotion: 'reduce' })
    await signInAs(page, staff)
    await lookAt(page, MEMBER, language)
  })
}

test('the keyboard alone reaches the full-screen code from the sign-in form', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).focus()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
  await page.goto('/id-card')
  const show = page.getByRole('button', { name: 'Show code in full screen' })
  await show.waitFor()
  for (
    let presses = 0;
    presses < 40 && !(await show.evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(show).toBeFocused()
})

test('on a narrow phone the page does not scroll sideways, even with long names', async ({
  open,
  server,
}) => {
  const staff = await buildMember(server.deps, {
    role: 'moderator',
    firstName: 'Abdelrahman-Mohamed-Elhassan',
    lastName: 'Suleiman Abdelkarim Eltayeb',
  })
  const page = await open({ viewport: { width: 360, height: 740 } })
  await signInAs(page, staff)
  for (const path of [
    '/',
    '/id-card',
    '/profile',
    '/my-role',
    '/moderator/dashboard/verification',
  ]) {
    await settle(page, path)
    await expect.poll(() => overflowOf(page), { message: path }).toBe(0)
  }
})
