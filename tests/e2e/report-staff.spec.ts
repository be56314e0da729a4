/** What staff do with reports besides editing: the bin, exports, looks at evidence with custody. */
import { readFileSync } from 'node:fs'
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { sha256 } from '#tests/support/evidence-uploads.ts'
import { png } from '#tests/support/sample-files.ts'
import { beforeFirst, expect, provePassword, signInAs, test } from './fixtures.ts'
import { faultsOf } from './reading.ts'
import {
  buildStaff,
  countReports,
  dialog,
  item,
  fileIt,
  filing,
  fillWords,
  newReport,
  openForm,
  toStep,
  person,
  WIDE,
} from './report-desk.ts'

beforeFirst(buildStaff)

test('a report is deleted with a reason; an administrator sees it in the bin with the days left and restores it', async ({
  open,
  server,
}) => {
  const id = await newReport(server)
  const page = await open(WIDE)
  await signInAs(page, person('reviewer'))
  await page.goto('/reports')
  await page.getByRole('button', { name: `Delete report ${id}`, exact: true }).click()
  await expect(dialog(page, `Delete report ${id}?`)).toContainText(`Report ${id} and its evidence`)
  await page.getByRole('button', { name: 'Delete the report' }).click()
  await expect(page.getByText('Write the reason.')).toBeVisible()
  await page.getByLabel('Reason').fill('Names a witness')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Report ${id} was deleted`)).toBeVisible()
  await expect(page.getByText('An administrator can restore it for 30 days.')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: String(id), exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deleted reports' })).toHaveCount(0)

  const admin = await open(WIDE)
  await signInAs(admin, person('admin'))
  await admin.goto('/reports')
  await admin.getByRole('button', { name: 'Deleted reports' }).click()
  const bin = admin.getByRole('dialog', { name: 'Deleted reports' })
  await expect(bin.getByText('Names a witness')).toBeVisible()
  await expect(bin.getByText('30 days left')).toBeVisible()
  await bin.getByRole('button', { name: `Restore report ${id}` }).click()
  await expect(bin.getByText('Nothing has been deleted recently')).toHaveCount(1)
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: `Delete report ${id}`, exact: true }).click()
  await admin.getByLabel('Reason').fill('Once more')
  await admin.getByRole('button', { name: 'Delete the report' }).click()
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByRole('rowheader', { name: String(id), exact: true })).toBeVisible()
})

test('members see no actions; staff export the filtered list', async ({ open, server }) => {
  const id = await newReport(server, { victim: 'Only this one' })
  const member = await open(WIDE)
  await signInAs(member, person('member'))
  await member.goto('/reports')
  await expect(member.getByRole('rowheader', { name: String(id), exact: true })).toBeVisible()
  await expect(member.getByRole('button', { name: /^(Edit|Delete|Export)/ })).toHaveCount(0)
  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  await page.goto('/reports?victim=only+this')
  const wish = dialog(page, 'Export this list')
  for (const end of ['csv', 'json'] as const) {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await wish.getByLabel('Format').selectOption(end)
    await expect(wish.getByRole('checkbox')).toHaveCount(0) // identities are for administrators
    await wish.getByRole('button', { name: 'Export' }).click()
    if (end === 'csv') {
      // The password proof is valid for the second file too.
      await page.getByLabel('Your password').fill(TEST_PASSWORD)
      await page.getByRole('button', { name: 'Confirm' }).click()
    }
    const download = await coming
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${end}$`))
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('Only this one')
    expect(text).not.toContain('Two families')
    await expect(wish).toHaveCount(0) // the file comes first, and the dialog has an "Export" too
  }
})

