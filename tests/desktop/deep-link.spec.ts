/** `wld://…` from a mail or a web page: it names a page of ours or nothing. */
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { MEMBER } from '#tests/support/electron/scripted-api.ts'
import { invoke, signIn } from './in-page.ts'

test('a link that starts the app opens its page', async ({ start }) => {
  const desktop = await start({ args: ['wld://event/general-assembly'] })
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
  expect(await invoke(desktop.page, 'link:take')).toBeNull() // once
})

test('a link that comes later opens its page in the window that is there', async ({ desktop }) => {
  expect(await desktop.startSecond(['wld://event/general-assembly'])).toBe(0)
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
  expect(desktop.windows()).toHaveLength(1)
  await desktop.page.reload()
  await expect(desktop.page).toHaveURL(/\/events\/general-assembly$/)
})

test('the verification: its tab for staff', async ({ desktop }) => {
  await signIn(desktop.page)
  await desktop.page.reload() // the session above was opened behind the interface's back
  await expect(
    desktop.page.getByRole('button', { name: `Account of ${MEMBER.name}` }),
  ).toBeVisible()
  expect(await desktop.startSecond(['wld://verify'])).toBe(0)
  await expect(desktop.page).toHaveURL(/\/moderator\/dashboard\/verification$/)
})

test('the verification for somebody who is not signed in: signing in comes back to it', async ({
  start,
}) => {
  const { page } = await start({ args: ['wld://verify'] })
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email address').fill(MEMBER.identifier)
  await page.getByLabel(/^Password/).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/moderator\/dashboard\/verification$/)
})

test('everything else opens nothing', async ({ desktop }) => {
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
  expect(await pagesSeen()).toBe(before + 1) // that one alone
})
