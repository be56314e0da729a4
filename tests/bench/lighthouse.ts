/**
 * Lighthouse's mobile profile (a slow phone on slow 4G, simulated) on the pages that users open first, three runs for
 * each page, against the built site and the real server. The exit code is 1 when accessibility, best practices or
 * search fall below 100, or when a page calls another host; the speed depends on the machine and is only printed, and
 * `npx size-limit` holds what a page fetches at first. The run installs Lighthouse itself, in the folder of the peers: with all
 * that it needs it would be a sixth of what each clone installs.
 * `node tests/bench/lighthouse.ts /about /events` measures other pages.
 * Last line: one JSON object with the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openPeerFolder, PEER_FOLDER } from './peers/install.ts'

const PAGES = ['/', '/login', '/register', '/reports', '/id-card'] as const
const SIGNED_IN: ReadonlySet<string> = new Set(['/id-card', '/profile', '/my-role'])
const RUNS = 3
const MUST_BE_FULL = ['accessibility', 'best-practices', 'seo'] as const

/** What this file reads of Lighthouse's result. */
interface Lighthouse {
  default(
    url: string,
    flags: Readonly<Record<string, unknown>>,
  ): Promise<
    | {
        readonly lhr: {
          readonly requestedUrl?: string
          readonly finalDisplayedUrl: string
          readonly audits: Readonly<
            Record<
              string,
              {
                readonly score: number | null
                readonly numericValue?: number
                readonly details?: object
              }
            >
          >
          readonly categories: Readonly<
            Record<
              string,
              {
                readonly score: number | null
                readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
              }
            >
          >
        }
      }
    | undefined
  >
}

interface Look {
  readonly performance: number
  readonly others: Readonly<Record<(typeof MUST_BE_FULL)[number], number>>
  readonly lcpMs: number
  readonly cls: number
  readonly tbtMs: number
  readonly scriptBytes: number
  readonly foreign: readonly string[]
  readonly faults: readonly string[]
}

const pages = process.argv.slice(2)
const peers = await openPeerFolder(PEER_FOLDER)
if (!(await peers.install('lighthouse'))) process.exit(1)
const { default: lighthouse } = (await peers.load('lighthouse')) as unknown as Lighthouse // as: its main export
const dataDir = mkdtempSync(join(tmpdir(), 'wld-lighthouse-'))
const profile = mkdtempSync(join(tmpdir(), 'wld-lighthouse-profile-'))
const server = await startApiServer({
  engine: 'sqlite',
  dataDir,
  webDir: process.env['WEB_DIR'] ?? join(import.meta.dirname, '../../out/web'),
  env: { LIMITS_SCALE: '1000' },
})
const port = await freePort()
const executablePath = chromiumPath()
const browser = await chromium.launchPersistentContext(profile, {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...QUIET_ARGS, `--remote-debugging-port=${port}`],
})

async function look(path: string): Promise<Look> {
  const result = await lighthouse(`${server.url}${path}`, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', ...MUST_BE_FULL],
    disableStorageReset: SIGNED_IN.has(path),
  })
  if (result === undefined) throw new Error(`no result for ${path}`)
  const { audits, categories, requestedUrl = '', finalDisplayedUrl } = result.lhr
  if (new URL(finalDisplayedUrl).pathname !== path)
    throw new Error(`${requestedUrl} led to ${finalDisplayedUrl}`)
  const figure = (id: string): number => audits[id]?.numericValue ?? Number.NaN
  const score = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100)
  const requests =
    (
      audits['network-requests']?.details as
        | {
            items: { url: string; resourceType: string; transferSize: number; finished: boolean }[]
          }
        | undefined
    )?.items ?? [] // as: the audit's own table
  const auditIds = new Set(
    MUST_BE_FULL.flatMap(
      (id) =>
        categories[id]?.auditRefs.filter(({ weight }) => weight > 0).map((ref) => ref.id) ?? [],
    ),
  )
  return {
    performance: score('performance'),
    others: {
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: Math.round(figure('largest-contentful-paint')),
    cls: Number(figure('cumulative-layout-shift').toFixed(3)),
    tbtMs: Math.round(figure('total-blocking-time')),
    scriptBytes: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    foreign: requests
      .map(({ url }) => url)
      .filter((url) => !url.startsWith(server.url) && !/^(?:data|blob):/.test(url)),
    faults: [...auditIds].filter(
      (id) => audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1,
    ),
  }
}

/** Each run is a first visit: only the session is kept, if there is one. */
async function forgetFiles(): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.close()
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

let bad = false
const figures: Record<string, unknown> = {}
try {
  const member = await buildMember(server.deps, { role: 'member' })
  for (const path of pages.length > 0 ? pages : PAGES) {
    const page = await browser.newPage()
    await page.goto(server.url)
    const session = SIGNED_IN.has(path)
      ? await signIn(server, member.email, member.password)
      : undefined
    await page.evaluate(
      (given) => {
        localStorage.clear()
        if (given === undefined) return
        localStorage.setItem('accessToken', given.accessToken)
        localStorage.setItem('refreshToken', given.refreshToken)
        localStorage.setItem(
          'user',
          JSON.stringify({ name: given.name, role: 'F', cardId: given.cardId }),
        )
      },
      session && {
        accessToken: session.accessToken,
        refreshToken: session.refreshToken,
        name: `${session.user.firstName} ${session.user.lastName}`,
        cardId: session.user.cardId,
      },
    )
    await page.close()
    const looks: Look[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await forgetFiles()
      looks.push(await look(path))
    }
    const summary = {
      performance: median(looks.map(({ performance }) => performance)),
      ...Object.fromEntries(
        MUST_BE_FULL.map((id) => [id, Math.min(...looks.map(({ others }) => others[id]))]),
      ),
      lcpMs: {
        median: median(looks.map(({ lcpMs }) => lcpMs)),
        all: looks.map(({ lcpMs }) => lcpMs),
      },
      cls: Math.max(...looks.map(({ cls }) => cls)),
      tbtMs: median(looks.map(({ tbtMs }) => tbtMs)),
      scriptBytes: Math.max(...looks.map(({ scriptBytes }) => scriptBytes)),
      foreign: [...new Set(looks.flatMap(({ foreign }) => foreign))],
      faults: [...new Set(looks.flatMap(({ faults }) => faults))],
    }
    figures[path] = summary
    process.stdout.write(`${path}: ${JSON.stringify(summary)}\n`)
    bad ||= summary.faults.length > 0 || summary.foreign.length > 0
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(profile, { recursive: true, force: true })
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exitCode = bad ? 1 : 0
