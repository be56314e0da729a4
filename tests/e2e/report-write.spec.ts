/** Reports as members file them, step by step: over an unreliable network, with two clicks, left and continued. */
import { docx, jpeg, pdf } from '#tests/support/sample-files.ts'
import { film } from '#tests/support/sample-films.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, faultsOf, openIn, wordsOf } from './reading.ts'
import {
  buildStaff,
  countReports,
  filedTitle,
  fileIt,
  filing,
  fillWords,
  item,
  openForm,
  person,
  sidewaysIn,
  toStep,
  WIDE,
} from './report-desk.ts'

beforeFirst(buildStaff)

test('visitors are offered no form; members read which fields are never public and which are missing', async ({
  open,
}) => {
  const page = await open(WIDE)
  await page.goto('/reports')
  await expect(page.getByText('No reports yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'File a report', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign in to file a report' }).click()
  // Who has no account, and came by the address of the form, finds the other way here.
  await expect(page.getByRole('link', { name: 'Report without an account' })).toHaveAttribute(
    'href',
    '/tell',
  )
  await page.getByRole('textbox', { name: 'Email address' }).fill(person('member').email)
  await page.getByLabel(/^Password/).fill(person('member').password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/reports/new')
  const form = filing(page)
  await expect(form.getByText(/^Leave out names and details/)).toBeVisible()
  await form.getByText('Before you write: do not put anybody in danger').click() // the rest is folded
  await expect(
    form.getByText('Never public: who you are, and the account of the alleged perpetrator.'),
  ).toBeVisible()
  // A step says what it misses before the next one; the list of steps closes none.
  await form.getByRole('button', { name: 'Continue' }).click()
  const missing = form.getByRole('region', { name: '3 fields need your attention' })
  await expect(missing).toBeFocused()
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(3)
  await missing.getByRole('link', { name: 'Say who was harmed.' }).click()
  await expect(form.locator('[name=victim]')).toBeFocused()
  await toStep(page, 'Where and when')
  await form.getByRole('textbox', { name: 'Map link' }).fill('http://maps.example')
  await fileIt(page)
  const problem = form.getByRole('region', { name: 'Something is missing' })
  await expect(problem).toBeFocused()
  await expect(problem.getByRole('link')).toHaveCount(9)
  expect(await faultsOf(page)).toEqual([])
  await problem.getByRole('link', { name: /^Map link: .* starts with https/ }).click()
  await expect(form.getByRole('textbox', { name: 'Map link' })).toBeFocused()
  await page.goBack()
  await expect(form.getByRole('heading', { level: 2, name: 'Check and send' })).toBeFocused()
  await problem.getByRole('link', { name: 'Enter the alleged perpetrator’s account.' }).click()
  await expect(form.getByRole('textbox', { name: 'Account or phone' })).toBeFocused()
  await fillWords(page, 'Put right')
  await toStep(page, 'Where and when')
  await form.getByRole('textbox', { name: 'Map link' }).fill('http://maps.example')
  await fileIt(page) // nothing is missing any more
  const wrong = form.getByRole('region', { name: 'Something needs correcting' })
  await expect(wrong.getByRole('link')).toHaveCount(1)
  await wrong.getByRole('link').click()
  await form.getByRole('textbox', { name: 'Map link' }).fill('https://maps.example')
  await toStep(page, 'Check and send')
  await expect(problem.or(wrong)).toHaveCount(0) // it goes with the last mark, before the form is sent again
  await expect(form.getByRole('region', { name: 'What happened' })).toContainText('Put right')
})

test('the buttons of a step lie over none of its fields', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 640 } })
  await signInAs(page, person('member'))
  await openForm(page)
  const field = filing(page).getByRole('textbox', { name: 'How it happened' })
  await field.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top - 500))
  await expect(field).toBeInViewport()
  expect(
    await field.evaluate((element) => {
      const { left } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 200, innerHeight - 4) === element
    }),
  ).toBe(true)
})

test('on a phone the first missing field is in view and not behind anything', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  await signInAs(page, person('member'))
  await openForm(page)
  const field = filing(page).getByLabel('Type of violation')
  await field.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await filing(page).getByRole('button', { name: 'Continue' }).click()
  const missing = filing(page).getByRole('region', { name: '3 fields need your attention' })
  await expect(missing).toBeFocused()
  await expect(missing).toBeInViewport({ ratio: 1 })
  await missing.getByRole('link').first().click()
  await expect(field).toBeFocused()
  await expect
    .poll(() =>
      field.evaluate((element) => {
        const { left, width, top, bottom } = element.getBoundingClientRect()
        return [top + 2, bottom - 2].every(
          (y) => document.elementFromPoint(left + width / 2, y) === element,
        )
      }),
    )
    .toBe(true)
})

