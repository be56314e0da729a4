/** The heads and lines of what staff decide on: badges stand clear of the letters above them. */
import type { Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { freshReport } from '#tests/security/fresh-rows.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { EVERY_LOOK } from './reading.ts'
import { applicant, heading } from './request-desk.ts'

const LANGUAGES = EVERY_LOOK ? (['en', 'ar', 'fr'] as const) : (['ar', 'fr'] as const)
/** Both scripts with letters that reach far below the line. */
const NAMES = [
  { firstName: 'جرجس', lastName: 'عوض' },
  { firstName: 'Peggy', lastName: 'Ağaçyurt' },
] as const

/** The letters of what stands above, and the first badge or line below it, which must not touch. */
const gapBelow = (page: Page, above: string, below: string): Promise<readonly number[]> =>
  page.evaluate(
    ([from = '', to = '']) =>
      [...document.querySelectorAll(from)].flatMap((element) => {
        const next = element.closest('a, header')?.querySelector(to)
        if (next === null || next === undefined) return []
        const letters = document.createRange() // the box of the letters, not of their line
        letters.selectNodeContents(element)
        return [next.getBoundingClientRect().top - letters.getBoundingClientRect().bottom]
      }),
    [above, below],
  )

for (const language of LANGUAGES)
  for (const width of [360, 1280])
    test(`a badge touches no title, in ${language} at ${width} px`, async ({ open, server }) => {
      const page = await open({ viewport: { width, height: 800 } })
      await signInAs(page, await buildMember(server.deps, { role: 'reviewer' }))
      await speak(page, language)
      for (const name of NAMES) {
        const { requestId } = await applicant(server, name)
        await page.goto(`/reviewer/dashboard/requests/${requestId}`)
        await heading(page, `${name.firstName} ${name.lastName}`).waitFor()
        const [gap = 0] = await gapBelow(page, 'main h1', 'div:has(> h1) span.border')
        expect(gap, name.firstName).toBeGreaterThanOrEqual(2)

        // What is compared with the document is as plain as the day: name and day in the same weight and colour.
        const values = page.locator('fieldset strong')
        await expect(values).toHaveCount(2) // the title stands there before them
        const compared = await values.evaluateAll((all) =>
          all.map((element) => [
            getComputedStyle(element).color,
            getComputedStyle(element).fontWeight,
          ]),
        )
        const ink = await page
          .locator('fieldset label')
          .first()
          .evaluate((element) => getComputedStyle(element).color)
        expect(new Set(compared.map(String))).toEqual(new Set([`${ink},600`]))
      }

      const id = await freshReport(server.deps, null, 'under review')
      await page.goto(`/reviewer/dashboard/reports/${id}`)
      await page.locator('main div:has(> h1) span.border').first().waitFor() // the title stands there before the report
      const [gap = 0] = await gapBelow(page, 'main h1', 'div:has(> h1) span.border')
      expect(gap).toBeGreaterThanOrEqual(2)
      if (width < 1280) return // there is no list beside the report
      await page.locator('nav ol a').first().waitFor()
      for (const one of await gapBelow(page, 'nav ol a > span:nth-child(2)', 'span.border'))
        expect(one).toBeGreaterThanOrEqual(2)
    })
