/** The audit log in the dashboard: read, filtered, checked and exported. Real browser, real server. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn, wordsOf } from './reading.ts'

const PATH = '/admin/dashboard/audit'

async function openAs(page: Page, server: ApiServer) {
  const person = await buildMember(server.deps, { role: 'admin' })
  await signInAs(page, person)
  return person
}

test('rows are shown in words, found by card number and action, and link to other rows of the same person', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['audit', 'ui'])
  const who = 30_000_000 + Math.floor(Math.random() * 1e6)
  for (const action of ['member.updated', 'donation.decided', 'member.updated'])
    await server.deps.audit.write({
      actor: `member:${who}`,
      action,
      target: 'pledge:WLD-TEST',
      detail: { status: 'confirmed' },
    })
  const page = await open()
  const me = await openAs(page, server)
  await page.goto(PATH)
  await expect(page.getByText(/Times: [^{}]+\.$/)).toBeVisible()
  await page.getByRole('searchbox', { name: t('filters.actor') }).fill(`WLD_${who}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('combobox', { name: t('filters.action') }).selectOption('donation.decided')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/action=donation\.decided/)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(t('decisions.donation.decided.confirmed'))
  await expect(row).toContainText(new RegExp(String.raw`(?<!WLD_)${who}`))
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('status: confirmed')
  await dialog.getByRole('button', { name: t('one.sameActor') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(4)
  // The look was logged with the names of the filters, not with their values.
  const looks = await server.deps.database.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'audit.viewed')
    .where('actor', '=', `member:${me.id}`)
    .execute()
  expect(looks.length).toBeGreaterThan(0)
  expect(JSON.stringify(looks)).not.toContain(String(who))
  await page.goto(`${PATH}?actor=WLD_99999999`)
  await page
    .getByRole('button', { name: t('ui:staff.filter.clear') })
    .last()
    .click() // the filters have a group of this name too
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('targets stand in words and link to their pages in the dashboard', async ({
  open,
  server,
}) => {
  const person = await buildMember(server.deps)
  for (const target of [
    'report:7',
    'evidence:35',
    'request:REQ_10000007',
    'settings:retention',
    'event:launch',
    'claim:MSG-2K4M-7Q',
    'member:10000007 member:10000008',
  ])
    await server.deps.audit.write({
      actor: `member:${person.id}`,
      action: 'member.updated',
      target,
      detail: target.startsWith('evidence') ? { report: 7 } : {},
    })
  const page = await open()
  await openAs(page, server)
  await page.goto(`${PATH}?actor=${person.cardId}`)
  const table = page.getByRole('table')
  for (const [name, target] of [
    ['Report 7', '/admin/dashboard/reports/7'],
    ['Evidence 35', '/admin/dashboard/reports/7/evidence'],
    ['Registration request REQ_10000007', '/admin/dashboard/requests/REQ_10000007'],
    ['How long data is kept', '/admin/dashboard/settings#retention'],
    ['Event launch', '/admin/dashboard/events/launch'],
    ['Message MSG-2K4M-7Q', '/admin/dashboard/claims/MSG-2K4M-7Q'],
    ['10000007', '/admin/dashboard/users/WLD_10000007'],
    ['10000008', '/admin/dashboard/users/WLD_10000008'],
  ] as const)
    await expect(table.getByRole('link', { name, exact: true })).toHaveAttribute('href', target)
  await table
    .getByRole('link', { name: bareCardId(person.cardId) })
    .first()
    .click()
  await expect(page).toHaveURL(`/admin/dashboard/users/${person.cardId}`)
  await expect(page.getByRole('dialog').getByText(person.email)).toBeVisible()
})

test('the chain is checked on demand, and a changed row is named', async ({ open, server }) => {
  const t = await wordsOf('en', ['audit'])
  const page = await open()
  await openAs(page, server)
  await page.goto(PATH)
  await page.getByRole('button', { name: t('chain.check') }).click()
  await expect(page.locator('main').getByText(/The log is intact up to row/)).toBeVisible()
  const { db } = server.deps.database
  const row = await db
    .selectFrom('audit')
    .selectAll()
    .orderBy('seq')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.updateTable('audit').set({ actor: 'member:1' }).where('seq', '=', row.seq).execute()
  try {
    await page.getByRole('button', { name: t('chain.check') }).click()
    await expect(page.getByRole('alert')).toContainText(t('chain.broken', { seq: String(row.seq) }))
  } finally {
    await db.updateTable('audit').set({ actor: row.actor }).where('seq', '=', row.seq).execute()
  }
  await page.getByRole('button', { name: t('chain.check') }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the export asks for the password and is logged itself', async ({ open, server }) => {
  const t = await wordsOf('en', ['audit', 'ui', 'dashboard'])
  await server.deps.audit.write({ actor: 'system', action: 'demo.filled', target: 'export-test' })
  const page = await open()
  const me = await openAs(page, server)
  await page.goto(`${PATH}?target=export-test`)
  const exports = async (format: string): Promise<void> => {
    await page.getByRole('button', { name: t('dashboard:export.open') }).click()
    const wish = page.getByRole('dialog', { name: t('dashboard:export.title') })
    await wish.getByLabel(t('dashboard:export.format')).selectOption(format)
    await wish.getByRole('button', { name: t('dashboard:export.open') }).click()
  }
  await exports('jsonl')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { target: string }).target)).toEqual([
    'export-test',
  ])
  // The file comes before the dialog of its format has closed, and that one has an "Export" too.
  await expect(dialog).toHaveCount(0)
  // The password counts for five minutes, so the second file needs no dialog.
  const [csv] = await Promise.all([page.waitForEvent('download'), exports('csv')])
  expect(csv.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  const rows = await server.deps.database.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'audit.exported')
    .where('actor', '=', `member:${me.id}`)
    .execute()
  expect(rows).toHaveLength(2)
})

for (const language of JOURNEY_LANGUAGES)
  test(`reads well in ${language}, on a phone, by a screen reader`, async ({ open, server }) => {
    await server.deps.audit.write({
      actor: 'anonymous',
      action: 'donation.pledged',
      target: 'pledge:WLD-7K3M-9Q',
      detail: { cause: 'education', amountUsd: 50 },
    })
    const page = await open({ viewport: { width: 360, height: 740 } })
    await openAs(page, server)
    await openIn(page, language, PATH)
    await page.locator('main time').first().waitFor()
    await expectGoodLooks(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('tbody th button').first().click()
    await page.getByRole('dialog').waitFor()
    await expectGoodLooks(page)
  })
