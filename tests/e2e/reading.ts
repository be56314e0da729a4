import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type * as AxeCore from 'axe-core'
/** The texts of a page, read from the same files, so that one test runs in every language. */
import { createInstance, type TFunction } from 'i18next'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'

/** The nightly run sets it: every language. */
export const EVERY_LOOK = process.env['EVERY_LOOK'] === 'true'

/**
 * The languages of a journey that runs in several. All other tests are in English, so these run in Arabic, which has the
 * other direction, another script and more plurals; the nightly run adds English and French. The keys of the languages are
 * compared by `check:translations`, and the width of their words by accessibility.spec.ts and header.spec.ts.
 */
export const JOURNEY_LANGUAGES: readonly Language[] = EVERY_LOOK ? LANGUAGES : ['ar']

/** The languages of a test that measures words: French has the longest, Arabic another script and the other direction. */
export const WIDTH_LANGUAGES: readonly Language[] = EVERY_LOOK ? LANGUAGES : ['fr', 'ar']

const FOLDER = join(import.meta.dirname, '../../locales')

export async function wordsOf(
  language: Language,
  namespaces: readonly string[],
): Promise<TFunction> {
  const read = (namespace: string): object =>
    JSON.parse(readFileSync(join(FOLDER, language, `${namespace}.json`), 'utf8')) as object
  const i18n = createInstance()
  await i18n.init({
    lng: language,
    ns: [...namespaces],
    resources: {
      [language]: Object.fromEntries(namespaces.map((namespace) => [namespace, read(namespace)])),
    },
    interpolation: { escapeValue: false },
  })
  return i18n.t
}

/** Opens a page in a language. Its theme is that of the device. */
export async function openIn(page: Page, language: Language, path: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
        )
    // A new dialog is invisible for a frame, with this attribute and without an animation, before it fades in.
    while (document.querySelector('[data-starting-style]') !== null || moving().length > 0) {
      await Promise.all(moving().map((animation) => animation.finished.catch(() => undefined)))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  // Once for each document: @axe-core/playwright sends and compiles axe at each look, which costs more than the look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { readonly axe: typeof AxeCore }
    // At the top of the page: a link that is scrolled half under the header is too small a target for axe.
    const { scrollX, scrollY } = window
    window.scrollTo({ top: 0, behavior: 'instant' })
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    })
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, TAGS)
}

/** A desktop screen in one theme and a phone in the other. */
const LOOKS = [
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
] as const

/**
 * Looks at what is open as on a desktop screen and as on a phone, each in its theme, without loading it again: to load a page
 * and to repeat the way to it cost more than the look. The test has not chosen a theme, so the page follows the device.
 */
export async function expectGoodLooks(
  page: Page,
  name = new URL(page.url()).pathname,
): Promise<void> {
  for (const { theme, width } of LOOKS) {
    // Together, so that the page is laid out and drawn once.
    await Promise.all([
      page.emulateMedia({ colorScheme: theme }),
      page.setViewportSize({ width, height: 800 }),
    ])
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await faultsOf(page), `${name}, ${theme}, ${width} px`).toEqual([])
    await expectNoSidewaysScroll(page, `${name}, ${width} px`)
    await expectWholeWords(page, `${name}, ${width} px`)
  }
}

/** Looks at what is open in both themes at the width that it has. */
export async function expectNoFaultsInThemes(page: Page, name: string): Promise<void> {
  for (const { theme } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await faultsOf(page), `${name}, ${theme}`).toEqual([])
  }
}

/** The least of phones, usual ones, an upright tablet, a notebook, a large screen. */
const WIDTHS = [320, 360, 768, 1280, 1920] as const

/**
 * At every width the page fits and no word of ours is torn; with text of twice the size it fits the least of phones, and
 * tears no word from a notebook on.
 */
export async function expectGoodWidths(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `${name}, ${width} px`)
    await expectWholeWords(page, `${name}, ${width} px`)
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectWholeWords(page, `${name}, ${WIDTHS.at(-1)} px, text 200 %`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectWholeWords(page, `${name}, 1280 px, text 200 %`)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page, `${name}, 320 px, text 200 %`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/**
 * Words of the interface and figures that take two lines, wherever the page shows them. What people wrote, inside a `bdi`
 * or `dir="auto"`, may break; a number there may not.
 */
const tornWordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const torn: string[] = []
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (element?.checkVisibility({ visibilityProperty: true }) !== true) continue
      if (element.closest('script, style, textarea, option, .sr-only') !== null) continue
      const isOfPeople = element.closest('bdi, [dir="auto"]') !== null
      // A line may end after a hyphen and around a slash.
      for (const { index, 0: word } of text.matchAll(/[^\s\u00a0\u202f/‐–—-]{2,}[‐–—-]?/gu)) {
        if (isOfPeople && !/^[A-Z]*_?[\p{Nd}.,:%]+$/u.test(word)) continue
        // The version of a browser is no figure that anybody reads.
        if (isOfPeople && /^\d+(?:\.\d+){2,}$/.test(word)) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) torn.push(word)
      }
    }
    return torn
  })

const expectWholeWords = (page: Page, message: string): Promise<void> =>
  expect.poll(() => tornWordsOf(page), { message }).toEqual([])

/** Returns by how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A paper that is written from left to right lies on a phone as its lines begin, in Arabic as well. */
export const expectLineBegins = (line: Locator): Promise<void> =>
  expect
    .poll(() => line.evaluate((shown) => shown.getBoundingClientRect().left))
    .toBeGreaterThanOrEqual(0)

const expectNoSidewaysScroll = (page: Page, message: string): Promise<void> =>
  expect.poll(() => overflowOf(page), { message }).toBe(0)
