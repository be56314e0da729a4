/** The settings of who publishes the site, and the pages that show them. Real browser, real server. */
import {
  readAssociation,
  readSetting,
  writeSetting,
} from '#server/records/settings/settings-repository.ts'
import type { Association } from '#shared/domain/association.ts'
import { filledAssociation } from '#tests/builders/association.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn, wordsOf } from './reading.ts'

async function set({ deps }: ApiServer, value: Association): Promise<void> {
  const { db } = deps.database
  const { revision } = await readSetting(db, 'association')
  await writeSetting(db, 'association', { value, revision, by: null, at: new Date().toISOString() })
}

for (const language of JOURNEY_LANGUAGES)
  test(`the legal notice and the footer show who publishes the site (${language})`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf(language, ['association'])
    const value = filledAssociation()
    await set(server, value)
    const page = await open()
    await openIn(page, language, '/mentions-legales')
    await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
    const main = page.getByRole('main')
    for (const text of [
      value.name,
      value.seat,
      value.director,
      value.hostName,
      value.noDataOfficer,
    ])
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    await expect(main.getByText(t('incomplete'))).toHaveCount(0)
    const footer = page.getByRole('contentinfo')
    await footer.scrollIntoViewIfNeeded()
    await expect(footer.getByRole('link', { name: value.email })).toHaveAttribute(
      'href',
      `mailto:${value.email}`,
    )
    await expect(footer.getByRole('link', { name: t('title') })).toHaveAttribute('href', '/legal')
    await expectGoodLooks(page)
  })

test('an administrator fills it in; a colleague who was faster takes no input away', async ({
  open,
  server,
}) => {
  const t = await wordsOf('en', ['association', 'staffSettings', 'ui'])
  await set(server, filledAssociation({ director: '' }))
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  await page.goto('/admin/dashboard/settings')
  const section = page.getByRole('region', { name: t('association:settings.title'), exact: true })
  await expect(section.getByText(t('association:settings.open'))).toBeVisible()
  await section.getByRole('button', { name: t('association:settings.edit') }).click()
  const field = (name: string) =>
    section.getByRole('textbox', { name: t(`association:fields.${name}`) })
  const save = section.getByRole('button', { name: t('staffSettings:save') })
  await field('director').fill('Amina Idris')
  await field('siren').fill('732 829 321')
  await save.click()
  await expect(section.getByText(t('ui:faultsOf.siren.custom'))).toBeVisible()
  await field('siren').fill('732 829 320')
  await set(server, filledAssociation({ director: '', name: 'By a colleague' }))
  await save.click()
  await page.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  await expect(section.getByText(t('staffSettings:conflict.title'))).toBeVisible()
  await expect(field('director')).toHaveValue('Amina Idris')
  await save.click()
  await expect(section.getByText('Amina Idris')).toBeVisible()
  await expect(section.getByText(t('association:settings.open'))).toHaveCount(0)
  expect((await readAssociation(server.deps.database.db)).director).toBe('Amina Idris')
})
