import { freshEvidence } from '#tests/security/fresh-rows.ts'
/** Reports as staff edit them: checked, edited by two at the same time, published, hidden. */
import { pdf } from '#tests/support/sample-files.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, faultsOf, openIn, wordsOf } from './reading.ts'
import {
  buildStaff,
  dialog,
  newReport,
  openEdit,
  person,
  save,
  sidewaysIn,
  WIDE,
} from './report-desk.ts'

beforeFirst(buildStaff)

test('a moderator withholds a name, publishes and verifies; a visitor reads the rest', async ({
  open,
  server,
}) => {
  const id = await newReport(
    server,
    { description: 'Halima saw men in uniform', victim: 'Khadija Ibrahim' },
    true,
  )
  const visitor = await open(WIDE)
  await visitor.goto(`/reports?id=${id}`)
  await expect(visitor.getByText('No report matches')).toBeVisible()

  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  await page.goto('/reports')
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(id), exact: true }) })
      .getByText('Not public yet'),
  ).toBeVisible()
  await openEdit(page, id)
  const form = dialog(page, `Edit report ${id}`)
  await form.getByLabel('Hide the victim').check()
  await form.getByLabel('Words removed everywhere').fill('Halima')
  await form.getByText('As the public sees it').click()
  await expect(form.getByText('[…] saw men in uniform')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await save(page).click()
  await expect(form).toBeHidden()
  await openEdit(page, id)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  const state = form.getByLabel('Status', { exact: true })
  await form.getByLabel('Mark as verified').check()
  await expect(state).toHaveValue('verified')
  await state.selectOption('under review')
  await expect(form.getByLabel('Mark as verified')).not.toBeChecked()
  await form.getByLabel('Mark as verified').check()
  await form.getByLabel('Verifier’s comment').fill('Two sources')
  await save(page).click()
  await expect(form).toBeHidden()

  await visitor.reload()
  await expect(visitor.getByText('[…] saw men in uniform')).toBeVisible()
  await expect(visitor.getByRole('cell', { name: 'Verified', exact: true })).toBeVisible()
  expect(await visitor.locator('main').innerText()).not.toMatch(/Halima|Khadija|Two sources/)
})

for (const language of JOURNEY_LANGUAGES) {
  test(`a word that resembles a hidden name is shown before the report is published, and withheld by hand, ${language}`, async ({
    open,
    server,
  }) => {
    const id = await newReport(
      server,
      { description: 'Mrs Khadidja saw men in uniform', victim: 'Khadija Ibrahim' },
      true,
    )
    const t = await wordsOf(language, ['reports', 'reportWrite'])
    const page = await open()
    await signInAs(page, person('moderator'))
    await openIn(page, language, '/reports')
    await page.getByRole('button', { name: t('reports:editOf', { id }) }).click()
    const form = page.getByRole('dialog')
    const near = form.getByRole('listitem').filter({ has: page.locator('mark') })
    await form.getByLabel(t('reportWrite:field.redactVictim')).check()
    await expect(near.locator('mark')).toHaveText('Khadidja')
    await expectGoodLooks(page)
    expect(await sidewaysIn(page)).toEqual([])
    await near.getByRole('button').click()
    await expect(near).toHaveCount(0)
    await form.locator('button[type=submit]').last().click()
    await expect(form).toHaveCount(0)
    const { hidden_words: words } = await server.deps.database.db
      .selectFrom('reports')
      .select('hidden_words')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(words).toBe('["Khadidja"]')
  })
}

test('a category chosen in Arabic is shown in the language of the reader and stays as it was filed', async ({
  open,
  server,
}) => {
  const id = await newReport(server, {
    type: 'الهجمات العسكرية والاستهداف القبلي',
    description: 'Filed in Arabic',
  })
  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  await page.goto('/reports')
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(id), exact: true }) })
      .getByText('Military attacks and tribal targeting'),
  ).toBeVisible()
  await openEdit(page, id)
  await expect(dialog(page, `Edit report ${id}`).getByLabel('Type of violation')).toHaveValue(
    'Military attacks and tribal targeting',
  )
  await dialog(page, `Edit report ${id}`).getByLabel('Verifier’s comment').fill('One source')
  await save(page).click()
  await expect(dialog(page, `Edit report ${id}`)).toBeHidden()
  const row = await server.deps.database.db
    .selectFrom('reports')
    .select(['type', 'verifier_comment'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ type: 'الهجمات العسكرية والاستهداف القبلي', verifier_comment: 'One source' })
})

