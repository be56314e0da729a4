/** The texts of a page, read from the same files, so that one test runs in every language. */
import { createInstance, type TFunction } from 'i18next'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'

/** The nightly run sets it: every language, theme and width. */
export const EVERY_LOOK = process.env['EVERY_LOOK'] === 'true'

/**
 * The languages of a journey that runs in several. All other tests are in English, so these run in Arabic, which has the
 * other direction, another script and more plurals; the nightly run adds English and French. The keys of the languages are
 * compared by `check:translations`, and the width of their words by accessibility.spec.ts and header.spec.ts.
 */
export const JOURNEY_LANGUAGES: readonly Language[] = EVERY_LOOK ? LANGUAGES : ['ar']

/** Every language, theme and width, once each; axe looks at them one by one only in the nightly run. */
export const LOOKS = EVERY_LOOK
  ? LANGUAGES.flatMap((language) => [
      { language, theme: 'light', width: 360 } as const,
      { language, theme: 'dark', width: 1280 } as const,
    ])
  : ([
      { language: 'en', theme: 'light', width: 360 },
      { language: 'ar', theme: 'dark', width: 1280 },
    ] as const)

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

/** Opens a page in a language and, if requested, in the dark theme. */
export async function openIn(
  page: Page,
  language: Language,
  path: string,
  theme = 'light',
): Promise<void> {
  await page.addInitScript(
    ([chosen, look]) => {
      localStorage.setItem('language', chosen ?? '')
      localStorage.setItem('theme', look ?? '')
    },
    [language, theme],
  )
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

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
  // Our pages have no frames of other sites, so axe need not collect its findings on a separate page; passed rules are
  // not listed. Both save two thirds of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Returns by how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
