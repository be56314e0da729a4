/**
 * The users tab: what administrators and content managers may do there, what they may not, and what a failed call
 * shows.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { TFunction } from 'i18next'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, signInByForm, test } from './fixtures.ts'
import { memberWithPhoto, portrait, rowOf, speak } from './own-account.ts'
import {
  EVERY_LOOK,
  expectGoodLooks,
  expectGoodWidths,
  openIn,
  overflowOf,
  WIDTH_LANGUAGES,
  wordsOf,
} from './reading.ts'

const TAB = { admin: '/admin/dashboard/users', content: '/content/dashboard/users' } as const
let lastTribe = 0
/** Members of one test, found by a tribe of their own. */
async function people(
  server: ApiServer,
  count: number,
): Promise<{ readonly tribe: string; readonly members: readonly BuiltMember[] }> {
  const tribe = `Users tribe ${(lastTribe += 1)} end`
  const members = []
  for (let index = 0; index < count; index += 1)
    members.push(
      await buildMember(server.deps, {
        firstName: 'Person',
        lastName: 'abcdefghijklmnopqrstuvwxyz'[index] ?? 'z',
        details: { tribe },
      }),
    )
  return { tribe, members }
}
async function openTab(
  page: Page,
  role: 'admin' | 'content',
  server: ApiServer,
  query = '',
): Promise<BuiltMember> {
  const staff = await buildMember(server.deps, { role, firstName: 'Staff', lastName: role })
  await signInAs(page, staff)
  await page.goto(`${TAB[role]}${query}`)
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  return staff
}
const rowNamed = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
async function prove(page: Page, password = TEST_PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Your password') })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.locator('button[type=submit]').click()
}

test('six filters, order and page are kept in the address; the page shows ten members', async ({
  open,
  server,
}) => {
  const { tribe } = await people(server, 12)
  const page = await open()
  await openTab(page, 'admin', server)
  await page.getByLabel('Tribe').fill(tribe.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByText('Showing 1 to 10 of 12 results')).toBeVisible()
  await page.getByRole('button', { name: 'Name and email' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Person a')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tribe: tribe.toUpperCase(),
    sort: 'name',
    page: '2',
  })
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Name, email or phone').fill('person b')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('banned')
  await expect(page.getByText('Nobody matches')).toBeVisible()
  await page.locator('main').getByRole('button', { name: 'Clear the filters' }).last().click()
  await expect(page.getByRole('row')).toHaveCount(11)
  // The search is limited to these members, because other tests made members of every role.
  await page.getByLabel('Tribe').fill(tribe)
  await expect(page.getByText('Showing 1 to 10 of 12 results')).toBeVisible()
  for (const [label, value] of [
    ['Role', 'ROLE_MODERATOR'],
    ['Country', 'JP'],
    ['Nationality', 'JP'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).selectOption(value)
    await expect(page.getByText('Nobody matches')).toBeVisible()
    await page.getByLabel(label, { exact: true }).selectOption('')
    await expect(page.getByRole('row')).toHaveCount(11)
  }
  await page.getByLabel('Role', { exact: true }).selectOption('ROLE_MODERATOR')
  await expect(page.getByText('Nobody matches')).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/user/get/all**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Role', { exact: true }).selectOption('ROLE_REVIEWER')
  const dimmed = page.locator('[aria-busy=true]', { hasText: 'Nobody matches' })
  await expect(dimmed, 'what an answer that is under way may change').toBeVisible()
  held.resolve()
  await expect(dimmed).toHaveCount(0)
})

test('the list cuts no name of 36 letters and no email of 45, fits at 768 px, and is low on a phone', async ({
  open,
  server,
}) => {
  const tribe = `Users tribe ${(lastTribe += 1)} end`
  await buildMember(server.deps, {
    firstName: 'Nureldin Murtada Mohamed',
    lastName: 'Hassabelras',
    email: `nureldin.murtada.hassabelrasoul.${lastTribe}@test.example`,
    status: 'banned',
    details: { tribe, current_country: 'GB' },
  })
  await buildMember(server.deps, { email: `al.${lastTribe}@test.example`, details: { tribe } })
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await openTab(page, 'admin', server, `?tribe=${tribe}`)
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(3)
  const cut = (parts = table.locator('tbody *')) =>
    parts.evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .filter((one) => getComputedStyle(one).overflowX !== 'visible' || one.matches('select'))
        .map((one) => one.textContent),
    )
  expect(await cut()).toEqual([])
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await cut()).toEqual([])
  expect(await table.locator('..').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  const card = page.getByRole('listitem').filter({ hasText: 'Hassabelras' })
  expect((await card.boundingBox())?.height).toBeLessThan(220)
  expect(await cut(card.locator('[data-opens] *')), 'an email wraps').toEqual([])
  await expect(card.getByLabel('Status of')).toHaveValue('banned')
  await card.getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit' })).toBeVisible()
})

