/** The desk of reviewers: what waits beside the open item, checks, undo, the palette and compact rows. */
import type { Locator, Page } from '@playwright/test'
import { insertEvidence } from '#server/records/reports/evidence-repository.ts'
import { buildEvent, eventWords, inThreeLanguages } from '#tests/builders/content.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { JOURNEY_LANGUAGES, faultsOf, overflowOf, wordsOf } from './reading.ts'
import { applicant, db, dialog, emptyQueue, enterAs, heading } from './request-desk.ts'

test.describe.configure({ timeout: 120_000, mode: 'default' })

const DESK = { viewport: { width: 1280, height: 800 } } as const
const statusOf = async (server: ApiServer, id: string) =>
  await db(server)
    .selectFrom('registration_requests')
    .select(['status', 'checks', 'claimed_by', 'documents_end_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const mailsTo = (server: ApiServer, address: string) =>
  db(server).selectFrom('mails').select('id').where('to_address', '=', address).execute()
const queue = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name, exact: true })

test('the key for all checks leaves out the evidence where none was sent, and the decision says so', async ({
  server,
  open,
}) => {
  const id = await freshReport(server.deps, null)
  const page = await open(DESK)
  await enterAs(page, server, 'moderator')
  await page.goto(`/moderator/dashboard/reports/${id}`)
  const take = page.getByRole('button', { name: 'Start reviewing' })
  const ofEvidence = page.getByRole('checkbox', { name: 'The evidence supports the account' })
  await expect(ofEvidence).toBeDisabled()
  await expect(ofEvidence).toHaveAccessibleDescription('No evidence was sent.')
  if (await take.isVisible()) await take.click()
  await page.keyboard.press('c')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await expect(ofEvidence).not.toBeChecked()
  await page.keyboard.press('a')
  await expect(dialog(page)).toContainText('No evidence was sent.')
  await expect(dialog(page)).not.toContainText(/not ticked/)
})

