/** A person who is named in a report answers, from the public page to the reply under it (ADR 0086). */
import { createReport } from '#shared/contract/reports.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { expectGoodLooks, JOURNEY_LANGUAGES, openIn, wordsOf } from './reading.ts'

const REPLY = 'لم أكن في تلك المدينة في ذلك اليوم.'

for (const language of JOURNEY_LANGUAGES)
  test(`a person concerned sends a reply, and staff show it under the report, ${language}`, async ({
    server,
    open,
  }) => {
    const t = await wordsOf(language, ['contact', 'evidence', 'claims'])
    const reporter = await buildMember(server.deps)
    const { accessToken: bearer } = await signIn(server, reporter.email, TEST_PASSWORD)
    const filed = await server.client.call(createReport, { body: reportBody() }, { bearer })
    if (!filed.ok) throw new Error(JSON.stringify(filed.problem))
    const { id } = filed.value

    const page = await open({ viewport: { width: 360, height: 740 } })
    await openIn(page, language, `/reports/${id}/evidence`)
    await page.getByRole('link', { name: t('evidence:wrong') }).click()
    await page
      .getByRole('heading', { level: 1, name: t('contact:objection.title', { id }) })
      .waitFor()
    await page.getByRole('button', { name: t('contact:objection.submit') }).click()
    const faults = page.locator('main form').getByRole('region')
    await expect(faults).toBeFocused()
    await expect(faults.getByRole('link')).toHaveCount(6)
    const last = faults.getByRole('link', { name: t('contact:objection.goodFaithMissing') })
    await expect(last).toBeVisible()
    await page.getByLabel(t('contact:objection.kind')).selectOption('reply')
    await page.getByLabel(t('contact:objection.reply')).fill(REPLY)
    await page.getByLabel(t('contact:form.firstName')).fill('أمنة')
    await page.getByLabel(t('contact:form.lastName')).fill('إدريس')
    await page.getByLabel(t('contact:form.email')).fill('concerned@test.example')
    await page.getByLabel(t('contact:objection.goodFaith')).check()
    await expectGoodLooks(page)
    await page.getByRole('button', { name: t('contact:objection.submit') }).click()
    await expect(page.getByText(t('contact:objection.sentText'))).toBeVisible()
    const reference = (await page.getByText(/^MSG-/).first().textContent()) ?? ''

    const desk = await open({ viewport: { width: 1280, height: 900 } })
    await signInAs(desk, await buildMember(server.deps, { role: 'moderator' }))
    await openIn(
      desk,
      language,
      `/moderator/dashboard/claims/${reference.replaceAll(/[^A-Z0-9-]/g, '')}`,
    )
    await desk.getByRole('button', { name: t('claims:objection.hide') }).click()
    await expect(desk.getByText(t('claims:objection.contested'))).toBeVisible()
    await page.goto(`/reports/${id}/evidence`)
    await expect(page.getByText(t('evidence:contestedLead'))).toBeVisible()

    await desk.getByRole('button', { name: t('claims:objection.showReport') }).click()
    await expect(desk.getByText(t('claims:objection.public'))).toBeVisible()
    await desk.getByRole('button', { name: t('claims:objection.showReply') }).click()
    await expect(desk.getByText(t('claims:objection.replyShown'))).toBeVisible()
    await expectGoodLooks(desk)

    await page.goto(`/reports/${id}/evidence`)
    const replies = page.getByRole('region', { name: t('evidence:replies') })
    await expect(replies.getByText(REPLY)).toBeVisible()
    await expect(replies.getByText(t('evidence:personConcerned'))).toBeVisible()
    await expect(page.getByText('إدريس')).toHaveCount(0)
    await expectGoodLooks(page)
  })
