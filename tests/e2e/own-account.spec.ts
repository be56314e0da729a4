/** What members see of their account and how they end it: devices, the copy of their data, erasure, their own role. */
import { readFileSync } from 'node:fs'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { ROLES } from '#shared/domain/people/roles.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { memberWithPhoto, openProfile } from './own-account.ts'
import { overflowOf, wordsOf } from './reading.ts'

test('devices are shown in words; one is signed out, then all others', async ({ open, server }) => {
  const member = await buildMember(server.deps)
  const agents = [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ]
  for (const userAgent of agents) await signInAs(await open({ userAgent }), member)
  const page = await open()
  await openProfile(page, member)
  const devices = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('listitem')
  await expect(devices).toHaveCount(4)
  await expect(devices.filter({ hasText: 'This device, now' })).toHaveCount(1)
  await devices
    .filter({ hasText: 'Firefox on Linux' })
    .getByRole('button', { name: 'End session' })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Firefox on Linux')).toBeVisible()
  await dialog.getByRole('button', { name: 'End session' }).click()
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'Firefox' })).toHaveCount(0)
  await expect(devices.filter({ hasText: 'Safari on iPhone' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('2 other sessions have ended')).toBeVisible() // first, because it disappears by itself
  await expect(devices).toHaveCount(1)
  await expect(
    page.getByRole('region', { name: 'Where you are signed in' }).getByRole('list'),
  ).toBeFocused()
})

test('the copy of the own data is a file, after the password', async ({ open, server }) => {
  const member = await buildMember(server.deps, { firstName: 'آمنة' })
  const page = await open()
  await openProfile(page, member)
  await page.getByRole('button', { name: 'Download my data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(TEST_PASSWORD)
  const downloads = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^wld-account-\d{4}-\d{2}-\d{2}\.json$/)
  const copy = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    profile: { cardId: string; firstName: string }
  }
  expect(copy.profile).toMatchObject({ cardId: member.cardId, firstName: 'آمنة' })
  await expect(dialog).toBeHidden()
  // The proof is still valid: the second copy needs no dialog.
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await again
})

test('erasure asks for the word and the password, sends a farewell mail, and leaves no account', async ({
  open,
  server,
}) => {
  const member = await buildMember(server.deps)
  const page = await open()
  await openProfile(page, member, 'fr')
  const t = await wordsOf('fr', ['profile'])
  await page.getByRole('button', { name: t('profile:erase.open') }).click()
  const dialog = page.getByRole('dialog')
  const word = dialog.getByLabel(t('profile:erase.typeWord', { word: 'SUPPRIMER' }))
  await word.fill('oui')
  await dialog.getByLabel('Mot de passe actuel').fill(TEST_PASSWORD)
  await dialog.getByRole('button', { name: t('profile:erase.submit') }).click()
  await expect(dialog.getByText(t('profile:erase.wordWrong', { word: 'SUPPRIMER' }))).toBeVisible()
  await word.fill('supprimer')
  await dialog.getByRole('button', { name: t('profile:erase.submit') }).click()
  await page.waitForURL('**/farewell')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profile:farewell.title'))
  await expect
    .poll(() =>
      page.evaluate(() =>
        ['user', 'accessToken', 'refreshToken'].map((key) => localStorage.getItem(key)),
      ),
    )
    .toEqual([null, null, null])
  expect(
    await server.deps.database.db
      .selectFrom('members')
      .select('id')
      .where('id', '=', member.id)
      .execute(),
  ).toEqual([])
  expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toEqual([
    'account-erased',
  ])
  await page.goto('/login')
  await page.goto('/farewell')
  await page.waitForURL((url) => url.pathname === '/')
})

test('the last administrator is told to appoint another one first', async ({ open, server }) => {
  await server.deps.database.db
    .updateTable('members')
    .set({ role: 'ROLE_USER' })
    .where('role', '=', 'ROLE_ADMIN')
    .execute()
  const admin = await buildMember(server.deps, { role: 'admin' })
  const page = await open()
  await openProfile(page, admin)
  await page.getByRole('button', { name: 'Erase my account…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await dialog.getByLabel('Current password').fill(TEST_PASSWORD)
  await dialog.getByRole('button', { name: 'Erase my account for good' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You are the last administrator')
  await expect(dialog.getByLabel('Type ERASE to confirm')).toHaveValue('ERASE')
})

test('each role reads its own duties; staff get a link to their dashboard, members to the home page', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['myRole'])
  const dashboards = {
    admin: '/admin/dashboard',
    content: '/content/dashboard',
    moderator: '/moderator/dashboard',
    reviewer: '/reviewer/dashboard',
    member: '/',
  } as const
  for (const role of ROLES) {
    const member = await buildMember(server.deps, { role })
    const page = await open()
    await signInAs(page, member)
    await page.goto('/my-role')
    const main = page.getByRole('main')
    const duties = t(`myRole:roles.${role}.duties`, { returnObjects: true }) as unknown as Readonly<
      Record<string, string>
    > // a group of texts
    await expect(main.getByText(t(`myRole:roles.${role}.title`)).first()).toBeVisible()
    await expect(main.getByText(bareCardId(member.cardId), { exact: true })).toBeVisible()
    await expect(
      main.getByRole('region', { name: 'Responsibilities' }).getByRole('listitem'),
    ).toHaveText(Object.values(duties))
    await expect(main.getByRole('link').last()).toHaveAttribute('href', dashboards[role])
    await page.context().close()
  }
})

test('on a narrow phone the page does not scroll sideways', async ({ open, server }) => {
  const member = await memberWithPhoto(server, {
    firstName: 'Abdelrahman-Mohamed-Elhassan',
    lastName: 'Suleiman Abdelkarim Eltayeb',
    email: 'a.very.long.address.that.hardly.fits@subdomain.of.an.association.example',
  })
  await server.deps.database.db
    .updateTable('members')
    .set({ pending_photo_file: member.photo })
    .where('id', '=', member.id)
    .execute()
  const page = await open({ viewport: { width: 360, height: 740 } })
  await openProfile(page, member)
  for (const path of ['/profile', '/my-role', `/email-undo#${'a'.repeat(43)}`]) {
    await page.goto(path)
    await page.locator('main h2, main button').first().waitFor()
    await expect.poll(() => overflowOf(page), { message: path }).toBe(0)
  }
})