for (const status of ['verified', 'rejected'] as const)
  test(`a report that is ${status} says what was decided, and stands in its own list`, async ({
    server,
    open,
  }) => {
    const id = await freshReport(server.deps, null)
    await db(server)
      .updateTable('reports')
      .set({ status, checks: 'accepted names', verifier_comment: 'Compared with the pictures' })
      .where('id', '=', id)
      .execute()
    const page = await open(DESK)
    await enterAs(page, server, 'moderator')
    await page.goto(`/moderator/dashboard/reports?status=${status}`)
    await page.locator(`[data-row="${id}"]`).click()
    const decision = page.getByRole('region', { name: 'Decision' })
    await expect(decision).toContainText(/Last changed on/)
    await expect(decision).toContainText('Compared with the pictures')
    await expect(decision.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Tick all' })).toHaveCount(0)
    const list = queue(page, 'Reports')
    await expect(
      list.getByRole('button', {
        pressed: true,
        name: status === 'verified' ? 'Verified' : 'Rejected',
      }),
    ).toBeVisible()
    await expect(list.locator('[aria-current="page"]')).toContainText(String(id))
    await page.getByRole('link', { name: 'All reports' }).click()
    await expect(page).toHaveURL(new RegExp(`/reports\\?status=${status}$`))
  })

for (const language of JOURNEY_LANGUAGES) {
  test(`requests are decided, undone and decided again with keys, ${language}`, async ({
    server,
    open,
  }) => {
    await emptyQueue(server)
    const t = await wordsOf(language, ['registrationRequests', 'ui', 'overview'])
    const [first, second] = [
      await applicant(server, { firstName: 'Amna', lastName: 'First' }),
      await applicant(server, { firstName: 'Hawa', lastName: 'Second' }),
    ]
    const page = await open(DESK)
    await enterAs(page, server, 'reviewer')
    await speak(page, language)
    await page.goto('/reviewer/dashboard/overview')
    await page
      .getByRole('link', { name: t('overview:queues.requests.title') })
      .first()
      .click()
    await expect(heading(page, 'Amna First')).toBeVisible()
    const list = queue(page, t('queue.tabs.label'))
    await expect(list.getByRole('link')).toHaveCount(2)
    await expect(list.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
    await expect(list.getByRole('link').first()).toContainText(t('claim.you'))
    expect(await faultsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)

    // The list has the start side, whichever that is.
    const [listBox, headBox] = [
      await list.boundingBox(),
      await heading(page, 'Amna First').boundingBox(),
    ]
    expect((listBox?.x ?? 0) < (headBox?.x ?? 0)).toBe(language !== 'ar')

    // Document and portrait are in sight at once; what is said after a decision covers neither.
    const portrait = page.getByRole('figure')
    const buttons = page.getByRole('group', { name: t('decide.bar') })
    const below = async (upper: Locator, lower: Locator) => {
      const [above, under] = [await upper.boundingBox(), await lower.boundingBox()]
      return (above?.y ?? 0) + (above?.height ?? 0) <= (under?.y ?? 0)
    }
    expect(await below(portrait, buttons)).toBe(true)

    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/register/')) calls.push(new URL(request.url()).pathname)
    })
    // A look at the document comes first: without it Enter would decide nothing.
    const front = page.getByRole('img', { name: t('viewer.frontAlt'), exact: true })
    await expect
      .poll(() => front.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.keyboard.press('c')
    await page.keyboard.press('a')
    await expect(dialog(page)).toContainText(t('checks.allDone'))
    await expect(
      dialog(page).getByRole('checkbox', { name: t('decide.approve.deleteCopies') }),
    ).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Hawa Second')).toBeVisible()
    // The request came with the call that took it: nothing was asked for after the decision.
    expect(calls.filter((path) => /\/(get\/REQ|claim)/.test(path))).toEqual([])
    expect(await statusOf(server, first.requestId)).toMatchObject({
      status: 'approved',
      checks: 'name birthDate readable notExpired portrait',
      documents_end_at: expect.any(String),
    })
    const bar = page
      .getByRole('status')
      .filter({ hasText: t('done.approve', { name: 'Amna First' }) })
    await expect(bar).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    const [barBox, pageBox] = [await bar.boundingBox(), await buttons.boundingBox()]
    if (language === 'ar')
      expect(barBox?.x).toBeGreaterThan((pageBox?.x ?? 0) + (pageBox?.width ?? 0))
    else expect((barBox?.x ?? 0) + (barBox?.width ?? 0)).toBeLessThan(pageBox?.x ?? 0)
    // In a low window the list ends above what is said, and covers none of its rows.
    await page.setViewportSize({ width: 1280, height: 400 })
    await expect.poll(() => below(list.locator('..'), bar)).toBe(true)
    await page.setViewportSize(DESK.viewport)
    await page.keyboard.press('u')
    await expect(heading(page, 'Amna First')).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect(await statusOf(server, first.requestId)).toMatchObject({
      status: 'pending',
      checks: '',
      documents_end_at: null,
    })
    expect(await mailsTo(server, first.email)).toEqual([])
    await expect(page.getByText(t('log.undone'))).toBeVisible()
    // The other one is free again.
    await expect.poll(async () => (await statusOf(server, second.requestId)).claimed_by).toBeNull()

    // The lock comes back with the undo.
    await page.getByRole('button', { name: t('decide.approve.confirm'), exact: true }).waitFor()
    // Two keys within one frame: the field has the focus as soon as the dialog is there, and Enter alone decides nothing.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0
    })
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('listitem')).toHaveCount(5) // not ticked this time
    await expect(dialog(page)).toContainText(t('decide.approve.copiesStay'))
    await expect(dialog(page).getByRole('textbox')).toHaveValue('\n')
    await page.keyboard.press('Control+Enter')
    await expect(heading(page, 'Hawa Second')).toBeVisible()
    await list.getByRole('button', { name: t('queue.tabs.decided') }).click()
    await expect(list.getByRole('link')).toHaveCount(1)
    await expect(list.getByRole('link')).toContainText('Amna First')
  })

  test(`a report is verified beside its evidence, and undone, ${language}`, async ({
    server,
    open,
  }) => {
    await db(server).deleteFrom('reports').execute()
    const t = await wordsOf(language, [
      'reportWrite',
      'reports',
      'ui',
      'overview',
      'evidence',
      'dashboard',
    ])
    const [first, second] = [
      await freshReport(server.deps, null),
      await freshReport(server.deps, null, 'under review'),
    ]
    const at = new Date()
    await db(server)
      .updateTable('reports')
      .set({ created_at: new Date(at.getTime() - 60_000).toISOString(), held_at: at.toISOString() })
      .where('id', '=', first)
      .execute()
    const file = await server.deps.library.addPicture({
      purpose: 'evidence',
      ownerId: null,
      bytes: await jpeg(400, 300),
      originalName: 'a.jpg',
    })
    await insertEvidence(db(server), {
      report_id: first,
      file_id: file,
      evidence_type: 'image',
      description: 'The market',
      uploaded_at: at.toISOString(),
      deleted_at: null,
    })
    const page = await open(DESK)
    await enterAs(page, server, 'moderator')
    await speak(page, language)
    await page.goto('/moderator/dashboard/overview')
    await page
      .getByRole('link', { name: t('overview:queues.reports.title') })
      .first()
      .click()
    await expect(heading(page, t('desk.title', { id: first }))).toBeVisible()
    await expect(queue(page, t('desk.queue')).getByRole('link')).toHaveCount(2)
    // The title stands there before the report does.
    await expect(page.getByRole('button', { name: t('desk.show') })).toBeVisible()
    const verify = page.getByRole('button', { name: t('desk.decide.verify.confirm'), exact: true })
    await verify.click()
    await expect(dialog(page)).toContainText(t('desk.unseen', { count: 1 }))
    await page.keyboard.press('Enter') // decides nothing
    await expect(dialog(page).getByRole('textbox')).toHaveValue('\n')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('s')
    const picture = page.getByRole('img', {
      name: t('evidence:itemTitle', { kind: t('evidence:kinds.image'), number: '1' }),
    })
    await expect(picture).toBeVisible()
    // A paragraph of its own language, which begins where that language does.
    await expect(
      page.locator('p[dir=auto]:visible', { hasText: 'The market' }), // paper has its own list
    ).toBeVisible()
    await page.keyboard.press('t')
    await expect(picture).toHaveCSS('transform', /matrix\(0, 1, -1, 0/)
    await page.keyboard.press('i')
    await expect(picture).toHaveCSS('filter', /contrast\(2\)/)
    expect(await faultsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)

    await expect(queue(page, t('desk.queue')).getByRole('link').first()).toContainText(
      t('dashboard:reportLock.you'),
    )
    await page.keyboard.press('c')
    await page.keyboard.press('a')
    await expect(dialog(page)).toContainText(t('desk.becomesPublic'))
    await expect(dialog(page)).not.toContainText(t('desk.unseen', { count: 1 }))
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(heading(page, t('desk.title', { id: second }))).toBeVisible()
    const rowOf = () =>
      db(server)
        .selectFrom('reports')
        .select(['status', 'checks'])
        .where('id', '=', first)
        .executeTakeFirstOrThrow()
    expect(await rowOf()).toEqual({
      status: 'verified',
      checks: 'accepted civilians evidence placeAndDate names',
    })
    await page.keyboard.press('u')
    await expect(heading(page, t('desk.title', { id: first }))).toBeVisible()
    expect(await rowOf()).toEqual({ status: 'not verified', checks: '' })

    // The lock comes back with the undo.
    const reject = page.getByRole('button', {
      name: t('desk.decide.reject.confirm'),
      exact: true,
    })
    await expect(reject).toBeVisible()
    // A colleague edits it meanwhile: the decision is refused, and says why.
    await page.keyboard.press('r')
    await dialog(page).getByRole('textbox').fill('Twice')
    await db(server).updateTable('reports').set({ version: 99 }).where('id', '=', first).execute()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(t('desk.changed'))).toBeVisible()
    expect(await rowOf()).toMatchObject({ status: 'not verified' })
  })

  test(`a report that a colleague holds is looked at alone, ${language}`, async ({
    server,
    open,
  }, info) => {
    await db(server).deleteFrom('reports').execute()
    const t = await wordsOf(language, ['reportWrite', 'dashboard'])
    const [held, free] = [
      await freshReport(server.deps, null),
      await freshReport(server.deps, null),
    ]
    const colleague = await buildMember(server.deps, {
      role: 'reviewer',
      firstName: 'Colleague',
      lastName: 'Elsewhere',
    })
    const lockOf = (id: number) =>
      db(server).selectFrom('reports').select('claimed_by').where('id', '=', id).executeTakeFirst()
    await db(server)
      .updateTable('reports')
      .set({
        claimed_by: colleague.id,
        claim_expires_at: new Date(Date.now() + 600_000).toISOString(),
        created_at: '2026-01-01T00:00:00.000Z',
      })
      .where('id', '=', held)
      .execute()
    const page = await open(DESK)
    await enterAs(page, server, 'admin')
    await speak(page, language)
    // The way to what waits leads past what a colleague holds.
    await page.goto('/admin/dashboard/reports/queue')
    await expect(heading(page, t('desk.title', { id: free }))).toBeVisible()
    const line = queue(page, t('desk.queue')).getByRole('link').first()
    await expect(line).toContainText('Colleague Elsewhere')
    await line.click()
    await expect(heading(page, t('desk.title', { id: held }))).toBeVisible()
    await expect(page.getByText(t('dashboard:reportLock.otherTitle'))).toBeVisible()
    const verify = page.getByRole('button', { name: t('desk.decide.verify.confirm') })
    await expect(verify).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(dialog(page)).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await page.screenshot({ path: info.outputPath(`held-${language}.png`) })
    // What was held before is free again for the others.
    await expect.poll(async () => (await lockOf(free))?.claimed_by).toBeNull()
    await page.getByRole('button', { name: t('dashboard:reportLock.takeOver') }).click()
    await expect(verify).toBeVisible()
    await expect.poll(async () => (await lockOf(held))?.claimed_by).not.toBe(colleague.id)
    // The colleague takes it back: the open page says so within seconds.
    await db(server)
      .updateTable('reports')
      .set({ claimed_by: colleague.id })
      .where('id', '=', held)
      .execute()
    await expect(page.getByText(t('dashboard:reportLock.otherTitle'))).toBeVisible({
      timeout: 10_000,
    })
    await expect(verify).toHaveCount(0)
  })

  test(`the palette goes, finds and acts, ${language}`, async ({ server, open }) => {
    await emptyQueue(server)
    const t = await wordsOf(language, ['dashboard', 'registrationRequests', 'staffSettings'])
    const person = await applicant(server, { firstName: 'Zeinab', lastName: 'Musa' })
    const event = `Zzyzx ${language}`
    await buildEvent(server.deps, { content: inThreeLanguages(eventWords(event)) })
    const page = await open(DESK)
    await enterAs(page, server, 'admin')
    await speak(page, language)
    await page.goto('/admin/dashboard/overview')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: t('palette.field') })
    await expect(field).toBeFocused()
    expect(await faultsOf(page)).toEqual([])
    await field.fill(String(person.id))
    await expect(page.getByRole('option')).toHaveCount(2)
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Zeinab Musa')).toBeVisible()
    await expect(
      page.getByRole('button', { name: t('registrationRequests:decide.approve.confirm') }),
    ).toBeVisible()

    await page.keyboard.press('Control+k')
    await field.fill(t('registrationRequests:decide.reject.confirm'))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText(t('registrationRequests:decide.reject.title'))
    await page.keyboard.press('Control+k') // not over another dialog
    await expect(field).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    await page.keyboard.press('Control+k')
    await field.fill('zzz')
    await expect(page.getByRole('option')).toHaveCount(0)
    await field.fill(t('tabs.audit'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k') // while the palette still fades out
    await expect(page).toHaveURL(/\/audit$/)
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await field.fill(event)
    // Not those of the page: what arrives behind an open dialog is not hidden by it.
    await expect(dialog(page).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/events\/[\w-]+$/)
    await expect(page.getByRole('heading', { name: event })).toBeVisible()

    await page.keyboard.press('Control+k')
    await field.fill(t('staffSettings:retention.title'))
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings#retention$/)
    await expect(
      page.getByRole('heading', { name: t('staffSettings:retention.title') }),
    ).toBeInViewport()
  })
}