test('a status changes at once, and is restored with a message when the call fails', async ({
  open,
  server,
}) => {
  const {
    tribe,
    members: [member],
  } = await people(server, 1)
  const page = await open()
  const staff = await openTab(page, 'admin', server, `?tribe=${tribe}`)
  const status = page.getByLabel('Status of Person a')
  await status.selectOption('banned')
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText('Person a is now: Banned')).toBeVisible()
  await expect(status).toHaveValue('banned')
  expect((await rowOf(server, member!)).status).toBe('banned') // one was built
  await page.route('**/api/user/update/**', (route) => route.fulfill({ status: 503, body: '' }))
  await status.selectOption('active')
  await expect(page.getByRole('alert')).toContainText('The status could not be changed')
  await expect(status).toHaveValue('banned')
  await page.unroute('**/api/user/update/**')
  await status.selectOption('active')
  await expect(page.getByRole('alert')).toBeHidden()
  await expect.poll(async () => (await rowOf(server, member!)).status).toBe('active') // one was built
  // After ten single acts of the hour the password is asked for, and closing its dialog changes nothing.
  await server.deps.throttle.hit(`single-acts/${staff.id}`, 1, 3_600, 10_000) // more than the scale of tests allows
  await status.selectOption('inactive')
  await page.getByRole('dialog').getByRole('button', { name: 'Set to inactive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(status).toHaveValue('active')
  expect((await rowOf(server, member!)).status).toBe('active') // one was built
})

test('a role is given only with the right password', async ({ open, server }) => {
  const {
    tribe,
    members: [member],
  } = await people(server, 1)
  const page = await open()
  await openTab(page, 'admin', server, `?tribe=${tribe}`)
  const role = page.getByLabel('Role of Person a')
  await role.selectOption('ROLE_MODERATOR')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Moderates reports')).toBeVisible()
  await prove(page, 'Wrong-Horse1')
  await expect(dialog.getByText('Invalid password')).toBeVisible()
  expect((await rowOf(server, member!)).role).toBe('ROLE_USER') // one was built
  await prove(page)
  await expect(dialog).toBeHidden()
  await expect(role).toHaveValue('ROLE_MODERATOR')
  expect((await rowOf(server, member!)).role).toBe('ROLE_MODERATOR') // one was built
  await expect(role.getByRole('option', { name: 'Administrator' })).toHaveCount(1)
})

test('a role is chosen and changed by keyboard from the page of the person', async ({
  open,
  server,
}) => {
  const {
    tribe,
    members: [member],
  } = await people(server, 1)
  const page = await open()
  await openTab(page, 'admin', server, `?tribe=${tribe}`)
  await page.getByLabel('Role of Person a').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const person = page.getByRole('dialog', { name: 'Person a', exact: true })
  await expect(person.getByRole('button', { name: 'Change role' })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Change role' })
  await expect(dialog.getByLabel('New role')).toBeFocused()
  await page.keyboard.type('Mod')
  await page.keyboard.press('Tab')
  await page.keyboard.type(TEST_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(person.getByText('Moderator')).toBeVisible()
  expect((await rowOf(server, member!)).role).toBe('ROLE_MODERATOR') // one was built
  // The role that somebody has is no change.
  await page.keyboard.press('r')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByText('Choose a different role.')).toBeVisible()
})

test('a content manager can neither change nor appoint administrators; no user changes the own row', async ({
  open,
  server,
}) => {
  const { tribe } = await people(server, 1)
  await buildMember(server.deps, {
    role: 'admin',
    firstName: 'Chief',
    lastName: 'Admin',
    details: { tribe },
  })
  const page = await open()
  const me = await openTab(page, 'content', server, `?tribe=${tribe}`)
  const chief = rowNamed(page, 'Chief Admin')
  await expect(chief.getByLabel('Role of')).toBeDisabled()
  await expect(chief.getByLabel('Status of')).toBeDisabled()
  await expect(chief.getByLabel('Role of')).toHaveAccessibleDescription(
    'Only administrators may change this.',
  )
  await expect(chief.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0)
  await expect(
    page.getByLabel('Role of Person a').getByRole('option', { name: 'Administrator' }),
  ).toHaveCount(0)
  await expect(
    page
      .locator('search')
      .getByLabel('Role', { exact: true })
      .getByRole('option', { name: 'Administrator' }),
  ).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await page.goto(`${TAB.content}?q=${me.email}`)
  await expect(rowNamed(page, 'Staff content').getByLabel('Role of')).toBeDisabled()
  await expect(rowNamed(page, 'Staff content').getByLabel('Role of')).toHaveAccessibleDescription(
    'This is your own account.',
  )
  await page.goto(`${TAB.content}/import`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a content manager can change the sign-in data of a member, but not of a colleague', async ({
  open,
  server,
}) => {
  const { tribe } = await people(server, 1)
  await buildMember(server.deps, {
    role: 'moderator',
    firstName: 'Some',
    lastName: 'Colleague',
    details: { tribe },
  })
  const page = await open()
  await openTab(page, 'content', server, `?tribe=${tribe}`)
  const dialog = page.getByRole('dialog')
  for (const [name, offered] of [
    ['Some Colleague', 0],
    ['Person a', 1],
  ] as const) {
    await rowNamed(page, name).getByRole('button', { name: /Edit/ }).click()
    await expect(dialog.getByLabel('First name').first()).toBeVisible()
    await expect(dialog.locator('input[name=email]')).toHaveCount(offered)
    await expect(dialog.locator('input[type=tel]')).toHaveCount(offered)
    await expect(dialog.locator('input[name=changePassword]')).toHaveCount(offered)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('moderators and reviewers have no such tab and are sent to the home page', async ({
  open,
  server,
}) => {
  for (const [role, dashboard] of [
    ['moderator', '/moderator/dashboard'],
    ['reviewer', '/reviewer/dashboard'],
  ] as const) {
    const page = await open()
    await signInAs(page, await buildMember(server.deps, { role }))
    await page.goto(`${dashboard}/verification`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0)
    await page.goto(TAB.admin)
    await page.waitForURL((url) => url.pathname === '/')
    await page.context().close()
  }
})

test('a member is opened, edited and closed, each at an address of its own', async ({
  open,
  server,
}) => {
  const tribe = `Opened tribe ${(lastTribe += 1)}`
  const member = await memberWithPhoto(server, {
    firstName: 'Amna',
    lastName: 'Opened',
    details: { tribe, mothers_first_name: 'Zeinab', mothers_last_name: 'Musa' },
  })
  const page = await open()
  await openTab(page, 'admin', server, `?tribe=${tribe}`)
  await page.getByRole('button', { name: /^Amna Opened/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Zeinab Musa')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Photo of Amna Opened' })).toHaveAttribute(
    'src',
    /signature=/,
  )
  expect(new URL(page.url()).pathname).toBe(`${TAB.admin}/${member.cardId}`)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  expect(new URL(page.url()).pathname).toBe(`${TAB.admin}/${member.cardId}/edit`)
  await dialog.getByLabel('Occupation').click() // the previous dialog takes the focus back once while it fades out, in the next frame
  await dialog.getByLabel('Occupation').fill('Nurse')
  await dialog.getByLabel('First name').first().fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const refused = dialog.getByRole('region', { name: '1 field needs your attention' })
  await expect(refused).toBeFocused()
  await refused.getByRole('link', { name: 'Enter the first name.' }).click()
  await expect(dialog.getByLabel('First name').first()).toBeFocused()
  await dialog.getByLabel('First name').first().fill('Amna')
  await expect(refused).toHaveCount(0)
  // What the server refuses is listed in the same way: a box above the buttons would cover the field of a phone.
  const email = await dialog.getByLabel('Email address').inputValue()
  await dialog.getByLabel('Email address').fill('amna@example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(refused).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByLabel('Email address').fill(email)
  await expect(refused).toHaveCount(0)
  // Another user saves in the meantime: the input stays, the other fields show the new values.
  server.clock.advance(1)
  await server.deps.database.db
    .updateTable('members')
    .set({ current_city: 'Marseille', updated_at: server.clock.now().toISOString() })
    .where('id', '=', member.id)
    .execute()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Somebody else changed this user in the meantime')).toBeVisible()
  await expect(dialog.getByLabel('Occupation')).toHaveValue('Nurse')
  await expect(dialog.getByLabel('City', { exact: true })).toHaveValue('Marseille')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await rowOf(server, member)).toMatchObject({
    occupation: 'Nurse',
    current_city: 'Marseille',
    first_name: 'Amna',
  })
  expect(new URL(page.url()).pathname).toBe(TAB.admin)
  // The Escape key does not discard unsaved input.
  await page.getByRole('button', { name: 'Edit Amna Opened' }).click()
  await dialog.getByLabel('Occupation').fill('Lost')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Close without saving' })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await rowOf(server, member)).occupation).toBe('Nurse')
})

test('a new password for a member must be strong, and asks for the own password', async ({
  open,
  server,
}) => {
  const {
    members: [member],
  } = await people(server, 1)
  const page = await open()
  await openTab(page, 'admin', server)
  await page.goto(`${TAB.admin}/${member!.cardId}/edit`) // one was built
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  await dialog.getByLabel('Set a new password').check()
  await dialog.locator('input[name=password]').fill('weak')
  await dialog.getByLabel('Repeat the password').fill('other')
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const text of [/This password is too weak/, /The two passwords do not match/])
    await expect(dialog.getByRole('link', { name: text })).toBeVisible()
  await dialog.locator('input[name=password]').fill('Quite-Long-Word1')
  await dialog.locator('input[name=confirmation]').fill('Quite-Long-Word1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm your password' })
  await confirm.getByLabel('Your password').fill(TEST_PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await signInByForm(await open(), { email: member!.email, password: 'Quite-Long-Word1' }) // one was built
})

test('a member is added with three photos, inactive and validated', async ({ open, server }) => {
  const page = await open()
  await openTab(page, 'content', server)
  await page.getByRole('row').nth(1).waitFor() // keys are handled from when the list is requested
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByRole('link')).toHaveCount(6) // more would fill a phone
  await dialog.getByText('and 4 more').click()
  await expect(dialog.getByRole('link')).toHaveText([
    /: Add this photo\.$/,
    /: Add this photo\.$/,
    /: Add this photo\.$/,
    'Enter the first name.',
    'Enter the last name.',
    'Enter the email address.',
    'Enter the mother’s first name.',
    'Enter the mother’s last name.',
    'Enter a password.',
    'Enter the password again.',
  ])
  for (const wanted of ['input[name=birthDate]', 'select[name=sex]'])
    // no option is preselected, because the card is signed with it
    await expect(dialog.locator(wanted)).toHaveValue('')
  const picture = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await portrait() }
  const files = dialog.locator('input[type=file]:not([capture])')
  await files.nth(0).setInputFiles(picture)
  await page.getByRole('dialog').last().getByRole('button', { name: /Use/ }).click()
  await files.nth(1).setInputFiles(picture)
  await files.nth(2).setInputFiles(picture)
  await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toHaveCount(3) // each photo is reduced before it appears
  const email = `added.${Date.now()}@test.example`
  for (const [name, value] of [
    ['firstName', 'Added'],
    ['lastName', 'Person'],
    ['email', email],
    ['mothersFirstName', 'Zeinab'],
    ['mothersLastName', 'Musa'],
    ['birthDate', '1991-02-03'],
    ['password', 'Quite-Long-Word1'],
    ['confirmation', 'Quite-Long-Word1'],
  ] as const)
    await dialog.locator(`input[name=${name}]`).fill(value)
  await dialog.locator('select[name=sex]').selectOption('f')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('Added Person was added')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = await server.deps.database.db
    .selectFrom('members')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    status: 'inactive',
    validated: 1,
    role: 'ROLE_USER',
    birth_date: '1991-02-03',
    sex: 'f',
    card_photo_file: expect.any(String),
    id_front_file: expect.any(String),
    id_back_file: expect.any(String),
  })
})

