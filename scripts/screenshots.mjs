// npm run screenshots: the pictures of the README, taken from the demonstration (npm start), into docs/screenshots.
// Needs `npm run build:web`, and a Chromium (CHROMIUM_PATH, or the one of Playwright).
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from '../tests/support/chromium.ts'
import { writeFilm } from '../tests/support/film.ts'
import { freePort } from '../tests/support/free-port.ts'
import { root } from './lib/node.mjs'

const PASSWORD = 'Demo-Pass1!' // of every demonstration account
const TARGET = join(root, 'docs', 'screenshots')
const PICTURE_MAX_BYTES = 40_000
const START_MAX_MS = 120_000
const PHONE = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 1.5, isMobile: true }
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }

/** Name of the file, page, and how it is opened. `as` is the demonstration account that is signed in. */
const SHOTS = [
  { name: 'home-en-desktop', path: '/', size: DESKTOP },
  { name: 'home-ar-phone', path: '/', size: PHONE, language: 'ar' },
  { name: 'register-en-phone', path: '/register', size: PHONE },
  {
    name: 'register-ar-desktop-dark',
    path: '/register',
    size: DESKTOP,
    language: 'ar',
    dark: true,
  },
  { name: 'reports-en-desktop', path: '/reports', size: DESKTOP, scrollPx: 470 },
  { name: 'reports-ar-phone-dark', path: '/reports', size: PHONE, language: 'ar', dark: true },
  { name: 'card-en-phone', path: '/id-card', size: PHONE, as: 'member' },
  { name: 'card-ar-desktop', path: '/id-card', size: DESKTOP, as: 'member', language: 'ar' },
  {
    name: 'verification-en-desktop',
    path: '/moderator/dashboard/verification',
    size: DESKTOP,
    as: 'moderator',
    scan: true,
  },
  {
    name: 'verification-ar-phone-dark',
    path: '/moderator/dashboard/verification',
    size: PHONE,
    as: 'moderator',
    language: 'ar',
    dark: true,
    scan: true,
  },
  {
    name: 'overview-en-desktop-dark',
    path: '/admin/dashboard',
    size: DESKTOP,
    as: 'admin',
    dark: true,
  },
  {
    name: 'overview-ar-desktop',
    path: '/admin/dashboard',
    size: DESKTOP,
    as: 'admin',
    language: 'ar',
  },
]

async function startServer(dataDir) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(root, 'src', 'server', 'demo', 'main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const deadline = Date.now() + START_MAX_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill()
      throw new Error('The server did not start. Run npm run build:web first.')
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return { url, stop: () => new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM')) }
}

const startCamera = (language = 'en') =>
  JSON.parse(readFileSync(join(root, 'locales', language, 'scanner.json'), 'utf8')).camera.start

const isReady = (url) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function signIn(url, account) {
  const basic = Buffer.from(`${account}@demo.example:${PASSWORD}`).toString('base64')
  const reply = await fetch(`${url}/api/auth/login`, {
    headers: { authorization: `Basic ${basic}`, 'connection-method': 'email' },
  })
  if (!reply.ok) throw new Error(`${account} could not sign in: ${reply.status}`)
  return reply.json()
}

/** Writes the film for the camera. Returns the name on the card. */
async function filmOfCard(url, file) {
  const { accessToken } = await signIn(url, 'member')
  const reply = await fetch(`${url}/api/card/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { payload, name } = await reply.json()
  await writeFilm(
    file,
    await QRCode.toBuffer(payload, { errorCorrectionLevel: 'L', margin: 4, scale: 8 }),
  )
  return name
}

async function open(browser, url, { size, language = 'en', dark = false, as }) {
  const context = await browser.newContext({
    ...size,
    baseURL: url,
    locale: language === 'en' ? 'en-GB' : 'ar',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    permissions: ['camera'],
    serviceWorkers: 'block',
  })
  await context.addInitScript((choice) => localStorage.setItem('language', choice), language)
  const page = await context.newPage()
  if (as !== undefined) {
    await page.goto('/login')
    await page
      .locator('input[type="email"], input[name="identifier"]')
      .first()
      .fill(`${as}@demo.example`)
    await page.locator('input[type="password"]').first().fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.pathname !== '/login')
  }
  return page
}

async function take(browser, url, shot, holder) {
  const page = await open(browser, url, shot)
  await page.goto(shot.path)
  await page.waitForLoadState('networkidle')
  if (shot.scan === true) {
    await page.getByRole('button', { name: startCamera(shot.language) }).click()
    await page.getByText(holder).first().waitFor()
  }
  await page.evaluate((top) => scrollTo(0, top), shot.scrollPx ?? 0)
  await page.waitForTimeout(1_500) // fonts and pictures
  const bytes = await small(await page.screenshot())
  writeFileSync(join(TARGET, `${shot.name}.webp`), bytes)
  process.stdout.write(`${shot.name}.webp ${Math.round(bytes.length / 1000)} kB\n`)
  await page.context().close()
}

async function small(picture) {
  for (let quality = 80; ; quality -= 10) {
    const bytes = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= PICTURE_MAX_BYTES || quality <= 20) return bytes
  }
}

const dir = mkdtempSync(join(tmpdir(), 'wld-screenshots-'))
const server = await startServer(join(dir, 'data'))
try {
  const film = join(dir, 'film.y4m')
  const holder = await filmOfCard(server.url, film)
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...QUIET_ARGS, ...fakeCameraArgs(film), '--use-fake-ui-for-media-stream'],
  })
  mkdirSync(TARGET, { recursive: true })
  for (const shot of SHOTS) await take(browser, server.url, shot, holder)
  await browser.close()
} finally {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
