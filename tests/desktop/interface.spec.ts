/** The interface in the desktop app, as a user sees it. */
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { MEMBER } from '#tests/support/electron/scripted-api.ts'

async function signInByForm(page: Page, password: string = MEMBER.password): Promise<void> {
  await page.getByLabel('Email address').fill(MEMBER.identifier)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const account = (page: Page) => page.getByRole('button', { name: `Account of ${MEMBER.name}` })

test('a session survives a restart, and signing out ends it', async ({
  start,
  api,
  keyring,
  keychainService,
}) => {
  const first = await start()
  await signInByForm(first.page)
  await expect(account(first.page)).toBeVisible()
  expect(await keyring.sessions(keychainService)).toHaveLength(1)
  expect(
    await first.page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    ),
  ).not.toContain(MEMBER.name)
  await first.close()

  const second = await start()
  await account(second.page).click()
  await second.page.getByRole('button', { name: 'Sign out' }).click()
  await expect(second.page.getByLabel('Email address')).toBeVisible()
  await expect.poll(() => keyring.sessions(keychainService)).toEqual([])
  await expect.poll(() => api.callsTo('/api/auth/logout').length).toBe(1) // the server is informed after this computer has deleted the session
})

test('a wrong password shows a message, and the input stays', async ({ desktop: { page } }) => {
  await signInByForm(page, 'wrong')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(MEMBER.identifier)
})

test('an unreachable server shows a message of its own', async ({ desktop: { page }, api }) => {
  api.stop()
  await signInByForm(page)
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
})

test('a session that the server ended signs the user out', async ({ desktop: { page }, api }) => {
  await signInByForm(page)
  await expect(account(page)).toBeVisible()
  api.revoked = true
  await page.evaluate(() => fetch('/api/card/me').then(() => undefined))
  await expect(account(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('without a keychain a banner says that the session will not be kept', async ({ start }) => {
  test.skip(
    process.platform !== 'linux',
    'the keychain of this system cannot be taken away from one process',
  )
  const { page } = await start({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
  await signInByForm(page)
  await expect(page.getByText('This session will not be kept')).toBeVisible()
})
