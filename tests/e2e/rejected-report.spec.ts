/** What a reader gets of a report that staff rejected: number and state, and a sentence that says so (ADR 0083). */
import { reportSearchColumns } from '#server/records/reports/search-columns.ts'
import { OPEN } from '#shared/domain/report/report-protection.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildReport, reportBody } from '#tests/builders/report.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { expectGoodLooks, openIn } from './reading.ts'

const NAME = 'Somebody Accused'
const NOTES = {
  en: 'This report was rejected. Its text and evidence are not public.',
  ar: 'رُفض هذا البلاغ، فلا يُنشر نصه ولا أدلته.',
  fr: 'Ce signalement a été rejeté. Son contenu et ses preuves ne sont pas publics.',
} as const
const TITLES = {
  en: (id: number) => `Report ${id} was rejected`,
  ar: (id: number) => `رُفض البلاغ ${id}`,
  fr: (id: number) => `Le signalement ${id} a été rejeté`,
} as const

let id = 0
let reporter: Awaited<ReturnType<typeof buildMember>>
beforeFirst(async (server) => {
  reporter = await buildMember(server.deps)
  id = await buildReport(
    server.deps,
    { actorName: NAME },
    {
      reporter_id: reporter.id,
      status: 'rejected',
      ...reportSearchColumns(reportBody({ actorName: NAME }), {
        protection: OPEN,
        published: false,
      }),
    },
  )
})

for (const language of ['en', 'ar', 'fr'] as const)
  test(`the list and the page of the report say that it was rejected, ${language}`, async ({
    open,
  }) => {
    const page = await open()
    await openIn(page, language, `/reports?id=${id}`)
    await expect(page.getByRole('table').getByText(NOTES[language])).toBeVisible()
    await expect(page.getByText(NAME)).toHaveCount(0)
    await expectGoodLooks(page)
    await page.goto(`/reports/${id}/evidence`)
    await expect(page.getByRole('heading', { level: 1, name: TITLES[language](id) })).toBeVisible()
    await expect(page.getByText(NAME)).toHaveCount(0)
    await expectGoodLooks(page)
  })

test('on a phone it is a card with the same sentence', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  await page.goto(`/reports?id=${id}`)
  const card = page.getByRole('article', { name: NOTES.en })
  await expect(card).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
})

test('its reporter reads it in the own list, marked as not public', async ({ open }) => {
  const page = await open()
  await signInAs(page, reporter)
  await page.goto('/reports?mine=yes')
  const card = page.getByRole('article')
  await expect(card.getByText(NAME)).toBeVisible()
  await expect(card.getByText('Rejected: not public')).toBeVisible()
})
