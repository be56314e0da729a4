/**
 * How soon the site responds on a slow device, in the built site before the real server:
 * - the scanner page on a mid phone (four times slower, 10 Mbit/s, 60 ms): from the navigation to the reader that waits for
 *   a frame, with an empty cache and with a filled one;
 * - the staff table of members at a four times slower processor: each press or key to the next paint, as the browser
 *   counts it (Event Timing).
 * Wanted: 1,500 ms and 100 ms (median). The exit code is 1 when one is missed. Last line: one JSON object with the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from '#tests/support/chromium.ts'
import { writeFilm } from '#tests/support/film.ts'

const ROUNDS = 7
const MEMBERS = 60
const SLOW_DOWN = 4
const LINE = { latency: 60, downloadThroughput: 1_250_000, uploadThroughput: 375_000 }
const READY_MAX_MS = 1_500
const PAINT_MAX_MS = 100

declare const bench: { readyMs: number | undefined; paintsMs: number[] }

/** Runs in each page before its scripts. */
function watch(): void {
  const seen: { readyMs: number | undefined; paintsMs: number[] } = {
    readyMs: undefined,
    paintsMs: [],
  }
  Object.assign(globalThis, { bench: seen })
  const Original = globalThis.Worker
  globalThis.Worker = class extends Original {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      this.addEventListener('message', ({ data }: MessageEvent<{ kind?: string } | null>) => {
        if (data?.kind === 'ready') seen.readyMs ??= performance.now()
      })
    }
  }
  // One press causes several events; the browser gives those of one interaction the same id.
  const longest = new Map<number, number>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as PerformanceEventTiming & {
        interactionId: number
      }
      if (interactionId === 0) continue
      longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration))
      seen.paintsMs = [...longest.values()]
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN,
  )
}
const spread = (values: readonly number[]) => ({
  median: quantile(values, 0.5),
  least: quantile(values, 0),
  most: quantile(values, 1),
})

async function slowDown(context: BrowserContext, page: Page, line: boolean): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  if (!line) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
}

const dir = mkdtempSync(join(tmpdir(), 'wld-responsiveness-'))
const film = join(dir, 'film.y4m')
await writeFilm(film)
const server = await startApiServer({
  engine: 'sqlite',
  webDir: process.env['WEB_DIR'] ?? join(import.meta.dirname, '../../out/web'),
  env: { LIMITS_SCALE: '1000' },
})
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: [...QUIET_ARGS, ...fakeCameraArgs(film), '--use-fake-ui-for-media-stream'],
  ...(executablePath === undefined ? {} : { executablePath }),
})

/** A context of a signed-in person with an empty cache. */
async function signedIn(
  person: { readonly email: string; readonly password: string },
  viewport: { readonly width: number; readonly height: number },
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    permissions: ['camera'],
    viewport,
  })
  await context.addInitScript(watch)
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email)
  await page.getByLabel(/^Password/).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard/overview')
  return { context, page }
}

/** Milliseconds from the navigation to the reader that waits for a frame. The camera starts by itself. */
async function untilReady(page: Page): Promise<number> {
  await page.goto('/moderator/dashboard/verification', { waitUntil: 'commit' })
  await page.waitForFunction(() => bench.readyMs !== undefined)
  return page.evaluate(() => bench.readyMs ?? Number.NaN)
}

async function scanner(): Promise<{ empty: number[]; filled: number[] }> {
  const staff = await buildMember(server.deps, { role: 'moderator' })
  const phone = { width: 360, height: 740 }
  const times = { empty: [] as number[], filled: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page } = await signedIn(staff, phone)
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.send('Storage.clearDataForOrigin', {
      origin: server.url,
      storageTypes: 'cache_storage,service_workers',
    })
    await slowDown(context, page, true)
    times.empty.push(await untilReady(page))
    times.filled.push(await untilReady(page))
    await context.close()
  }
  return times
}

async function table(): Promise<number[]> {
  const admin = await buildMember(server.deps, { role: 'admin' })
  for (let index = 0; index < MEMBERS; index += 1)
    await buildMember(server.deps, { firstName: 'Bench', lastName: `Member ${index}` })
  const { context, page } = await signedIn(admin, { width: 1280, height: 900 })
  await page.goto('/admin/dashboard/users')
  const rows = page.getByRole('row')
  await rows.nth(9).waitFor()
  await slowDown(context, page, false)
  const search = page.getByRole('searchbox').first()
  for (let round = 0; round < ROUNDS; round += 1) {
    await search.click()
    await page.keyboard.type('member', { delay: 60 })
    await page.waitForLoadState('networkidle')
    await search.fill('')
    await page.waitForLoadState('networkidle')
    const next = page.getByRole('button', { name: 'Next page' }).first()
    if (await next.isEnabled()) await next.click()
    await page.waitForLoadState('networkidle')
    await page.goBack()
    await rows.nth(9).waitFor()
  }
  const paints = await page.evaluate(() => bench.paintsMs)
  await context.close()
  return paints
}

try {
  const { empty, filled } = await scanner()
  const paints = await table()
  const figures = {
    scannerReadyMs: { emptyCache: spread(empty), filledCache: spread(filled) },
    interactions: paints.length,
    nextPaintMs: { ...spread(paints), p98: quantile(paints, 0.98) },
  }
  console.log(JSON.stringify(figures))
  process.exitCode =
    figures.scannerReadyMs.filledCache.median > READY_MAX_MS ||
    figures.nextPaintMs.p98 > PAINT_MAX_MS
      ? 1
      : 0
} finally {
  await browser.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
