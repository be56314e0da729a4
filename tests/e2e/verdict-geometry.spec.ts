/**
 * The results of a card on the verification tab and at the web door: at every size the word is whole and in one line,
 * face and name are in the window without scrolling and under nothing, and the acts are within reach.
 */
import type { Locator, Page } from '@playwright/test'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { speak } from './own-account.ts'
import { EVERY_LOOK, overflowOf, WIDTH_LANGUAGES, wordsOf } from './reading.ts'
import { scriptVerdicts, SHOWN } from './verdict-replies.ts'

/** The least of phones, usual ones, an upright tablet, a small notebook. At 320 px the word alone must hold. */
const SIZES = [
  [360, 640],
  [320, 640],
  [360, 740],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const
const THEMES = EVERY_LOOK ? (['light', 'dark'] as const) : (['light'] as const)

/** Runs in the page: what is wrong with the result that is shown, in words. */
function faultsOfResult({
  whole,
  door,
}: {
  readonly whole: boolean
  readonly door: boolean
}): string[] {
  const faults: string[] = []
  const inWindow = ({ left, top, right, bottom }: DOMRect): boolean =>
    left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
  /** Inside by a pixel or two: the corner itself may be round. */
  function coveredAt(element: Element, { left, top, right, bottom }: DOMRect): boolean {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const inset = 4
    return [
      [x, y],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ].some(([atX = 0, atY = 0]) => {
      const hit = document.elementFromPoint(atX, atY)
      return hit === null || !(element.contains(hit) || hit.contains(element))
    })
  }
  const within = (inner: DOMRect, outer: DOMRect): DOMRect =>
    DOMRect.fromRect({
      x: inner.x,
      width: inner.width,
      y: Math.max(inner.top, outer.top),
      height: Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top),
    })
  function rectsOf(node: Node, start: number, end: number): DOMRect[] {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }

  const word = document.querySelector('[data-word]')
  if (word?.firstChild === null || word?.firstChild === undefined) return ['no word']
  const lines = rectsOf(word.firstChild, 0, word.textContent.length)
  if (new Set(lines.map(({ top }) => Math.round(top))).size !== 1) faults.push('the word is torn')
  const box = word.getBoundingClientRect()
  if (lines.some(({ left, right }) => left < box.left - 1 || right > box.right + 1))
    faults.push('the word is wider than its place')
  if (!lines.every(inWindow)) faults.push('the word is outside')
  // The box of a line is higher than its letters, and reaches into what stands above and below.
  if (lines.some((line) => coveredAt(word, within(line, box)))) faults.push('the word is covered')
  if (!whole) return faults

  const face = document.querySelector('[data-face]')
  if (face !== null) {
    const rect = face.getBoundingClientRect()
    if (!inWindow(rect)) faults.push(`the face is outside: ${rect.top} to ${rect.bottom}`)
    else if (coveredAt(face, rect)) faults.push('the face is covered')
    if (rect.width < 100) faults.push(`the face is small: ${rect.width}`)
  }
  const name = document.querySelector('[data-name]')
  const text = name?.querySelector('bdi')?.firstChild
  if (name !== null && text !== null && text !== undefined) {
    for (const { index, 0: part } of name.textContent.matchAll(/\S+/g)) {
      const rects = rectsOf(text, index, index + part.length)
      if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) faults.push(`${part} is torn`)
      if (!rects.every(inWindow)) faults.push(`${part} of the name is outside`)
      else if (rects.some((rect) => coveredAt(name, within(rect, name.getBoundingClientRect()))))
        faults.push(`${part} is covered`)
    }
    const parts = rectsOf(text, 0, name.textContent.length)
    const column = name.getBoundingClientRect()
    const away =
      document.dir === 'rtl'
        ? column.right - Math.max(...parts.map(({ right }) => right))
        : Math.min(...parts.map(({ left }) => left)) - column.left
    if (away > 4) faults.push(`the name begins ${away} px into its column`)
    const size = Number.parseFloat(getComputedStyle(name).fontSize)
    if (size < 14) faults.push(`the name is small: ${size}`)
  }
  if (door) {
    const bar = document.querySelector('[data-bar]')?.getBoundingClientRect()
    if (bar === undefined || !inWindow(bar) || bar.width !== innerWidth) faults.push('no bar')
    for (const button of document.querySelectorAll('[data-bar] button')) {
      const rect = button.getBoundingClientRect()
      if (!inWindow(rect) || rect.height < 64)
        faults.push(`${button.textContent} is outside or low`)
      if (coveredAt(button, rect)) faults.push(`${button.textContent} is covered`)
    }
  }
  return faults
}

