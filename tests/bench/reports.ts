/**
 * The time of the list of reports with ten thousand of them: each filter on both engines, for the public and for staff,
 * and the page in a browser if there is a build (WEB_DIR, or out/web). Fails when one of them is too slow.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { reportSearchColumns } from '#server/records/reports/search-columns.ts'
import { OPEN } from '#shared/domain/report/report-protection.ts'
import { HIDDEN_WORDS_MAX, REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const REPORTS = 10_000
const ROUNDS = 60
const SERVER_P95_MS = 200
const PAINT_P95_MS = 300
const BATCH = 250

const TYPES = [
  'Physical violence and threats',
  'Attaques militaires et ciblage tribal',
  'انتهاكات الحقوق المدنية',
  'Looting',
]
const CITIES = ['Nyala', 'El Geneina', 'الفاشر', 'Zalingei', 'Kutum', 'Adré']
const COUNTRIES = ['SD', 'TD', 'SS', 'EG']
const ACCOUNT =
  'Men in uniform came in the early morning, burned the houses beside the market and took the cattle with them. '

function rowOf(index: number) {
  const words = {
    type: TYPES[index % TYPES.length] ?? '',
    country: COUNTRIES[index % COUNTRIES.length] ?? '',
    city: CITIES[index % CITIES.length] ?? '',
    actor: `Armed group ${index % 97}`,
    actorName: index === 77 ? 'Cmdt. Uniquename' : `Commander ${index % 211}`,
    victim: index === 4_242 ? 'The school of Solitaria' : `Families of quarter ${index % 151}`,
  }
  const protection = index % 50 === 0 ? { ...OPEN, redactVictim: true, redactActor: true } : OPEN
  const at = new Date(Date.UTC(2023, 3, 15) + index * 90 * 60_000).toISOString()
  return {
    reporter_id: null,
    type: words.type,
    description: ACCOUNT.repeat(5 + (index % 20)),
    country: words.country,
    city: words.city,
    actor: words.actor,
    actor_name: words.actorName,
    actor_desc: ACCOUNT,
    actor_account: 'https://social.example/x',
    victim: words.victim,
    google_map_link: 'https://maps.example/',
    status: REPORT_STATUSES[index % 4] ?? 'not verified',
    verifier_comment: '',
    ...reportSearchColumns(
      { ...words, description: ACCOUNT.repeat(5 + (index % 20)), actorDesc: ACCOUNT },
      { protection, published: index % 40 !== 0 },
    ),
    redact_victim: protection.redactVictim ? 1 : 0,
    redact_actor: protection.redactActor ? 1 : 0,
    created_at: at,
    updated_at: at,
    held_at: index % 40 === 0 ? at : null,
    deleted_at: index % 100 === 0 ? at : null,
    deleted_reason: null,
  } as const
}

async function fill({
  deps: {
    database: { db },
  },
}: ApiServer): Promise<void> {
  for (let from = 0; from < REPORTS; from += BATCH)
    await db.transaction().execute(async (transaction) => {
      for (let step = 0; step < BATCH; step += 1)
        await insertReport(transaction, rowOf(from + step))
    })
}

/** Long reports with many withheld words: the newest of all, so the first page is full of them. */
async function fillProtected({
  deps: {
    database: { db },
  },
}: ApiServer): Promise<void> {
  const long = ACCOUNT.repeat(100).slice(0, 10_000)
  const hidden = JSON.stringify(
    Array.from({ length: HIDDEN_WORDS_MAX }, (_, index) => `Witness ${index}`),
  )
  const rows = Array.from(
    { length: 100 },
    (_, index) =>
      ({
        ...rowOf(10_050 + index),
        description: long,
        actor_desc: long,
        redact_victim: 1,
        hidden_words: hidden,
        held_at: null,
        deleted_at: null,
        public_search_text: ' kept back',
      }) as const,
  )
  for (const row of rows) await insertReport(db, row)
}