test('on a phone a large field that takes the focus is seen whole', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  await signInAs(page, person('member'))
  await openForm(page)
  const field = filing(page).getByRole('textbox', { name: 'How it happened' })
  await filing(page).getByLabel('Type of violation').focus()
  await field.evaluate((element) =>
    scrollTo(0, element.getBoundingClientRect().top + scrollY - innerHeight + 40),
  )
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
})

test('four kinds of evidence are uploaded over a line that breaks three times, and two clicks file one report', async ({
  open,
  server,
}) => {
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Seen at the market')
  await toStep(page, 'Evidence')
  let drops = 0
  let parts = 0
  await page.route('**/api/upload/evidence/*?offset=*', async (route) => {
    parts += 1
    if (parts % 2 === 0 && drops < 3) {
      drops += 1
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  await filing(page)
    .getByLabel('Choose files')
    .setInputFiles([
      { name: 'market.jpg', mimeType: 'image/jpeg', buffer: await jpeg() },
      { name: 'statement.pdf', mimeType: 'application/pdf', buffer: pdf() },
      { name: 'list.docx', mimeType: '', buffer: await docx() },
      {
        name: 'film.mp4',
        mimeType: 'video/mp4',
        buffer: film({ picture: Buffer.alloc(2_500_000, 7) }),
      },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
    ])
  await expect(page.getByText(/^4 files added above/)).toBeAttached()
  await expect(filing(page).getByRole('alert').filter({ hasText: 'page.html' })).toContainText(
    'not a picture',
  )
  for (const name of ['market.jpg', 'statement.pdf', 'list.docx', 'film.mp4']) {
    await expect(item(page, name).getByText('Uploaded')).toBeVisible({ timeout: 30_000 })
    await item(page, name).getByLabel('What this file shows').fill(`It shows ${name}`)
  }
  expect(drops).toBe(3)
  await expect(item(page, 'market.jpg').locator('img')).toBeVisible()
  await toStep(page, 'Check and send')
  await expect(filing(page).getByRole('region', { name: 'Evidence' }).locator('img')).toBeVisible()
  await fileIt(page, 'dblclick')
  await expect(filedTitle(page)).toBeFocused()
  await expect(page.getByText('Everybody can read it now')).toBeVisible()
  expect(await countReports(server)).toBe(1)
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: /^Evidence for report \d+: 4$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'File a report', exact: true })).toBeVisible()
})

test('a draft survives a reload; an incomplete file is requested again and not sent twice', async ({
  open,
  server,
}) => {
  const before = await countReports(server)
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Kept over a reload')
  await toStep(page, 'Evidence')
  const big = film({ picture: Buffer.alloc(2_500_000, 9) })
  await page.route('**/api/upload/evidence/*?offset=2*', (route) => route.abort('connectionreset'))
  await filing(page)
    .getByLabel('Choose files')
    .setInputFiles([
      { name: 'small.jpg', mimeType: 'image/jpeg', buffer: await jpeg() },
      { name: 'big.mp4', mimeType: 'video/mp4', buffer: big },
    ])
  await item(page, 'small.jpg').getByLabel('What this file shows').fill('The small one')
  await item(page, 'big.mp4').getByLabel('What this file shows').fill('The big one')
  await expect(
    item(page, 'big.mp4').getByText('No connection. It continues automatically.'),
  ).toBeVisible()
  // It is sent while the other steps are filled in.
  await toStep(page, 'Alleged perpetrator')
  await expect(page.getByRole('navigation', { name: 'Steps' })).toContainText(
    '1 file is on its way',
  )
  await fileIt(page)
  await expect(filing(page).getByText('1 file is still on its way.')).toBeVisible()

  page.on('dialog', (question) => void question.accept()) // the browser asks before it leaves a page that still sends
  await page.goto('/reports')
  await page.unrouteAll({ behavior: 'ignoreErrors' }) // not earlier: the page retries by itself, and the upload might succeed
  const asked: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('offset=') && asked.push(new URL(request.url()).search),
  )
  await page.getByRole('link', { name: 'Continue your report' }).click()
  const form = filing(page)
  await expect(form.getByRole('heading', { level: 2, name: 'Evidence' })).toBeVisible() // where it was left
  await expect(form.getByText('Your draft is still here')).toBeVisible()
  await toStep(page, 'What happened')
  await expect(form.getByRole('textbox', { name: 'How it happened', exact: true })).toHaveValue(
    'Kept over a reload',
  )
  await toStep(page, 'Evidence')
  await expect(item(page, 'small.jpg').getByText('Uploaded')).toBeVisible()
  await item(page, 'big.mp4')
    .getByLabel('Choose big.mp4 again')
    .setInputFiles({ name: 'other.mp4', mimeType: 'video/mp4', buffer: film() })
  await expect(item(page, 'big.mp4').getByText('This is another file.')).toBeVisible()
  await item(page, 'big.mp4')
    .getByLabel('Choose big.mp4 again')
    .setInputFiles({ name: 'big.mp4', mimeType: 'video/mp4', buffer: big })
  await expect(item(page, 'big.mp4').getByText('Uploaded')).toBeVisible({ timeout: 20_000 })
  expect(asked).toEqual(['?offset=2097152'])

  // The response is lost and the page is loaded again: the second request gets the report of the first one.
  let lost = 0
  await page.route('**/api/report/create', async (route) => {
    await route.fetch()
    lost += 1
    await route.abort('connectionreset')
  })
  await fileIt(page)
  await expect(form.getByText('Failed to create report')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Continue your report' }).click()
  await expect(form.getByRole('heading', { level: 2, name: 'Check and send' })).toBeVisible() // nothing is missing
  await form.getByRole('button', { name: 'File the report' }).click()
  await expect(filedTitle(page)).toBeVisible()
  expect(lost).toBe(1)
  expect(await countReports(server)).toBe(before + 1)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
    'Kept over a reload',
  )
})

