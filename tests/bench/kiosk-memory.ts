/**
 * Simulates hours at a door in some minutes: thousands of cards through the kiosk's page with a scripted desktop
 * bridge, with photos, refusals and second check-ins. Compares the heap after a full collection at the end with the
 * heap after a tenth of the scans.
 * node tests/bench/kiosk-memory.ts [scans]      DESKTOP_APP_DIR names another build
 */
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from '#tests/support/chromium.ts'
import {
  calmReplies,
  installShell,
  kioskState,
  scanAnswer,
  serveRenderer,
} from '#tests/support/fake-shell.ts'

const SCANS = Number(process.argv[2] ?? 5_000)
const MOST_GROWTH = 1.1
const FACE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><rect width="480" height="600" fill="#889"/></svg>'

const server = await serveRenderer(
  join(process.env['DESKTOP_APP_DIR'] ?? join(import.meta.dirname, '../..'), 'out/renderer'),
)
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: [...QUIET_ARGS, ...fakeCameraArgs(), '--use-fake-ui-for-media-stream'],
  ...(executablePath === undefined ? {} : { executablePath }),
})
try {
  const page = await browser.newPage()
  await page.route('**/api/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: FACE }),
  )
  await installShell(page, calmReplies())
  await page.goto(server.url)
  await page.locator('video').waitFor()
  const devtools = await page.context().newCDPSession(page)
  const heap = async (): Promise<{
    readonly bytes: number
    readonly nodes: number
    readonly listeners: number
  }> => {
    for (let pass = 0; pass < 3; pass++) await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    return { bytes: usedSize, nodes, listeners: jsEventListeners }
  }
  const answers = [
    scanAnswer({ photoUrl: '/api/face' }),
    scanAnswer({
      verdict: 'FORGED',
      reason: 'bad-signature',
      name: null,
      dob: null,
      cardId: null,
      checkIn: { kind: 'none' },
    }),
    scanAnswer({
      photoUrl: '/api/face',
      checkIn: { kind: 'before', at: new Date().toISOString(), gate: 'East door', here: false },
    }),
  ]
  /** Runs in the page, so that the driver is not measured: a card, one frame, the next. */
  const scanMany = (from: number, to: number): Promise<number> =>
    page.evaluate(
      async ([first, last, replies, kiosk]) => {
        const started = performance.now()
        for (let number = first; number < last; number++) {
          const reply = replies[number % replies.length]
          if (reply === undefined) throw new Error('No answer')
          // A different address for each photo, as the server signs them.
          window.scripted.replies['kiosk:scan'] = {
            ...reply,
            photoUrl: reply.photoUrl === null ? null : `${reply.photoUrl}?n=${number}`,
            name: `Member ${number}`,
          }
          window.scripted.replies['kiosk:state'] = {
            ...kiosk,
            counts: { ...kiosk.counts, scans: number },
          }
          for (const key of [...`${10_000_000 + number}|Member ${number}|1990-01-01`, 'Enter'])
            document.body.dispatchEvent(
              new KeyboardEvent('keydown', { key, code: '', bubbles: true, cancelable: true }),
            )
          for (const listener of window.scripted.listeners.get('kiosk:changed') ?? []) listener()
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
        }
        return (performance.now() - started) / (last - first)
      },
      [from, to, answers, kioskState()] as const,
    )
  await scanMany(0, SCANS / 10)
  const early = await heap()
  const msEach = await scanMany(SCANS / 10, SCANS)
  const late = await heap()
  const scanned = await page.evaluate(() => document.querySelectorAll('ol > li').length)
  const ratio = late.bytes / early.bytes
  const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`
  process.stdout.write(
    `${SCANS} scans, ${msEach.toFixed(1)} ms each, ${scanned} in the list\n10 %: ${megabytes(early.bytes)}, ${early.nodes} nodes, ${early.listeners} listeners\n100 %: ${megabytes(late.bytes)}, ${late.nodes} nodes, ${late.listeners} listeners\nratio ${ratio.toFixed(3)} (at most ${MOST_GROWTH})\n`,
  )
  if (ratio > MOST_GROWTH) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}
