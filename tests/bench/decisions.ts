/**
 * What one decision costs a reviewer: keys, milliseconds, and waits for the server. The built page in Chromium, the real
 * server, 100 ms of delay on each call. Each request is in order and is approved; measured from the first key until the
 * next request can be decided, and until its document is seen.
 *
 *     npm run bench:decisions                       # the keys of the workbench
 *     npm run bench:decisions -- a Control+Enter    # other keys
 *
 * Last line: one JSON object with the figures.
 */
import { join } from 'node:path'
import { chromium, type Page, type Request } from '@playwright/test'
import sharp from 'sharp'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'

const KEYS = process.argv.length > 2 ? process.argv.slice(2) : ['c', 'a', 'Enter']
const DECISIONS = 12
/** The first ones are for warm-up. */
const WARM_UP = 2
const DELAY_MS = 100

async function picture(
  server: ApiServer,
  ownerId: number,
  purpose: 'card-photo' | 'identity-front',
) {
  const bytes = await sharp({
    create: { width: 1_200, height: 800, channels: 3, background: '#d8c8a8' },
  })
    .jpeg()
    .toBuffer()
  return server.deps.library.addPicture({
    purpose,
    ownerId,
    bytes,
    mediaType: 'image/jpeg',
    originalName: 'photo.jpg',
  })
}

async function applicant(server: ApiServer, index: number): Promise<string> {
  const { db } = server.deps.database
  const person = await buildMember(server.deps, {
    firstName: 'Amna',
    lastName: `Number ${String.fromCodePoint(65 + index)}`,
    birthDate: `1980-01-${String(index + 1).padStart(2, '0')}`,
    status: 'inactive',
  })
  await db
    .updateTable('members')
    .set({
      validated: 0,
      id_front_file: await picture(server, person.id, 'identity-front'),
      card_photo_file: await picture(server, person.id, 'card-photo'),
    })
    .where('id', '=', person.id)
    .execute()
  await db
    .insertInto('registration_requests')
    .values({
      id: `REQ_${person.id}`,
      member_id: person.id,
      status: 'pending',
      comment: '',
      decided_by: null,
      decided_at: null,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    })
    .execute()
  return person.name
}

interface Call {
  readonly path: string
  readonly from: number
  to: number
}

/** Calls of the page from now on. Counts and lists are refreshed beside the work: nobody waits for them. */
function watch(page: Page) {
  const calls = new Map<Request, Call>()
  const aside =
    /\/api\/(stats|user\/register\/get\/all|user\/register\/holders|files\/.*(thumb|card))/
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/') && !aside.test(path))
      calls.set(request, { path, from: performance.now(), to: Number.POSITIVE_INFINITY })
  })
  const end = (request: Request): void => {
    const call = calls.get(request)
    if (call !== undefined) call.to = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    clear: () => calls.clear(),
    since: (from: number): Call[] => [...calls.values()].filter((call) => call.from >= from),
  }
}

/** The longest row of calls of which each began after the one before had ended. */
function waits(calls: readonly Call[], until: number): number {
  const ended = calls.filter(({ to }) => to <= until).toSorted((a, b) => a.to - b.to)
  const depth: number[] = []
  for (const [index, call] of ended.entries())
    depth[index] =
      1 +
      Math.max(0, ...ended.slice(0, index).map((one, at) => (one.to <= call.from ? depth[at]! : 0))) // filled in this order
  return Math.max(0, ...depth)
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)

const server = await startApiServer({
  engine: 'sqlite',
  webDir: join(import.meta.dirname, '../../out/web'),
  env: { LIMITS_SCALE: '1000' },
})
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: [...QUIET_ARGS],
  ...(executablePath === undefined ? {} : { executablePath }),
})
try {
  const names: string[] = []
  for (let index = 0; index <= DECISIONS; index += 1) names.push(await applicant(server, index))
  const page = await browser.newPage({
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  const reviewer = await buildMember(server.deps, { role: 'reviewer' })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email address' }).fill(reviewer.email)
  await page.getByLabel(/^Password/).fill(reviewer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard/overview')
  await page.goto('/reviewer/dashboard/requests')
  await page
    .getByRole('table')
    .getByText(names.at(-1) ?? '')
    .waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: DELAY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const decidable = async (name: string): Promise<void> => {
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText(/^Yours until/).waitFor()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
  }
  const document = page.getByRole('img', { name: 'Front of the identity document' })
  const documentSeen = async (): Promise<void> => {
    await document.waitFor()
    await document.evaluate((image: HTMLImageElement) => image.decode())
  }
  const calls = watch(page)
  await page.keyboard.press('n')
  const figures: { ready: number; seen: number; waits: number; withPicture: number }[] = []
  for (let index = 0; index < DECISIONS; index += 1) {
    await decidable(names[index] ?? '')
    await documentSeen()
    await page.waitForLoadState('networkidle')
    calls.clear()
    const from = performance.now()
    for (const key of KEYS) {
      await page.keyboard.press(key)
      if (key === 'a') await page.getByRole('dialog').waitFor()
    }
    await decidable(names[index + 1] ?? '')
    const ready = performance.now()
    await documentSeen()
    const seen = performance.now()
    const made = calls.since(from)
    if (index === DECISIONS - 1)
      console.log(
        made
          .map(
            (call) => `${call.path} ${Math.round(call.from - from)}-${Math.round(call.to - from)}`,
          )
          .join('\n'),
      )
    figures.push({
      ready: ready - from,
      seen: seen - from,
      waits: waits(
        made.filter(({ path }) => !path.startsWith('/api/files/')),
        ready,
      ),
      withPicture: waits(made, seen),
    })
  }
  const counted = figures.slice(WARM_UP)
  console.log(
    JSON.stringify({
      decisions: counted.length,
      keys: KEYS.length,
      waits: Math.max(...counted.map((one) => one.waits)),
      waitsWithPicture: Math.max(...counted.map((one) => one.withPicture)),
      readyMs: median(counted.map(({ ready }) => ready)),
      documentSeenMs: median(counted.map(({ seen }) => seen)),
    }),
  )
} finally {
  await browser.close()
  await server.stop()
}