test('a change after a lost response makes no second report, and the member is informed', async ({
  open,
  server,
}) => {
  const before = await countReports(server)
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Lost, then changed')
  await page.route('**/api/report/create', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await fileIt(page)
  await expect(filing(page).getByText('No reply came')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await toStep(page, 'Where and when')
  await filing(page).getByRole('textbox', { name: 'City or village', exact: true }).fill('Geneina')
  await fileIt(page)
  await expect(filedTitle(page)).toBeVisible()
  await expect(page.getByText('It had already arrived the first time')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await countReports(server)).toBe(before + 1)
})

test('the hash is computed in a worker, a film is sent after a pause, and a film above the limit is not uploaded', async ({
  open,
  server,
}) => {
  const page = await open(WIDE)
  await page.route('**/api/about', (route) =>
    route.fulfill({ json: { demo: null, evidence: { filmMaxBytes: 3 * 1024 * 1024 } } }),
  )
  await signInAs(page, person('member'))
  await openForm(page)
  await toStep(page, 'Evidence')
  await expect(filing(page).getByText('sound recordings up to 3 MB')).toBeVisible()
  const worker = page.waitForEvent('worker')
  let begun = 0
  await page.route('**/api/upload/evidence', (route) => {
    begun += 1
    return route.continue()
  })
  let hold: (() => void) | undefined
  await page.route('**/api/upload/evidence/*?offset=1048576', async (route) => {
    await new Promise<void>((resolve) => {
      hold = resolve
    })
    await route.continue().catch(() => undefined)
  })
  await filing(page)
    .getByLabel('Choose files')
    .setInputFiles([
      {
        name: 'long.mp4',
        mimeType: 'video/mp4',
        buffer: film({ picture: Buffer.alloc(3_300_000, 7) }),
      },
      {
        name: 'short.mp4',
        mimeType: 'video/mp4',
        buffer: film({ picture: Buffer.alloc(2_500_000, 7) }),
      },
    ])
  await expect(filing(page).getByRole('alert').filter({ hasText: 'long.mp4' })).toContainText(
    'a video or a sound recording may be 3 MB at most',
  )
  expect((await worker).url()).toContain('hash-worker')
  await expect.poll(() => hold !== undefined).toBe(true)
  await item(page, 'short.mp4').getByRole('button', { name: 'Pause short.mp4' }).click()
  await expect(item(page, 'short.mp4').getByText('Paused')).toBeVisible()
  hold?.()
  await page.unroute('**/api/upload/evidence/*?offset=1048576')
  await item(page, 'short.mp4').getByRole('button', { name: 'Continue with short.mp4' }).click()
  await expect(item(page, 'short.mp4').getByText('Uploaded')).toBeVisible()
  expect(begun).toBe(1)
  // A closed tab loses the draft. The stored record could continue an incomplete upload of the same file.
  const kept = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  )
  expect(kept).toContain('wld-evidence')
  expect(
    await server.deps.database.db
      .selectFrom('evidence_uploads')
      .select('id')
      .where('name', '=', 'long.mp4')
      .execute(),
  ).toEqual([])
})

test('an unknown detail is ticked, not typed; readers see it in their language', async ({
  open,
  server,
}) => {
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Nobody saw their faces')
  const form = filing(page)
  const name = form.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Typed before')
  await name.press('Tab')
  await page.keyboard.press('Space')
  await expect(name).toHaveValue('Unknown')
  await expect(name).toBeDisabled()
  await form.getByRole('checkbox', { name: 'I don’t know (Name)' }).uncheck()
  await expect(name).toHaveValue('Typed before')
  // One tick for all four, which can be undone.
  const nothing = form.getByRole('checkbox', { name: 'I know nothing about the perpetrator' })
  const unknown = form.getByRole('checkbox', { name: /^I don’t know/, checked: true })
  await nothing.check()
  await expect(nothing).toBeFocused()
  await expect(name).toHaveCount(0)
  await expect(unknown).toHaveCount(0) // nothing is left to be ticked
  await nothing.uncheck()
  await expect(unknown).toHaveCount(0)
  await expect(name).toHaveValue('Typed before')
  await nothing.check()
  await toStep(page, 'Where and when')
  await form.getByRole('checkbox', { name: /^I have no map link/ }).check()
  await expect(
    form.getByText('We link a map search for the city or village instead.'),
  ).toBeVisible()
  await page.reload()
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(1)
  const day = form.getByLabel('Date of the incident')
  await day.fill('2999-01-01')
  await toStep(page, 'Alleged perpetrator')
  await expect(nothing).toBeChecked()
  await expect(name).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  await fileIt(page)
  await form.getByRole('link', { name: /^Date of the incident: Enter a day from 1900 on/ }).click()
  await expect(day).toBeFocused()
  await day.fill('2025-03-01')
  await fileIt(page)
  await expect(filedTitle(page)).toBeFocused()
  const row = await server.deps.database.db
    .selectFrom('reports')
    .selectAll()
    .orderBy('id', 'desc') // the description is sealed, so a query cannot look for it
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    actor: 'Unknown',
    actor_name: 'Unknown',
    actor_desc: 'Unknown',
    actor_account: 'Unknown',
    google_map_link: 'https://www.openstreetmap.org/search?query=Nyala%2C+Sudan',
  })
  await page.getByRole('link', { name: 'Open its evidence page' }).click()
  await expect(
    page.getByRole('region', { name: 'The report' }).getByText('1 Mar 2025'),
  ).toBeVisible()
  await openIn(page, 'fr', '/reports')
  await expect(
    page.getByRole('row', { name: /Nobody saw their faces/ }).getByText('Inconnu'),
  ).toHaveCount(1)
})