/** Runs in the page: what of a card that came in before is not in sight at the door, in words. */
function hiddenAtDoor(acts: boolean): string[] {
  const bar = document.querySelector('[data-bar]')?.getBoundingClientRect().top ?? 0
  const parts = ['[data-word]', '[data-face]', '[data-says]', '[data-name]']
  if (acts) parts.push('[tabindex] button')
  const sizeOf = (selector: string): number => {
    const element = document.querySelector(`[data-tone] ${selector}`)
    return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize)
  }
  return [
    ...parts.filter((part) => {
      const rect = document.querySelector(`[data-tone] ${part}`)?.getBoundingClientRect()
      return rect === undefined || rect.top < 0 || rect.bottom > bar
    }),
    ...(sizeOf('[data-name]') > sizeOf('[data-says]') ? ['the instruction, beside the name'] : []),
  ]
}

/** Runs in the page: what is uneven in the facts of the person, in words. */
function faultsOfFacts(): string[] {
  const facts = [...document.querySelectorAll('[data-tone] dl > div')]
  const edges = new Set(facts.map((fact) => Math.round(fact.getBoundingClientRect().left)))
  const widths = new Set(facts.map((fact) => Math.round(fact.getBoundingClientRect().width)))
  const dates = facts.flatMap((fact) => [...fact.querySelectorAll('dd > .whitespace-nowrap')])
  return [
    ...(edges.size === 2 ? [] : [`columns begin at ${[...edges].join(', ')}`]),
    ...(widths.size === 1 ? [] : [`columns are ${[...widths].join(', ')} wide`]),
    ...(dates.length >= 3 ? [] : ['a date is missing']),
    // Figures and words of Arabic have boxes of their own, in one line.
    ...dates.flatMap((date) =>
      new Set([...date.getClientRects()].map(({ top }) => Math.round(top))).size === 1
        ? []
        : [`${date.textContent} is torn`],
    ),
  ]
}

/** Runs in the page: which of these texts is not whole in the window, or lies under something. */
function cutTexts(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect()
      const x = document.dir === 'rtl' ? right - 4 : left + 4
      return [top + 4, bottom - 4].some((y) => !text.contains(document.elementFromPoint(x, y)))
    })
    .map(({ textContent }) => textContent)
}

/** Runs in the page. */
function scrollToResult(): void {
  document.querySelector('section:has(> [data-tone])')?.scrollIntoView({ block: 'start' })
}

const barTop = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => document.querySelector('[data-bar]')?.getBoundingClientRect().top)

async function openAt(
  page: Page,
  server: ApiServer,
  { language, door }: { readonly language: Language; readonly door: boolean },
): Promise<void> {
  const event = await freshEvent(server.deps)
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await speak(page, language)
  await page.goto(`/moderator/dashboard/verification?event=${event}${door ? '&door=on' : ''}`)
  const t = await wordsOf(language, ['scanner'])
  await page.getByRole('button', { name: t('scanner:camera.start') }).click()
  await page.locator('video').waitFor()
}