test('a public report is hidden after a confirmation, and visitors no longer find it', async ({
  open,
  server,
}) => {
  const id = await newReport(server, { description: 'Was public for an hour' })
  const visitor = await open(WIDE)
  await visitor.goto(`/reports?id=${id}`)
  await expect(visitor.getByText('Was public for an hour')).toBeVisible()
  const page = await open(WIDE)
  await signInAs(page, person('reviewer'))
  await page.goto('/reports')
  const hide = page.getByRole('button', { name: `Hide report ${id}`, exact: true })
  await hide.click()
  const question = dialog(page, `Hide report ${id}?`)
  await expect(question).toContainText('Links to its evidence stop working immediately.')
  expect(await faultsOf(page)).toEqual([])
  await server.deps.database.db
    .updateTable('reports')
    .set({ status: 'verified' })
    .where('id', '=', id)
    .execute() // by a colleague, in the meantime
  await question.getByRole('button', { name: 'Hide the report' }).click()
  await expect(
    question.getByText('A verified report is public. Change its status first, then hide it.'),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(hide).toHaveCount(0)
  await server.deps.database.db
    .updateTable('reports')
    .set({ status: 'under review' })
    .where('id', '=', id)
    .execute()
  await page.reload()
  await hide.click()
  await question.getByRole('button', { name: 'Hide the report' }).click()
  await expect(question).toHaveCount(0)
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(id), exact: true }) })
      .getByText('Not public yet'),
  ).toBeVisible()
  await expect(hide).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText('No report matches')).toBeVisible()
})

test('a session that ends during an edit leads to the sign-in and back, and the input is kept', async ({
  open,
  server,
}) => {
  const id = await newReport(server, { city: 'Nyala' })
  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  await openEdit(page, id)
  await page.getByRole('dialog').getByLabel('City or village').fill('Kept over the sign-in')
  await server.deps.database.db
    .updateTable('sessions')
    .set({ ended_at: new Date().toISOString() })
    .where('member_id', '=', person('moderator').id)
    .execute()
  await save(page).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  expect(
    await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
  ).not.toContain('Kept over the sign-in')
  await page.getByRole('textbox', { name: 'Email address' }).fill(person('moderator').email)
  await page.getByLabel(/^Password/).fill(person('moderator').password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/reports/)
  const form = dialog(page, `Edit report ${id}`)
  await expect(form.getByText('Your changes are still here')).toBeVisible()
  await expect(form.getByLabel('City or village')).toHaveValue('Kept over the sign-in')
  await save(page).click()
  await expect(form).toBeHidden()
  const row = await server.deps.database.db
    .selectFrom('reports')
    .select('city')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.city).toBe('Kept over the sign-in')
})

