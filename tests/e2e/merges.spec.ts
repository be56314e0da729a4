/** From the hint that two records may be one person to one record, and back again. */
import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { cardOf } from '#server/records/cards/issue-card.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { EVERY_LOOK, expectGoodLooks, openIn, wordsOf } from './reading.ts'
import { applicant, db, documented } from './request-desk.ts'

let day = 0
/** Two records with one name, birth date and phone, and different addresses and towns. */
async function twins(server: ApiServer) {
  day += 1
  const same = {
    firstName: 'Ali',
    lastName: 'Hassan',
    birthDate: `1971-02-${String(day).padStart(2, '0')}`,
  }
  const older = await documented(server, same)
  const younger = await documented(server, {
    ...same,
    nationalities: ['TD'],
    details: {
      birth_date: same.birthDate,
      sex: 'm',
      current_country: 'FR',
      current_city: 'Paris',
      tribe: 'Fur',
    },
  })
  await db(server)
    .updateTable('members')
    .set({ created_at: '2024-03-01T10:00:00.000Z' })
    .where('id', '=', older.id)
    .execute()
  return { older, younger }
}

async function signIn(page: Page, server: ApiServer, role: 'admin' | 'reviewer' = 'admin') {
  const staff = await buildMember(server.deps, { role, firstName: 'Staff', lastName: role })
  await signInAs(page, staff)
}
const prove = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Your password') })
  await dialog.getByLabel('Your password').fill(TEST_PASSWORD)
  await dialog.locator('button[type=submit]').click()
}
async function verdict(page: Page, { cardId }: Pick<BuiltMember, 'cardId'>, word: string) {
  await page.goto('/admin/dashboard/verification')
  await page.getByRole('textbox', { name: 'Card number' }).first().fill(cardId)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const result = page.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByText(word, { exact: true })).toBeVisible()
  return result
}

