/**
 * A film of 200 MB on a phone: taken, hashed and sealed in a worker, kept, and sent over three closings of the page. Fails
 * when a part is sent twice, the film differs at the server, or the page is blocked for too long. Needs a build
 * (npm run build:web).
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { EVIDENCE_CHUNK_BYTES } from '#shared/contract/evidence.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'
import { film } from '#tests/support/sample-films.ts'

const MEGABYTE = 1024 * 1024
const SIZE_MB = Number(process.env['CAPTURE_MB'] ?? 199)
const CLOSINGS = 3
/** A page that is blocked for less is felt as immediate. */
const LONGEST_TASK_MS = 100
const PATIENCE_MS = 10 * 60_000

const dir = await mkdtemp(join(tmpdir(), 'wld-capture-'))
const path = join(dir, 'film.mp4')
const picture = Buffer.alloc(SIZE_MB * MEGABYTE)
for (let at = 0; at < picture.length; at += 4)
  picture.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at)
await writeFile(path, film({ picture }))
const hash = createHash('sha256')
for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
const sha256 = hash.digest('hex')

const server = await startApiServer({
  engine: 'sqlite',
  webDir: process.env['WEB_DIR'] ?? join(import.meta.dirname, '../../out/web'),
  env: { LIMITS_SCALE: '1000' },
})
const executablePath = chromiumPath()
const profile = join(dir, 'profile')
/** A new process each time: what is not on the disk is gone. */
const launch = (): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    args: [...QUIET_ARGS],
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    ...(executablePath === undefined ? {} : { executablePath }),
  })

const offsets: number[] = []
const isPart = (url: string): boolean =>
  url.includes('/api/upload/evidence/') && url.includes('offset=')
async function openPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('requestfinished', (request) => {
    if (isPart(request.url()))
      offsets.push(Number(new URL(request.url()).searchParams.get('offset')))
  })
  return page
}
async function openForm(page: Page, name: RegExp): Promise<void> {
  await page.goto('/reports')
  await page.waitForFunction(() => document.getElementById('root')?.dataset['awake'] !== undefined)
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByLabel('Type of violation').waitFor()
}
async function until(reached: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!reached()) {
    if (Date.now() > end) throw new Error(`Only ${offsets.length} parts arrived`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

try {
  const member = await buildMember(server.deps, { role: 'member' })
  let context = await launch()
  let page = await openPage(context)
  await page.goto('/login')
  await page.waitForFunction(() => document.getElementById('root')?.dataset['awake'] !== undefined)
  await page.getByRole('textbox', { name: 'Email address' }).fill(member.email)
  await page.getByLabel(/^Password/).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await openForm(page, /^File a report$/)
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { longTasks: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'longtask', buffered: false })
  })
  const started = performance.now()
  await page.getByLabel('Film now', { exact: true }).setInputFiles(path)
  await page.getByText(/^Sealed on this device/).waitFor()
  const sealedMs = performance.now() - started
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  const longest = Math.max(0, ...tasks)

  const whole = Math.ceil(server.deps.config.evidenceVideoMaxBytes / EVIDENCE_CHUNK_BYTES)
  for (let closing = 1; closing <= CLOSINGS; closing += 1) {
    const goal = Math.floor((Math.min(whole, SIZE_MB) * closing) / (CLOSINGS + 1))
    await until(() => offsets.length >= goal)
    await context.close()
    console.log(`closing ${closing}: ${offsets.length} parts had arrived`)
    context = await launch()
    page = await openPage(context)
    await openForm(page, /^Continue your report$/)
  }
  await page.getByText('Uploaded').waitFor()
  await context.close()
  const row = await server.deps.database.db
    .selectFrom('files')
    .select(['id', 'sha256', 'size_bytes', 'seal', 'seal_state'])
    .executeTakeFirstOrThrow()
  const twice = offsets.length - new Set(offsets).size
  console.log(
    `${(row.size_bytes / MEGABYTE).toFixed(1)} MB: read, hashed, encrypted and stored in ${(sealedMs / 1000).toFixed(1)} s; longest task of the page ${longest.toFixed(0)} ms (tasks over 50 ms: ${tasks.length}); ${offsets.length} parts sent, ${twice} of them twice; seal ${row.seal_state}`,
  )
  // A part whose reply was cut off by a closing may be sent again.
  const isRight = row.sha256 === sha256 && row.seal_state === 'intact' && twice <= CLOSINGS
  if (!isRight || longest > LONGEST_TASK_MS) process.exitCode = 1
} finally {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}
