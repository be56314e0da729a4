import { randomUUID } from 'node:crypto'
/** The first page of staff: what waits, the links to it, and charts that are readable without sight. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath, STAFF_ROLES } from '#shared/domain/people/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import {
  freshClaim,
  freshEvent,
  freshAlert,
  freshFailedMail,
  freshHeldMail,
  freshReport,
  freshRequest,
} from '#tests/security/fresh-rows.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, faultsOf, openIn, wordsOf } from './reading.ts'

test.describe.configure({ mode: 'serial' })

const DAY_MS = 86_400_000
const NAV = { name: 'Dashboard' } as const
const people = new Map<string, BuiltMember>()
const person = (role: string): BuiltMember => {
  const found = people.get(role)
  if (found === undefined) throw new Error(`nobody has the role ${role}`)
  return found
}
const tile = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Waiting' }).getByRole('link', { name: title })
const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

beforeFirst(async (server) => {
  people.set(
    'admin',
    await buildMember(server.deps, { role: 'admin', details: { current_country: 'FR' } }),
  )
})

test('a new association reads an explanation instead of numbers', async ({ open }) => {
  const page = await open()
  await signInAs(page, person('admin'))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText('There are no figures yet')).toBeVisible()
  await expect(tile(page, 'Registration requests')).toContainText('0')
})

test.describe('with members, requests, messages, reports and an event', () => {
  beforeFirst(async ({ deps }) => {
    for (const role of ['content', 'moderator', 'reviewer'])
      people.set(
        role,
        await buildMember(deps, { role: role as 'content', details: { current_country: 'FR' } }),
      )
    for (let index = 0; index < 5; index += 1)
      await buildMember(deps, { details: { current_country: 'DE' } })
    for (let index = 0; index < 3; index += 1) await freshRequest(deps)
    await deps.database.db
      .updateTable('registration_requests')
      .set({ created_at: new Date(Date.now() - 5.5 * DAY_MS).toISOString() })
      .where('status', '=', 'pending')
      .execute()
    await freshClaim(deps)
    for (const status of ['not verified', 'under review', 'verified'] as const)
      await freshReport(deps, null, status)
    const event = await freshEvent(deps)
    await deps.database.db
      .updateTable('events')
      .set({
        starts_at: new Date(Date.now() - DAY_MS).toISOString(),
        ends_at: new Date(Date.now() - DAY_MS / 2).toISOString(),
      })
      .where('id', '=', event)
      .execute()
    await deps.database.db
      .insertInto('check_ins')
      .values({
        id: randomUUID(),
        event_id: event,
        member_id: person('content').id,
        gate: '',
        at: new Date().toISOString(),
        recorded_at: new Date().toISOString(),
      })
      .execute()
  })

  for (const role of STAFF_ROLES) {
    test(`is where ${role} lands, with the counts on the tabs and only the numbers of that role`, async ({
      open,
    }) => {
      const page = await open({ viewport: { width: 1280, height: 900 } })
      await signInAs(page, person(role))
      await page.goto(dashboardPath(role))
      await page.waitForURL(`${dashboardPath(role)}/overview`)
      const tabs = page.getByRole('navigation', NAV)
      await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      const requests = tabs.getByRole('link', { name: 'Requests' })
      await expect(requests).toHaveAccessibleDescription('3 waiting')
      await expect(chart(page, 'Reports in the last twelve months')).toBeVisible()
      await expect(chart(page, 'Active members by country')).toHaveCount(
        role === 'admin' || role === 'content' ? 1 : 0,
      )
      await expect(tile(page, 'Donations')).toHaveCount(role === 'admin' ? 1 : 0)
      await page.context().close()
    })
  }

  test('the tiles show how much waits and since when, and link to the lists', async ({ open }) => {
    const page = await open()
    await signInAs(page, person('reviewer'))
    await page.goto('/reviewer/dashboard/overview')
    await expect(tile(page, 'Registration requests')).toContainText('3')
    await expect(tile(page, 'Reports of violations')).toContainText('2')
    await expect(tile(page, 'Registration requests')).toContainText('The oldest has waited 5 days.')
    const targets = {
      'Registration requests': '/requests/queue',
      'New portraits': '/requests/portraits',
      Messages: '/claims?status=open',
    }
    for (const [title, target] of Object.entries(targets))
      await expect(tile(page, title)).toHaveAttribute('href', `/reviewer/dashboard${target}`)
    await tile(page, 'Reports of violations').click()
    await page.waitForURL(/\/reviewer\/dashboard\/reports\/\d+$/) // the oldest, with its evidence
    await expect(
      page.getByRole('navigation', { name: 'Reports', exact: true }).getByRole('link'),
    ).toHaveCount(2)
    await page.getByRole('link', { name: 'All reports' }).click()
    await page.getByRole('button', { name: 'Waiting', exact: true }).click()
    await expect(page.getByLabel('Status', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(2) // those that the tile counts
    await expect(
      page.getByRole('navigation', NAV).getByRole('link', { name: 'Reports' }),
    ).toHaveAccessibleDescription('2 waiting')
    await page.getByRole('button', { name: 'Verified', exact: true }).click()
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(1)
    await page.goto('/reviewer/dashboard/overview')
    await tile(page, 'Messages').click()
    await page.waitForURL('/reviewer/dashboard/claims**')
    await expect(
      page.getByRole('navigation', NAV).getByRole('link', { name: 'Messages' }),
    ).toHaveAttribute('aria-current', 'page')
  })

  test('a chart can be read as a sentence and a table, and saved as a file', async ({ open }) => {
    const page = await open({ viewport: { width: 1280, height: 900 } })
    await signInAs(page, person('admin'))
    await page.goto('/admin/dashboard/overview')
    const countries = chart(page, 'Active members by country')
    await expect(countries).toContainText('9 in total. Highest: Germany (5).')
    await expect(countries.getByRole('table')).toHaveCount(0)
    await countries.getByRole('button', { name: 'Show as a table' }).click()
    await expect(countries.getByRole('row')).toHaveText(['CountryMembers', 'Germany5', 'France4'])
    const saved = page.waitForEvent('download')
    await countries.getByRole('button', { name: 'Download as CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('wld-members-by-country.csv')
    expect(readFileSync(await file.path(), 'utf8')).toBe(
      '\uFEFF"Country","Members"\r\n"Germany","5"\r\n"France","4"\r\n',
    )
  })

  test('the month that runs is drawn and named as unfinished', async ({ open }) => {
    const page = await open({ viewport: { width: 1280, height: 900 } })
    await signInAs(page, person('admin'))
    await page.goto('/admin/dashboard/overview')
    const reports = chart(page, 'Reports in the last twelve months')
    const lines = reports.locator('figure polyline')
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toHaveCSS('stroke-dasharray', 'none')
    await expect(lines.last()).not.toHaveCSS('stroke-dasharray', 'none')
    await expect(reports.locator('circle').last().locator('title')).toHaveText(/\(so far\): /)
    await reports.getByRole('button', { name: 'Show as a table' }).click()
    await expect(reports.getByRole('rowheader', { name: /\(so far\)$/ })).toHaveCount(1)
    await expect(reports.getByRole('row').last()).toContainText('(so far)')
  })

  test('a chart that has nothing to show offers no row of zeros and no file of them', async ({
    open,
  }) => {
    const page = await open({ viewport: { width: 1280, height: 900 } })
    await signInAs(page, person('admin'))
    await page.route('**/api/stats/overview', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/"(checkedIn|count)":\d+/g, '"$1":0')
      await route.fulfill({ response, body })
    })
    await page.goto('/admin/dashboard/overview')
    const states = chart(page, 'Reports by status')
    await expect(states).toContainText('Nothing to show yet.')
    await expect(states.getByRole('figure')).toHaveCount(0)
    await expect(states.getByRole('button')).toHaveCount(0)
    await expect(chart(page, 'Check-ins by event'), 'the events come later').toHaveCount(0)
  })

  test('the time axis follows the reading direction', async ({ open }) => {
    const page = await open({ viewport: { width: 1280, height: 900 } })
    await signInAs(page, person('admin'))
    for (const language of ['en', 'ar'] as const) {
      const t = await wordsOf(language, ['overview'])
      await openIn(page, language, '/admin/dashboard/overview')
      const bars = chart(page, t('overview:charts.newMembers')).locator('figure svg rect')
      await expect(bars).toHaveCount(12)
      const places = await bars.evaluateAll((columns) =>
        columns.map((column) => column.getBoundingClientRect().left),
      )
      const sorted = places.toSorted((one, other) => one - other)
      expect(places, language).toEqual(language === 'ar' ? sorted.toReversed() : sorted)
    }
  })

  test('numbers that cannot be loaded show a message and a retry', async ({ open }) => {
    const page = await open()
    await signInAs(page, person('moderator'))
    await page.route('**/api/stats/overview', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: '{"code":"forbidden","status":403,"title":"x","message":"x","type":"about:blank","fields":[],"requestId":"r"}',
      }),
    )
    await page.goto('/moderator/dashboard/overview')
    await expect(page.getByText('The numbers could not be loaded.')).toBeVisible()
    await page.unroute('**/api/stats/overview')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(tile(page, 'Registration requests')).toContainText('3')
  })

  test('an installation without events and news is offered its first contents once', async ({
    open,
    server,
  }) => {
    const { db } = server.deps.database
    const kept = await db.selectFrom('events').selectAll().execute()
    const page = await open()
    await signInAs(page, person('admin'))
    const offer = page
      .getByRole('status')
      .filter({ hasText: 'Add the association’s first events and news' })
    await page.goto('/admin/dashboard/overview')
    await expect(chart(page, 'Active members by country')).toBeVisible()
    await expect(offer).toHaveCount(0)
    await page.route('**/api/settings/contents', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: route.request().method() === 'GET' ? '{"offered":true}' : '{"added":0}',
      }),
    )
    await page.reload()
    await expect(offer).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/settings/contents'),
    )
    await page.unroute('**/api/settings/contents')
    await offer.getByRole('button', { name: 'Not now' }).click()
    expect((await sent).postDataJSON()).toEqual({ add: false })
    await expect(offer).toHaveCount(0)
    await db.deleteFrom('settings').where('name', '=', 'contents').execute()
    expect(await db.selectFrom('events').selectAll().execute()).toEqual(kept)
  })

  test('administrators see unusual acts, the way to the log, and dismiss them', async ({
    open,
    server,
  }) => {
    const reviewer = await buildMember(server.deps, { role: 'reviewer' })
    await freshAlert(server.deps, reviewer.id)
    const page = await open()
    await signInAs(page, person('admin'))
    await page.goto('/admin/dashboard/overview')
    const alerts = page.getByRole('region', { name: 'Unusual activity' })
    await expect(alerts).toContainText('Opened the data of 120 people within an hour')
    expect(await faultsOf(page)).toEqual([])
    await alerts.getByRole('link', { name: 'Open the audit log' }).click()
    await page.waitForURL(`**/audit?actor=${reviewer.cardId}`)
    await page.goBack()
    await alerts.getByRole('button', { name: `about ${bareCardId(reviewer.cardId)}` }).click()
    await expect(alerts).toHaveCount(0)
    const moderator = await open()
    await freshAlert(server.deps, reviewer.id)
    await signInAs(moderator, person('moderator'))
    await moderator.goto('/moderator/dashboard/overview')
    await expect(moderator.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(moderator.getByText('Unusual activity')).toHaveCount(0)
    await server.deps.database.db.deleteFrom('alerts').execute()
  })

  test('administrators see a mail that failed for good, and send it again', async ({
    open,
    server,
  }) => {
    const id = await freshFailedMail(server.deps)
    const page = await open()
    await signInAs(page, person('admin'))
    await page.goto('/admin/dashboard/overview')
    const mails = page.getByRole('region', { name: 'Emails not sent yet' })
    await expect(mails).toContainText('1 email could not be delivered')
    await expect(mails.getByRole('row').nth(1)).toContainText('m…@test.example')
    await mails.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The email is back in the queue.')).toBeVisible()
    await expect(mails).toContainText('1 email is waiting.')
    const row = await server.deps.database.db
      .selectFrom('mails')
      .select('failed_at')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ failed_at: null })
  })

  test('an administrator decides about the mails that a restore holds', async ({
    open,
    server,
  }) => {
    const id = await freshHeldMail(server.deps)
    const page = await open({ reducedMotion: 'reduce' })
    await signInAs(page, person('admin'))
    for (const language of JOURNEY_LANGUAGES) {
      await openIn(page, language, '/admin/dashboard/overview')
      const t = await wordsOf(language, ['overview'])
      await expect(page.getByText(t('overview:held.title'))).toBeVisible()
      await expectGoodLooks(page, language)
      await page.getByRole('button', { name: t('overview:held.discardAll') }).click()
      await expect(page.getByRole('dialog')).toContainText(t('overview:held.discardText'))
      await expectGoodLooks(page, `${language}, the question`)
      await page.keyboard.press('Escape')
    }
    await openIn(page, 'en', '/admin/dashboard/overview')
    await page.getByRole('button', { name: 'Send them…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('The emails are being sent.')).toBeVisible()
    await expect(page.getByText('Emails are held')).toHaveCount(0)
    const row = await server.deps.database.db
      .selectFrom('mails')
      .select('held_at')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ held_at: null })
  })

  test('axe finds no fault, and the page does not scroll sideways', async ({ open }) => {
    const page = await open({ reducedMotion: 'reduce' })
    await signInAs(page, person('admin'))
    for (const language of JOURNEY_LANGUAGES) {
      await openIn(page, language, '/admin/dashboard/overview')
      const t = await wordsOf(language, ['overview', 'ui'])
      const countries = chart(page, t('overview:charts.countries'))
      await expect(countries).toBeVisible()
      await expectGoodLooks(page, language)
      await countries.getByRole('button', { name: t('ui:staff.chart.table') }).click()
      await expectGoodLooks(page, `${language}, as a table`)
    }
  })
})