test('a page that arrives late leaves the focus in the palette that was opened meanwhile', async ({
  server,
  open,
}) => {
  const page = await open(DESK)
  await enterAs(page, server, 'admin')
  await page.goto('/admin/dashboard/overview')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let arrive: () => void = () => undefined
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/audit-page-*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Dashboard' }).getByText('Audit log').click()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Page, number or action' })
  await expect(field).toBeFocused()
  arrive()
  await expect(page.locator('h1', { hasText: 'Audit log' })).toBeAttached()
  await page.keyboard.type('users')
  await expect(field).toHaveValue('users')
})

test('of a name that more people have than the palette lists, the last line opens the list of members', async ({
  server,
  open,
}) => {
  for (let number = 0; number < 6; number += 1)
    await buildMember(server.deps, { firstName: 'Samia', lastName: 'Elwarrag' })
  const page = await open(DESK)
  await enterAs(page, server, 'admin')
  await page.goto('/admin/dashboard/overview')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Page, number or action' })).toBeFocused()
  await page.keyboard.type('samia elwarrag')
  await expect(page.getByRole('option', { name: 'Samia Elwarrag' })).toHaveCount(5)
  await expect(page.getByRole('option').last()).toHaveText(/Show all results/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/users\?q=samia(\+|%20)elwarrag$/)
  await expect(page.getByRole('searchbox').first()).toHaveValue('samia elwarrag')
})

