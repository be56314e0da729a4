/** A witness reports without an account, with scripts: from the form to the answer by receipt. */
import type { Page } from '@playwright/test'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { expect, signInAs, test } from './fixtures.ts'

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Type of violation').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'What happened' }).fill('The market was burnt down')
  await page.getByRole('textbox', { name: 'Victim' }).fill('Traders')
  await page.getByRole('textbox', { name: 'City or village' }).fill('Nyala')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}

/** What a search of the device could find of this site, besides what every visit leaves. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cached: (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      )
    )
      .flat()
      .filter((path) => /witness|report-fields|tell/.test(path)),
    title: document.title,
  }))

test('from the form to the answer by receipt, and nothing stays on the device', async ({
  open,
  server,
}) => {
  const page = await open({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Report what you saw, without an account' }).click()
  await page.getByRole('button', { name: 'Send the report' }).click()
  await expect(page.getByText('Something is missing')).toBeVisible()
  await fill(page)
  await page.getByRole('button', { name: 'Send the report' }).click()
  const shown = page.getByTestId('receipt')
  await expect(shown).toHaveText(/^\d{4} \d{4} \d{4} \d{4}$/)
  const receipt = (await shown.textContent()) ?? ''
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect(page.getByText('Received. Staff have not begun to examine it.')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await page.getByRole('textbox', { name: 'What this file shows' }).fill('The square')
  await page.getByRole('button', { name: 'Send the file' }).click()
  await expect(page.getByText('The file has arrived.')).toBeVisible()
  expect(await kept(page)).toMatchObject({ title: 'WLD', cached: [], databases: [] })
  const { local, session } = await kept(page)
  expect(local + session).not.toMatch(/market|\d{16}|Nyala|witness/)

  // Staff see the mark, ask in the page of the report, and the file counts as unread.
  const staff = await open()
  const { email } = await buildMember(server.deps, { role: 'moderator' })
  await signInAs(staff, { email, password: TEST_PASSWORD })
  await staff.goto('/moderator/dashboard/reports?answered=yes')
  await expect(staff.getByText('From a witness, without an account').first()).toBeVisible()
  const { id } = await server.deps.database.db
    .selectFrom('reports')
    .select('id')
    .where('city', '=', 'Nyala')
    .where('witness', '=', 1)
    .executeTakeFirstOrThrow()
  await staff.goto(`/reports/${id}/evidence`)
  await expect(staff.getByText('New from the witness')).toBeVisible()
  await staff.getByRole('textbox', { name: 'Message to the witness' }).fill('What day was it?')
  await staff.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(staff.getByText('New from the witness')).toBeHidden()
  await staff.goto(`/moderator/dashboard/reports/${id}`)
  await expect(staff.getByRole('textbox', { name: 'Message to the witness' })).toBeVisible()

  // Escape twice: an empty page, and no way back to this one.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('about:blank')
  await page.goto('/tell')
  await expect(page.getByRole('textbox', { name: 'What happened' })).toHaveValue('')
  await page.getByRole('button', { name: 'I have a receipt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([
    'Open a report with its receipt',
  ])
  await page.getByRole('textbox', { name: 'Receipt, 16 digits' }).fill(receipt)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('What day was it?')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your message' }).fill('On a Friday')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByText('On a Friday')).toBeVisible()
  await page.getByRole('button', { name: 'Leave at once' }).click()
  await expect(page).toHaveURL('about:blank')
})

test('the page of a witness never uses the session of a member on the same device', async ({
  open,
  server,
}) => {
  const page = await open()
  const { email } = await buildMember(server.deps)
  await signInAs(page, { email, password: TEST_PASSWORD })
  await page.goto('/events')
  // A token that is due: a page of the site renews it at once.
  await page.evaluate(() => localStorage.setItem('accessToken', 'due'))
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  const before = await stored()
  await page.goto('about:blank') // the last calls of that page are not of this one
  const calls: { readonly path: string; readonly authorization: string | undefined }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/'))
      calls.push({ path, authorization: request.headers()['authorization'] })
  })
  await page.goto('/tell')
  await fill(page)
  // What makes a page of the site renew: the line is back, the tab is back.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByRole('button', { name: 'Send the report' }).click()
  await expect(page.getByTestId('receipt')).toBeVisible()
  expect(calls.map(({ path }) => path)).toEqual(
    calls.map(({ path }) => path).filter((path) => path.startsWith('/api/witness')),
  )
  expect(calls.map(({ authorization }) => authorization)).toEqual(calls.map(() => undefined))
  expect(await stored()).toBe(before)

  // The proof that the token was due.
  const renewed = page.waitForRequest((request) => request.url().endsWith('/api/auth/refresh'))
  await page.goto('/events')
  await renewed
})

test('another language is shown at once and is not stored', async ({ open }) => {
  const page = await open()
  await page.goto('/tell')
  await page.getByRole('textbox', { name: 'What happened' }).fill('The market')
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('textbox').filter({ hasText: 'The market' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before)
})
