/** Columns of staff tables that an account hides, on the table of the members. */
import type { Locator, Page } from '@playwright/test'
import type { TFunction } from 'i18next'
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { JOURNEY_LANGUAGES, faultsOf, overflowOf, wordsOf } from './reading.ts'

const LIST = '/admin/dashboard/users?size=10&sort=-country'
const DESK = { width: 1280, height: 800 } as const
const PHONE = { width: 360, height: 740 } as const

const head = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name, exact: true })
const columnsButton = (page: Page, t: TFunction, hidden: number): Locator =>
  page.getByRole('button', {
    name:
      hidden === 0 ? t('staffUi:columns.button') : t('staffUi:columns.hidden', { count: hidden }),
    exact: true,
  })

for (const language of JOURNEY_LANGUAGES) {
  test(`hidden columns stay hidden, for their account alone, ${language}`, async ({
    server,
    open,
  }) => {
    const t = await wordsOf(language, ['staffUi', 'userManagement'])
    const field = (name: string): string => t(`userManagement:fields.${name}`)
    const [country, role] = [field('country'), field('role')]
    const admin = await buildMember(server.deps, { role: 'admin' })
    const page = await open({ viewport: DESK })
    await signInAs(page, admin)
    await speak(page, language)
    await page.goto(LIST)
    await expect(head(page, country)).toBeVisible()
    const cells = page.locator('tbody tr').first().locator('th, td')
    await expect(cells).toHaveCount(6)

    // By keyboard: the focus stays on what was pressed, and goes back to the button.
    await columnsButton(page, t, 0).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('staffUi:columns.title') })
    await expect(dialog.getByRole('checkbox')).toHaveCount(4)
    await expect(dialog.getByRole('checkbox', { name: field('cardAndPhone') })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const box = dialog.getByRole('checkbox', { name: country })
    await expect(box).not.toBeChecked()
    await expect(box).toBeFocused()
    await expect(box).toHaveAccessibleDescription(new RegExp(t('staffUi:columns.sorted')))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('status')).toHaveText(
      t('staffUi:columns.shown', { shown: 3, total: 5 }),
    )
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(columnsButton(page, t, 2)).toBeFocused()
    await expect(head(page, country)).toHaveCount(0)
    await expect(cells).toHaveCount(4)

    // Its order stays, and is said.
    await page.reload()
    await expect(head(page, field('status'))).toBeVisible()
    await expect(head(page, country)).toHaveCount(0)
    await expect(head(page, role)).toHaveCount(0)
    const sorted = t('staffUi:columns.sortedBy', {
      sort: t('staffUi:table.descending', { column: country }),
    })
    await expect(page.getByText(sorted, { exact: true })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])

    // Cards leave it out as well.
    await page.setViewportSize(PHONE)
    const label = (text: string): Locator => page.locator('dt').filter({ hasText: text })
    await expect(label(field('status')).first()).toBeVisible()
    await expect(label(role)).toHaveCount(0)
    expect(await overflowOf(page)).toBe(0)
    const target = await columnsButton(page, t, 2).boundingBox()
    expect(target?.height).toBeGreaterThanOrEqual(44)

    // Another account at the same browser.
    await page.setViewportSize(DESK)
    await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
    await page.goto(LIST)
    await expect(head(page, country)).toBeVisible()
    await expect(head(page, role)).toBeVisible()
    await expect(page.getByText(sorted, { exact: true })).toHaveCount(0)

    await signInAs(page, admin)
    await page.goto(LIST)
    await columnsButton(page, t, 2).click()
    const all = dialog.getByRole('button', { name: t('staffUi:columns.all') })
    await all.click()
    await expect(all).toBeFocused()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(4)
    await page.keyboard.press('Escape')
    await expect(head(page, country)).toBeVisible()
    await expect(cells).toHaveCount(6)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /columns/.test(key))),
    ).toEqual([])
  })
}

test('a stored text that names no column that may be hidden hides nothing', async ({
  server,
  open,
}) => {
  const admin = await buildMember(server.deps, { role: 'admin' })
  const page = await open({ viewport: DESK })
  await signInAs(page, admin)
  await page.evaluate(
    (cardId) => localStorage.setItem(`wld-columns-members-${cardId}`, '{"name":1} name actions'),
    admin.cardId,
  )
  await page.goto(LIST)
  await expect(page.getByRole('columnheader')).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
})
