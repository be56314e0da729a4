/** What people are told about their data, from the settings of a real server. */
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import { filledAssociation } from '#tests/builders/association.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks, JOURNEY_LANGUAGES, openIn, wordsOf } from './reading.ts'

const association = filledAssociation()

async function settle({ deps }: ApiServer): Promise<void> {
  const { db } = deps.database
  const at = new Date().toISOString()
  const held = await readSetting(db, 'association')
  await writeSetting(db, 'association', {
    value: association,
    revision: held.revision,
    by: null,
    at,
  })
  const { value, revision } = await readSetting(db, 'retention')
  const days = { ...value.days, identityDocuments: 41 }
  await writeSetting(db, 'retention', { value: { days }, revision, by: null, at })
}

for (const language of JOURNEY_LANGUAGES)
  test(`the page about personal data says what this server does (${language})`, async ({
    open,
    server,
  }) => {
    const t = await wordsOf(language, ['privacy', 'terms', 'nav', 'association'])
    await settle(server)
    const page = await open()
    await openIn(page, language, '/privacy')
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: t('privacy:title') })).toBeVisible()
    for (const text of [association.name, association.privacyContact, association.noDataOfficer])
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    const days = t('terms:days', { count: 41, number: '41' })
    await expect(main.getByText(t('privacy:periods.identityDocuments', { days }))).toBeVisible()
    await expect(main.getByText(association.hostName)).toBeVisible()
    // What is off on this server is not told as a recipient.
    await expect(main.getByText(t('privacy:processing.wallet.purpose'))).toHaveCount(0)
    await expect(main.getByText(t('privacy:outside.google'))).toHaveCount(0)
    await main.getByRole('button', { name: t('privacy:concerned.named.title') }).click()
    const heading = main.getByRole('heading', { name: t('privacy:concerned.named.title') })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(main.getByText(t('privacy:named.draft'))).toBeVisible()
    await expectGoodLooks(page)
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: t('nav:privacy') })).toHaveAttribute(
      'href',
      '/privacy',
    )
  })

test('wherever data are asked for, a link leads to what is done with them', async ({ open }) => {
  const t = await wordsOf('en', ['ui'])
  const page = await open()
  for (const path of ['/contact', '/newsletter', '/donate']) {
    await page.goto(path)
    await expect(
      page.getByRole('main').getByRole('link', { name: t('privacyLink') }),
    ).toHaveAttribute('href', '/privacy')
  }
})

test('a witness is told in the page itself, with and without a script', async ({ open }) => {
  const t = await wordsOf('en', ['witnessReports'])
  const page = await open()
  await page.goto('/tell')
  await expect(page.getByText(t('privacy.title'))).toBeVisible()
  await page.context().setOffline(true)
  await page.getByText(t('privacy.title')).click()
  await expect(page.getByText(t('privacy.kept'))).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/tell-plain')
  await expect(page.getByText(t('privacy.kept'))).toBeHidden()
  await page.getByText(t('privacy.title')).click()
  await expect(page.getByText(t('privacy.kept'))).toBeVisible()
})
