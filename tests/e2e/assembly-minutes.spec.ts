/** From the agenda to the draft of the minutes. */
import { sendConvocations } from '#server/records/events/convocations.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { freshAssembly } from '#tests/security/fresh-rows.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { expect, signInAs, test } from './fixtures.ts'
import {
  expectGoodLooks,
  expectLineBegins,
  JOURNEY_LANGUAGES,
  openIn,
  overflowOf,
  wordsOf,
} from './reading.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const WIDE = { viewport: { width: 1280, height: 900 } }
const NARROW = { width: 360, height: 740 }

for (const language of JOURNEY_LANGUAGES)
  test(`an agenda is written, sent, voted and printed, ${language}`, async ({ server, open }) => {
    const { deps } = server
    const t = await wordsOf(language, ['assembly', 'ui'])
    const eventId = await freshAssembly(deps)
    const startsAt = (days: number) =>
      deps.database.db
        .updateTable('events')
        .set({ starts_at: new Date(server.clock.now().getTime() + days * DAY_MS).toISOString() })
        .where('id', '=', eventId)
        .execute()
    await startsAt(20.5)
    const content = await buildMember(deps, { role: 'content' })
    const voter = await buildMember(deps)
    const page = await open(WIDE)
    await signInAs(page, content)
    await openIn(page, language, `/content/dashboard/events/${eventId}/assembly`)

    await page.getByRole('button', { name: t('assembly:agenda.add') }).click()
    await page
      .getByRole('textbox', { name: t('assembly:agenda.fr', { number: 2 }) })
      .fill('Budget de l’année 2027')
    await page
      .getByRole('textbox', { name: t('assembly:agenda.ar', { number: 2 }) })
      .fill('ميزانية عام 2027')
    await page
      .getByRole('combobox', { name: t('assembly:agenda.majority') })
      .nth(1)
      .selectOption('two-thirds')
    await page.getByRole('button', { name: t('assembly:agenda.save') }).click()
    await expect(page.getByText(t('assembly:agenda.saved'))).toBeVisible()

    await page.getByRole('button', { name: t('assembly:convene.do') }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: t('assembly:convene.do') })
      .click()
    await page.getByLabel(t('ui:staff.stepUp.password')).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: t('ui:staff.stepUp.confirm'), exact: true }).click()
    await expect(page.getByText(t('assembly:convene.days', { count: 20 }))).toBeVisible()
    await sendConvocations(deps)
    expect(
      (await mailsTo(deps, voter.email)).filter(({ template }) => template === 'assembly-convened'),
    ).toHaveLength(1)

    // A word that changes now is seen by members, staff and the minutes.
    await page.reload()
    await page
      .getByRole('textbox', { name: t('assembly:agenda.fr', { number: 2 }) })
      .fill('Budget de l’année 2028')
    await page.getByRole('button', { name: t('assembly:agenda.save') }).click()
    await expect(page.getByText(t('assembly:convene.changed'))).toBeVisible()
    const phone = await open({ viewport: NARROW })
    await signInAs(phone, voter)
    await openIn(phone, language, `/events/${eventId}`)
    await expect(
      phone.getByText('Budget de l’année 2027').or(phone.getByText('ميزانية عام 2027')).first(),
    ).toBeVisible()
    await expect(phone.getByText(t('assembly:agenda.newItem'))).toHaveCount(1)
    await expect.poll(() => overflowOf(phone)).toBe(0)
    await phone.getByText(t('assembly:agenda.newItem')).scrollIntoViewIfNeeded()

    await startsAt(-1)
    await page.reload() // without the toasts, which lie above the page
    await page.getByRole('textbox', { name: t('assembly:agenda.inFavour') }).waitFor()
    await expectGoodLooks(page)
    await page.setViewportSize(WIDE.viewport)
    await page.getByRole('textbox', { name: t('assembly:agenda.inFavour') }).fill('8')
    await page.getByRole('textbox', { name: t('assembly:agenda.against') }).fill('٤')
    await page.getByRole('textbox', { name: t('assembly:agenda.abstained') }).fill('1')
    await expect(page.getByText(t('assembly:agenda.adopted'))).toBeVisible()
    await page.getByRole('button', { name: t('assembly:agenda.saveResults') }).click()
    await expect(page.getByText(t('assembly:agenda.saved'))).toBeVisible()

    await page.getByRole('link', { name: t('assembly:minutes.open') }).click()
    const sheet = page.getByRole('region', { name: t('assembly:minutes.title') })
    await expect(sheet).toContainText('Pour : 8 · Contre : 4 · Abstentions : 1')
    await expect(sheet).toContainText('Point ajouté ou modifié après la convocation.')
    await expect(sheet).toContainText('2. Budget de l’année 2027')
    await expect(sheet).toContainText('La résolution est adoptée.')
    await expect(sheet).toContainText('اعتُمد القرار.')
    // The date has a line of its own, and is not broken.
    await expect(
      sheet.getByText(/^État au\u00A0\d\S*\u00A0\S+\u00A0\d{4}\u00A0à\u00A0\d\d:\d\d$/),
    ).toHaveCount(1)
    await expect(sheet.getByText(/Présidence de séance/)).toHaveCount(1)
    await page.setViewportSize(NARROW)
    await expect.poll(() => overflowOf(page)).toBe(0)
    await expectLineBegins(sheet.getByText('Procès-verbal (projet)'))
    // The sheet is as wide as the window, with the Arabic words below the French ones.
    const boxOf = async (text: string) => {
      const box = await sheet.getByText(text).boundingBox()
      if (box === null) throw new Error(`${text} is not shown`)
      return box
    }
    const [french, arabic] = [await boxOf('Procès-verbal (projet)'), await boxOf('محضر (مسودة)')]
    expect(arabic.y).toBeGreaterThanOrEqual(french.y + french.height)
    expect(arabic.x + arabic.width).toBeLessThan(NARROW.width)
    expect(await sheet.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('textbox', { name: t('assembly:agenda.inFavour') })).toHaveValue(
      '8',
    )
    await expect.poll(() => overflowOf(page)).toBe(0)
  })
