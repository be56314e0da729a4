/** A witness reports without an account, with scripts: from the form to the answer by receipt. */
import type { Page } from '@playwright/test'
import { readOriginal } from '#shared/contract/evidence.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { confirmPassword, signIn } from '#tests/support/api-server.ts'
import { EXIF, jpeg, picture, SECRET_PLACE } from '#tests/support/sample-files.ts'
import { expect, signInAs, test } from './fixtures.ts'

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Type of violation').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'How it happened' }).fill('The market was burnt down')
  await page.getByRole('textbox', { name: 'Victim' }).fill('Traders')
  await page.getByRole('textbox', { name: 'City or village' }).fill('Nyala')
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
  await page.getByRole('link', { name: 'Report without an account' }).click()
  await page.getByRole('button', { name: 'Send the report' }).click()
  // In view, with a link to each field: the button that was pressed is far below the first of them.
  const faults = page.getByRole('region', { name: /fields? needs? your attention/ })
  await expect(faults).toBeInViewport({ ratio: 1 })
  await expect(faults.getByRole('link')).toHaveText([
    'Choose the type of violation.',
    'Say what happened.',
    'Say who was harmed.',
    'Enter the city or village.',
  ])
  await faults.getByRole('link', { name: 'Say who was harmed.' }).click()
  await expect(page.getByRole('textbox', { name: 'Victim' })).toBeFocused()
  await fill(page)
  await page.getByRole('textbox', { name: 'Map link' }).fill('next to the mosque')
  await page.getByRole('button', { name: 'Send the report' }).click()
  await expect(faults.getByRole('link')).toHaveText([
    'Map link: Enter an address that starts with https://',
  ])
  await page.getByRole('textbox', { name: 'Map link' }).fill('')
  await page.getByRole('button', { name: 'Send the report' }).click()
  const shown = page.getByTestId('receipt')
  await expect(shown).toHaveText(/^\d{4} \d{4} \d{4} \d{4}$/)
  const receipt = (await shown.textContent()) ?? ''
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect(page.getByText('Received. Staff have not begun to examine it.')).toBeVisible()
  // Whoever looks over the shoulder now, or at any later visit, reads no number.
  await expect(page.getByText(receipt)).toBeHidden()
  await page.getByText('Show the number').click()
  await expect(page.getByText(receipt)).toBeVisible()
  // Nothing to send yet, so no button that cannot be pressed.
  await expect(page.getByRole('button', { name: 'Send the file' })).toBeHidden()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await page.getByRole('textbox', { name: 'What this file shows' }).fill('The square')
  await page.getByRole('button', { name: 'Send the file' }).click()
  await expect(page.getByText('The file has arrived.')).toBeVisible()
  await expect(page.locator('input[type=file]')).toBeFocused() // the button went with the file
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
  const question = staff.getByRole('textbox', { name: 'Message to the witness' })
  await question.fill('What day was it?')
  await question.press('Control+Enter')
  await expect(staff.getByText('New from the witness')).toBeHidden()
  await staff.goto(`/moderator/dashboard/reports/${id}`)
  await expect(staff.getByRole('textbox', { name: 'Message to the witness' })).toBeVisible()

  // Escape twice: an empty page, and no way back to this one.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('about:blank')
  await page.goto('/tell')
  await expect(page.getByRole('textbox', { name: 'How it happened' })).toHaveValue('')
  await page.getByRole('button', { name: 'I have a receipt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([
    'Open a report with its receipt',
  ])
  const number = page.getByRole('textbox', { name: 'Receipt, 16 digits' })
  const openIt = page.getByRole('button', { name: 'Open', exact: true })
  for (const [digits, why] of [
    ['1234', /A receipt has 16 digits\.$/],
    ['1234 5678 1234 5678', /We do not recognise this receipt\. Check the digits\.$/],
  ] as const) {
    await number.fill(digits)
    await openIt.click()
    await expect(number).toHaveAccessibleDescription(why)
    await expect(number).toBeFocused()
  }
  await number.fill(receipt)
  await openIt.click()
  await expect(page.getByText('What day was it?')).toBeVisible()
  const message = page.getByRole('textbox', { name: 'Your message' })
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription(/Fill in this field\./)
  await message.fill('On a Friday')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByText('On a Friday')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the report' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.locator(':focus').getByText('You withdrew it.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave now' }).click()
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
  await page.getByRole('textbox', { name: 'How it happened' }).fill('The market')
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('textbox').filter({ hasText: 'The market' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before)
})

test('a photo leaves the device without the place that the camera wrote into it', async ({
  open,
  server,
}) => {
  const page = await open()
  await page.goto('/tell')
  await fill(page)
  await page.getByRole('button', { name: 'Send the report' }).click()
  await page.getByRole('button', { name: 'I have written it down' }).click()
  const photo = await picture().withExif(EXIF).jpeg().toBuffer()
  expect(photo.includes(SECRET_PLACE)).toBe(true)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Send the file' }).click()
  await expect(page.getByText('The file has arrived.')).toBeVisible()

  const { email } = await buildMember(server.deps, { role: 'moderator' })
  const { accessToken } = await signIn(server, email, TEST_PASSWORD)
  await confirmPassword(server, accessToken)
  const { id } = await server.deps.database.db
    .selectFrom('report_evidence')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const original = await fetch(`${server.url}${readOriginal.path.replace(':id', String(id))}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const bytes = Buffer.from(await original.arrayBuffer())
  expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8') // a JPEG
  expect(bytes.includes(SECRET_PLACE)).toBe(false)
})

test('the form stands before the server has answered, and nothing moves', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  let answer: (() => void) | undefined
  await page.route('**/api/witness', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/tell')
  await expect(page.getByRole('textbox', { name: 'How it happened' })).toBeVisible()
  const answered = page.waitForResponse('**/api/witness')
  answer?.()
  await answered
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  expect(
    await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen),
  ).toEqual({ shift: 0 })
})

for (const width of [320, 360, 768, 1280])
  test(`the way out lies over no field that has the focus at ${width} pixels`, async ({ open }) => {
    const page = await open({ viewport: { width, height: 640 } })
    await page.goto('/tell')
    const leave = page.getByRole('button', { name: 'Leave now' })
    await page.getByRole('button', { name: 'Send the report' }).click() // faults move the focus
    await expect(page.getByText('4 fields need your attention')).toBeVisible()
    const controls = page.locator('form').locator('input, select, textarea, button')
    for (const control of (await controls.all()).toReversed()) {
      await control.focus()
      const bar = await leave.boundingBox()
      const box = await control.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    }
  })
