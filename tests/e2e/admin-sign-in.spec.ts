/**
 * The hidden sign-in page of the route table: it accepts administrators and shows all other users the text for a wrong
 * password.
 */
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test, webDir } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn, wordsOf } from './reading.ts'

const PATH = '/boss/kho/logy/wld'

async function tryAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('users without the admin role read the same message, and no session is kept', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const administrator = await buildMember(server.deps, { role: 'admin' })
  const page = await open()
  const texts: string[] = []
  for (const [email, password] of [
    [administrator.email, 'Wrong-Pass1!'],
    ['nobody@test.example', 'Wrong-Pass1!'],
    [member.email, member.password],
    [moderator.email, moderator.password],
  ] as const) {
    await openIn(page, 'en', PATH)
    await tryAs(page, email, password)
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Invalid email or password')
    texts.push(await notice.innerText())
    expect(
      await page.evaluate(() =>
        ['user', 'accessToken', 'refreshToken']
          .flatMap((key) => [localStorage.getItem(key), sessionStorage.getItem(key)])
          .filter(Boolean),
      ),
    ).toEqual([])
    expect(new URL(page.url()).pathname).toBe(PATH)
  }
  expect(new Set(texts).size).toBe(1)
  const sessions = await server.deps.database.db
    .selectFrom('sessions')
    .selectAll()
    .where('member_id', 'in', [member.id, moderator.id])
    .execute()
  expect(sessions).toEqual([])
  await tryAs(page, administrator.email, administrator.password)
  await page.waitForURL('/admin/dashboard/**')
})

test('a signed-in member is sent to the home page', async ({ open, server }) => {
  const page = await open()
  await signInAs(page, await buildMember(server.deps))
  await page.goto(PATH)
  await page.waitForURL('/')
})

test('no page links to it, and search engines are told not to index it', async ({
  open,
  server,
}) => {
  const page = await open()
  for (const path of ['/', '/login', '/about']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator(`a[href*="boss"]`).count(), path).toBe(0)
  }
  for (const path of ['/robots.txt', '/sitemap.xml'])
    expect(await (await fetch(`${server.url}${path}`)).text()).not.toContain('boss')
  await page.goto(PATH)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByText('Sample credentials')).toHaveCount(0)
})

for (const language of JOURNEY_LANGUAGES)
  test(`axe finds nothing, also with the hint of a demonstration, ${language}`, async ({
    open,
  }) => {
    const t = await wordsOf(language, ['adminSignIn', 'auth'])
    const own = await startApiServer({ engine: 'sqlite', webDir })
    try {
      await buildMember(own.deps, { role: 'admin', email: 'admin@demo.example' })
      const page = await open({ baseURL: own.url, viewport: { width: 360, height: 780 } })
      await openIn(page, language, PATH)
      await expect(
        page.getByRole('heading', { level: 1, name: t('adminSignIn:title') }),
      ).toBeVisible()
      await expect(page.getByText(t('adminSignIn:hint.title'))).toBeVisible()
      await expect(page.getByText(DEMO_PASSWORD)).toBeVisible()
      await expectGoodLooks(page)
    } finally {
      await own.stop()
    }
  })