test('deletion asks for the card number of the member', async ({ open, server }) => {
  const {
    tribe,
    members: [member],
  } = await people(server, 1)
  const page = await open()
  await openTab(page, 'admin', server, `?tribe=${tribe}`)
  await page.getByRole('button', { name: 'Delete Person a' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('WLD_1')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('This is not the number of this person.')).toBeVisible()
  await expect(dialog.getByLabel('Card number')).toBeFocused()
  await dialog.getByLabel('Card number').fill(member!.cardId) // one was built
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await prove(page)
  await expect(page.getByText('Person a was deleted')).toBeVisible()
  await expect(page.getByText('Nobody matches')).toBeVisible()
})

test('the export warns, asks for the password, and contains the filtered list', async ({
  open,
  server,
}) => {
  const { tribe } = await people(server, 2)
  const page = await open()
  await openTab(page, 'admin', server, `?tribe=${tribe}`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('such a list can cost lives')).toBeVisible()
  await prove(page, 'Wrong-Horse1')
  await expect(dialog.getByText('Invalid password')).toBeVisible()
  const downloads = page.waitForEvent('download')
  await prove(page)
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^wld-members-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(3)
  await expect(dialog).toBeHidden()
})

test('an import refuses a bad file, checks a good one, and adds its members', async ({
  open,
  server,
}) => {
  const page = await open()
  await openTab(page, 'admin', server)
  await page.getByRole('link', { name: 'Import' }).click()
  const choose = (text: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]))
  await prove(page)
  await expect(page.getByRole('alert')).toContainText('This file is not a table')
  await choose('firstName,lastName,email,sex,shoeSize\nx')
  await expect(page.getByRole('alert')).toContainText('The column “Date of birth” is missing.')
  const email = `import.${Date.now()}@test.example`
  await choose(
    `firstName,lastName,email,birthDate,sex,tribe\nHawa,Imported,${email},1990-04-12,f,On paper\n=1+1,Musa,x,1990-13-12,f,\n`,
  )
  const report = page.getByRole('region', { name: 'Preview' })
  await expect(
    report.getByRole('table', { name: 'Rows that cannot' }).getByRole('row'),
  ).toHaveCount(4)
  await expect(report.getByText('The cell begins like a formula.')).toBeVisible()
  const downloads = page.waitForEvent('download')
  await report.getByRole('button', { name: 'Download the errors' }).click()
  expect(readFileSync(await (await downloads).path(), 'utf8')).toContain(
    '"3","firstName","formula"',
  )
  await report.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(report.getByText('Decide first')).toBeVisible()
  await report.getByLabel('Leave the faulty row out').check()
  await report.getByLabel('Paper on which the person agreed').fill('Forms of 12 March, folder 4')
  await report.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByText('1 user was imported')).toBeVisible()
  expect(
    await server.deps.database.db
      .selectFrom('members')
      .innerJoin('agreements', 'agreements.member_id', 'members.id')
      .select(['status', 'role', 'kind', 'paper'])
      .where('email', '=', email)
      .where('kind', '=', 'tribe')
      .execute(),
  ).toEqual([
    { status: 'inactive', role: 'ROLE_USER', kind: 'tribe', paper: 'Forms of 12 March, folder 4' },
  ])
})

