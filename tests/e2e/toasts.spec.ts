/** Toasts lie over nothing that is needed next, wherever that is. */
import type { Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, provePassword, signInAs, test } from './fixtures.ts'
import { wordsOf } from './reading.ts'
import { startRegistering } from './registering.ts'

const TOAST_MS = 3_000 // as in toast.ts

/** Toasts stay, so that a slow machine measures them as well. */
async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript((duration) => {
    const later = window.setTimeout
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === duration ? 0 : later(work, ms)),
    })
  }, TOAST_MS)
}

/**
 * What a toast covers: what can be pressed, headings and the items of lists. A long form on a phone has no room that is free of
 * fields; the one that is filled in stays free.
 */
const coveredByToasts = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => {
    const toast = document.querySelector('[aria-live="polite"] > div:has(p)')
    if (toast === null) return undefined
    const box = toast.getBoundingClientRect()
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
      return ['the toast is outside']
    const words = (element: Element): DOMRect[] => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return [...range.getClientRects()]
    }
    return [
      ...document.querySelectorAll('a[href], button, summary, :focus, h1, h2, h3'),
      ...document.querySelectorAll('main ol > li'),
    ].flatMap((element) => {
      if (toast.contains(element) || !element.checkVisibility({ visibilityProperty: true }))
        return []
      if (element.closest('[inert], [aria-hidden=true]') !== null) return []
      const isControl = !element.matches('h1, h2, h3, li')
      const rects = isControl ? [element.getBoundingClientRect()] : words(element)
      return rects.some(
        ({ left, top, right, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
        ? [element.outerHTML.slice(0, 200)]
        : []
    })
  })

async function expectNothingCovered(page: Page, text: string): Promise<void> {
  await expect(page.locator('[aria-live="polite"] p').getByText(text)).toBeVisible()
  await expect.poll(() => coveredByToasts(page)).toEqual([])
}

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
