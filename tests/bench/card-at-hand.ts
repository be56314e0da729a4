/**
 * How soon the code of the card is on the screen of a phone without a network: from the address of the shortcut, and from
 * the tap on the member's home page. `npm run bench:card`
 */
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'
import { signInAs } from '../e2e/fixtures.ts'

const RUNS = 21
const webDir = join(import.meta.dirname, '../../out/web')

/** Milliseconds since the navigation, or since the last tap, at the first frame that has the code. */
const watch = (): void => {
  const from = { ms: 0 }
  addEventListener('click', () => (from.ms = performance.now()), { capture: true })
  const look = (): void => {
    const canvas = document.querySelector('dialog[open] canvas, #early-code canvas')
    if (canvas !== null && canvas.getBoundingClientRect().width > 100)
      Object.assign(globalThis, { codeAfterMs: performance.now() - from.ms })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const codeAfterMs = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(
    () => (globalThis as { codeAfterMs?: number }).codeAfterMs,
  )
  return Number(await handle.jsonValue())
}

function report(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  console.log(`${name}: median ${at(0.5)} ms, fastest ${at(0)}, 90 % ${at(0.9)}, slowest ${at(1)}`)
}

const server = await startApiServer({ engine: 'sqlite', webDir, env: { LIMITS_SCALE: '1000' } })
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: [...QUIET_ARGS],
  ...(executablePath === undefined ? {} : { executablePath }),
})
try {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await signInAs(page, await buildMember(server.deps))
  await page.goto('/id-card')
  await page.getByRole('button', { name: 'Show code full screen' }).waitFor()
  const isKept = () =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return databases.includes('wld-card') && (await caches.match('/.card')) !== undefined
    })
  while (!(await isKept())) await page.waitForTimeout(100)
  await context.setOffline(true)
  const shortcut: number[] = []
  const tap: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    await page.goto('/id-card?code=show')
    const byShortcut = await codeAfterMs(page)
    await page.goto('/')
    await page.getByRole('link', { name: /View ID card/ }).click()
    const byTap = await codeAfterMs(page)
    if (run === 0) continue // the first start compiles what later ones take from the cache
    shortcut.push(byShortcut)
    tap.push(byTap)
  }
  report('shortcut of the icon, from the navigation', shortcut)
  report('home page of the member, from the tap', tap)
} finally {
  await browser.close()
  await server.stop()
}