test('a file of French Excel shows how it was read, and is read again with the month first', async ({
  open,
  server,
}) => {
  const page = await open()
  await openTab(page, 'admin', server)
  await page.getByRole('link', { name: 'Import' }).click()
  const email = `excel.${Date.now()}@test.example`
  await page.locator('input[type=file]').setInputFiles({
    name: 'membres.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Prénom;Nom;Courriel;Date de naissance;Sexe;Pointure;;\r\nÉlise;Idris;${email};04/05/1990;Femme;38;;\r\n`,
      'latin1',
    ),
  })
  await prove(page)
  const report = page.getByRole('region', { name: 'Preview' })
  await expect(report).toContainText('Windows-1252')
  await expect(report).toContainText('semicolons')
  await expect(report).toContainText('04/05/1990 is read as 4 May 1990')
  const columns = report.getByRole('table', { name: 'Columns of the file' })
  await expect(columns.getByRole('row', { name: /Pointure/ })).toContainText('Ignored')
  await expect(columns.getByRole('row', { name: /Prénom/ })).toContainText('Élise')
  await report.getByRole('button', { name: 'The month comes first' }).click()
  await expect(report).toContainText('04/05/1990 is read as 5 April 1990')
  await report.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByText('1 user was imported')).toBeVisible()
  expect(
    await server.deps.database.db
      .selectFrom('members')
      .select(['first_name', 'birth_date'])
      .where('email', '=', email)
      .execute(),
  ).toEqual([{ first_name: 'Élise', birth_date: '1990-04-05' }])
})