test('an administrator exports with identities after a warning and the password', async ({
  open,
  server,
}) => {
  await newReport(server, { victim: 'Named for a court' })
  const page = await open(WIDE)
  await signInAs(page, person('admin'))
  await page.goto('/reports?victim=for+a+court')
  await page.getByRole('button', { name: 'Export' }).click()
  const warning = dialog(page, 'Export this list')
  await warning.getByLabel('With identities').check()
  await expect(warning.getByText('card numbers of the reporters')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await warning.getByLabel('Format').selectOption('json')
  await warning.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByLabel('Your password').fill(TEST_PASSWORD)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Confirm' }).click()
  const [report] = JSON.parse(readFileSync(await (await coming).path(), 'utf8')) as {
    victim: string
    reporter: string
    actorAccount: string
  }[]
  expect(report).toMatchObject({
    victim: 'Named for a court',
    reporter: person('member').cardId,
    actorAccount: reportBody().actorAccount,
  })
  await expect(warning).toHaveCount(0)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(warning.getByLabel('With identities')).not.toBeChecked()
})

test('with review before publication, the member is informed and reads the own report; visitors cannot read it', async ({
  open,
  server,
}) => {
  const { db } = server.deps.database
  const { revision } = await readSetting(db, 'reports')
  await writeSetting(db, 'reports', {
    value: { mode: 'reviewed', withholdNames: true },
    revision,
    at: new Date().toISOString(),
    by: person('admin').id,
  })
  const page = await open(WIDE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Waits for staff')
  await fileIt(page)
  await expect(page.getByText('Our staff will read it first.')).toBeVisible()
  await page.getByRole('link', { name: 'Open its evidence page' }).click()
  await expect(page.getByText('No evidence', { exact: true })).toBeVisible()
  const pathname = page.url()
  await page.getByRole('link', { name: 'All reports' }).click()
  await expect(page.getByRole('table').getByText('Waits for staff')).toHaveCount(0)
  await page.getByRole('link', { name: 'My reports' }).click()
  const own = page.getByRole('article').filter({ hasText: 'Waits for staff' })
  await expect(own.getByText('Not public yet')).toBeVisible()
  await expect(own.getByText('Not verified')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const visitor = await open(WIDE)
  await visitor.goto('/reports?mine=yes')
  await expect(visitor.getByText('Sign in to see your reports')).toBeVisible()
  await visitor.goto(pathname)
  await expect(visitor.getByRole('heading', { name: 'Report not found' })).toBeVisible()
})

test('evidence for staff: custody without the reporter and with the hash of an original over 5 MB, a package after the password; a picture zooms by wheel', async ({
  open,
  server,
}) => {
  const author = await open(WIDE)
  await signInAs(author, person('member'))
  await openForm(author)
  await fillWords(author, 'With custody')
  await toStep(author, 'Evidence')
  const large = await png(1_800, 1_800)
  expect(large.length).toBeGreaterThan(PHOTO_MAX_BYTES)
  await filing(author)
    .getByLabel('Choose files')
    .setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: large }])
  await item(author, 'a.png').getByLabel('What this file shows').fill('The street')
  await expect(item(author, 'a.png').getByText('Uploaded')).toBeVisible({ timeout: 30_000 })
  await expect(
    item(author, 'a.png').getByText('This photo was made smaller before sending.'),
  ).toBeVisible()
  await fileIt(author)
  await author.getByRole('link', { name: 'Open its evidence page' }).click()
  await expect(author.getByRole('heading', { level: 1, name: /^Report \d+: / })).toBeVisible()
  await expect(author.getByRole('button', { name: /Custody|package/ })).toHaveCount(0)
  await author.getByRole('button', { name: /^Show the picture/ }).click()
  await author.getByRole('button', { name: /^Enlarge/ }).click()
  const picture = author.getByRole('region', { name: /^Picture\./ })
  await picture.hover()
  await author.mouse.wheel(0, -400)
  await expect(author.getByText('182%')).toBeVisible()
  await author.mouse.wheel(0, 2_000)
  await expect(author.getByText('100%')).toBeVisible()
  const { pathname } = new URL(author.url())

  const reviewer = await open(WIDE)
  await signInAs(reviewer, person('reviewer'))
  await reviewer.goto(pathname)
  await reviewer.getByRole('button', { name: 'Custody of evidence 1' }).click()
  await expect(reviewer.getByText('Received from the member who filed the report')).toBeVisible()
  // Named as its button is, and read from its beginning.
  const custody = reviewer.getByRole('dialog', { name: 'Custody of evidence 1' })
  await expect(custody.locator(':focus')).toHaveCount(1)
  await expect(custody.getByRole('button', { name: 'Close' })).not.toBeFocused()
  await expect(custody.getByText(/^Picture · /)).toBeVisible() // named as on the page
  await expect(custody.getByText(/A seal shows that/)).toBeVisible()
  await expect(custody.getByText(/^Times: .+\.$/)).toBeVisible()
  expect(await reviewer.getByRole('dialog').innerText()).not.toContain(person('member').cardId)
  await expect(reviewer.getByText(sha256(large))).toBeVisible()
  await expect(reviewer.getByRole('button', { name: 'Download the original' })).toHaveCount(0)
  expect(await faultsOf(reviewer)).toEqual([])

  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  await page.goto(pathname)
  await page.getByRole('button', { name: 'Download evidence package' }).click()
  await page
    .getByLabel(/password/i)
    .first()
    .fill('wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Invalid password')).toBeVisible()
  await page
    .getByLabel(/password/i)
    .first()
    .fill(person('moderator').password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect(await countReports(server)).toBeGreaterThan(0)
})

