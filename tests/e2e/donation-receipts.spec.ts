/** Tax receipts: turned on, issued, printed, cancelled. Real browser, real server. */
import type { Page } from '@playwright/test'
import { readSetting } from '#server/records/settings/settings-repository.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import {
  freshDonation,
  freshReceipt,
  RECEIPT_SETTINGS,
  turnReceiptsOn,
} from '#tests/builders/receipt.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { expectGoodLooks, expectLineBegins, JOURNEY_LANGUAGES, openIn, wordsOf } from './reading.ts'

const DONATIONS = '/admin/dashboard/donations'
const words = () =>
  wordsOf('en', ['taxReceipts', 'staffDonations', 'staffSettings', 'problems', 'ui'])

async function prove(page: Page): Promise<void> {
  const t = await words()
  await page.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  await expect(page.getByRole('textbox', { name: t('ui:staff.stepUp.password') })).toBeHidden()
}
const signInAsAdmin = async (page: Page, server: ApiServer) =>
  signInAs(page, await buildMember(server.deps, { role: 'admin' }))

const referenceOf = async ({ deps }: ApiServer, pledgeId: string): Promise<string> =>
  (
    await deps.database.db
      .selectFrom('pledges')
      .select('reference')
      .where('id', '=', pledgeId)
      .executeTakeFirstOrThrow()
  ).reference

test('receipts are turned on only when all that stands on one is filled in', async ({
  open,
  server,
}) => {
  await turnReceiptsOn(server.deps)
  await server.deps.database.db.deleteFrom('settings').where('name', '=', 'receipts').execute()
  const t = await words()
  const page = await open()
  await signInAsAdmin(page, server)
  await page.goto('/admin/dashboard/settings')
  const section = page.getByRole('region', { name: t('settings.title') })
  await expect(section).toContainText(t('settings.isOff'))
  await section.locator('summary').click()
  await section.getByRole('button', { name: t('settings.edit') }).click()
  await section.getByText(t('settings.on'), { exact: true }).click()
  const { on: _on, articles: _articles, ...texts } = RECEIPT_SETTINGS
  const { signer, ...others } = texts
  for (const [name, text] of Object.entries(others))
    await section.getByLabel(t(`settings.fields.${name}`), { exact: true }).fill(text)
  await section.getByText(t('settings.article.200'), { exact: true }).click()
  await section.getByRole('button', { name: t('staffSettings:save') }).click()
  await prove(page)
  const missing = section.getByLabel(t('settings.fields.signer'), { exact: true })
  await expect(missing).toHaveAccessibleDescription(new RegExp(t('settings.missing.signer')))
  expect((await readSetting(server.deps.database.db, 'receipts')).value.on).toBe(false)
  await missing.fill(signer)
  await section.getByRole('button', { name: t('staffSettings:save') }).click()
  await expect(section).toContainText(t('settings.isOn'))
  expect((await readSetting(server.deps.database.db, 'receipts')).value).toEqual({
    ...texts,
    on: true,
    articles: ['200'],
  })
})

test('a receipt is issued for a donation, printed as it is kept, and cancelled', async ({
  open,
  server,
}) => {
  await turnReceiptsOn(server.deps)
  const reference = await referenceOf(server, await freshDonation(server.deps))
  const t = await words()
  const page = await open()
  await signInAsAdmin(page, server)
  await page.goto(DONATIONS)
  await page.getByRole('button', { name: t('staffDonations:open', { reference }) }).click()
  await page.getByRole('button', { name: t('staffDonations:one.issueReceipt') }).click()
  const dialog = page.getByRole('dialog', { name: t('issue.title') })
  await expect(dialog.getByLabel(t('issue.donor'))).toHaveValue('Amna Idris')
  await dialog.getByRole('button', { name: t('issue.button') }).click()
  const address = dialog.getByLabel(t('issue.address'))
  await expect(address).toHaveAccessibleDescription(new RegExp(t('issue.missing.address')))
  await address.fill('3 rue Basse\n69000 Lyon')
  await dialog.getByRole('button', { name: t('issue.button') }).click()
  await prove(page)

  const paper = page.locator('.receipt-paper')
  for (const line of [
    '48,50\u00a0€',
    'quarante-huit euros',
    '3 rue Basse',
    'Trésorière',
    reference,
  ])
    await expect(paper).toContainText(line)
  const number = await paper.locator('.receipt-number strong').innerText()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(paper).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: t('cancel.open') }).click()
  const reasons = page.getByRole('dialog', { name: t('cancel.title') })
  await reasons.getByLabel(t('cancel.reason')).fill('The address was wrong')
  await reasons.getByRole('button', { name: t('cancel.button') }).click()
  await expect(paper).toContainText('REÇU ANNULÉ')
  await page.getByRole('link', { name: t('title') }).click()
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('The address was wrong')
  await expect(row).toContainText(t('states.cancelled'))
})

test('a receipt is shown after the password alone, and each look is recorded', async ({
  open,
  server,
}) => {
  await turnReceiptsOn(server.deps)
  const id = await freshReceipt(server.deps)
  const t = await words()
  const page = await open()
  await signInAsAdmin(page, server)
  await page.goto(`${DONATIONS}/receipts/${id}`)
  await page.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).waitFor()
  await expect(page.locator('.receipt-paper')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('one.show') }).click()
  await prove(page)
  await expect(page.locator('.receipt-paper')).toContainText('69000 Lyon')
  const looks = await server.deps.database.db
    .selectFrom('audit')
    .select('action')
    .where('action', '=', 'donation.receipt-opened')
    .execute()
  expect(looks.length).toBeGreaterThan(0)
})

for (const language of JOURNEY_LANGUAGES)
  test(`the list and a receipt look right in ${language}`, async ({ open, server }) => {
    await turnReceiptsOn(server.deps)
    const id = await freshReceipt(server.deps)
    const page = await open()
    await signInAsAdmin(page, server)
    await openIn(page, language, `${DONATIONS}/receipts`)
    await page.getByRole('row').nth(1).waitFor()
    await expectGoodLooks(page, 'tax-receipts')
    // The question for the password is above the page.
    await page.goto(`${DONATIONS}/receipts/${id}`)
    const t = await wordsOf(language, ['ui'])
    await page.getByRole('textbox', { name: t('staff.stepUp.password') }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: t('staff.stepUp.confirm') }).click()
    await page.locator('.receipt-paper').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectLineBegins(page.locator('.receipt-paper h2'))
    await expectGoodLooks(page, 'tax-receipt')
  })
