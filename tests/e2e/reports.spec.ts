/** The public view of reports: list, filters, pages, evidence. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { insertEvidence } from '#server/records/reports/evidence-repository.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildReport } from '#tests/builders/report.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { pdf } from '#tests/support/sample-files.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

test.describe.configure({ timeout: 60_000 })

type Wish = NonNullable<Parameters<typeof buildReport>[1]> & {
  readonly day?: string
  readonly status?: 'verified' | 'under review' | 'not verified'
}

const addReport = (
  { deps }: ApiServer,
  { day = '2026-01-01', status = 'not verified', ...wish }: Wish = {},
): Promise<number> => buildReport(deps, wish, { at: `${day}T10:00:00.000Z`, status })

async function addEvidence(
  { deps }: ApiServer,
  reportId: number,
  kind: 'image' | 'document',
  description: string,
): Promise<void> {
  const picture = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#8a4f2a' },
  })
    .jpeg()
    .toBuffer()
  const file_id =
    kind === 'image'
      ? await deps.library.addPicture({
          purpose: 'evidence',
          ownerId: null,
          bytes: picture,
          originalName: 'a.jpg',
        })
      : await deps.library.addDocument({
          purpose: 'evidence',
          ownerId: null,
          bytes: pdf(),
          originalName: 'b.pdf',
        })
  await insertEvidence(deps.database.db, {
    report_id: reportId,
    evidence_type: kind,
    file_id,
    description,
    uploaded_at: '2026-02-03T10:00:00.000Z',
    deleted_at: null,
  })
}

const LONG = 'A long account of what they saw with their own eyes on that day. '.repeat(12).trim()
let rich = 0
let bare = 0

beforeFirst(async (server) => {
  for (let index = 1; index <= 23; index += 1)
    await addReport(server, {
      day: `2026-01-${String(index).padStart(2, '0')}`,
      victim: `Village ${index}`,
      type: index % 2 === 0 ? 'Shelling' : 'Looting',
    })
  rich = await addReport(server, {
    day: '2026-02-02',
    status: 'verified',
    type: 'التحريض العنصري',
    description: LONG,
    actorDesc: LONG,
    city: 'Geneina',
    country: 'SD',
    victim: 'Market traders',
    actor: 'Known militia',
  })
  bare = await addReport(server, {
    day: '2026-02-01',
    status: 'under review',
    victim: 'Nobody else',
  })
  await addEvidence(server, rich, 'image', `First picture. ${LONG}`)
  await addEvidence(server, rich, 'document', 'A statement')
  await addEvidence(server, rich, 'image', 'Second picture')
})

const rows = (page: Page) => page.getByRole('table').getByRole('row')
const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByText(/Showing \d+ to|No report matches/)).toBeVisible()
}

test('the list shows ten reports a page, newest first, with total and badges, and the page number in the address', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await settled(page, '/reports')
  await expect(page.getByText('25 reports')).toBeVisible()
  await expect(page.getByText('Showing 1 to 10 of 25 results')).toBeVisible()
  await expect(rows(page)).toHaveCount(11)
  const first = rows(page).nth(1)
  await expect(first).toContainText('Geneina, Sudan')
  await expect(first.getByText('Verified', { exact: true })).toBeVisible()
  await expect(rows(page).nth(2).getByText('Under review')).toBeVisible()
  await expect(page.getByRole('button', { name: /edit|delete|create/i })).toHaveCount(0)

  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('Showing 21 to 25 of 25 results')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?page=3')
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'All reports' })).toBeFocused()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 25 results')).toBeVisible()
  await page.goto('/reports?page=99')
  await expect(page.getByText('Showing 21 to 25 of 25 results')).toBeVisible()
  await page.getByRole('button', { name: 'Date' }).click()
  await expect(rows(page).nth(1)).toContainText('Village 1')
  expect(new URL(page.url()).search).toBe('?sort=createdAt')
})

test('six filters work alone and together, are kept in the address, and are cleared at once', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await settled(page, '/reports')
  await page.getByRole('button', { name: 'Filter the reports' }).click()
  const asked: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/api/report/get/all') && asked.push(new URL(request.url()).search),
  )
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  const total = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

  await page.getByLabel('Type of violation').pressSequentially('shelling', { delay: 20 })
  await total('11 reports')
  expect(asked.length, 'a pause after the last letter, not a call a letter').toBeLessThan(3)
  await fill('Victim', 'village 1')
  await total('5 reports')
  await fill('Filed from', '2026-01-11')
  await fill('Filed until', '2026-01-15')
  await total('2 reports')
  const { search } = new URL(page.url())
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    from: '2026-01-11',
    to: '2026-01-15',
    type: 'shelling',
    victim: 'village 1',
  })
  await page.reload()
  await total('2 reports')
  await expect(page.getByLabel('Victim', { exact: true })).toHaveValue('village 1')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await total('25 reports')
  await expect(page.getByLabel('Victim', { exact: true })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
  await expect(page.getByLabel('Report ID', { exact: true })).toBeFocused()

  // Typed, and the next button pressed before the pause is over: both count.
  await fill('Type of violation', 'shelling')
  await page.getByRole('columnheader').getByRole('button').click()
  await total('11 reports')
  expect(Object.fromEntries(new URLSearchParams(new URL(page.url()).search))).toEqual({
    type: 'shelling',
    sort: 'createdAt',
  })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await total('25 reports')

  await fill('Alleged perpetrator', 'MILITIA')
  await total('1 report')
  await fill('Alleged perpetrator', '')
  await fill('Report ID', String(rich))
  await expect(rows(page)).toHaveCount(2)
  await fill('Report ID', 'no such')
  await expect(page.getByText('No report matches')).toBeVisible()
  await fill('Filed from', '2026-02-01')
  await fill('Filed until', '2026-01-01')
  await expect(page.getByText('The start date is after the end date')).toBeVisible()
})

test('long texts open with the keyboard; the panel says what is accepted and what is not', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await settled(page, '/reports')
  await expect(
    page.getByRole('row').filter({ hasText: 'Known militia' }).getByRole('button'),
  ).toHaveCount(1) // one in a row, however long the other text is
  const more = page.getByRole('button', { name: `Read more: description of report ${rich}` })
  await more.focus()
  await page.keyboard.press('Enter')
  const less = page.getByRole('button', { name: `Read less: description of report ${rich}` })
  await expect(less).toBeFocused()
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  const panel = page.locator('#accepted-violations')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'What we document' }).press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await expect(
    panel.getByText(
      /Strikes on military sites, battle videos and killings of soldiers are not accepted/,
    ),
  ).toBeVisible()
})

for (const language of ['en', 'fr', 'ar'] as const)
  test(`what the line of the list opens moves no button of it, and folded it leaves the first report in view, ${language}`, async ({
    open,
  }) => {
    const page = await open({ viewport: { width: 1280, height: 800 } })
    await openIn(page, language, '/reports')
    const first = page.locator('[data-row]').first()
    const top = async (): Promise<number> => (await first.boundingBox())?.y ?? Number.NaN
    await expect(first).toBeVisible()
    expect(
      await page.getByRole('table').evaluate((it) => it.getBoundingClientRect().top),
    ).toBeLessThan(420)
    const line = page.getByRole('heading', { level: 2 }).locator('xpath=../..')
    const buttons = line.locator(':scope > :is(a, button)')
    await expect(buttons).toHaveCount(3)
    const places = () => Promise.all([0, 1, 2].map((at) => buttons.nth(at).boundingBox()))
    const before = await places()
    const folded = await top()
    for (const at of [0, 2]) {
      await buttons.nth(at).click()
      expect(await places()).toEqual(before)
    }
    expect(await top()).toBeGreaterThan(folded)
    await expect(line.getByRole('search').getByRole('button')).toHaveCount(0) // nothing to clear
  })

test('no column of the table is narrower than a word', async ({ open }) => {
  const page = await open({ viewport: { width: 1100, height: 900 } })
  for (const width of [1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page, '/reports')
    for (const head of await page.getByRole('columnheader').all())
      expect(
        await head.evaluate((cell) => cell.getBoundingClientRect().width),
      ).toBeGreaterThanOrEqual(64)
    expect(
      await page
        .getByRole('columnheader', { name: 'Location' })
        .evaluate((cell) => cell.getBoundingClientRect().width),
    ).toBeGreaterThanOrEqual(110)
  }
})

test('on a phone the list is made of cards, and the page does not scroll sideways', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  await settled(page, '/reports')
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(10)
  // What stands before the list leaves the beginning of the first report in the window.
  expect((await page.getByRole('article').first().boundingBox())?.y).toBeLessThan(540)
  await expect(page.getByLabel('Victim', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Filter the reports' }).click()
  await page.getByLabel('Victim', { exact: true }).fill('traders')
  await expect(page.getByText('1 report', { exact: true })).toBeVisible()
  await expect(page.getByTitle('Filter the reports (1 in use)')).toBeVisible()
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
})

test('a text in another language than the page says so, to the eye and to a screen reader', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await openIn(page, 'fr', '/reports')
  const row = page.getByRole('row').filter({ hasText: 'Known militia' })
  await expect(row.getByText('Rédigé en anglais')).toBeVisible()
  await expect(row.locator('p[lang=en]')).toHaveCount(2) // what happened, and the description of the perpetrator
  // Two words do not tell the language.
  const short = page.getByRole('row').filter({ hasText: 'Nobody else' })
  await expect(short.getByText(/Rédigé en/)).toHaveCount(0)
  await expect(short.locator('[lang]')).toHaveCount(0)
  await page.goto(`/reports/${rich}/evidence`)
  await expect(page.getByText('Rédigé en anglais')).toBeVisible()
  await openIn(page, 'en', '/reports')
  await expect(row).toBeVisible()
  await expect(page.getByText(/^Written in/)).toHaveCount(0)
})

for (const language of ['en', 'fr', 'ar'] as const)
  test(`at 768 px the tools of the list stand beside its heading, ${language}`, async ({
    open,
  }) => {
    const page = await open({ viewport: { width: 768, height: 1024 } })
    await openIn(page, language, '/reports')
    await expect(page.getByRole('article').first()).toBeVisible()
    const heading = page.getByRole('heading', { level: 2 }).first()
    const top = (await heading.boundingBox())?.y ?? 0
    const tools = heading.locator('xpath=../..').locator(':scope > :is(a, button)')
    await expect(tools).toHaveCount(3)
    for (const tool of await tools.all())
      expect((await tool.boundingBox())?.y).toBeLessThan(top + 20)
  })

for (const language of ['en', 'fr', 'ar'] as const)
  test(`on a phone the words of each tool of the list stand in one line, ${language}`, async ({
    open,
  }) => {
    const page = await open({ viewport: { width: 360, height: 740 } })
    await openIn(page, language, '/reports')
    const first = page.getByRole('article').first()
    await expect(first).toBeVisible()
    expect((await first.boundingBox())?.y).toBeLessThan(540)
    const tools = page
      .getByRole('heading', { level: 2 })
      .locator('xpath=../..')
      .locator(':scope > :is(a, button)')
    await expect(tools).toHaveCount(3)
    for (const tool of await tools.all())
      expect((await tool.boundingBox())?.height).toBeLessThan(48)
  })

test('a failure is shown in a banner with a retry', async ({ open }) => {
  const page = await open()
  await page.route('**/api/report/get/all**', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: '' }),
  )
  await page.goto('/reports')
  await expect(page.getByText('Failed to fetch reports')).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/report/get/all**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('25 reports')).toBeVisible()
})

