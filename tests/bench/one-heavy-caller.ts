/**
 * Verdicts for one hall while one other address does its worst, against the built server as a process of its own:
 * 480 clients without pauses on the public search, on the list of reports and on the statistics, and 120 sign-ins at
 * once again and again. The heavy clients are a process of their own as well. Each run has a new heavy address, so that
 * it begins with a whole quota.
 *
 *     npm run bench -- one-heavy-caller [--sqlite | --postgres]     RUNS=3 SECONDS=8
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { myCard } from '#shared/contract/card.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, signIn, type ApiServer } from '#tests/support/api-server.ts'
import { startBuiltServer } from './built-server.ts'
import { reportRow } from './lists-work-rows.ts'

const RUNS = Number(process.env['RUNS'] ?? 3)
const SECONDS = Number(process.env['SECONDS'] ?? 8)
const P99_MAX_MS = 50
/** A door scans no faster; each of the doors has its own quota. */
const VERIFY_EVERY_MS = 40
const DOORS = 8
const REPORTS = 2_000

interface Load {
  readonly clients: number
  readonly path: (turn: number) => string
  readonly headers?: (turn: number) => Record<string, string>
}
const WORDS = ['commander', 'families', 'nyala', 'uniform', 'market', 'cattle', 'armed group', 'co']
const word = (turn: number): string => `${WORDS[turn % WORDS.length] ?? ''} ${turn % 211}`
const LOADS: Readonly<Record<string, Load>> = {
  calm: { clients: 0, path: () => '' },
  'public search': {
    clients: 480,
    path: (turn) => `/api/search?q=${encodeURIComponent(word(turn))}&size=20`,
  },
  'list of reports': {
    clients: 480,
    path: (turn) => `/api/report/get/all?page=1&size=20&q=${encodeURIComponent(word(turn))}`,
  },
  statistics: { clients: 480, path: () => '/api/report/statistics' },
  'sign-ins': {
    clients: 120,
    path: () => '/api/auth/login',
    headers: (turn) => ({ authorization: basic(`nobody.${turn}@test.example`, 'Wrong-Pass1!') }),
  },
}

interface Reply {
  readonly status: number
  readonly ms: number
}
function call(
  url: string,
  agent: Agent,
  { headers, body }: { headers: Record<string, string>; body?: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
    sent.once('response', (reply) => {
      reply.resume()
      reply.once('end', () =>
        resolve({ status: reply.statusCode ?? 0, ms: performance.now() - began }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** In the other process: calls until the time is over, and tells how many of each status there were. */
async function beHeavy(name: string, url: string, address: string): Promise<void> {
  const load = LOADS[name]
  if (load === undefined) throw new Error(`There is no load ${name}`)
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients })
  const counts: Record<string, number> = {}
  const until = performance.now() + SECONDS * 1_000
  let calls = 0
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      calls += 1
      const headers = { 'x-forwarded-for': address, ...load.headers?.(calls) }
      const { status } = await call(url + load.path(calls), agent, { headers }).catch(() => ({
        status: 0,
      }))
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: load.clients }, client))
  process.send?.(counts)
}

async function fill(server: ApiServer) {
  await server.deps.database.db.transaction().execute(async (transaction) => {
    for (let index = 0; index < REPORTS; index += 1)
      await insertReport(transaction, reportRow(index))
  })
  const member = await buildMember(server.deps, { firstName: 'Amna', lastName: 'Bench' })
  const { accessToken } = await signIn(server, member.email, member.password)
  const card = await server.client.call(myCard, {}, { bearer: accessToken })
  if (!card.ok) throw new Error('no card')
  const doors: string[] = []
  for (let door = 0; door < DOORS; door += 1) {
    const { email } = await buildMember(server.deps, { role: 'moderator' })
    doors.push((await signIn(server, email, TEST_PASSWORD)).accessToken)
  }
  return { payload: card.value.payload, doors }
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN

/** Verdicts at an even pace, whether the earlier ones have come or not: waiting callers do not make a door scan less. */
async function verifyFor(
  url: string,
  { payload, doors }: Awaited<ReturnType<typeof fill>>,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: DOORS })
  const body = JSON.stringify({ payload })
  const sent: Promise<Reply>[] = []
  const until = performance.now() + SECONDS * 1_000
  while (performance.now() < until) {
    const door = sent.length % DOORS
    sent.push(
      call(`${url}/api/card/verify`, agent, {
        headers: {
          'x-forwarded-for': '10.200.0.1',
          authorization: `Bearer ${doors[door] ?? ''}`,
          'content-type': 'application/json',
        },
        body,
      }),
    )
    await sleep(VERIFY_EVERY_MS)
  }
  const replies = await Promise.all(sent)
  agent.destroy()
  const refused = replies.find(({ status }) => status !== 200)
  if (refused !== undefined) throw new Error(`A verdict was refused: ${refused.status}`)
  return replies.map(({ ms }) => ms)
}

async function measure(engine: 'sqlite' | 'postgres'): Promise<number> {
  const server = await startBuiltServer(engine, fill)
  try {
    await verifyFor(server.url, server.filled) // a server that has just started compiles its code
    console.log(`\n${engine}, load average ${loadavg()[0]?.toFixed(1)}\n`)
    console.log('| One address does | verify p50 ms | p95 | p99 | heavy calls a run by status |')
    console.log('|---|---:|---:|---:|---|')
    let worst = 0
    for (const [index, name] of Object.keys(LOADS).entries()) {
      const runs: number[][] = []
      let told = ''
      for (let run = 0; run < RUNS; run += 1) {
        const args = ['--heavy', name, server.url, `10.${index}.${run + 1}.1`]
        const heavy = name === 'calm' ? undefined : fork(import.meta.filename, args)
        const counts = heavy === undefined ? undefined : once(heavy, 'message')
        runs.push(await verifyFor(server.url, server.filled))
        if (counts !== undefined) told = JSON.stringify((await counts)[0]).replaceAll('"', '')
      }
      const medianOf = (share: number): number =>
        at(
          runs.map((times) => at(times, share)),
          0.5,
        )
      worst = Math.max(worst, medianOf(0.99))
      const cells = [0.5, 0.95, 0.99].map((share) => medianOf(share).toFixed(1))
      console.log(`| ${name} | ${cells.join(' | ')} | ${told} |`)
    }
    return worst
  } finally {
    await server.stop()
  }
}

const [flag, name = '', url = '', address = ''] = process.argv.slice(2)
if (flag === '--heavy') {
  await beHeavy(name, url, address)
  process.exit()
}
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => flag === undefined || flag === `--${engine}`,
)
for (const engine of engines) if ((await measure(engine)) > P99_MAX_MS) process.exitCode = 1
