import { findByNumber } from '#server/records/members/member-repository.ts'
/** Settings: stored on the device for visitors, on the server for members. */
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'

test('language and appearance are kept without a sign-in', async ({ open }) => {
  const page = await open()
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'Dark', exact: true }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'العربية' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'داكن', exact: true })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'تسجيل الدخول' }).click()
  await page.waitForURL('/login')
})

test('the mail choices and the language of a member are stored on the server', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps, { details: { newsletter: 1, language: 'en' } })
  const held = async () => findByNumber(server.deps.database.db, member.id)
  const page = await open()
  await signInAs(page, member)
  await page.goto('/settings')
  await expect(page.getByText(member.email)).toBeVisible()
  const [notifications, news] = [
    page.getByRole('switch', { name: 'Notifications by email' }),
    page.getByRole('switch', { name: 'News of the association' }),
  ]
  await expect(news).toBeChecked()
  await notifications.click()
  await expect(notifications).not.toBeChecked()
  await expect(news).toBeDisabled()
  expect(await held()).toMatchObject({ notifications: 0, newsletter: 1 })
  await page.reload()
  await expect(notifications).not.toBeChecked()
  await notifications.click()
  await expect(news).toBeChecked()
  await news.click()
  await expect(news).not.toBeChecked()
  expect(await held()).toMatchObject({ notifications: 1, newsletter: 0 })
  await page.getByRole('radio', { name: 'Français' }).check({ force: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible()
  await expect.poll(async () => (await held())?.language).toBe('fr')
})

test('a failed change shows a message and restores the setting', async ({ open, server }) => {
  const page = await open()
  await signInAs(page, await buildMember(server.deps))
  await page.goto('/settings')
  const notifications = page.getByRole('switch', { name: 'Notifications by email' })
  await expect(notifications).toBeChecked()
  await page.route('**/api/user/update/**', (route) => route.abort())
  await notifications.click()
  await expect(page.getByText(/This could not be saved/)).toBeVisible()
  await expect(notifications).toBeChecked()
})
