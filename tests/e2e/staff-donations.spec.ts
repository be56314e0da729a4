/** Pledges in the dashboard: found, confirmed, reverted, exported. Real browser, real server. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { PLEDGE_PREFIX } from '#shared/domain/donations.ts'
import { formatReference } from '#shared/domain/text/reference.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn, wordsOf } from './reading.ts'

const PATH = '/admin/dashboard/donations'
let lastPledge = 0

async function pledge(
  server: ApiServer,
  wish: { readonly name?: string; readonly amount?: number } = {},
): Promise<{ readonly id: string; readonly reference: string }> {
  lastPledge += 1
  const [id, reference] = [
    `e2e-pledge-${lastPledge}`,
    formatReference(PLEDGE_PREFIX, [20, 20, 20, 0, lastPledge % 31]),
  ]
  await server.deps.database.db
    .insertInto('pledges')
    .values({
      id,
      reference,
      cause: 'education',
      amount_usd: wish.amount ?? 120,
      method: 'bank',
      status: 'pledged',
      name: wish.name ?? '',
      email: '',
      search_text: ` ${(wish.name ?? '').toLowerCase()}`,
      member_id: null,
      note: '',
      decided_by: null,
      decided_at: null,
      created_at: server.deps.clock.now().toISOString(),
    })
    .execute()
  return { id, reference }
}
/** The previous dialog takes the focus back once while it fades out, in the next frame; a click waits for that. */
async function write(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.fill(text)
}
const rowOf = (server: ApiServer, id: string) =>
  server.deps.database.db
    .selectFrom('pledges')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function openAs(page: Page, server: ApiServer, role: 'admin' | 'content' = 'admin') {
  const person = await buildMember(server.deps, { role, firstName: 'Huda', lastName: 'Osman' })
  await signInAs(page, person)
  return person
}

test('a pledge is found by its reference, confirmed with the date of the bank, and reverted with a reason', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['staffDonations', 'ui'])
  const { id, reference } = await pledge(server, { name: 'Omar Bashir', amount: 475 })
  const page = await open()
  await openAs(page, server)
  await page.goto(PATH)
  await page.getByRole('searchbox', { name: t('filters.q') }).fill('omar')
  await expect(page).toHaveURL(/[?&]q=omar/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: t('open', { reference }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('decide.confirm.open') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('decide.confirm.title') })
  await dialog.getByLabel(t('decide.confirm.receivedOn')).fill('2026-02-03')
  const sum = dialog.getByLabel(t('decide.confirm.sum'))
  await expect(sum).toHaveValue('475')
  await write(sum, '430,50')
  await dialog.getByLabel(t('decide.confirm.currency')).selectOption('EUR')
  await dialog.getByRole('button', { name: t('decide.confirm.button') }).click()
  await expect(dialog.getByText(t('decide.confirm.wrongSum'))).toBeVisible() // not without its value in dollars
  await write(dialog.getByLabel(t('decide.confirm.counted', { currency: 'USD' })), '468.25')
  await write(dialog.getByLabel(t('decide.confirm.comment')), 'Statement 4')
  await dialog.getByRole('button', { name: t('decide.confirm.button') }).click()
  await expect(page.getByRole('dialog', { name: t('one.title', { reference }) })).toContainText(
    'Statement 4',
  )
  expect(await rowOf(server, id)).toMatchObject({
    status: 'confirmed',
    received_on: '2026-02-03',
    received_cents: 43_050,
    received_currency: 'EUR',
    counted_cents: 46_825,
    note: 'Statement 4',
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').nth(1)).toContainText(/430\.50.*468\.25/)
  await page.getByRole('button', { name: t('open', { reference }) }).click()
  await expect(page.getByRole('dialog')).toContainText('Huda Osman')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('decide.reopen.open') })
    .click()
  const back = page.getByRole('dialog', { name: t('decide.reopen.title') })
  await back.getByRole('button', { name: t('decide.reopen.button') }).click()
  await expect(back.getByText(t('ui:staff.reason.required'))).toBeVisible() // not without a reason
  await back.getByLabel(t('decide.reopen.comment')).fill('Another reference')
  await back.getByRole('button', { name: t('decide.reopen.button') }).click()
  const one = page.getByRole('dialog', { name: t('one.title', { reference }) })
  await expect(one).toContainText(t('one.deeds.pledged'))
  await expect(one).toContainText('Another reference')
  expect(await rowOf(server, id)).toMatchObject({ status: 'pledged', received_on: null })
})

