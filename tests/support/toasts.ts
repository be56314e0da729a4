/** What the short messages of a page cover. */
import { expect, type Page } from '@playwright/test'

const TOAST_MS = 3_000 // as in toast.ts

/** Toasts stay on this page and on those opened later, so that a slow machine measures them as well. */
export async function keepToasts(page: Page): Promise<void> {
  const keep = (duration: number): void => {
    const later = window.setTimeout
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === duration ? 0 : later(work, ms)),
    })
  }
  await page.addInitScript(keep, TOAST_MS)
  await page.evaluate(keep, TOAST_MS)
}

/**
 * What a toast covers: what can be pressed, headings and the items of lists. A long form on a phone has no room that is free of
 * fields; the one that is filled in stays free.
 */
export const coveredByToasts = (page: Page): Promise<string[] | undefined> =>
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

export async function expectNothingCovered(page: Page, text: string): Promise<void> {
  await expect(page.locator('[aria-live="polite"] p').getByText(text)).toBeVisible()
  await expect.poll(() => coveredByToasts(page)).toEqual([])
}