test('a colleague who takes a request is told on the open list within seconds', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const [mine, other] = [
    await applicant(server, { firstName: 'Mine', lastName: 'Now' }),
    await applicant(server, { firstName: 'Other', lastName: 'One' }),
  ]
  const page = await open(DESK)
  await enterAs(page, server, 'reviewer')
  await page.goto(`/reviewer/dashboard/requests/${mine.requestId}`)
  const line = queue(page, 'Requests').getByRole('link', { name: /Other One/ })
  await expect(line).toBeVisible()
  await expect(line).not.toContainText('Colleague')
  const colleague = await buildMember(server.deps, {
    role: 'reviewer',
    firstName: 'Colleague',
    lastName: 'Elsewhere',
  })
  await db(server)
    .updateTable('registration_requests')
    .set({
      claimed_by: colleague.id,
      claim_expires_at: new Date(Date.now() + 600_000).toISOString(),
    })
    .where('id', '=', other.requestId)
    .execute()
  await expect(line).toContainText('Colleague Elsewhere', { timeout: 10_000 })
  // The keys of the list move the focus, and open nothing.
  await page.keyboard.press('j')
  await expect(line).toBeFocused()
  await page.keyboard.press('k')
  await expect(queue(page, 'Requests').getByRole('link', { name: /Mine Now/ })).toBeFocused()
  await expect(heading(page, 'Mine Now')).toBeVisible()
})

