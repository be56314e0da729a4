/**
 * Frame to verdict, as staff see it: the built page in Chromium, a film that alternates between two cards, the real
 * server. Measured inside the page from the first frame that shows a card to the paint of its verdict.
 * Last line: one JSON object with the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { myCard } from '#shared/contract/card.ts'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from '#tests/support/chromium.ts'
import { writeScenes } from '#tests/support/film.ts'

const FRAMES_PER_SECOND = 10
const FRAMES_PER_CARD = 20
const SECONDS = 44

/** One card is on white, the other on yellow: the page distinguishes them by one pixel. */
async function scene(server: ApiServer, firstName: string, background: string): Promise<Buffer> {
  const member = await buildMember(server.deps, { firstName, lastName: 'Bench' })
  const { accessToken } = await signIn(server, member.email, member.password)
  const card = await server.client.call(myCard, {}, { bearer: accessToken })
  if (!card.ok) throw new Error('no card')
  const code = await QRCode.toBuffer(card.value.payload, {
    errorCorrectionLevel: 'L',
    margin: 4,
    scale: 6,
  })
  return sharp({ create: { width: 800, height: 500, channels: 3, background } })
    .composite([{ input: code, gravity: 'centre' }])
    .png()
    .toBuffer()
}

/** Runs in the page: returns one time for each change of card, in milliseconds. */
async function measure(page: Page): Promise<number[]> {
  return page.evaluate(async (seconds) => {
    const video = document.querySelector('video')
    const region = document.querySelector('[aria-label="Result of the check"]') ?? document.body
    if (video === null) throw new Error('no video')
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('no canvas')
    const times: number[] = []
    let shown = ''
    let since: number | undefined
    const nameOf = (blue: number): string => (blue < 128 ? 'Hawa' : 'Amna') // yellow has no blue
    const look = (now: number): void => {
      context.drawImage(video, video.videoWidth * 0.25, video.videoHeight * 0.5, 1, 1, 0, 0, 1, 1)
      const name = nameOf(context.getImageData(0, 0, 1, 1).data[2] ?? 0)
      if (name !== shown) {
        shown = name
        since = now
      }
      video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
    new MutationObserver(() => {
      if (since === undefined || !(region.textContent ?? '').includes(`${shown} Bench`)) return
      const began = since
      since = undefined
      requestAnimationFrame(() => times.push(performance.now() - began))
    }).observe(region, { subtree: true, childList: true, characterData: true })
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    return times.slice(2) // the first ones are for warm-up
  }, SECONDS)
}

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

const dir = mkdtempSync(join(tmpdir(), 'wld-bench-'))
const server = await startApiServer({
  engine: 'sqlite',
  webDir: join(import.meta.dirname, '../../out/web'),
  env: { LIMITS_SCALE: '1000' },
})
const film = join(dir, 'film.y4m')
const cards = [await scene(server, 'Amna', '#ffffff'), await scene(server, 'Hawa', '#ffe000')]
await writeScenes(
  film,
  cards.flatMap((card) => Array.from({ length: FRAMES_PER_CARD }, () => card)),
  800,
  FRAMES_PER_SECOND,
)
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: [...QUIET_ARGS, ...fakeCameraArgs(film), '--use-fake-ui-for-media-stream'],
  ...(executablePath === undefined ? {} : { executablePath }),
})
try {
  const page = await browser.newPage({
    baseURL: server.url,
    locale: 'en-GB',
    permissions: ['camera'],
    viewport: { width: 1280, height: 900 },
  })
  const staff = await buildMember(server.deps, { role: 'moderator' })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).fill(staff.email)
  await page.getByLabel(/^Password/).fill(staff.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard/overview')
  await page.goto('/moderator/dashboard/verification')
  await page.getByRole('button', { name: 'Start camera' }).click()
  await page.getByText('VALID', { exact: true }).first().waitFor()
  const times = (await measure(page)).toSorted((a, b) => a - b)
  console.log(
    JSON.stringify({
      verdicts: times.length,
      medianMs: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
      worstMs: quantile(times, 1),
    }),
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
