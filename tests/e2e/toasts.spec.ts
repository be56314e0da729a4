/** Toasts lie over nothing that is needed next, wherever that is. */
import type { Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { coveredByToasts, expectNothingCovered, keepToasts } from '#tests/support/toasts.ts'
import { expect, provePassword, signInAs, test } from './fixtures.ts'
import { wordsOf } from './reading.ts'
import { startRegistering } from './registering.ts'

async function openAs(page: Page, server: ApiServer, role: 'admin' | 'member', path: string) {
  await keepToasts(page)
  await signInAs(page, await buildMember(server.deps, { role }))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

for (const width of [360, 1280]) {
  const SIZE = { viewport: { width, height: 800 } }

  test(`after publishing, Preview and Attendance are free, at ${width} px`, async ({
    open,
    server,
  }) => {
    const id = await freshEvent(server.deps, 'draft')
    const page = await open(SIZE)
    await openAs(page, server, 'admin', `/admin/dashboard/events/${id}/edit`)
    const t = await wordsOf('en', ['staffEvents'])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expectNothingCovered(page, t('done.published'))
    for (const place of [0, 200, 5_000]) {
      await page.evaluate((top) => scrollTo(0, top), place)
      await expect
        .poll(() => coveredByToasts(page), { message: `scrolled to ${place}` })
        .toEqual([])
    }
  })

  test(`after registering, the next steps and the heading are free, at ${width} px`, async ({
    open,
    server,
  }) => {
    const page = await open(SIZE)
    await keepToasts(page)
    const form = await startRegistering(page, server)
    await form.toForm()
    await form.fillForm()
    await form.toSummary()
    await form.button('registration:summary.confirm').click()
    await page.waitForURL('/registration-success')
    await expectNothingCovered(page, form.t('auth:registerSuccess'))
  })

  test(`a setting that was saved covers no other one, at ${width} px`, async ({ open, server }) => {
    const page = await open(SIZE)
    await openAs(page, server, 'admin', '/admin/dashboard/settings')
    const t = await wordsOf('en', ['staffSettings'])
    const section = page.getByRole('region', { name: t('witness.title') })
    await section.locator('summary').click()
    await section.getByRole('switch').click()
    await provePassword(page)
    await expectNothingCovered(page, t('saved'))
  })
}