for (const language of WIDTH_LANGUAGES)
  test(`the preview of an import tears no word, and offers no import of nobody, in ${language}`, async ({
    open,
    server,
  }) => {
    const page = await open()
    await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
    const words = await wordsOf(language, ['userManagement'])
    await openIn(page, language, `${TAB.admin}/import`)
    const choose = (birthDate: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'membres.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `Prénom;Nom;Courriel;Date de naissance;Sexe;Téléphone\r\nÉlise;Idris;looks.${language}@test.example;${birthDate};Femme;\r\n`,
        ),
      })
    const importsOne = page.getByRole('button', {
      name: words('import.report.submit', { count: 1 }),
    })
    await choose('04/05/1990')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=password]').fill(TEST_PASSWORD)
    await dialog.locator('button[type=submit]').click()
    await expect(importsOne).toBeVisible()
    await expectGoodLooks(page)
    await expectGoodWidths(page, `the preview of an import, ${language}`)
    await choose('1990-13-12')
    await expect(page.getByText(words('import.report.nobody'))).toBeVisible()
    await expect(importsOne).toBeHidden()
    await expectGoodLooks(page)
  })

test('a failed list shows a message and a retry', async ({ open, server }) => {
  const page = await open()
  await page.route('**/api/user/get/all**', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{}' }),
  )
  await openTab(page, 'admin', server)
  await expect(page.getByText('The users could not be loaded')).toBeVisible()
  await page.unroute('**/api/user/get/all**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

for (const width of [1024, 1280])
  test(`names of 25 letters are whole, and the table stays in its frame, at ${width} px`, async ({
    open,
    server,
  }) => {
    const { tribe } = await people(server, 1)
    const name = 'Arwa Zakaria Abumatar Osm'
    await buildMember(server.deps, {
      firstName: 'Arwa Zakaria',
      lastName: 'Abumatar Osm',
      status: 'inactive',
      details: { tribe, current_country: 'Netherlands' },
    })
    const page = await open({ viewport: { width, height: 800 } })
    await openTab(page, 'admin', server, `?tribe=${tribe}`)
    for (const language of ['en', 'fr', 'ar'] as const) {
      await speak(page, language)
      const shown = page.getByTitle(name, { exact: true })
      await shown.waitFor()
      expect(
        await shown.evaluate((element) => [
          element.scrollWidth - element.clientWidth,
          (element.closest('table')?.offsetWidth ?? 0) -
            (element.closest('table')?.parentElement?.clientWidth ?? 0),
        ]),
      ).toEqual([0, 0])
    }
  })

/** Each page is a test of its own: ten looks of axe in one test take longer than a test may on a busy machine. */
const PAGES: Readonly<
  Record<
    string,
    (
      members: { readonly tribe: string; readonly cardId: string },
      t: TFunction,
    ) => readonly [path: string, there: string]
  >
> = {
  list: ({ tribe }) => [`?tribe=${tribe}`, 'Person a'],
  view: ({ cardId }, t) => [`/${cardId}`, t('userManagement:view.logged')],
  edit: ({ cardId }, t) => [`/${cardId}/edit`, t('userManagement:edit.changePassword')],
  add: (_, t) => ['/new', t('userManagement:add.inactive')],
  import: (_, t) => ['/import', t('userManagement:import.template')],
}

for (const language of ['ar', 'fr'] as const)
  for (const [name, pageOf] of Object.entries(PAGES))
    test(`no faults, no sideways scroll: ${name}, ${language}`, async ({ open, server }) => {
      const {
        tribe,
        members: [member],
      } = await people(server, 3)
      const page = await open({ viewport: { width: 360, height: 800 } })
      await openTab(page, 'admin', server)
      await speak(page, language)
      const t = await wordsOf(language, ['userManagement', 'common'])
      const [path, there] = pageOf({ tribe, cardId: member!.cardId }, t) // one was built
      await page.goto(`${TAB.admin}${path}`)
      await page.getByText(there).first().waitFor()
      await expect(page.getByText(t('common:loading'))).toHaveCount(0)
      if (process.env['SHOTS'] !== undefined) {
        mkdirSync(process.env['SHOTS'], { recursive: true })
        await page.screenshot({
          path: `${process.env['SHOTS']}/${language}-users-${name}.png`,
          fullPage: name === 'list',
        })
      }
      // What axe reads does not depend on French words; their width does.
      if (language === 'ar' || EVERY_LOOK) await expectGoodLooks(page, name)
      else await expect.poll(() => overflowOf(page), { message: name }).toBe(0)
    })