const QUERIES: Readonly<Record<string, string>> = {
  'first page': '',
  'page 90': 'page=90',
  'oldest first': 'sort=createdAt',
  number: 'id=4242',
  'from and to': 'from=2023-09-01&to=2023-09-30',
  type: 'type=ciblage',
  'type, rare': 'type=nothing',
  perpetrator: 'actor=group 13',
  victim: 'victim=solitaria',
  'all six': 'id=4&from=2023-06-01&to=2024-06-01&type=physical&actor=armed&victim=families',
  state: 'status=under review',
  country: 'country=TD',
  search: 'q=geneina',
  'search, one letter': 'q=z',
  'search, rare': 'q=uniquename',
  'search, three words': 'q=commander 13 nyala',
  'search, nothing': 'q=absent',
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ??
  Number.NaN
let slow = 0
function tell(name: string, times: readonly number[], limitMs: number): void {
  const p95 = at(times, 0.95)
  if (p95 > limitMs) slow += 1
  console.log(
    `${name.padEnd(44)} median ${at(times, 0.5).toFixed(1).padStart(6)} ms, p95 ${p95.toFixed(1).padStart(6)} ms${p95 > limitMs ? `  TOO SLOW, wanted ${limitMs} ms` : ''}`,
  )
}

async function measure(url: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
    if (round > 0) times.push(performance.now() - began)
  }
  return times
}

async function browse(server: ApiServer): Promise<void> {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    args: [...QUIET_ARGS],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const page = await browser.newPage({
      baseURL: server.url,
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
    })
    await page.goto('/reports')
    const times: number[] = []
    for (let turn = 0; turn <= 20; turn += 1) {
      await page.getByText(`Showing ${turn * 10 + 1} to`).waitFor()
      // From the click to the frame with the rows of the next page.
      const took = page.evaluate(async (next) => {
        const first = (): string => document.querySelector('table tbody th')?.textContent ?? ''
        const before = first()
        const began = performance.now()
        document.querySelector<HTMLButtonElement>(`nav button[aria-label*="${next}"]`)?.click()
        while (first() === before && performance.now() - began < 5_000)
          await new Promise((frame) => requestAnimationFrame(frame))
        await new Promise((frame) => requestAnimationFrame(frame))
        return performance.now() - began
      }, 'ext')
      if (turn > 0) times.push(await took)
      else await took
    }
    tell('page in the browser: press to paint', times, PAINT_P95_MS)
  } finally {
    await browser.close()
  }
}

const webDir = process.env['WEB_DIR'] ?? join(import.meta.dirname, '../../out/web')
for (const { engine, skip, title } of ENGINES) {
  if (skip) {
    console.log(title)
    continue
  }
  const server = await startApiServer({
    engine,
    env: { LIMITS_SCALE: '10000' },
    ...(existsSync(webDir) ? { webDir } : {}),
  })
  try {
    await fill(server)
    if (engine === 'postgres') await sql`vacuum analyze reports`.execute(server.deps.database.db) // the engine does this by itself after a while
    const { email } = await buildMember(server.deps, { role: 'reviewer' })
    const { accessToken } = await signIn(server, email, TEST_PASSWORD)
    for (const [reader, headers] of Object.entries({
      public: {},
      staff: { authorization: `Bearer ${accessToken}` },
    }))
      for (const [name, query] of Object.entries(QUERIES))
        tell(
          `${engine}, ${reader}: ${name}`,
          await measure(
            `${server.url}/api/report/get/all?size=10&page=1&${query}`.replace(
              'page=1&page=',
              'page=',
            ),
            headers,
          ),
          SERVER_P95_MS,
        )
    await fillProtected(server)
    tell(
      `${engine}: 50 long reports, kept back in part`,
      await measure(`${server.url}/api/report/get/all?size=50&page=1`, {}),
      SERVER_P95_MS,
    )
    server.clock.advance(301)
    tell(
      `${engine}: statistics`,
      await measure(`${server.url}/api/report/statistics`, {}),
      SERVER_P95_MS,
    )
    if (engine === 'sqlite' && existsSync(webDir)) await browse(server)
  } finally {
    await server.stop()
  }
}
if (slow > 0) {
  console.log(`${slow} too slow`)
  process.exitCode = 1
}
