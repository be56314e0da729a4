/** `wld://…` links from a mail or a web page open a page of the interface or are ignored. */
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { MEMBER } from '#tests/support/electron/scripted-api.ts'
import { invoke, signIn } from './in-page.ts'

test('a link that starts the app opens its page', async ({ start }) => {
  const desktop = await start({ args: ['wld://event/general-assembly'] })
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
  expect(await invoke(desktop.page, 'link:take')).toBeNull() // only once
})

test('a later link opens its page in the existing window', async ({ desktop }) => {
  expect(await desktop.startSecond(['wld://event/general-assembly'])).toBe(0)
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
  expect(desktop.windows()).toHaveLength(1)
  await desktop.page.reload()
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
})

test('the verification link opens the tab of staff', async ({ desktop }) => {
  await signIn(desktop.page)
  await desktop.page.reload() // the session above was opened without the interface
  await expect(
    desktop.page.getByRole('button', { name: `Account of ${MEMBER.name}` }),
  ).toBeVisible()
  expect(await desktop.startSecond(['wld://verify'])).toBe(0)
  await expect(desktop.page).toHaveURL(/\/moderator\/dashboard\/verification$/)
})

test('the verification link leads a signed-out user over the sign-in to the verification', async ({
  start,
}) => {
  const { page } = await start({ args: ['wld://verify'] })
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email address').fill(MEMBER.identifier)
  await page.getByLabel(/^Password/).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/moderator\/dashboard\/verification$/)
})

test('all other links open nothing', async ({ desktop }) => {
  const pagesSeen = () => desktop.page.evaluate(() => history.length)
  const before = await pagesSeen()
  for (const link of [
    'wld://verify?next=//evil.example',
    'wld://event/..%2Fadmin',
    'wld://event/../../login',
    'wld://evil.example/verify',
    'wld://settings',
    'WLD://verify',
  ])
    expect(await desktop.startSecond([link])).toBe(0)
  expect(await desktop.startSecond(['wld://verify', 'wld://event/general-assembly'])).toBe(0)
  expect(await desktop.startSecond(['wld://event/general-assembly'])).toBe(0)
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
  expect(await pagesSeen()).toBe(before + 1) // only the last link opened a page
})
