/** The header at every width: no crash, no overflow, and each entry can be reached. */
import type { Page } from '@playwright/test'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { buildMember } from '#tests/builders/member.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { EVERY_LOOK, openIn, WIDTH_LANGUAGES, wordsOf } from './reading.ts'

const steps = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by)
/** The entries change places at a few widths, so every 40th pixel meets each; the nightly run takes every 16th. */
const STEP = EVERY_LOOK ? 16 : 40
const EVERY_WIDTH = [
  ...new Set([...steps(320, 1920, STEP), ...steps(1076, 1092, EVERY_LOOK ? 1 : 4)]),
].toSorted((a, b) => a - b)
/** Widths at which late fonts made the header measure without end, until the page crashed. */
const LATE_FONTS = {
  ar: [16, [1076, 1082, 1088, 1092]],
  en: [20, [1216]],
  fr: [16, [1080, 1280]],
} as const
const VISITOR = ['/', '/about', '/contact', '/donate', '/events', '/reports']

/** Returns what is wrong with the header; opens "More" or the mobile menu to check the entries in it. */
const faultsOfHeader = (page: Page, entries: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async (wanted) => {
      const frame = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await frame()
      const faults: string[] = []
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) faults.push(`page ${scrollWidth - clientWidth} px too wide`)
      const header = document.querySelector('header')
      if (header === null) return [...faults, `no header: ${document.body.innerText.slice(0, 60)}`]
      const shown = <T extends Element>(elements: Iterable<T>): T[] =>
        [...elements].filter((element) => element.checkVisibility({ visibilityProperty: true }))
      for (const element of shown(header.querySelectorAll('a, button'))) {
        const { left, right } = element.getBoundingClientRect()
        const lines = new Set(
          [...element.childNodes].flatMap((node) => {
            const range = document.createRange()
            range.selectNodeContents(node)
            return node.nodeType === Node.TEXT_NODE
              ? [...range.getClientRects()].map(({ top }) => Math.round(top))
              : []
          }),
        )
        if (lines.size > 1) faults.push(`two lines: ${element.textContent}`)
        if (left < 0 || right > clientWidth)
          faults.push(
            `out of the window: ${element.textContent || element.getAttribute('aria-label')}`,
          )
      }
      const nav = header.querySelector('nav')
      const opener = shown([
        ...(nav?.querySelectorAll('button') ?? []),
        ...header.querySelectorAll('button'),
      ]).find(
        (button) =>
          nav?.contains(button) === true ||
          button.parentElement === header.firstElementChild?.nextElementSibling?.lastElementChild,
      )
      opener?.click()
      await frame()
      const found = shown(header.querySelectorAll('a')).map((link) => link.getAttribute('href'))
      for (const path of wanted) if (!found.includes(path)) faults.push(`not reachable: ${path}`)
      if (shown(header.querySelectorAll('a')).some((link) => link.getBoundingClientRect().left < 0))
        faults.push('an opened entry is out of the window')
      if (opener !== undefined) {
        opener.click()
        await frame()
      }
      return faults
    },
    [...entries],
  )

async function walk(
  page: Page,
  widths: readonly number[],
  entries: readonly string[],
): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // The header measures itself after a resize, and a busy browser draws the outcome some frames later.
    let found: string[] = []
    const isRight = async (): Promise<boolean> =>
      (found = await faultsOfHeader(page, entries)).length === 0
    await expect
      .poll(isRight, { timeout: 5_000 })
      .toBe(true)
      .catch(() => undefined) // the faults are returned
    for (const fault of found) faults.push(`${width}: ${fault}`)
  }
  return faults
}

const enlarge = (page: Page, pixels: number): Promise<unknown> =>
  page.addInitScript(
    (size) =>
      document.addEventListener('readystatechange', () =>
        document.documentElement.style.setProperty('font-size', `${size}px`),
      ),
    pixels,
  )

