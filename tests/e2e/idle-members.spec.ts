/** Members without a sign of life: the setting, the tile of the overview and the decisions of staff. */
import { freshIdleMember } from '#tests/security/fresh-rows.ts'
import { expect, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { JOURNEY_LANGUAGES, faultsOf, overflowOf, wordsOf } from './reading.ts'
import { db, enterAs } from './request-desk.ts'

for (const language of JOURNEY_LANGUAGES)
  test(`staff find members without a sign of life on the overview and keep one, ${language}`, async ({
    server,
    open,
  }) => {
    const t = await wordsOf(language, ['userManagement', 'overview', 'staffSettings'])
    const id = await freshIdleMember(server.deps)
    await db(server)
      .updateTable('members')
      .set({ first_name: 'Amna', last_name: 'Idris' })
      .where('id', '=', id)
      .execute()
    const page = await open({ viewport: { width: 1280, height: 800 } })
    await enterAs(page, server, 'admin')
    await speak(page, language)
    await page.goto('/admin/dashboard/settings')
    await expect(page.getByLabel(t('staffSettings:idle.label'))).toHaveValue('730')
    await page.goto('/admin/dashboard/overview')
    await page.getByRole('link', { name: t('overview:queues.idle.title') }).click()
    await expect(page.getByRole('heading', { name: t('idle.title'), level: 1 })).toBeVisible()
    const row = page.getByRole('row', { name: 'Amna Idris' })
    await expect(page.getByRole('columnheader', { name: t('idle.columns.seen') })).toBeVisible()
    await expect(row).toContainText(t('idle.neverSeen'))
    expect(await faultsOf(page)).toEqual([])
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowOf(page)).toBe(0)
    }
    await page.getByRole('button', { name: t('idle.keepOne', { name: 'Amna Idris' }) }).click()
    await expect(page.getByText(t('idle.empty'))).toBeVisible()
    const kept = await db(server)
      .selectFrom('member_activities')
      .select('kept_at')
      .where('member_id', '=', id)
      .executeTakeFirst()
    expect(kept?.kept_at).not.toBeNull()
  })