test('a refused report keeps all input, and the draft is deleted at sign-out', async ({ open }) => {
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Refused at first')
  await page.route('**/api/report/create', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  )
  await fileIt(page)
  await expect(filing(page).getByText('Failed to create report')).toBeVisible()
  await toStep(page, 'What happened')
  await expect(
    filing(page).getByRole('textbox', { name: 'How it happened', exact: true }),
  ).toHaveValue('Refused at first')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(
    'Refused at first',
  )
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
    'Refused at first',
  )
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: /Sign out|Log out/ }).click()
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .not.toContain('Refused at first')
})

test('a deleted draft leaves the tab at once, can be brought back for ten seconds, and is then forgotten', async ({
  open,
}) => {
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await page.clock.install()
  await openForm(page)
  await expect(page.getByRole('button', { name: 'Delete the draft' })).toHaveCount(0) // nothing to delete
  await fillWords(page, 'Deleted and brought back')
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(kept).toContain('Deleted and brought back')
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await expect(page.getByRole('heading', { name: 'The draft was deleted' })).toBeFocused()
  expect(await kept()).not.toContain('Deleted and brought back')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(
    filing(page).getByRole('heading', { level: 2, name: 'Alleged perpetrator' }),
  ).toBeFocused()
  await expect.poll(kept).toContain('Deleted and brought back')
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await page.clock.fastForward(10_000)
  await toStep(page, 'What happened')
  await expect(
    filing(page).getByRole('textbox', { name: 'How it happened', exact: true }),
  ).toHaveValue('')
  expect(await kept()).not.toContain('Deleted and brought back')
})

for (const language of JOURNEY_LANGUAGES) {
  test(`the form at 360 px, ${language}: axe finds nothing, nothing scrolls sideways`, async ({
    open,
  }) => {
    const t = await wordsOf(language, ['reportWrite'])
    const page = await open({ viewport: { width: 360, height: 740 } })
    await signInAs(page, person('member'))
    for (const step of ['what', 'where', 'who', 'check', 'evidence'] as const) {
      await openIn(page, language, `/reports/new?step=${step}`)
      await page
        .getByRole('heading', { level: 2, name: t(`reportWrite:steps.${step}`), exact: true })
        .waitFor()
      await expectGoodLooks(page, step)
    }
    const form = page.getByRole('form')
    await form.locator('input[type=file]').setInputFiles([
      {
        name: 'a-very-long-name-of-a-file-from-a-phone-2026-01-01-12-30-45.pdf',
        mimeType: 'application/pdf',
        buffer: pdf(),
      },
    ])
    await expect(form.getByText(t('reportWrite:file.state.done')).first()).toBeVisible()
    await expectGoodLooks(page)
    expect(await sidewaysIn(page, page.getByRole('main'))).toEqual([])
  })
}
