/** The buttons behind "More": wherever the button stands, what it opens lies inside the window. */
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { wordsOf } from './reading.ts'
import { applicant } from './request-desk.ts'

/** Tailwind's `lg`: from there on the words have room, except in the long line of an event. */
const LG_PX = 1024

for (const language of ['en', 'ar', 'fr'] as const)
  for (const width of [360, 768, 1280])
    test(`every menu "More" opens inside the window, in ${language} at ${width} px`, async ({
      open,
      server,
    }) => {
      const height = 800
      const page = await open({ viewport: { width, height } })
      await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
      await speak(page, language)
      const t = await wordsOf(language, ['nav'])
      const { requestId } = await applicant(server)
      const short = ['requests', `requests/${requestId}`, 'reports']
      const paths = [
        `events/${await freshEvent(server.deps)}`,
        ...(width < LG_PX ? short : []), // in a wide window their buttons stand in the line
      ]
      for (const path of paths) {
        await page.goto(`/admin/dashboard/${path}`)
        const more = page.getByRole('button', { name: t('more'), exact: true })
        await more.click()
        const panel = page.locator(`[id="${await more.getAttribute('aria-controls')}"]`)
        await expect(panel).toBeVisible()
        const box = await panel.boundingBox()
        if (box === null) throw new Error(`${path}: the menu has no box`)
        expect.soft(box.x, path).toBeGreaterThanOrEqual(0)
        expect.soft(box.x + box.width, path).toBeLessThanOrEqual(width)
        expect.soft(box.y, path).toBeGreaterThanOrEqual(0)
        expect.soft(box.y + box.height, path).toBeLessThanOrEqual(height)
      }
    })
