import { expect, test } from '#tests/support/electron/fixtures.ts'

test('the app starts and shows the interface without an error', async ({ desktop }) => {
  const problems: string[] = []
  desktop.page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  desktop.page.on('pageerror', (error) => problems.push(error.message))
  await desktop.page.reload()
  await expect(desktop.page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(problems).toEqual([])
})

for (const path of ['/events', '/reports/statistics'])
  test(`a page deeper in survives a reload: ${path}`, async ({ desktop }) => {
    const here = new RegExp(`${path}$`)
    await desktop.page.evaluate((address) => {
      location.href = address
    }, path)
    await expect(desktop.page).toHaveURL(here)
    await desktop.page.reload()
    await expect(desktop.page).toHaveURL(here)
    await expect(desktop.page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('a wrong setting is named and the app does not start', async ({ start, engine }) => {
  test.skip(engine === 'electron', 'the native box waits for a person')
  await expect(start({ env: { API_URL: 'http://members.example.org' } })).rejects.toThrow(
    /API_URL must be the origin of the server/,
  )
})