test('the reports tab is the desk: eight waiting reports and more in sight, and the next one a press away', async ({
  open,
  server,
}) => {
  for (let index = 0; index < 10; index += 1)
    await newReport(server, {
      city: `Village ${index}`,
      victim: 'Twenty-two boys of the village and their families',
    })
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(page, person('moderator'))
  await page.goto('/moderator/dashboard/reports')
  await expect(page.getByRole('button', { name: 'Waiting', pressed: true })).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  const inSight = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
  )
  expect(inSight).toBeGreaterThanOrEqual(8)
  // Two lines touch no line of the table.
  const air = await rows.evaluateAll((all) =>
    all.flatMap((row) =>
      [...row.querySelectorAll('.line-clamp-2')].flatMap((text) => [
        text.getBoundingClientRect().top - row.getBoundingClientRect().top,
        row.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom,
      ]),
    ),
  )
  expect(Math.min(...air)).toBeGreaterThanOrEqual(6)
  await page.getByRole('button', { name: 'Verified', exact: true }).click()
  await expect(page.getByText('No report matches').or(rows.first())).toBeVisible()
  await page.getByRole('link', { name: 'Review next' }).waitFor()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: /^Report \d+$/ })).toBeVisible()
  // What is compared is in sight beside the evidence, at once; each button says its key.
  await expect(page.getByRole('checkbox').last()).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Reject' }).locator('kbd')).toHaveAttribute(
    'data-key',
    'R',
  )
  expect(await faultsOf(page)).toEqual([])
  // The actions are one line: a second one covers evidence.
  const bar = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Reject' }) })
  expect((await bar.boundingBox())?.height).toBeLessThan(80)
  // The evidence stands beside the account, in the first window; a date that nobody gave is no line.
  const account = page.getByRole('region', { name: 'What was reported' })
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const accountBox = await account.boundingBox()
  const evidenceBox = await evidence.boundingBox()
  expect(evidenceBox?.x).toBeGreaterThan((accountBox?.x ?? 0) + (accountBox?.width ?? 0))
  expect(evidenceBox?.y).toBeLessThan(440)
  await expect(page.getByRole('button', { name: /^Checks: / })).toBeHidden()
  await expect(account.getByRole('term').filter({ hasText: 'What happened' })).toBeInViewport()
  await expect(account.getByRole('term').filter({ hasText: 'Date of the incident' })).toHaveCount(0)
  const width = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).locator('..').boundingBox())?.width ?? 0
  const before = await width('Evidence')
  await page.getByRole('button', { name: 'Hide the list' }).click()
  await expect(page.getByRole('navigation', { name: 'Reports' })).toHaveCount(0)
  expect(await width('Evidence')).toBeGreaterThan(before + 80)
  await page.getByRole('button', { name: 'Show the list' }).click()

  // Custody and public copies stay in the frame of staff.
  await page.getByRole('link', { name: 'Custody and public copies' }).click()
  await expect(page).toHaveURL(/\/moderator\/dashboard\/reports\/\d+\/evidence$/)
  await expect(page.getByRole('term').filter({ hasText: 'Victim' })).toBeVisible()
  await page.getByRole('link', { name: 'As the public sees it' }).click()
  await expect(page.getByText('This is what the public')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: /^Back to report/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Report \d+$/ })).toBeVisible()
})