for (const language of WIDTH_LANGUAGES) {
  test(`the header holds at every width, ${language}`, async ({ open }) => {
    const page = await open()
    await openIn(page, language, '/about')
    expect(await walk(page, EVERY_WIDTH, VISITOR)).toEqual([])
  })

  test(`the header holds with text twice as large, ${language}`, async ({ open }) => {
    const page = await open()
    await enlarge(page, 32)
    await openIn(page, language, '/about')
    expect(await walk(page, steps(320, 1920, 2 * STEP), VISITOR)).toEqual([])
  })

  test(`a member finds the card in the header itself, ${language}`, async ({ open, server }) => {
    const t = await wordsOf(language, ['nav'])
    const page = await open({ viewport: { width: 1024, height: 800 } })
    await signInAs(page, await buildMember(server.deps))
    await openIn(page, language, '/about')
    const card = page
      .getByRole('navigation', { name: t('nav:main') })
      .getByRole('link', { name: t('nav:idCard') })
    for (const width of steps(1024, 1920, 4 * STEP)) {
      await page.setViewportSize({ width, height: 800 })
      await expect(card).toBeVisible()
    }
    expect(
      await walk(page, steps(1024, 1920, 4 * STEP), [...VISITOR, '/id-card', '/my-role']),
    ).toEqual([])
  })
}

test('staff find every page in one line, at every width and in every language', async ({
  open,
  server,
}) => {
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'reviewer' }))
  for (const language of LANGUAGES) {
    await speak(page, language)
    await page.goto('/my-role')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const width of [1024, 1152, 1280, 1440]) {
      expect(await walk(page, [width], [...VISITOR, '/id-card', '/my-role']), language).toEqual([])
      const { height } = (await page.getByRole('banner').boundingBox()) ?? {}
      expect(height, `${language} ${width}`).toBeLessThan(80)
    }
  }
})

for (const language of LANGUAGES)
  test(`the header survives fonts that come after it, ${language}`, async ({ open }) => {
    const [size, widths] = LATE_FONTS[language]
    const page = await open()
    await enlarge(page, size)
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route(/\.woff2$/, async (route) => {
        await released
        await route.continue()
      })
      await page.goto('/about', { waitUntil: 'commit' }) // the load event would wait for the fonts
      await page.locator('#root[data-awake]').waitFor()
      expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
      release()
      await page.evaluate(() => document.fonts.ready)
      expect(await walk(page, [width], VISITOR)).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    }
  })

for (const width of [360, 1280])
  test(`a toast leaves the heading, the header and its menu free, at ${width} px`, async ({
    open,
    server,
  }) => {
    const page = await open({ viewport: { width, height: 800 } })
    const member = await buildMember(server.deps)
    await page.goto('/my-role') // redirects to the sign-in, and back with the toast
    await page.getByRole('textbox', { name: 'Email address' }).fill(member.email)
    await page.getByLabel(/^Password/).fill(member.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/my-role')
    const toast = page.locator('[aria-live="polite"] > div').filter({ hasText: 'Login successful' })
    await toast.hover() // it stays while the pointer is on it
    const box = await toast.boundingBox()
    for (const other of [page.getByRole('banner'), page.getByRole('heading', { level: 1 })]) {
      const place = await other.evaluate((element) => {
        const words = document.createRange() // the box of the text, not of its line
        words.selectNodeContents(element)
        const { x, y, width: wide, height } = words.getBoundingClientRect()
        return { x, y, width: wide, height }
      })
      if (box === null) throw new Error('not in sight')
      const apart =
        box.y >= place.y + place.height ||
        place.y >= box.y + box.height ||
        box.x >= place.x + place.width ||
        place.x >= box.x + box.width
      expect(apart, JSON.stringify([box, place])).toBe(true)
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account of/ })
      .click()
    const panel = page.getByRole('navigation', { name: 'Account', exact: true })
    await expect(panel).toBeVisible()
    // The toast makes way for the menu once that stands.
    const covered = () =>
      panel.evaluate((menu) => {
        const { left, right, top, bottom } = menu.getBoundingClientRect()
        const points = [top + 4, (top + bottom) / 2, bottom - 4].flatMap((y) =>
          [left + 4, right - 4].map((x) => [x, y] as const),
        )
        return points.filter(
          ([x, y]) => document.elementFromPoint(x, y)?.closest('header') === null,
        )
      })
    await expect.poll(covered).toEqual([])
  })

test('on a phone the footer is not taller than the screen', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  for (const language of LANGUAGES) {
    await openIn(page, language, '/about')
    expect((await page.getByRole('contentinfo').boundingBox())?.height, language).toBeLessThan(740)
  }
})
