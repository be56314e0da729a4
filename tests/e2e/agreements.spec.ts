/** What a member agreed to: asked, given, shown and withdrawn in the profile. Real browser, real server. */
import { findByNumber } from '#server/records/members/member-repository.ts'
import { buildMember } from '#tests/builders/member.ts'
import { expect, test } from './fixtures.ts'
import { openProfile } from './own-account.ts'
import { expectGoodLooks, JOURNEY_LANGUAGES, wordsOf } from './reading.ts'

for (const language of JOURNEY_LANGUAGES) {
  test(`the tribe, ${language}: agreed to, then withdrawn and gone`, async ({ open, server }) => {
    const t = await wordsOf(language, ['profile'])
    const member = await buildMember(server.deps, {
      details: { tribe: 'Tribe of the test', birth_date: '1990-04-12', sex: 'f' },
    })
    const page = await open()
    await openProfile(page, member, language)
    const box = page.getByRole('checkbox', { name: t('profile:agreements.boxes.tribe') })
    const question = page.getByText(t('profile:agreements.asks.tribe'))
    await expect(box).not.toBeChecked()
    const tribe = page
      .getByRole('listitem')
      .filter({ hasText: t('profile:agreements.kinds.tribe') })
    // Before an answer, the tribe is kept all the same, and the page says so.
    await expect(tribe).toContainText(t('profile:agreements.keptTribe'))
    await expect(
      tribe.getByRole('button', { name: t('profile:agreements.deleteTribe') }),
    ).toBeVisible()
    const agree = page.getByRole('button', { name: t('profile:agreements.agree') })
    await agree.last().click()
    await expect(page.getByText(t('profile:agreements.tickFirst'))).toBeVisible()
    await expectGoodLooks(page)
    await box.check()
    await agree.last().click()
    await expect(question).toBeHidden()
    await expect(tribe).not.toContainText(t('profile:agreements.keptTribe'))
    const withdraw = { name: t('profile:agreements.withdraw'), exact: true }
    await tribe.getByRole('button', withdraw).click()
    await page.getByRole('dialog').getByRole('button', withdraw).click()
    await expect(page.getByText(t('profile:agreements.withdrawn.tribe'))).toBeVisible()
    await expect(tribe.getByRole('button', withdraw)).toBeHidden()
    await expect(page.getByText('Tribe of the test')).toBeHidden()
    expect(await findByNumber(server.deps.database.db, member.id)).toMatchObject({
      tribe: '',
      tribe_key: '',
    })
  })
}
