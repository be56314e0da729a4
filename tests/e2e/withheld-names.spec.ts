import { newColumns } from '#server/records/reports/create-report.ts'
/** What a reader gets of a report that is not verified, where names are withheld: a sentence in their place (ADR 0093). */
import { insertReport } from '#server/records/reports/report-repository.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { expectGoodLooks, openIn } from './reading.ts'

const NAMES = ['Somebody Accused', 'Halima Abdelrahman', 'A man with a scar']
const SENTENCES = {
  en: 'Withheld until verified',
  ar: 'محجوب حتى التحقق',
  fr: 'Masqué (non\u00a0vérifié)',
} as const
const DESCRIPTIONS = {
  en: 'The description of the alleged perpetrator is withheld until the report is verified',
  ar: 'وصف المشتبه به محجوب حتى التحقق',
  fr: 'La description de l’auteur présumé est masquée jusqu’à la vérification du signalement',
} as const

const IN_THE_TEXT = {
  en: 'Until the report is verified, […] stands here for words of the withheld names.',
  ar: 'حتى يُتحقق من البلاغ، تحلّ […] هنا محل كلمات من الأسماء المحجوبة.',
  fr: 'Jusqu’à la vérification du signalement, […] remplace ici des mots des noms masqués.',
} as const

let id = 0
let reporter: Awaited<ReturnType<typeof buildMember>>
beforeFirst(async (server) => {
  reporter = await buildMember(server.deps)
  const [actorName = '', victim = '', actorDesc = ''] = NAMES
  const description = `${victim} left her house when the market burned.`
  const row = await insertReport(server.deps.database.db, {
    ...newColumns(reportBody({ actorName, victim, actorDesc, description }), {
      at: server.clock.now().toISOString(),
      heldAt: null,
    }),
    reporter_id: reporter.id,
  })
  id = row.id
})

for (const language of ['en', 'ar', 'fr'] as const)
  test(`the list and the page of the report say why there is no name, ${language}`, async ({
    open,
  }) => {
    const page = await open()
    await openIn(page, language, `/reports?id=${id}`)
    await expect(page.getByRole('table').getByText(SENTENCES[language])).toHaveCount(2)
    for (const name of NAMES) await expect(page.getByText(name)).toHaveCount(0)
    await expectGoodLooks(page)
    await page.goto(`/reports/${id}/evidence`)
    await expect(
      page.getByText(SENTENCES[language]).filter({ hasNotText: DESCRIPTIONS[language] }),
    ).toHaveCount(2) // victim and perpetrator
    await expect(page.getByText(DESCRIPTIONS[language])).toBeVisible()
    await expect(page.getByText(IN_THE_TEXT[language])).toBeVisible()
    for (const name of NAMES) await expect(page.getByText(name)).toHaveCount(0)
    await expectGoodLooks(page)
  })

test('on a phone the card has the sentence', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  await page.goto(`/reports?id=${id}`)
  await expect(page.getByRole('article').getByText(SENTENCES.en)).toHaveCount(2)
  await expectGoodLooks(page)
})

test('its reporter reads the names in the own list', async ({ open }) => {
  const page = await open()
  await signInAs(page, reporter)
  await page.goto('/reports?mine=yes')
  for (const name of NAMES.slice(0, 2))
    await expect(page.getByRole('article').getByText(name).first()).toBeVisible()
})
