/** Devices at the door, as staff see and revoke them. Real browser, real server. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkIn } from '#shared/contract/events.ts'
import { kioskSelf } from '#shared/contract/kiosk.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath, STAFF_ROLES, type StaffRole } from '#shared/domain/people/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { freshDevice, freshEvent, type FreshDevice, later } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn, wordsOf } from './reading.ts'

const words = () => wordsOf('en', ['staffKiosk', 'dashboard', 'common'])
const pathOf = (role: StaffRole): string => `${dashboardPath(role)}/devices`

/** Each test uses names of its own, because all tests of a worker share one server. */
const nameOf = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`
const device = (
  server: ApiServer,
  { id }: BuiltMember,
  name: string,
  eventId?: string,
): Promise<FreshDevice> =>
  freshDevice(server.deps, id, { name, ...(eventId === undefined ? {} : { eventId }) })
const me = (server: ApiServer, token: string) =>
  server.client.call(kioskSelf, { headers: { 'x-app-version': '1.4.0' } }, { bearer: token })
const set = (
  server: ApiServer,
  { id }: FreshDevice,
  values: { expires_at?: string; ended_at?: string; last_seen_at?: string },
) => server.deps.database.db.updateTable('kiosk_devices').set(values).where('id', '=', id).execute()

async function openAs(page: Page, person: BuiltMember, role: StaffRole): Promise<void> {
  await signInAs(page, person)
  await page.goto(pathOf(role))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('the list shows what each device does, and is updated while the page is open', async ({
  open,
  server,
}) => {
  const t = await words()
  const [admin, moderator, guest] = [
    await buildMember(server.deps, { role: 'admin' }),
    await buildMember(server.deps, { role: 'moderator', firstName: 'Hawa', lastName: 'Musa' }),
    await buildMember(server.deps),
  ]
  const [working, silent, expired, ended] = [
    nameOf('North door'),
    nameOf('South door'),
    nameOf('East door'),
    nameOf('West door'),
  ]
  const one = await device(server, moderator, working)
  await device(server, admin, silent)
  await set(server, await device(server, admin, expired), { expires_at: later(server.deps, -1) })
  await set(server, await device(server, admin, ended), { ended_at: later(server.deps, -1) })
  await me(server, one.token)
  await server.client.call(
    checkIn,
    {
      params: { id: one.eventId },
      body: { checkIns: [{ id: randomUUID(), cardId: guest.cardId, at: later(server.deps, 0) }] },
    },
    { bearer: one.token },
  )
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await openAs(page, admin, 'admin')
  await expect(
    page
      .getByRole('navigation', { name: t('dashboard:title') })
      .getByRole('link', { name: t('dashboard:tabs.devices') }),
  ).toHaveAttribute('aria-current', 'page')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(working)).toContainText(t('states.active'))
  for (const text of [
    'Assembly',
    'Hawa Musa',
    bareCardId(moderator.cardId),
    one.id.slice(0, 8),
    t('justNow'),
    t('version', { version: '1.4.0' }),
  ])
    await expect(row(working)).toContainText(text)
  await expect(row(working).getByRole('cell').nth(5)).toHaveText('1')
  await expect(row(silent)).toContainText(t('never'))
  for (const [name, state] of [
    [expired, 'expired'],
    [ended, 'ended'],
  ] as const) {
    await expect(row(name)).toContainText(t(`states.${state}`))
    await expect(row(name).getByRole('button')).toHaveCount(0)
  }
  await set(server, one, { last_seen_at: later(server.deps, -3.5 / (24 * 60)) })
  await expect(row(working)).toContainText('3 minutes ago', { timeout: 45_000 })
  // The log says the same about it, with the same letters of its number.
  await page.goto(`/admin/dashboard/audit?actor=device:${one.id}`)
  const logged = await wordsOf('en', ['audit'])
  await expect(
    page.getByRole('row').filter({ hasText: logged('actions.event.checked-in') }),
  ).toContainText(`${logged('who.device')} ${one.id.slice(0, 8)}`)
})

test('a device is revoked after a confirmation, and its token with it', async ({
  open,
  server,
}) => {
  const t = await words()
  const moderator = await buildMember(server.deps, { role: 'moderator' })
  const name = nameOf('North door')
  const { token } = await device(server, moderator, name)
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await openAs(page, moderator, 'moderator')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: t('revokeOne', { name }) }).click()
  const dialog = page.getByRole('dialog', { name: t('revokeTitle') })
  for (const text of [name, t('revokeText'), t('revokeKept')])
    await expect(dialog).toContainText(text)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await me(server, token)).ok).toBe(true)
  await row.getByRole('button', { name: t('revokeOne', { name }) }).click()
  // While the server cannot be reached, the dialog stays open and says so.
  await page.route('**/revoke', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: t('revoke'), exact: true }).click()
  await expect(dialog).toContainText(t('notRevoked'))
  await dialog.getByRole('button', { name: t('revoke'), exact: true }).click()
  await expect(page.getByText(t('revoked', { name }))).toBeVisible() // first, because it disappears by itself
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(t('states.revoked'))
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await me(server, token)).toMatchObject({ ok: false, problem: { status: 401 } })
})

for (const role of STAFF_ROLES)
  test(`${role} sees ${role === 'admin' || role === 'content' ? 'every device' : 'the own devices'}`, async ({
    open,
    server,
  }) => {
    const t = await words()
    const [person, other] = [
      await buildMember(server.deps, { role }),
      await buildMember(server.deps, { role: 'moderator' }),
    ]
    const [mine, theirs] = [nameOf('Mine'), nameOf('Theirs')]
    const page = await open({ viewport: { width: 1280, height: 900 } })
    const seesAll = role === 'admin' || role === 'content'
    if (!seesAll) {
      await openAs(page, person, role)
      await expect(page.getByText(t('empty'))).toBeVisible()
      await expect(page.getByText(t('emptyText'))).toBeVisible()
      await page.getByRole('link', { name: t('toVerification') }).click()
      await expect(page).toHaveURL(/\/dashboard\/verification$/)
      await page.goBack()
    }
    await device(server, person, mine)
    await device(server, other, theirs)
    if (seesAll) await openAs(page, person, role)
    else await page.reload()
    await expect(page.getByRole('row').filter({ hasText: mine })).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: theirs })).toHaveCount(seesAll ? 1 : 0)
  })

test('a failed list shows a message and a retry', async ({ open, server }) => {
  const t = await words()
  const person = await buildMember(server.deps, { role: 'reviewer' })
  const name = nameOf('North door')
  await device(server, person, name)
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await signInAs(page, person)
  const broken = { status: 503, contentType: 'application/json', body: '{}' }
  await page.route('**/api/kiosk/devices', (route) => route.fulfill(broken))
  await page.goto(pathOf('reviewer'))
  await expect(page.getByText(t('failed'))).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/kiosk/devices')
  await page.getByRole('button', { name: t('common:retry') }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(page.getByText(t('failed'))).toBeHidden()
})

for (const language of JOURNEY_LANGUAGES)
  test(`reads well in ${language}, on a phone, by a screen reader`, async ({ open, server }) => {
    const t = await wordsOf(language, ['staffKiosk'])
    const person = await buildMember(server.deps, {
      role: 'content',
      firstName: 'Abdelrahman',
      lastName: 'Elhadi-Abuelgasim',
    })
    const eventId = await freshEvent(server.deps)
    const names = [`${'Long'.repeat(8)} ${randomUUID().slice(0, 6)}`, nameOf('الباب الشمالي')]
    const one = await device(server, person, names[0] ?? '', eventId)
    await me(server, one.token)
    await set(server, await device(server, person, names[1] ?? '', eventId), {
      expires_at: later(server.deps, -1),
    })
    const page = await open({ viewport: { width: 360, height: 740 } })
    await signInAs(page, person)
    await openIn(page, language, pathOf('content'))
    const card = page.getByRole('listitem').filter({ hasText: names[0] ?? '' })
    await expect(card).toContainText(t('states.active'))
    await expect(page.getByRole('table')).toHaveCount(0)
    await card.getByRole('button').click()
    await expect(page.getByRole('dialog')).toContainText(t('revokeKept'))
    await expectGoodLooks(page)
    await page.screenshot({ path: test.info().outputPath(`dialog-${language}.png`) })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.screenshot({ path: test.info().outputPath(`phone-${language}.png`) })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('table').waitFor()
    await expectGoodLooks(page)
    await page.screenshot({ path: test.info().outputPath(`wide-${language}.png`) })
  })
