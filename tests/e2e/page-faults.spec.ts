/** A fault of the page, and a reply that is not ours, are told as what they are: not as a lost connection. */
import { expect, test } from './fixtures.ts'

const OFFLINE = 'No connection to the server'

test('an error in the code of the page says so, offers a reload and is logged', async ({
  open,
}) => {
  const page = await open()
  await page.addInitScript(() => {
    window.Headers = class extends Headers {
      constructor(init?: HeadersInit) {
        if (location.pathname === '/donate') throw new TypeError('x is not a function')
        super(init)
      }
    }
  })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/donate')
  const fault = page.getByRole('main').getByText(/Something went wrong on this page/)
  await expect(fault).toBeVisible()
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
  expect(logged).toContain('A query failed: TypeError')
  const again = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('main').getByRole('button', { name: 'Reload the page' }).click()
  await again
})

test('a reply that does not fit is no lost connection, and a lost connection is one', async ({
  open,
}) => {
  const page = await open()
  const summary = '**/api/donation/**'
  await page.route(summary, (route) => route.fulfill({ json: { odd: true } }))
  await page.goto('/donate')
  const main = page.getByRole('main')
  await expect(main.getByText(/The server sent an unexpected reply/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  await page.unroute(summary)
  await page.route(summary, (route) => route.abort())
  await page.reload()
  await expect(main.getByText(OFFLINE)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a part that does not load on a working line is no lost connection, and the text is to be copied first', async ({
  open,
}) => {
  const page = await open()
  await page.route('**/assets/*send-report-*.js', (route) => route.abort())
  await page.goto('/tell')
  await page.getByLabel('Type of violation').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'How it happened' }).fill('The market was burnt down')
  await page.getByRole('textbox', { name: 'Victim' }).fill('Traders')
  await page.getByRole('textbox', { name: 'City or village' }).fill('Nyala')
  await page.getByRole('button', { name: 'Send the report' }).click()
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Part of this page could not be loaded' })
  await expect(notice).toContainText('Copy it first')
  await expect(notice.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
})
