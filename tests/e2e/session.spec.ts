/** Signing in, access rules and signing out, in a real browser against the real server. */
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, signInByForm, test } from './fixtures.ts'

test('a wrong password, an unknown person and an inactive member get the same message', async ({
  open,
  server,
}) => {
  const active = await buildMember(server.deps)
  const inactive = await buildMember(server.deps, { status: 'inactive' })
  // As high as a phone above its keyboard: the fields alone fill it.
  const page = await open({ viewport: { width: 360, height: 420 } })
  const texts: string[] = []
  for (const [email, password] of [
    [active.email, 'Wrong-Pass1!'],
    ['nobody@test.example', active.password],
    [inactive.email, inactive.password],
  ] as const) {
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.getByLabel(/^Password/).fill(password)
    await page.keyboard.press('Enter')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Invalid email or password')
    await expect(notice).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(email)
    await expect(page.locator('form > :first-child')).toContainText('Invalid email or password')
    texts.push(await notice.innerText())
  }
  expect(new Set(texts).size).toBe(1)
})

test('the browser stores only the two tokens, the names, the role and the card id', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await signInByForm(page, member)
  const kept = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(JSON.parse(kept['user'] ?? '{}') as object).sort()).toEqual([
    'cardId',
    'firstName',
    'name',
    'role',
  ])
  expect(kept['accessToken']).toBeTruthy()
  expect(kept['refreshToken']).toBeTruthy()
  expect(JSON.stringify(kept)).not.toContain(member.email)
})

test('a signed-out user is sent to the sign-in and back, a wrong role to the home page', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await page.goto('/id-card')
  await page.waitForURL('**/login**')
  await expect(page.getByText('Sign in to see your ID card.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email address' }).fill(member.email)
  await page.getByLabel(/^Password/).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/id-card')
  for (const path of [
    '/admin/dashboard',
    '/content/dashboard',
    '/moderator/dashboard/verification',
    '/reviewer/dashboard',
  ]) {
    await page.goto(path)
    await page.waitForURL('/')
  }
})

test('each staff role reaches its own dashboard and no other', async ({ open, server }) => {
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const page = await open()
  await signInAs(page, moderator)
  await page.goto('/moderator/dashboard')
  await page.waitForURL('/moderator/dashboard/overview')
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Verification' })
    .click()
  await page.waitForURL('/moderator/dashboard/verification')
  for (const path of ['/admin/dashboard', '/reviewer/dashboard/verification']) {
    await page.goto(path)
    await page.waitForURL('/')
  }
})

test('signing out removes all data and ends the session on the server', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await signInByForm(page, member)
  const bearer = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: /Sign out|Log out/ }).click()
  await page.waitForURL('**/login**')
  expect(
    await page.evaluate(() =>
      ['user', 'accessToken', 'refreshToken'].map((key) => localStorage.getItem(key)),
    ),
  ).toEqual([null, null, null])
  // The browser deletes the session at once; the server is informed in the background.
  await expect
    .poll(
      async () =>
        (
          await fetch(`${server.url}/api/card/me`, {
            headers: { authorization: `Bearer ${bearer}` },
          })
        ).status,
    )
    .toBe(401)
})

test('the server sends pages and assets with their headers, and no other files', async ({
  server,
}) => {
  const page = await fetch(`${server.url}/any/deep/page`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/)
  const html = await page.text()
  const script = /href="(\/assets\/interface-[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const asset = await fetch(`${server.url}${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404)
  expect((await fetch(`${server.url}/api/none`)).status).toBe(404)
  expect((await fetch(`${server.url}/first-paint.js`)).headers.get('cache-control')).toBe(
    'no-cache',
  )
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00',
  ])
    expect(await (await fetch(`${server.url}${path}`)).text()).not.toContain('"dependencies"')
})
