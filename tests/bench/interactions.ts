/**
 * Interaction to next paint on the two pages that staff use all day, the table of users and the desk of reports: the
 * built site, the real server, a window of 1280 x 800, the processor slowed four times. The browser itself measures each
 * interaction, from the key or the press to the next paint. Wanted: 100 ms.
 *
 *     npm run bench -- interactions [ROUNDS]
 *
 * The figures depend on the machine. The last line is one JSON object.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { buildReport } from '#tests/builders/report.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const SLOWER = 4
const MEMBERS = 60
const REPORTS = 30
/** The browser rounds to 8 ms and reports nothing shorter than 16. */
const SHORTEST_MS = 16

/** What an interaction does, and what is on the page once its work is over. */
interface Step {
  readonly name: string
  run(page: Page): Promise<unknown>
  done(page: Page): Promise<unknown>
}

const idle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3_000 })))

const TABLE: readonly Step[] = [
  {
    name: 'type a letter in the search',
    run: (page) => page.getByRole('searchbox').first().press('b'),
    done: (page) => page.waitForURL(/q=b/),
  },
  {
    name: 'take it back',
    run: (page) => page.getByRole('searchbox').first().press('Backspace'),
    done: (page) => page.waitForURL(/users(?!.*q=)/),
  },
  {
    name: 'order by name',
    run: (page) => page.getByRole('columnheader').getByRole('button').first().click(),
    done: (page) => page.waitForURL(/sort=/),
  },
  {
    name: 'next page',
    run: (page) => page.getByRole('button', { name: 'Next' }).click(),
    done: (page) => page.waitForURL(/page=2/),
  },
  {
    name: 'go to a row (arrow)',
    run: (page) => page.getByRole('searchbox').first().press('ArrowDown'),
    done: (page) => page.locator('tbody tr:focus-within').waitFor(),
  },
  {
    name: 'open the person (Enter)',
    run: (page) => page.keyboard.press('Enter'),
    done: (page) => page.getByRole('dialog').getByRole('heading').first().waitFor(),
  },
  {
    name: 'close the person',
    run: (page) => page.keyboard.press('Escape'),
    done: (page) => page.getByRole('dialog').waitFor({ state: 'hidden' }),
  },
]

const DESK: readonly Step[] = [
  {
    name: 'open the next report (n)',
    run: (page) => page.keyboard.press('n'),
    done: (page) => page.getByRole('heading', { level: 1, name: /^Report \d+$/ }).waitFor(),
  },
  {
    name: 'tick a check',
    run: (page) => page.getByRole('checkbox').first().press('Space'),
    done: (page) => page.getByRole('checkbox', { checked: true }).first().waitFor(),
  },
  {
    name: 'tick all checks (c)',
    run: (page) => page.keyboard.press('c'),
    done: (page) => page.getByRole('checkbox', { checked: true }).nth(3).waitFor(),
  },
  {
    name: 'ask to verify (a)',
    run: (page) => page.keyboard.press('a'),
    done: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'close the question',
    run: (page) => page.keyboard.press('Escape'),
    done: (page) => page.getByRole('dialog').waitFor({ state: 'hidden' }),
  },
]

declare global {
  interface Window {
    /** Of the interaction that is under way: the longest of its events. */
    interactionMs: number
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  window.interactionMs = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && Number(entry.interactionId) > 0)
        window.interactionMs = Math.max(window.interactionMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit) // as: not in the library of types
}

const dataDir = mkdtempSync(join(tmpdir(), 'wld-interactions-'))
const server = await startApiServer({
  engine: 'sqlite',
  dataDir,
  webDir: join(import.meta.dirname, '../../out/web'),
  env: { LIMITS_SCALE: '1000' },
})
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: [...QUIET_ARGS],
  ...(executablePath === undefined ? {} : { executablePath }),
})

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function enter(role: 'admin' | 'moderator', path: string): Promise<Page> {
  const { email, password } = await buildMember(server.deps, {
    role,
    email: `${role}@bench.example`,
  })
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('textbox').first().fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('form button[type=submit]').first().click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.addInitScript(watch)
  await page.goto(path)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** Milliseconds of each step, in the order of the rounds. */
async function measure(page: Page, path: string, steps: readonly Step[], ready: string) {
  const times = new Map<string, number[]>(steps.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(path)
    await page.locator(ready).first().waitFor()
    await idle(page)
    for (const { name, run, done } of steps) {
      await page.evaluate(() => void (window.interactionMs = 0))
      await run(page)
      await done(page)
      await idle(page)
      times.get(name)?.push(Math.max(SHORTEST_MS, await page.evaluate(() => window.interactionMs)))
    }
  }
  return times
}

const figures: Record<string, Record<string, { median: number; most: number }>> = {}
try {
  for (let index = 0; index < MEMBERS; index += 1) await buildMember(server.deps)
  for (let index = 0; index < REPORTS; index += 1)
    await buildReport(server.deps, { description: `What was seen, ${index}. `.repeat(40) })
  const pages = [
    ['admin', '/admin/dashboard/users', TABLE, 'tbody tr'],
    ['moderator', '/moderator/dashboard/reports', DESK, 'tbody tr'],
  ] as const
  process.stdout.write(`Load average ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds\n\n`)
  for (const [role, path, steps, ready] of pages) {
    const page = await enter(role, path)
    const times = await measure(page, path, steps, ready)
    process.stdout.write(`| ${path} | median, ms | most, ms |\n|---|---:|---:|\n`)
    figures[path] = {}
    for (const [name, ms] of times) {
      const figure = { median: median(ms), most: Math.max(...ms) }
      figures[path][name] = figure
      process.stdout.write(`| ${name} | ${figure.median} | ${figure.most} |\n`)
    }
    process.stdout.write('\n')
    await page.context().close()
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