test('the hint leads to one record: the old card is revoked, and valid again after the undo', async ({
  open,
  server,
}) => {
  const { older, younger } = await twins(server)
  await cardOf(server.deps, db(server), younger.id)
  const report = await freshReport(server.deps, younger.id)
  const page = await open()
  await signIn(page, server)
  await verdict(page, younger, 'VALID')

  await page.goto(`/admin/dashboard/users/${older.cardId}`)
  await page.getByRole('link', { name: 'Compare and merge' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare and merge two records')
  await expect(page.getByRole('radio', { name: bareCardId(older.cardId) }).first()).toBeChecked()
  // Name and birth date are the same: nothing warns.
  await expect(page.getByText('These may be two people')).toHaveCount(0)
  await page.getByText('details are the same in both records').click()
  await expect(page.getByText('Omdurman')).toBeVisible()
  const town = page.getByRole('group', { name: 'City', exact: true })
  await expect(town.getByRole('radio', { name: 'Lyon' })).toBeChecked()
  await town.getByText('Paris').click()
  // The older record has no tribe.
  await expect(
    page.getByRole('group', { name: 'Tribe' }).getByRole('radio', { name: 'Fur' }),
  ).toBeChecked()
  await expect(page.getByText('Reports that move')).toBeVisible()
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Reason').fill('Same passport')
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await prove(page)
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText(`${bareCardId(younger.cardId)} is part of this record`),
  ).toBeVisible()
  await expect(dialog.getByText('Paris')).toBeVisible()
  expect(
    await db(server).selectFrom('reports').select('reporter_id').where('id', '=', report).execute(),
  ).toEqual([{ reporter_id: older.id }])

  const result = await verdict(page, younger, 'REVOKED')
  await expect(
    result.getByText('This number belongs to an earlier record of a member.'),
  ).toBeVisible()
  await expect(
    result.getByText(`This person’s card is now ${bareCardId(older.cardId)}.`),
  ).toBeVisible()

  // The old number leads to the member.
  await page.goto(`/admin/dashboard/users/${younger.cardId}`)
  await dialog.getByRole('button', { name: 'Undo the merge' }).click()
  await page
    .getByRole('alertdialog')
    .or(
      page
        .getByRole('dialog')
        .filter({ hasText: `Undo the merge of ${bareCardId(younger.cardId)}?` }),
    )
    .getByRole('button', { name: 'Undo the merge' })
    .last()
    .click()
  await expect(
    page.getByText(`${bareCardId(younger.cardId)} is a separate record again`),
  ).toBeVisible()
  await verdict(page, younger, 'VALID')
})

test('a request leads to the member, and says afterwards whose it is', async ({ open, server }) => {
  const { older } = await twins(server)
  const asks = await applicant(server, {
    firstName: 'Ali',
    lastName: 'Hassan',
    birthDate: older.birthDate,
  })
  const page = await open()
  await signIn(page, server)
  await page.goto(`/admin/dashboard/requests/${asks.requestId}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: bareCardId(older.cardId) })
    .getByRole('link', { name: 'Compare and merge' })
    .click()
  await page.getByLabel('Reason').fill('Same passport')
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await prove(page)
  await expect(
    page.getByRole('dialog').getByText(`${bareCardId(asks.cardId)} is part of this record`),
  ).toBeVisible()
  await page.goto(`/admin/dashboard/requests/${asks.requestId}`)
  await expect(
    page.getByText(`This request became part of ${bareCardId(older.cardId)}.`),
  ).toBeVisible()
})

test('a second member is chosen by number; what forbids a merge is said', async ({
  open,
  server,
}) => {
  const { older } = await twins(server)
  const banned = await buildMember(server.deps, { status: 'banned' })
  const page = await open()
  await signIn(page, server)
  await page.goto(`/admin/dashboard/users/${older.cardId}`)
  await page.getByText('More actions').click()
  await page.getByRole('link', { name: 'Merge with another record' }).click()
  await page.getByLabel('Card number of the other record').fill(older.cardId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Enter another card number')).toBeVisible()
  await page.getByLabel('Card number of the other record').fill(banned.cardId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('One of the two is banned or blocked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Merge the records' })).toHaveCount(0)
})

test('other birth dates and names warn above everything, and stand first', async ({
  open,
  server,
}) => {
  const { older, younger } = await twins(server)
  await db(server)
    .updateTable('members')
    .set({ birth_date: '1984-11-02', last_name: 'Osman' })
    .where('id', '=', younger.id)
    .execute()
  const page = await open()
  await signIn(page, server)
  await page.goto(`/admin/dashboard/users/${older.cardId}/merge/${younger.cardId}`)
  const warning = page.getByRole('status').filter({ hasText: 'These may be two people' })
  await expect(warning).toContainText('The birth dates differ:')
  await expect(warning).toContainText('2 November 1984')
  await expect(warning).toContainText('Osman')
  const lastName = page.getByRole('group', { name: 'Last name', exact: true })
  await expect(lastName.getByRole('radio', { name: 'Osman' })).not.toBeChecked()
  const legends = page.locator('main fieldset legend')
  await expect(legends).toContainText(['Which card number', 'Last name', 'Date of birth'])
})

test('a record that was changed meanwhile is not overwritten', async ({ open, server }) => {
  const { older, younger } = await twins(server)
  const page = await open()
  await signIn(page, server)
  await page.goto(`/admin/dashboard/users/${older.cardId}/merge/${younger.cardId}`)
  await page.getByLabel('Reason').fill('Same passport')
  await db(server)
    .updateTable('members')
    .set({ current_city: 'Nantes', updated_at: '2031-01-01T00:00:00.000Z' })
    .where('id', '=', younger.id)
    .execute()
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await prove(page)
  await expect(page.getByText('Somebody else made a change first')).toBeVisible()
  await page.getByRole('button', { name: 'Load both records again' }).click()
  await expect(page.getByText('Nantes')).toBeVisible()
})

for (const language of EVERY_LOOK ? LANGUAGES : (['ar'] as const))
  test(`both records read well in ${language}`, async ({ open, server }) => {
    const { older, younger } = await twins(server)
    const t = await wordsOf(language, ['merges'])
    const page = await open()
    await signIn(page, server)
    await openIn(page, language, `/admin/dashboard/users/${older.cardId}/merge/${younger.cardId}`)
    await expect(page.getByRole('button', { name: t('act.submit') })).toBeVisible()
    await expectGoodLooks(page)
    mkdirSync('test-results/looks', { recursive: true })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({
        path: `test-results/looks/merge-${language}-${width}.png`,
        fullPage: true,
      })
    }
  })