for (const place of ['tab', 'door'] as const)
  for (const language of WIDTH_LANGUAGES)
    test(`each result on the ${place} is whole and uncovered at every size, in ${language}`, async ({
      server,
      open,
      holdUp,
    }) => {
      test.setTimeout(600_000) // some hundred looks at one page
      await holdUp() // an empty table: the camera runs, as it does at a door
      const page = await open({ viewport: { width: 360, height: 640 } })
      const door = place === 'door'
      const verdicts = await scriptVerdicts(page, language)
      await openAt(page, server, { language, door })
      expect(await barTop(page), 'no act before a card').toBeUndefined()
      const tops = new Set<number | undefined>()
      for (const name of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) {
        const [[width, height]] = SIZES
        await page.setViewportSize({ width, height })
        await page.evaluate(() => scrollTo(0, 0))
        await verdicts.show(name)
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme })
          for (const [at, size] of SIZES.entries()) {
            await page.setViewportSize({ width: size[0], height: size[1] })
            // The page itself scrolled to the result when it came: at the first size, in the first theme.
            const scroll = !door && (at > 0 || theme !== THEMES[0])
            // Polled, and scrolled each time: the page hears of its new width after the browser does, and what stands
            // above the result has another height then.
            await expect
              .poll(
                async () => {
                  if (scroll) await page.evaluate(scrollToResult)
                  return page.evaluate(faultsOfResult, { whole: size[0] > 320, door })
                },
                { message: `${name} at ${size.join('x')}, ${theme}` },
              )
              .toEqual([])
            expect(await overflowOf(page), `${name} at ${size.join('x')}`).toBeLessThanOrEqual(0)
          }
          await page.setViewportSize({ width, height })
        }
        tops.add(await barTop(page))
      }
      expect(tops.size, 'the bar is at one height for each result').toBe(1)
    })

for (const language of LANGUAGES)
  test(`a card that came in before is judged at the door without a scroll, in ${language}`, async ({
    server,
    open,
    holdUp,
  }) => {
    await holdUp()
    const page = await open({ viewport: { width: 360, height: 740 } })
    const verdicts = await scriptVerdicts(page, language)
    await openAt(page, server, { language, door: true })
    await verdicts.show('again')
    for (const [width, height, percent] of [
      [360, 740, 100],
      [360, 740, 130],
      [320, 568, 100],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, percent)
      await expect
        // The least phone has no room for the button under a name of sixty letters: it scrolls there.
        .poll(() => page.evaluate(hiddenAtDoor, width > 320), {
          message: `${width}x${height}, ${percent} %`,
        })
        .toEqual([])
    }
  })

for (const language of LANGUAGES)
  test(`the head of a check by number says that no card was scanned, dates are whole, and the check-in is in the window and next, in ${language}`, async ({
    server,
    open,
    holdUp,
  }) => {
    await holdUp()
    const page = await open({ viewport: { width: 360, height: 740 } })
    const verdicts = await scriptVerdicts(page, language)
    await openAt(page, server, { language, door: false })
    await verdicts.show('byId')
    const t = await wordsOf(language, ['verification'])
    const none = page.locator('[data-tone]').getByText(t('verification:reasons.by-id.todo'))
    await expect(none).toHaveCount(1)
    await expect(none).toBeInViewport({ ratio: 1 })
    const [said, face] = [await none.boundingBox(), await page.locator('[data-face]').boundingBox()]
    expect((said?.y ?? Infinity) + (said?.height ?? 0)).toBeLessThan(face?.y ?? 0)
    expect(await page.evaluate(faultsOfFacts)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await verdicts.show('VALID')
    const act = page.getByRole('button', { name: t('verification:checkIn.do'), exact: true })
    const isWhole = (button: Locator) => (): Promise<boolean> =>
      button.evaluate((element) => {
        const { left, bottom, width } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, bottom - 4))
      })
    await expect(act).toBeFocused() // Enter is next, for a scanned card as well
    await expect.poll(isWhole(act)).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(isWhole(act), { message: 'scrolled to the top' }).toBe(true)
    expect(await page.evaluate(faultsOfFacts)).toEqual([])
    await page.keyboard.press('Escape')
    await page.evaluate(() => scrollTo(0, 0))
    await verdicts.show('look')
    await expect.poll(() => page.evaluate(cutTexts, '[data-why] p')).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await verdicts.show('again')
    const again = page.getByRole('button', { name: t('verification:checkIn.again') })
    await expect.poll(isWhole(again), { message: 'on a phone' }).toBe(true)
    await expect.poll(() => page.evaluate(cutTexts, '[data-tone] dd')).toEqual([])
  })