test('on a narrow screen the list is a page of its own', async ({ server, open }) => {
  await emptyQueue(server)
  const person = await applicant(server, { firstName: 'Narrow', lastName: 'Screen' })
  const page = await open({ viewport: { width: 800, height: 900 } })
  await enterAs(page, server, 'reviewer')
  await page.goto('/reviewer/dashboard/requests/queue')
  await expect(page).toHaveURL(/requests\?status=pending$/)
  await page.getByRole('button', { name: 'Narrow Screen' }).click()
  await expect(heading(page, 'Narrow Screen')).toBeVisible()
  await expect(queue(page, 'Requests')).toHaveCount(0)
  await page.goto(`/reviewer/dashboard/requests/${person.requestId}`)
  expect(await overflowOf(page)).toBe(0)
})

test('on a phone the decision about a report takes two lines, and its undo covers nothing of the next one', async ({
  server,
  open,
}) => {
  await db(server).deleteFrom('reports').execute()
  const [one, other] = [await freshReport(server.deps, null), await freshReport(server.deps, null)]
  const t = await wordsOf('fr', ['reportWrite', 'staffUi', 'dashboard'])
  const page = await open({ viewport: { width: 360, height: 740 } })
  await enterAs(page, server, 'moderator')
  await speak(page, 'fr')
  await page.goto(`/moderator/dashboard/reports/${one}`)
  const bar = page.getByRole('group', { name: t('desk.bar') })
  await expect(bar.getByRole('button', { name: t('desk.decide.verify.confirm') })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBeLessThan(70) // one line
  expect(await overflowOf(page)).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await bar.getByRole('button', { name: t('desk.decide.review.confirm') }).click()
  await dialog(page)
    .getByRole('button', { name: t('desk.decide.review.confirm') })
    .click()
  const title = heading(page, t('desk.title', { id: other }))
  await expect(title).toBeVisible()
  const undo = await page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: t('staffUi:undo.act') }) })
    .boundingBox()
  expect((undo?.y ?? 0) + (undo?.height ?? 0)).toBeLessThan((await title.boundingBox())?.y ?? 0)
})

