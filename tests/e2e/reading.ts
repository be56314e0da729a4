/** The texts of a page, read from the same files, so that one test runs in every language. */
import { createInstance, type TFunction } from 'i18next'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Language } from '#shared/domain/text/languages.ts'

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