test('evidence: victim and the whole text are there, pictures blurred until requested, documents shown as pages', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await settled(page, '/reports')
  await page.getByRole('link', { name: `Evidence for report ${rich}: 3` }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Report ${rich}: التحريض العنصري`, exact: true }),
  ).toBeFocused()
  await page.goto(`/reports/${rich}`) // its address without the last word leads there
  await expect(page).toHaveURL(new RegExp(`/reports/${rich}/evidence$`))
  const facts = page.getByRole('region', { name: 'The report' })
  const told = (label: string) =>
    facts.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')
  await expect(told('Victim')).not.toHaveText('')
  await expect(told('Alleged perpetrator')).not.toHaveText('')
  await expect(told('Location')).toHaveText('Geneina, Sudan')
  await expect(told('Filed on')).toHaveText('2 Feb 2026')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const account = page.getByRole('region', { name: 'What happened' })
  await expect(account.locator('p')).toHaveText(LONG)
  // The way back, the title, the account, the facts: in this order, and the account as wide as the evidence.
  const box = async (part: Locator) => {
    const { y = 0, width = 0 } = (await part.boundingBox()) ?? {}
    return { y, width }
  }
  const inOrder = await Promise.all(
    [
      page.getByRole('link', { name: 'All reports' }),
      page.getByRole('heading', { level: 1 }),
      account,
      facts,
    ].map(async (part) => (await box(part)).y),
  )
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
  expect((await box(account)).width).toBe(
    (await box(page.getByRole('region', { name: '3 pieces of evidence' }))).width,
  )

  const card = page.getByRole('article', { name: 'Picture 1' })
  await expect(card).toContainText('3 Feb 2026')
  await expect(card.locator('img')).toHaveCSS('filter', /blur/)
  await card.getByRole('button', { name: 'Show the picture: Picture 1' }).click()
  await expect(card.locator('img')).toHaveCSS('filter', 'none')
  await expect(page.getByRole('article', { name: 'Picture 3' }).locator('img')).toHaveCSS(
    'filter',
    /blur/,
  )
  await page.getByRole('switch', { name: 'Show all pictures without blur' }).click()
  await expect(page.getByRole('article', { name: 'Picture 3' }).locator('img')).toHaveCSS(
    'filter',
    'none',
  )

  await card.getByRole('button', { name: 'Enlarge: Picture 1' }).click()
  const viewer = page.getByRole('dialog', { name: 'Evidence 1 of 3' })
  await expect(viewer).toBeVisible()
  await page.keyboard.press('+')
  await expect(viewer.getByText('150%')).toBeVisible()
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('dialog', { name: 'Evidence 2 of 3' }).getByText('A statement'),
  ).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('dialog', { name: 'Evidence 3 of 3' }).getByText('Second picture'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const paper = page.getByRole('article', { name: 'PDF document 2' })
  await expect(paper).toContainText('1 page')
  await expect(paper).toContainText(/SHA-256 [0-9a-f]{64}/)
  await expect(paper.getByRole('link')).toHaveCount(0)

  // On paper: nothing to press, no picture cut by the end of a sheet, and where it was printed from.
  const source = page.locator('[data-source]')
  await source.waitFor({ state: 'attached' }) // it is fetched when the page is idle
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(source).toContainText(page.url())
  await expect(source).toContainText(/Printed on .* \(Paris time\)/)
  await expect(page.getByText('Show the picture').filter({ visible: true })).toHaveCount(0)
  await expect(paper).toHaveCSS('break-inside', 'avoid')
  expect(await page.locator('a[href*="/api/files"]').count()).toBeGreaterThan(0)
  expect(await page.evaluate(shownKeys)).toEqual([])
})

/** Links to files that would be printed, or whose addresses would be: they open the file for whoever has them. */
const shownKeys = (): string[] =>
  [...document.querySelectorAll('a[href*="/api/files"]')]
    .filter(
      (link) =>
        link.checkVisibility() || getComputedStyle(link, '::after').content.includes('/api/files'),
    )
    .map((link) => link.outerHTML)

test('a list on paper has no links in the shape of buttons, and says where it comes from', async ({
  open,
}) => {
  const page = await open()
  await page.goto('/reports')
  const evidence = page.getByRole('main').locator('a[href$="/evidence"]').first()
  const withoutAccount = page.getByRole('link', { name: 'Report without an account' })
  await expect(evidence).toBeVisible()
  await expect(withoutAccount).toBeVisible()
  const source = page.locator('[data-source]')
  await source.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(source).toContainText(page.url())
  await expect(withoutAccount).toBeHidden()
  await expect(page.getByRole('table')).toHaveCount(0) // no sheet is as wide, and a change after the sheets are counted leaves white ones
  await expect(evidence).toBeVisible() // how many there are
})

test('the evidence page handles a report without evidence, an unknown report, and an address without a number', async ({
  open,
}) => {
  const page = await open()
  // Nothing of the line says that its number of evidence, 0, leads to the report: its title does.
  await page.goto(`/reports?id=${bare}`)
  await page.locator(`[data-row="${bare}"] a[href="/reports/${bare}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/reports/${bare}/evidence$`))
  await expect(page.getByText('No evidence', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'The report' }).getByRole('definition'),
  ).toHaveCount(4) // nobody gave a day of the incident
  for (const [path, text] of [
    ['/reports/999999/evidence', 'no longer public'],
    ['/reports/abc/evidence', 'No report ID provided'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Report not found' })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.getByRole('link', { name: 'All reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports of violations' })).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES) {
  test(`axe finds nothing, ${language}`, async ({ open }) => {
    const page = await open()
    for (const path of ['/reports', `/reports/${rich}/evidence`, `/reports/${bare}/evidence`]) {
      await openIn(page, language, path)
      await page
        .getByRole('heading', { level: 2 })
        .or(page.locator('.border-dashed'))
        .first()
        .waitFor()
      await expectGoodLooks(page)
    }
  })
}

test('the header never covers the sort button that has the keyboard focus', async ({
  open,
  server,
}) => {
  const admin = await buildMember(server.deps, { role: 'admin' })
  for (let index = 0; index < 8; index += 1) await buildMember(server.deps)
  const page = await open({ viewport: { width: 1100, height: 420 } })
  await signInAs(page, admin)
  for (const [path, name] of [
    ['/reports', 'Date'],
    ['/admin/dashboard/reports', 'Date'],
    ['/admin/dashboard/users', 'Name'],
  ] as const) {
    await page.goto(path)
    for (const width of [1100, 1400]) {
      await page.setViewportSize({ width, height: 420 })
      const sort = page.getByRole('columnheader', { name }).getByRole('button')
      // From the first row, with the head of the table scrolled to where the header of the page stands.
      const head = await sort.evaluate((button) => button.getBoundingClientRect().top + scrollY)
      await rows(page)
        .nth(1)
        .locator('a[href], button')
        .first()
        .evaluate((control: HTMLElement, top) => {
          window.scrollTo({ top, behavior: 'instant' })
          control.focus({ preventScroll: true })
        }, head - 20)
      for (
        let presses = 0;
        presses < 12 && !(await sort.evaluate((button) => button === document.activeElement));
        presses += 1
      )
        await page.keyboard.press('Shift+Tab')
      await expect(sort).toBeFocused()
      const [button, header] = [
        await sort.boundingBox(),
        await page.getByRole('banner').boundingBox(),
      ]
      expect(button?.y, `${path} at ${width} px`).toBeGreaterThanOrEqual(
        (header?.y ?? 0) + (header?.height ?? 0) - 0.5,
      )
    }
  }
})