test('evidence is added and removed while a report is edited', async ({ open, server }) => {
  const id = await newReport(server)
  const page = await open(WIDE)
  await signInAs(page, person('reviewer'))
  await openEdit(page, id)
  const form = dialog(page, `Edit report ${id}`)
  const add = form.getByRole('button', { name: 'Add to the report' })
  await expect(add).toBeDisabled()
  await form
    .getByLabel('Choose files')
    .setInputFiles([{ name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf() }])
  const file = form.getByRole('listitem', { name: 'a.pdf' })
  await expect(file.getByText('Uploaded')).toBeVisible()
  await expect(add).toBeDisabled()
  await file.getByLabel('What this file shows').fill('A statement')
  await page.route('**/api/report/evidence/create', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  )
  await add.click()
  await expect(form.getByText('Failed to add evidence')).toBeVisible()
  await expect(form.getByText('Failed to create evidence: a.pdf')).toBeVisible()
  await page.unroute('**/api/report/evidence/create')
  await add.click()
  const list = form.getByRole('list', { name: 'Evidence of this report' })
  await expect(list.getByText('A statement')).toBeVisible()
  await expect(file).toHaveCount(0)
  await expect(list.getByRole('link', { name: 'View in a new tab: A statement' })).toHaveAttribute(
    'href',
    /^\/api\/files\//,
  )
  await list.getByRole('button', { name: 'Remove evidence: A statement' }).click()
  await page.route('**/api/report/evidence/delete/*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  )
  await page.getByLabel('Reason').fill('Shows a face')
  await page.getByRole('button', { name: 'Remove the evidence' }).click()
  await expect(page.getByText('Failed to delete evidence')).toBeVisible()
  await page.unroute('**/api/report/evidence/delete/*')
  await expect(page.getByLabel('Reason')).toHaveValue('Shows a face')
  await page.getByRole('button', { name: 'Remove the evidence' }).click()
  await expect(form.getByText('An administrator can restore it for 30 days.')).toBeVisible()
  await expect(form.getByText('No evidence so far.')).toBeVisible()
})

test('an administrator deletes evidence, restores it at once, and later from the bin', async ({
  open,
  server,
}) => {
  const evidence = await freshEvidence(server.deps)
  const { report_id: id } = await server.deps.database.db
    .selectFrom('report_evidence')
    .select('report_id')
    .where('id', '=', evidence)
    .executeTakeFirstOrThrow()
  const page = await open(WIDE)
  await signInAs(page, person('admin'))
  await openEdit(page, id)
  const form = dialog(page, `Edit report ${id}`)
  const remove = form.getByRole('button', { name: /^Remove evidence: / }).first()
  const takeAway = async () => {
    await remove.click()
    await page.getByLabel('Reason').fill('Shows a face')
    await page.getByLabel('Reason').press('Control+Enter')
  }
  const before = await remove.count()
  await takeAway()
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The evidence is back.').last()).toBeVisible()
  await expect(remove).toHaveCount(before)
  await takeAway()
  await expect(form.getByText(/^Removed: /)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Deleted reports' }).click()
  const bin = page.getByRole('dialog', { name: 'Deleted reports and evidence' })
  const line = bin
    .getByRole('list', { name: 'Evidence' })
    .getByRole('listitem')
    .filter({ hasText: `Report ${id}` })
  await expect(line).toContainText('Shows a face')
  await expect(line).toContainText(/Restorable until .* · 30 days left/)
  await line.getByRole('button', { name: /^Restore evidence: / }).click()
  await expect(line).toHaveCount(0)
})

test('two editors see both versions and choose field by field; an unsaved form asks before it closes', async ({
  open,
  server,
}) => {
  const id = await newReport(server, { city: 'Nyala', victim: 'A family' })
  const first = await open(WIDE)
  const second = await open(WIDE)
  await signInAs(first, person('moderator'))
  await signInAs(second, person('reviewer'))
  await openEdit(first, id)
  await openEdit(second, id)
  await second.getByRole('dialog').getByLabel('City or village').fill('Zalingei')
  await second
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Known by now')
  await save(second).click()
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await first.getByRole('dialog').getByLabel('City or village').fill('Geneina')
  await first.getByRole('dialog').getByRole('textbox', { name: 'Victim' }).fill('Two families')
  await first.keyboard.press('Escape')
  await expect(first.getByText('Close without saving?')).toBeVisible()
  await first.getByRole('button', { name: 'Cancel' }).last().click()
  await save(first).click()
  const both = first.getByRole('form', { name: 'Somebody else saved this report in the meantime' })
  const city = both.getByRole('group', { name: 'City or village' })
  await expect(city).toContainText('Geneina')
  await expect(city).toContainText('Zalingei')
  await expect(
    both
      .getByRole('group', { name: 'Name of the alleged perpetrator' })
      .getByRole('radio', { name: /The saved version/ }),
  ).toBeChecked()
  expect(await faultsOf(first)).toEqual([])
  await city.getByRole('radio', { name: /The saved version/ }).check()
  await both.getByRole('button', { name: 'Save with these choices' }).click()
  await expect(first.getByRole('dialog')).toHaveCount(0)
  const row = await server.deps.database.db
    .selectFrom('reports')
    .select(['city', 'victim', 'actor_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ city: 'Zalingei', victim: 'Two families', actor_name: 'Known by now' })
})

test('a refused edit and a refused delete show the reason and keep the input', async ({
  open,
  server,
}) => {
  const id = await newReport(server)
  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  await openEdit(page, id)
  await page.route('**/api/report/update/*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  )
  await page.getByRole('dialog').getByLabel('City or village').fill('')
  await save(page).click()
  await expect(page.getByText('Something is missing')).toBeVisible()
  await page.getByRole('dialog').getByLabel('City or village').fill('Kept')
  await expect(page.getByText('Something is missing')).toHaveCount(0)
  await save(page).click()
  await expect(page.getByText('Failed to update report')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('City or village')).toHaveValue('Kept')
  await page.goto('/reports').catch(() => undefined)
  await page
    .getByRole('button', { name: 'Close without saving' })
    .click({ timeout: 500 })
    .catch(() => undefined)
  await page.route('**/api/report/delete/*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  )
  await page.getByRole('button', { name: `Delete report ${id}`, exact: true }).click()
  await page.getByLabel('Reason').fill('Twice filed')
  await page.getByRole('button', { name: 'Delete the report' }).click()
  await expect(page.getByText('Failed to delete report')).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('Twice filed')
})

for (const language of JOURNEY_LANGUAGES) {
  test(`editing at 360 px, ${language}: axe finds nothing, nothing scrolls sideways`, async ({
    open,
    server,
  }) => {
    const id = await newReport(server, {}, true)
    const page = await open({ viewport: { width: 360, height: 740 } })
    await signInAs(page, person('admin'))
    const t = await wordsOf(language, ['reports'])
    await openIn(page, language, '/reports')
    await page.getByRole('button', { name: t('reports:editOf', { id }) }).click()
    await page.getByRole('dialog').locator('textarea').first().waitFor()
    await expectGoodLooks(page)
    expect(await sidewaysIn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectGoodLooks(page)
  })
}
