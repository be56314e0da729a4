/** A new installation, settled item by item by the card of the overview, in French. Real browser, real server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GO_LIVE_ITEMS } from '#shared/domain/go-live.ts'
import { filledAssociation } from '#tests/builders/association.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test as base, webDir } from './fixtures.ts'
import { expectGoodLooks, openIn, wordsOf } from './reading.ts'

/** The operator has set mail and backups; no mail is sent here, because no job runs. */
const test = base.extend({
  startServer: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'wld-go-live-'))
    await use(() =>
      startApiServer({
        engine: 'sqlite',
        webDir,
        env: {
          LIMITS_SCALE: '1000',
          SMTP_URL: 'smtp://127.0.0.1:9',
          MAIL_FROM: 'bureau@soudanais-lyon.fr',
          BACKUP_TO: folder,
          BACKUP_KEY: '7'.repeat(64),
        },
      }),
    )
    rmSync(folder, { recursive: true, force: true })
  },
})

test('the card leads through all that is open until the site is ready', async ({
  open,
  server,
}) => {
  const t = await wordsOf('fr', [
    'overview',
    'association',
    'staffSettings',
    'userManagement',
    'ui',
  ])
  const page = await open({ viewport: { width: 360, height: 740 }, locale: 'fr-FR' })
  const overview = '/admin/dashboard/overview'
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  await buildMember(server.deps, { firstName: 'Amina', lastName: 'Idris' })
  await openIn(page, 'fr', overview)

  const title = (count: number) => page.getByText(t('overview:goLive.title', { count }))
  const label = (item: string): string => t(`overview:goLive.items.${item}.label`)
  const prove = async (): Promise<void> => {
    await page.getByRole('textbox', { name: t('ui:staff.stepUp.password') }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: t('ui:staff.stepUp.confirm') }).click()
  }
  /** Back on the overview, the card is opened again. */
  const openCard = async (count: number): Promise<void> => {
    await page.goto(overview)
    await title(count).click()
  }
  /** Follows the link of an item to its section, which has the focus. */
  const toSection = async (item: string, heading: string) => {
    await page
      .getByRole('link', { name: t('overview:goLive.toSettingsOf', { item: label(item) }) })
      .click()
    await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeFocused()
    return page.getByRole('region', { name: heading, exact: true })
  }
  const save = { name: t('staffSettings:save') }

  // Mail and backups are set.
  let left = GO_LIVE_ITEMS.length - 2
  await title(left).click()
  await expectGoodLooks(page)
  const association = await toSection('identity', t('association:settings.title'))
  await association.getByRole('button', { name: t('association:settings.edit') }).click()
  const { currency: _currency, ...texts } = filledAssociation()
  for (const [name, text] of Object.entries(texts))
    await association
      .getByRole('textbox', { name: t(`association:fields.${name}`), exact: true })
      .fill(text)
  await association.getByRole('button', save).click()
  await prove()
  await expect(association.getByText(t('association:settings.open'))).toHaveCount(0)

  left -= 3 // who publishes, who hosts, and why there is no officer
  await openCard(left)
  const reports = await toSection('reports', t('staffSettings:reports.title'))
  await reports.getByText(t('staffSettings:reports.modes.reviewed.label')).click()
  await reports.getByText(t('staffSettings:reports.names.withheld.label')).click()
  await reports.getByRole('button', save).click()
  await expect(reports.getByRole('button', save)).toHaveCount(0)

  await openCard((left -= 1))
  const adoption = await toSection('terms', t('association:adoption.title'))
  await adoption.getByLabel(t('association:adoption.adoptedOn')).fill('2026-11-20')
  await adoption.getByLabel(t('association:adoption.version')).fill('1')
  await adoption.getByRole('button', save).click()
  await expect(adoption.getByText(/version 1$/)).toBeVisible()

  await page.goto('/admin/dashboard/users')
  const name = 'Amina Idris'
  await page.getByLabel(t('userManagement:table.roleOf', { name })).selectOption('ROLE_ADMIN')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('ui:staff.stepUp.password')).fill(TEST_PASSWORD)
  await dialog.getByRole('button', { name: t('userManagement:role.submit') }).click()
  await expect(dialog).toBeHidden()

  await openCard((left -= 2))
  for (const item of ['retention', 'dpia', 'register', 'processors']) {
    await expect(title(left)).toBeVisible()
    await page
      .getByRole('button', { name: t('overview:goLive.doneOf', { item: label(item) }) })
      .click()
    left -= 1
  }
  await expect(page.getByText(t('overview:goLive.ready'))).toBeVisible()
  await expectGoodLooks(page)
})
