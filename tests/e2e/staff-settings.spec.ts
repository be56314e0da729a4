/** The settings that administrators change for the association. Real browser, real server. */
import type { Page } from '@playwright/test'
import { readSetting } from '#server/records/settings/settings-repository.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, faultsOf, openIn, wordsOf } from './reading.ts'

const PATH = '/admin/dashboard/settings'
const words = () => wordsOf('en', ['staffSettings', 'ui'])

async function openAs(page: Page, server: ApiServer) {
  const person = await buildMember(server.deps, { role: 'admin' })
  await signInAs(page, person)
  await page.goto(PATH)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  return person
}
async function prove(page: Page): Promise<void> {
  const t = await words()
  await page.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  await expect(page.getByRole('textbox', { name: t('ui:staff.stepUp.password') })).toBeHidden()
}
/** A section that is folded until somebody wants to change it. */
async function unfolded(page: Page, name: string) {
  const section = page.getByRole('region', { name, exact: true })
  await section.locator('summary').click()
  return section
}
test.beforeEach(async ({ server }) => {
  await server.deps.database.db.deleteFrom('settings').execute()
})

test('with review before publication, reports wait and are published one by one', async ({
  open,
  server,
}) => {
  const t = await words()
  const { db } = server.deps.database
  const id = await freshReport(server.deps, null)
  const page = await open()
  const me = await openAs(page, server)
  const section = page.getByRole('region', { name: t('reports.title') })
  await section.getByText(t('reports.modes.reviewed.label')).click()
  // A new installation decides both.
  await section.getByRole('button', { name: t('save') }).click()
  await expect(
    section.getByRole('group', { name: t('reports.names.legend') }),
  ).toHaveAccessibleDescription(t('reports.unanswered'))
  await expect(
    section.getByRole('radio', { name: t('reports.names.withheld.label') }),
  ).toBeFocused()
  await expect(
    section.getByRole('group', { name: t('reports.legend') }),
  ).toHaveAccessibleDescription('')
  await section.getByText(t('reports.names.withheld.label')).click()
  await section.getByRole('button', { name: t('save') }).click()
  await prove(page)
  await expect(section).toContainText(bareCardId(me.cardId))
  expect((await readSetting(db, 'reports')).value).toEqual({
    mode: 'reviewed',
    withholdNames: true,
  })
  await db
    .updateTable('reports')
    .set({ held_at: server.deps.clock.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await page.reload()
  await section.getByRole('button', { name: t('held.publishOne', { id }) }).click()
  await expect(page.getByText(t('held.done', { id }))).toBeVisible()
  await expect(section.getByRole('button', { name: t('held.publishOne', { id }) })).toHaveCount(0)
  expect(
    (
      await db
        .selectFrom('reports')
        .select('held_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).held_at,
  ).toBeNull()
})

test('a held deletion shows the reason, and continues after the password', async ({
  open,
  server,
}) => {
  const t = await words()
  const { db } = server.deps.database
  const page = await open()
  const seenAt = '2026-01-02T03:04:05.000Z'
  // A test server runs no retention job, so its settings show no hold.
  await page.route('**/api/settings', async (route) => {
    const reply = await route.fetch()
    const settings = (await reply.json()) as { retention: object }
    const due = {
      identityDocuments: 9,
      rejectedRequests: 0,
      undecidedRequests: 0,
      rejectedReports: 0,
      contactMessages: 0,
      paperScans: 0,
      mergedMembers: 0,
      donations: 0,
      unpaidPledges: 0,
      audit: 0,
      sessions: 0,
    }
    await route.fulfill({
      response: reply,
      json: {
        ...settings,
        retention: { ...settings.retention, hold: { reason: 'clock-ahead', seenAt, due } },
      },
    })
  })
  const me = await openAs(page, server)
  await db.updateTable('retention_guards').set({ seen_at: seenAt }).execute()
  await expect(page.getByText(t('retention.hold.title'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: t('retention.hold.approve') }).click()
  await prove(page)
  await expect(page.getByText(t('retention.hold.title'))).toBeHidden()
  expect(
    (await db.selectFrom('retention_guards').select('approved_at').executeTakeFirstOrThrow())
      .approved_at,
  ).toEqual(expect.any(String))
  const traces = await db
    .selectFrom('audit')
    .select('actor')
    .where('action', '=', 'retention.approved')
    .execute()
  expect(traces).toEqual([{ actor: `member:${me.id}` }])
})

test('a change that comes too late shows the current settings and keeps the input', async ({
  open,
  server,
}) => {
  const t = await words()
  const page = await open()
  await openAs(page, server)
  const section = await unfolded(page, t('retention.title'))
  await section.getByRole('button', { name: t('retention.edit') }).click()
  const field = section.getByLabel(t('retention.kinds.identityDocuments.label'))
  await field.fill('3')
  await section.getByRole('button', { name: t('save') }).click()
  await expect(section.getByText('Enter whole days from 7 to 1,825.')).toBeVisible()
  await field.fill('20')
  const { days } = (await readSetting(server.deps.database.db, 'retention')).value
  await server.deps.database.db
    .insertInto('settings')
    .values({
      name: 'retention',
      value: JSON.stringify({ days: { ...days, sessions: 45 } }),
      revision: 1,
      updated_at: server.deps.clock.now().toISOString(),
      updated_by: null,
    })
    .execute()
  await section.getByRole('button', { name: t('save') }).click()
  await prove(page)
  await expect(section.getByText(t('conflict.title'))).toBeVisible()
  await expect(field).toHaveValue('20')
  await expect(section.getByLabel(t('retention.kinds.sessions.label'))).toHaveValue('45')
  await section.getByRole('button', { name: t('save') }).click()
  await expect
    .poll(async () => (await readSetting(server.deps.database.db, 'retention')).value.days)
    .toMatchObject({ identityDocuments: 20, sessions: 45 })
  await expect(section.getByText(t('conflict.title'))).toBeHidden()
  // The saved period stands in its line again.
  await expect(
    section.getByRole('row', { name: t('retention.kinds.identityDocuments.label') }),
  ).toContainText('20 days')
})

test('an invitation code is created, shown for copying, and revoked', async ({ open, server }) => {
  const t = await words()
  const page = await open()
  await openAs(page, server)
  const section = await unfolded(page, t('invitations.title'))
  await section.getByRole('button', { name: t('invitations.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('invitations.new.title') })
  await dialog.getByRole('button', { name: t('invitations.new.button') }).click()
  await expect(dialog.getByText(t('invitations.new.labelFault'))).toBeVisible()
  await dialog.getByLabel(t('invitations.new.label')).fill('Assembly')
  await dialog.getByLabel(t('invitations.new.uses')).fill('2')
  await dialog.getByRole('button', { name: t('invitations.new.button') }).click()
  await prove(page)
  await expect(dialog).toBeHidden()
  const { code } = await server.deps.database.db
    .selectFrom('invitation_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const row = section.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('0 of 2')
  await row.getByRole('button', { name: t('invitations.revokeOne', { code }) }).click()
  await page
    .getByRole('dialog', { name: t('invitations.revokeTitle') })
    .getByRole('button', { name: t('invitations.revoke'), exact: true })
    .click()
  await expect(row).toContainText(t('invitations.states.revoked'))
})

test('a bank account is checked, saved, and shown to givers', async ({ open, server }) => {
  const t = await words()
  const page = await open()
  await openAs(page, server)
  const section = page.getByRole('region', { name: t('payment.title') })
  await expect(section.getByText(t('payment.samples'))).toBeVisible()
  await section.getByRole('button', { name: t('payment.edit') }).click()
  await section.getByLabel(t('payment.holder')).fill('WLD')
  await section.getByLabel(t('payment.bank')).fill('Bank of the association')
  await section.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 188')
  await section.getByRole('button', { name: t('save') }).click()
  await expect(section.getByText(t('payment.ibanFault'))).toBeVisible()
  await section.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189')
  await section.getByRole('button', { name: t('save') }).click()
  await prove(page)
  await expect(section.getByText('FR76 3000 6000 0112 3456 7890 189')).toBeVisible()
  await expect(section.getByText(t('payment.samples'))).toBeHidden()
  const shown = (await (await fetch(`${server.url}/api/donation/summary`)).json()) as {
    accounts: object[]
    samples: boolean
  }
  expect(shown).toMatchObject({
    samples: false,
    accounts: [{ iban: 'FR7630006000011234567890189', bank: 'Bank of the association' }],
  })
})

test('a legal hold is placed and lifted', async ({ open, server }) => {
  const t = await words()
  const id = await freshReport(server.deps, null)
  const page = await open()
  const me = await openAs(page, server)
  const section = await unfolded(page, t('holds.title'))
  await expect(section.getByText(t('holds.empty'))).toBeVisible()
  await section.getByRole('button', { name: t('holds.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('holds.new.title') })
  await dialog.getByLabel(t('holds.new.kind')).selectOption('report')
  await dialog.getByLabel(t('holds.new.number')).fill('999999')
  await dialog.getByLabel(t('holds.new.reason')).fill('Court of Lyon, 26/1')
  await dialog.getByRole('button', { name: t('holds.new.button') }).click()
  await prove(page)
  await expect(dialog.getByText(t('holds.new.unknown'))).toBeVisible()
  await dialog.getByLabel(t('holds.new.number')).fill(`#${id}`)
  await dialog.getByRole('button', { name: t('holds.new.button') }).click()
  const row = section.getByRole('row').filter({ hasText: 'Court of Lyon, 26/1' })
  await expect(row).toContainText(bareCardId(me.cardId))
  await row.getByRole('button', { name: t('holds.lift.one', { record: id }) }).click()
  const lifting = page.getByRole('dialog', { name: t('holds.lift.title') })
  await lifting.getByLabel(t('holds.lift.reason')).fill('Court of Lyon, 26/2')
  await lifting.getByRole('button', { name: t('holds.lift.button') }).click()
  await expect(section.getByText(t('holds.empty'))).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES)
  test(`reads well in ${language}, on a phone, by a screen reader`, async ({ open, server }) => {
    const page = await open({ viewport: { width: 360, height: 740 } })
    await openAs(page, server)
    await openIn(page, language, PATH)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await expectGoodLooks(page)
  })

const SECTIONS = [
  'association:settings.title',
  'association:adoption.title',
  'reports.title',
  'invitations.title',
  'payment.title',
  'taxReceipts:settings.title',
  'witness.title',
  'consents.title',
  'retention.title',
  'idle.title',
  'holds.title',
] as const

for (const width of [360, 1280])
  test(`the list of sections leads to each of them, at ${width} px`, async ({ open, server }) => {
    const t = await wordsOf('en', ['staffSettings', 'association', 'taxReceipts'])
    const page = await open({ viewport: { width, height: 800 } })
    await openAs(page, server)
    const list = page.getByRole('navigation', { name: t('sections') })
    const entries = list.getByRole('listitem').getByRole('button')
    if (width < 1280) await expect(entries).toHaveCount(0) // folded
    for (const title of SECTIONS) {
      if (width < 1280) {
        await list.getByRole('button', { name: t('sections') }).click()
        await expect(entries).toHaveCount(SECTIONS.length)
      }
      await entries.filter({ hasText: t(title) }).click()
      const heading = page.getByRole('heading', { level: 2, name: t(title), exact: true })
      await expect(heading).toBeFocused()
      await expect(heading).toBeInViewport({ ratio: 1 })
      if (width >= 1280) await expect(list).toBeInViewport({ ratio: 1 }) // beside the section
      else await expect(entries).toHaveCount(0)
    }
    if (width >= 1280) await expect(entries).toHaveText(SECTIONS.map((title) => t(title)))
    expect(await faultsOf(page)).toEqual([])
  })

test('what is seldom changed is one line with what holds now; a link to its section opens it', async ({
  open,
  server,
}) => {
  const t = await words()
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await openAs(page, server)
  const section = page.getByRole('region', { name: t('retention.title') })
  await expect(section).toContainText('From 30 days to 10 years')
  await expect(section.getByRole('table')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_600)
  await page.goto(`${PATH}#retention`)
  await expect(section.getByRole('table')).toBeVisible()
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  // On a phone each period is a card.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(section.getByRole('table')).toHaveCount(0)
  const card = section
    .getByRole('listitem')
    .filter({ hasText: t('retention.kinds.identityDocuments.label') })
  await expect(card).toContainText('30 days')
  await expect(card).toContainText(t('retention.dueNow'))
  expect(await faultsOf(page)).toEqual([])
})

test('a group that is not saved says so in the window, and keeps what was typed', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['staffSettings', 'association'])
  const page = await open({ viewport: { width: 360, height: 640 } })
  await openAs(page, server)
  await page.route('**/api/settings/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: { message: 'Service is temporarily unavailable' } }),
  )
  const section = page.getByRole('region', { name: t('association:settings.title') })
  await section.getByRole('button', { name: t('association:settings.edit') }).click()
  const name = section.getByRole('textbox', { name: t('association:fields.name') })
  await name.fill('Fifty families of Lyon')
  await name.press('Enter')
  const notice = section.getByText(t('notSaved'))
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(section.locator(':focus')).toContainText(t('notSaved'))
  await expect(name).toHaveValue('Fifty families of Lyon')
  expect(await faultsOf(page)).toEqual([])
})

test('while a group is edited, the keyboard is in its first field and the two ways out are in view', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['staffSettings', 'association'])
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await openAs(page, server)
  const section = page.getByRole('region', { name: t('association:settings.title') })
  const edit = section.getByRole('button', { name: t('association:settings.edit') })
  const save = section.getByRole('button', { name: t('save'), exact: true })
  await edit.click()
  const name = section.getByRole('textbox', { name: t('association:fields.name') })
  await expect(name).toBeFocused()
  await expect(save).toBeInViewport({ ratio: 1 })
  // The head of the group stands at the top of the window, right below the bar of the site.
  const head = section.getByRole('heading', { level: 2 })
  await expect.poll(async () => (await head.boundingBox())?.y).toBeLessThan(120)
  await expect(head).toBeInViewport({ ratio: 1 })
  await section.getByRole('button', { name: t('cancel'), exact: true }).click()
  await expect(edit).toBeFocused()
  await edit.click()
  await save.click()
  await prove(page)
  await expect(edit).toBeFocused()
})
