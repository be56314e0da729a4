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

  // Escape twice: an empty page, and no way back to this one.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('about:blank')
  await page.goto('/tell')
  await expect(page.getByRole('textbox', { name: 'What happened' })).toHaveValue('')
  await page.getByRole('button', { name: 'I have a receipt' }).click()
  await page.getByRole('textbox', { name: 'Receipt, 16 digits' }).fill(receipt)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('What day was it?')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your message' }).fill('On a Friday')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByText('On a Friday')).toBeVisible()
  await page.getByRole('button', { name: 'Leave at once' }).click()
  await expect(page).toHaveURL('about:blank')
})
