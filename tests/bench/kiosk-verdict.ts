/**
 * A kiosk as staff see it: the real main and the built page on the stand-in, the real server, a camera film of 30
 * frames a second. Measured inside the page, by its own clock:
 * - from "start the kiosk" to the first picture of the camera, and what happens on the way;
 * - a card that is held up while the page loads: from the first picture to the paint of its verdict;
 * - then one card after another: from the first picture that shows it to the paint of its verdict.
 * node tests/bench/kiosk-verdict.ts [scans]      DESKTOP_APP_DIR names another build
 * Last line: one JSON object with the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { myCard } from '#shared/contract/card.ts'
import { buildMember } from '#tests/builders/member.ts'
import { basicAuthorization, callApi, invokeAndLeave } from '#tests/desktop/in-page.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { fakeCameraArgs } from '#tests/support/chromium.ts'
import { launch } from '#tests/support/electron/launch.ts'
import { writeScenes } from '#tests/support/film.ts'

const SCANS = Number(process.argv[2] ?? 30)
const FRAMES_PER_SECOND = 30
const FRAMES_PER_CARD = 30
const FRAMES_BETWEEN = 15

/** What the page notes, in milliseconds of the wall clock. */
interface Notes {
  readonly marks: Record<string, number>
  readonly times: number[]
}
declare global {
  interface Window {
    notes: Notes
  }
}

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

/** Runs in the page before its own scripts: notes when camera, pictures, cards and verdicts come. */
function watch(): void {
  const marks: Record<string, number> = { page: performance.timeOrigin }
  const times: number[] = []
  window.notes = { marks, times }
  const wallMs = (pageMs: number): number => performance.timeOrigin + pageMs
  const mark = (name: string): void => {
    marks[name] ??= Date.now()
  }
  const media = navigator.mediaDevices
  const open = media.getUserMedia.bind(media)
  media.getUserMedia = async (wish) => {
    mark('cameraAsked')
    const stream = await open(wish)
    mark('cameraOpen')
    return stream
  }
  const SystemWorker = window.Worker
  window.Worker = class extends SystemWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      mark('workerAsked')
      this.addEventListener('message', ({ data }: MessageEvent<{ readonly kind: string }>) =>
        mark(data.kind === 'ready' ? 'engineReady' : 'firstLook'),
      )
    }
  }
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const watched = new WeakSet<HTMLVideoElement>()
  let shown: string | undefined
  let since: number | undefined
  const nameOf = ([, , blue = 0]: Uint8ClampedArray): string | undefined =>
    blue > 200 ? 'Amna' : blue < 80 ? 'Hawa' : undefined // yellow has no blue, the table some
  const cardIn = (video: HTMLVideoElement): string | undefined => {
    if (context === null) return undefined
    context.drawImage(video, video.videoWidth * 0.25, video.videoHeight * 0.5, 1, 1, 0, 0, 1, 1)
    return nameOf(context.getImageData(0, 0, 1, 1).data)
  }
  function follow(video: HTMLVideoElement): void {
    const look = (now: number): void => {
      mark('firstPicture')
      const name = cardIn(video)
      if (name !== undefined && name !== shown) {
        shown = name
        since = now
      }
      video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
  }
  function changed(): void {
    const video = document.querySelector('video')
    if (video !== null && !watched.has(video)) {
      watched.add(video)
      mark('videoElement')
      follow(video)
    }
    const result =
      document.querySelector('section[aria-label="Result of the scan"]')?.textContent ?? ''
    if (since === undefined || !result.includes(`${shown} Bench`)) return
    const began = since
    since = undefined
    requestAnimationFrame((now) => {
      mark('firstVerdict')
      times.push(Math.max(now, performance.now()) - began)
      marks['lastBegan'] = wallMs(began)
    })
  }
  new MutationObserver(changed).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

const notesOf = (page: Page): Promise<Notes> => page.evaluate(() => window.notes)

const dir = mkdtempSync(join(tmpdir(), 'wld-bench-'))
const server = await startApiServer({ engine: 'sqlite', env: { LIMITS_SCALE: '1000' } })
const film = join(dir, 'film.y4m')
const cards = [await scene(server, 'Amna', '#ffffff'), await scene(server, 'Hawa', '#ffe000')]
await writeScenes(
  film,
  cards.flatMap((card) => [
    ...Array<Buffer>(FRAMES_PER_CARD).fill(card),
    ...Array<undefined>(FRAMES_BETWEEN).fill(undefined),
  ]),
  800,
  FRAMES_PER_SECOND,
)
const appFolder = resolve(process.env['DESKTOP_APP_DIR'] ?? '.')
const app = await launch(
  { kind: 'standin' },
  {
    appFolder,
    main: join(appFolder, 'out/main/index.js'),
    profile: join(dir, 'profile'),
    env: { API_URL: server.url, KEYCHAIN_SERVICE: 'wld-bench', STANDIN_LANGUAGE: 'en-GB' },
    chromiumArgs: [...fakeCameraArgs(film), '--use-fake-ui-for-media-stream'],
    camera: true,
    args: [],
  },
)
try {
  const page = await app.firstWindow()
  await page.addInitScript(watch)
  const staff = await buildMember(server.deps, { role: 'moderator' })
  const eventId = await freshEvent(server.deps)
  await callApi(page, '/api/auth/login', {
    headers: {
      authorization: basicAuthorization(staff.email, staff.password),
      'connection-method': 'email',
    },
  })
  const beganMs = Date.now()
  await invokeAndLeave(page, 'kiosk:begin', {
    eventId,
    deviceName: 'Bench door',
    hours: 8,
    pin: '482916',
  })
  await page.waitForFunction(
    (scans) => 'notes' in window && window.notes.times.length >= scans,
    SCANS,
    { polling: 500, timeout: 0 },
  )
  const { marks, times } = await notesOf(page)
  const since = (name: string): number => Math.round((marks[name] ?? Number.NaN) - beganMs)
  const [first = Number.NaN, ...later] = times
  const sorted = later.toSorted((a, b) => a - b)
  console.log(
    JSON.stringify({
      load: loadavg().map((part) => Number(part.toFixed(1))),
      startMs: Object.fromEntries(
        Object.keys(marks)
          .filter((name) => name !== 'lastBegan')
          .map((name) => [name, since(name)]),
      ),
      scans: times.length,
      firstCardMs: Math.round(first),
      laterMedianMs: quantile(sorted, 0.5),
      laterP95Ms: quantile(sorted, 0.95),
      laterWorstMs: quantile(sorted, 1),
    }),
  )
} finally {
  await app
    .evaluate((electron) => void setImmediate(() => electron.app.exit(0)))
    .catch(() => undefined)
  await app.exited()
  await app.close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}
