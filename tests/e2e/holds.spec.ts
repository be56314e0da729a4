/** A legal hold on the pages of the record that it names. */
import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inTransaction } from '#server/parts/database/transact.ts'
import { placeHold } from '#server/records/holds/hold-repository.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshReport, freshRequest } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn, wordsOf } from './reading.ts'

const REASON = 'Court of Lyon, 26/1'
const hold = ({ deps }: ApiServer, target: string) =>
  inTransaction(deps.database.db, (transaction) =>
    placeHold(transaction, { target, reason: REASON, at: '2026-01-31T10:00:00.000Z' }),
  )
async function signIn(page: Page, server: ApiServer, role: 'admin' | 'content') {
  const staff = await buildMember(server.deps, { role })
  await signInAs(page, staff)
  return staff
}
const note = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

test('administrators read it on the page of the member, where nothing can be erased', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['ui', 'userManagement'])
  const member = await buildMember(server.deps)
  // A hold on the request holds the person.
  await hold(server, `request:REQ_${member.id}`)
  const page = await open()
  await signIn(page, server, 'admin')
  await page.goto(`/admin/dashboard/users/${member.cardId}`)
  const held = note(page, t('ui:staff.held.title'))
  await expect(held).toContainText(REASON)
  await expect(held).toContainText('2026')
  await page.getByText(t('userManagement:view.more')).click()
  const erase = page
    .getByRole('dialog')
    .getByRole('button', { name: t('userManagement:view.delete') })
  await expect(erase).toBeDisabled()
  await expect(erase).toHaveAccessibleDescription(t('ui:staff.held.erase'))
})

test('it is on the page of the request, also where it names the person', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['ui'])
  const [ofRequest, ofPerson] = [
    await freshRequest(server.deps),
    await freshRequest(server.deps),
  ] as const
  const free = await freshRequest(server.deps)
  await hold(server, `request:${ofRequest}`)
  await hold(server, `member:${ofPerson.replace('REQ_', '')}`)
  const page = await open()
  await signIn(page, server, 'admin')
  for (const id of [ofRequest, ofPerson]) {
    await page.goto(`/admin/dashboard/requests/${id}`)
    await expect(note(page, t('ui:staff.held.title'))).toContainText(REASON)
    await expect(note(page, t('ui:staff.held.title'))).toContainText(t('ui:staff.held.bin'))
  }
  const read = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/holds')
  await page.goto(`/admin/dashboard/requests/${free}`)
  await read
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(note(page, t('ui:staff.held.title'))).toHaveCount(0)
})

test('content managers see no hold, and are refused in words', async ({ open, server }) => {
  const t = await wordsOf('en', ['ui', 'userManagement', 'problems'])
  const member = await buildMember(server.deps)
  await hold(server, `member:${member.id}`)
  const page = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, server, 'content')
  await page.goto(`/content/dashboard/users/${member.cardId}`)
  await page.getByText(t('userManagement:view.more')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('userManagement:view.delete') })
    .click()
  const dialog = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel(t('userManagement:delete.type')) })
  await dialog.getByLabel(t('userManagement:delete.type')).fill(member.cardId)
  await dialog.getByRole('button', { name: t('userManagement:delete.submit') }).click()
  await page.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
  await expect(page.getByRole('dialog')).toHaveCount(1) // the password stands alone
  await page.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  await expect(dialog.getByText(t('problems:held'))).toBeVisible()
  await expect(note(page, t('ui:staff.held.title'))).toHaveCount(0)
  expect(asked).not.toContain('/api/holds')
})

for (const language of JOURNEY_LANGUAGES)
  test(`it reads well beside a report in ${language}`, async ({ open, server }) => {
    const t = await wordsOf(language, ['ui'])
    const id = await freshReport(server.deps, null)
    await hold(server, `report:${id}`)
    const page = await open({ viewport: { width: 360, height: 740 } })
    await signIn(page, server, 'admin')
    await openIn(page, language, `/reports/${id}/evidence`)
    const held = note(page, t('ui:staff.held.title'))
    await expect(held).toContainText(t('ui:staff.held.bin'))
    await expectGoodLooks(page)
    mkdirSync('test-results/looks', { recursive: true })
    await held.screenshot({ path: `test-results/looks/held-report-${language}.png` })
  })