test('compact rows show twelve and more at 1280 x 800, and stay with the account', async ({
  server,
  open,
}) => {
  for (let index = 0; index < 20; index += 1)
    await buildMember(server.deps, { details: { tribe: 'Compact tribe' } })
  const page = await open(DESK)
  const admin = await buildMember(server.deps, { role: 'admin' })
  await signInAs(page, admin)
  await page.goto('/admin/dashboard/users?tribe=Compact tribe&size=25')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  const inSight = () =>
    rows.evaluateAll(
      (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    )
  expect(await inSight()).toBeLessThan(12)
  await page.getByRole('combobox', { name: 'Density', exact: true }).selectOption('Compact')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(inSight).toBeGreaterThanOrEqual(12)
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await expect(rows).toHaveCount(20)
  await expect.poll(inSight).toBeGreaterThanOrEqual(12)
  const other = await open(DESK)
  await signInAs(other, await buildMember(server.deps, { role: 'admin' }))
  await other.evaluate(
    (cardId) => localStorage.setItem(`wld-rows-${cardId}`, 'compact'),
    admin.cardId,
  )
  await other.goto('/admin/dashboard/users?tribe=Compact tribe&size=25')
  await expect(other.getByRole('combobox', { name: 'Density', exact: true })).toHaveValue(
    'comfortable',
  )
})

test('ticks alone delete no copies: the document must have been in sight', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const t = await wordsOf('en', ['registrationRequests'])
  const { requestId } = await applicant(server, { firstName: 'Amna', lastName: 'First' })
  const page = await open(DESK)
  await enterAs(page, server, 'reviewer')
  const held: (() => void)[] = []
  await page.route(/\/api\/.*(document|file)/, async (route) => {
    if (route.request().resourceType() === 'image')
      await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(`/reviewer/dashboard/requests/${requestId}`)
  // The keys of a decision count from when the request is the reviewer's.
  await expect(page.getByRole('button', { name: t('decide.approve.confirm') })).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('a')
  await expect(dialog(page)).toContainText(t('decide.approve.copiesUnseen'))
  const copies = dialog(page).getByRole('checkbox', { name: t('decide.approve.deleteCopies') })
  await expect(copies).toHaveCount(0)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const go of held) go()
  await expect(copies).toBeChecked()
})

test('on a phone the bar of a request leads to its checks, and deletes from behind a menu', async ({
  server,
  open,
}) => {
  await emptyQueue(server)
  const { requestId } = await applicant(server, { firstName: 'Amna', lastName: 'First' })
  const page = await open({ viewport: { width: 360, height: 740 } })
  await enterAs(page, server, 'reviewer')
  await speak(page, 'fr') // the longest words
  const t = await wordsOf('fr', ['registrationRequests', 'dashboard', 'nav'])
  await page.goto(`/reviewer/dashboard/requests/${requestId}`)
  const bar = page.getByRole('group', { name: t('decide.bar') })
  await bar
    .getByRole('button', { name: t('dashboard:checks.ticked', { done: '0', all: '5' }) })
    .click()
  const boxes = dialog(page).getByRole('checkbox')
  await expect(boxes).toHaveCount(5)
  await expect(boxes.first()).toBeInViewport()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect((await bar.boundingBox())?.height).toBeLessThan(80)
  expect(await overflowOf(page)).toBe(0)
  const remove = bar.getByRole('button', { name: t('decide.delete.confirm'), exact: true })
  await expect(remove).toBeHidden()
  await bar.getByRole('button', { name: t('nav:more'), exact: true }).click()
  await expect(remove).toBeInViewport({ ratio: 1 })
  expect(await overflowOf(page)).toBe(0)
  await remove.click()
  await expect(dialog(page)).toContainText(t('decide.delete.title'))
})
