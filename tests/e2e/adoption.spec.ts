/** An administrator adopts and announces the terms; a member is asked, puts it off, and agrees. Real browser, real server. */
import { sendAnnouncements } from '#server/jobs/announcements.ts'
import { agreementRowsOf } from '#server/records/agreements/agreement-repository.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { expectGoodLooks, faultsOf, wordsOf } from './reading.ts'

test('terms are adopted and announced, and a member agrees after signing in', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['association', 'staffSettings', 'ui', 'profile', 'terms'])
  const staff = await open()
  await signInAs(staff, await buildMember(server.deps, { role: 'admin' }))
  const member = await buildMember(server.deps)
  await staff.goto('/admin/dashboard/settings')
  const section = staff.getByRole('region', {
    name: t('association:adoption.title'),
    exact: true,
  })
  await expect(section.getByText(t('association:adoption.draft'))).toBeVisible()
  await section.getByLabel(t('association:adoption.adoptedOn')).fill('2026-12-01')
  const save = section.getByRole('button', { name: t('staffSettings:save') })
  await save.click()
  await expect(section.getByText(t('association:adoption.both'))).toBeVisible()
  await section.getByLabel(t('association:adoption.version')).fill('1')
  await save.click()
  await staff.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
  await staff.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  await expect(section.getByText(/version 1$/i)).toBeVisible()
  await section.getByLabel(t('association:adoption.changes.fr')).fill('Les durées ont changé.')
  await expectGoodLooks(staff)
  await section.getByRole('button', { name: t('association:adoption.announce') }).click()
  await staff
    .getByRole('dialog', { name: t('association:adoption.confirm') })
    .getByRole('button', { name: t('association:adoption.announce') })
    .click()
  await expect(section.getByText(t('association:adoption.running'))).toBeVisible()
  await sendAnnouncements(server.deps)
  expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toContain(
    'terms-announced',
  )

  const page = await open()
  await signInAs(page, member)
  await page.goto('/')
  const asks = page.getByText(t('ui:askAgain.title'))
  await expect(asks).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  const row = await asks.locator('xpath=../..').boundingBox()
  expect(row?.height, 'one row of a phone').toBeLessThan(50)
  await page.getByRole('link', { name: /View ID card/ }).click()
  await expect(asks).toHaveCount(0) // at a door it is in the way
  await page.goto('/')
  await page.getByRole('button', { name: t('ui:askAgain.later') }).click()
  await expect(asks).toHaveCount(0)
  await page.evaluate(() => sessionStorage.removeItem('wld-agree-later'))
  await page.reload()
  await page.getByRole('link', { name: t('ui:askAgain.read') }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Les durées ont changé.')).toBeVisible()
  await main.getByRole('checkbox', { name: t('profile:agreements.boxes.terms') }).check()
  await expectGoodLooks(page)
  await main.getByRole('button', { name: t('profile:agreements.agree') }).click()
  await expect(main.getByText('Les durées ont changé.')).toHaveCount(0)
  const rows = await agreementRowsOf(server.deps.database.db, member.id)
  expect(rows[0]).toMatchObject({ kind: 'terms', source: 'self' })
  expect(rows[0]?.version).toMatch(/ 1$/)
  await page.goto('/terms')
  await expect(page.getByText(/version 1\./)).toBeVisible()
  await expect(asks).toHaveCount(0)
})