test('a pledge is confirmed with five keys and its reference', async ({ open, server }) => {
  const t = await wordsOf('en', ['staffDonations'])
  const { id, reference } = await pledge(server, { amount: 80 })
  const page = await open()
  await openAs(page, server)
  await page.goto(PATH)
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(reference)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const one = page.getByRole('dialog', { name: t('one.title', { reference }) })
  await expect(one).toBeVisible()
  await page.keyboard.press('c')
  const decide = page.getByRole('dialog', { name: t('decide.confirm.title') })
  await expect(decide.getByLabel(t('decide.confirm.sum'))).toBeFocused()
  await page.keyboard.press('Escape') // a look, and back: the focus is where it was
  await expect(one.getByRole('button', { name: t('decide.confirm.open') })).toBeFocused()
  await page.keyboard.press('c')
  await expect(decide.getByLabel(t('decide.confirm.sum'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(decide).toBeHidden()
  expect((await rowOf(server, id)).status).toBe('confirmed')
  await expect(one.getByRole('status')).toHaveText(t('decide.confirm.done', { reference }))
  await expect(one.getByRole('button', { name: t('decide.reopen.open') })).toBeInViewport({
    ratio: 1,
  })
  // Another Enter does not begin to undo it.
  await expect(one.getByRole('heading', { name: t('one.history') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: t('decide.reopen.title') })).toHaveCount(0)
})

test('the second of two administrators sees the decision of the first and keeps the input', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['staffDonations'])
  const { id, reference } = await pledge(server)
  const page = await open()
  const me = await openAs(page, server)
  await page.goto(`${PATH}?status=pledged&q=${reference}`)
  await page.getByRole('button', { name: t('open', { reference }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('decide.cancel.open') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('decide.cancel.title') })
  await write(dialog.getByLabel(t('decide.cancel.comment')), 'Wrote to us')
  await server.deps.database.db
    .updateTable('pledges')
    .set({
      status: 'confirmed',
      decided_by: me.id,
      decided_at: server.deps.clock.now().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await dialog.getByRole('button', { name: t('decide.cancel.button') }).click()
  await expect(dialog.getByText(t('decide.meanwhile'))).toBeVisible()
  await expect(dialog.getByText(/Confirmed by .*Huda Osman/)).toBeVisible()
  await expect(dialog.getByLabel(t('decide.cancel.comment'))).toHaveValue('Wrote to us')
  expect((await rowOf(server, id)).status).toBe('confirmed')
})

test('the export asks for the password, and a wrong one saves no file', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['staffDonations', 'ui'])
  await pledge(server, { name: '=cmd|calc' })
  const page = await open()
  await openAs(page, server)
  await page.goto(PATH)
  await page.getByRole('button', { name: t('export.button') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t('export.why'))
  const password = dialog.getByRole('textbox', { name: t('ui:staff.stepUp.password') })
  await password.fill('Wrong-Pass1!')
  await dialog.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  await expect(dialog.getByText(t('ui:staff.stepUp.wrong'))).toBeVisible()
  await password.fill(TEST_PASSWORD)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^pledges-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain(`"'=cmd|calc"`)
  await expect(dialog).toBeHidden()
})

test('a failed list shows a message and a retry', async ({ open, server }) => {
  const t = await wordsOf('en', ['staffDonations', 'common'])
  const { reference } = await pledge(server)
  const page = await open()
  await openAs(page, server)
  await page.route('**/api/donation/get/all**', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{}' }),
  )
  await page.goto(PATH)
  await expect(page.getByText(t('failed'))).toBeVisible()
  await page.unroute('**/api/donation/get/all**')
  await page
    .getByRole('button', { name: t('common:retry') })
    .first()
    .click()
  await expect(page.getByText(reference)).toBeVisible()
})

test('other roles have neither the tab nor the page', async ({ open, server }) => {
  const t = await wordsOf('en', ['nav'])
  const page = await open()
  await openAs(page, server, 'content')
  await page.goto('/content/dashboard/overview')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const tab of ['donations', 'audit', 'settings']) {
    await expect(page.getByRole('link', { name: t(`tabs.${tab}`), exact: true })).toHaveCount(0)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.goto(`/content/dashboard/${tab}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(asked.filter((path) => /\/api\/(donation|audit|settings)/.test(path))).toEqual([])
  }
})

for (const language of JOURNEY_LANGUAGES)
  test(`reads well in ${language}, on a phone, by a screen reader`, async ({ open, server }) => {
    await pledge(server, { name: 'عبد الرحمن محمد أحمد الطويل' })
    const page = await open({ viewport: { width: 360, height: 740 } })
    await openAs(page, server)
    await openIn(page, language, PATH)
    await page.getByText('WLD-PPP2').first().waitFor()
    await expectGoodLooks(page)
    await page.getByText('WLD-PPP2').first().click()
    await page.getByRole('dialog').waitFor()
    await expectGoodLooks(page)
    await page.keyboard.press('Escape')
  })