test('on a phone the bar of the desk says how many checks are ticked, and opens them over the evidence', async ({
  open,
  server,
}) => {
  const id = await newReport(server)
  const page = await open({ viewport: { width: 360, height: 740 } })
  await signInAs(page, person('moderator'))
  await page.goto(`/moderator/dashboard/reports/${id}`)
  const heading = page.getByRole('heading', { name: 'Checks', exact: true })
  await expect(heading).not.toBeInViewport()
  await page.getByRole('button', { name: 'Checks: 0 of 4' }).click() // without evidence, one cannot be made
  const boxes = page.getByRole('dialog', { name: 'Checks: 0 of 4' }).getByRole('checkbox')
  await expect(boxes.last()).toBeInViewport()
  await boxes.first().check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading).not.toBeInViewport() // the page stands where it stood
  await expect(page.getByRole('button', { name: 'Checks: 1 of 4' })).toHaveText('1 of 4')
  // One line still, in the longest words.
  await page.evaluate(() => localStorage.setItem('language', 'fr'))
  await page.reload()
  const bar = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Rejeter' }) })
  await expect(page.getByRole('button', { name: /Vérifications/ })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBeLessThan(80)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

for (const width of [360, 768])
  test(`the ways of the staff list stand in one line at ${width} px, and a card names the victim`, async ({
    open,
    server,
  }) => {
    await newReport(server, { victim: 'Eleven travellers' })
    const page = await open({ viewport: { width, height: 900 } })
    await signInAs(page, person('moderator'))
    await page.evaluate(() => localStorage.setItem('language', 'fr'))
    await page.goto('/moderator/dashboard/reports?victim=travellers')
    const ways = [
      page.getByRole('button', { name: 'Plus', exact: true }),
      page.getByRole('link', { name: 'Examiner le suivant' }),
    ]
    for (const way of ways) await expect(way).toBeVisible()
    const tops = await Promise.all(ways.map(async (way) => (await way.boundingBox())?.y))
    expect(new Set(tops).size).toBe(1)
    if (width === 360) {
      const card = page.getByRole('listitem').filter({ hasText: 'Eleven travellers' })
      await expect(card.getByText('Eleven travellers')).toBeVisible()
      await expect(card.getByText('0 preuve')).toHaveCount(1)
    }
  })

test('after a deletion the next row has the focus and the undo is in sight; the password stands alone', async ({
  open,
  server,
}) => {
  const ids: number[] = []
  for (let index = 0; index < 4; index += 1)
    ids.push(await newReport(server, { victim: `Deleted here ${index}` }))
  const page = await open({ viewport: { width: 1280, height: 640 } })
  await signInAs(page, person('admin'))
  await page.goto('/admin/dashboard/reports?victim=Deleted+here')
  await expect(page.locator('tbody tr')).toHaveCount(4)
  // The server says this to somebody who has deleted much in a short time.
  await page.route(
    '**/api/report/delete/**',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: {
          type: 'about:blank',
          title: 'Forbidden',
          status: 403,
          code: 'step-up-required',
          message: 'Confirm your password',
          fields: [],
          requestId: 'r',
        },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: `Delete report ${ids[1]}`, exact: true }).click()
  await page.getByLabel('Reason').fill('Twice')
  await page.getByRole('button', { name: 'Delete the report' }).click()
  await expect(dialog(page, 'Confirm that it is you')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await provePassword(page)
  await expect(page.getByText(`Report ${ids[1]} was deleted`)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport()
  await expect(page.locator(`[data-row="${ids[2]}"] th button`)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  const restored = page.locator(`[data-row="${ids[1]}"] th button`)
  await expect(restored).toBeFocused()
  // The key of the desk undoes here too.
  await page.getByRole('button', { name: `Delete report ${ids[1]}`, exact: true }).click()
  await page.getByLabel('Reason').fill('Twice')
  await page.getByRole('button', { name: 'Delete the report' }).click()
  await expect(restored).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(restored).toBeVisible()
})
