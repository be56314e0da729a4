/** Selects look alike: each has our arrow, at the end of the line of the language, and none of the browser's. */
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'

for (const language of ['en', 'ar'] as const)
  test(`each select of a staff list has one arrow, at the end of the line, in ${language}`, async ({
    open,
    server,
  }) => {
    for (let person = 0; person < 12; person += 1) await buildMember(server.deps)
    const page = await open({ viewport: { width: 1280, height: 900 } })
    await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
    await speak(page, language)
    await page.goto('/admin/dashboard/users')
    await page.getByRole('row').nth(5).waitFor()
    const faults = await page.locator('main select').evaluateAll((selects) =>
      selects.flatMap((select) => {
        if (!select.checkVisibility()) return []
        const arrow = select.parentElement?.querySelector('svg')?.getBoundingClientRect()
        const box = select.getBoundingClientRect()
        const isOurs = getComputedStyle(select).appearance === 'none'
        const middle = arrow === undefined ? Number.NaN : (arrow.left + arrow.right) / 2
        const fromEnd =
          document.documentElement.dir === 'rtl' ? middle - box.left : box.right - middle
        return isOurs && fromEnd > 8 && fromEnd < 32 ? [] : [select.outerHTML.slice(0, 160)]
      }),
    )
    expect(faults).toEqual([])
    // Filters, roles and states of the rows, density, and the size of a page.
    expect(await page.locator('main select').count()).toBeGreaterThan(10)
  })
