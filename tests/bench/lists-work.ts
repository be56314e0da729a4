/**
 * Processor time of the lists of work at a million members: requests, audit log, reports, messages,
 * attendance, overview, exports, status list. Counts this process, and on PostgreSQL its
 * connections; the waiting time says little on a machine with other work. `--sqlite` or
 * `--postgres` is the engine, `ONLY` a part of the names of calls. `KEPT_DIR` or `KEPT_URL` is a
 * database that is filled once and used again. The exit code is 1 when a call takes too long.
 */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { prepareStatusList } from '#server/features/card/status-list.ts'
import { foldMemberCounts } from '#server/records/stats/stats-repository.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import {
  confirmPassword,
  signIn,
  startApiServer,
  type ApiServer,
} from '#tests/support/api-server.ts'
import { BUSY_EVENT, COMMON_TRIBE, fillLists, RARE_ACTION, RARE_TRIBE } from './lists-work-rows.ts'

const MEMBERS = Number(process.env['MEMBERS'] ?? 1_000_000)
const REPORTS = Number(process.env['REPORTS'] ?? 10_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 80)
const ONLY = process.env['ONLY'] ?? ''
const engine = process.argv.includes('--sqlite') ? 'sqlite' : 'postgres'
const P95_MAX_MS = { sqlite: 5, postgres: 30 }[engine]
/** Rounds that fill the caches of pages and statements. */
const WARM_ROUNDS = 3

const REQUESTS = '/api/user/register/get/all'
const AUDIT = '/api/audit/get/all'
const LISTED = '/api/report/get/all'
const CLAIMS = '/api/claim/get/all'
const FAR = Math.floor(MEMBERS * 0.3 * 0.1) - 3
const CALLS: Readonly<Record<string, string>> = {
  'nothing but the call': '/api/account/me',
  'requests page 1': `${REQUESTS}?page=1`,
  'requests page 1 (moderator)': `${REQUESTS}?page=1`,
  'requests page 1000': `${REQUESTS}?page=1000`,
  'requests last pages': `${REQUESTS}?page=${FAR}`,
  'requests oldest first': `${REQUESTS}?page=1&sort=createdAt`,
  'requests pending': `${REQUESTS}?page=1&status=pending`,
  'requests approved': `${REQUESTS}?page=1&status=approved`,
  'requests tribe': `${REQUESTS}?page=1&tribe=${COMMON_TRIBE}`,
  'requests tribe rare': `${REQUESTS}?page=1&tribe=${RARE_TRIBE}`,
  'requests tribe nobody': `${REQUESTS}?page=1&tribe=nobody`,
  'requests pending + tribe': `${REQUESTS}?page=1&status=pending&tribe=${COMMON_TRIBE}`,
  'requests from-to': `${REQUESTS}?page=1&from=2021-01-01&to=2021-03-01`,
  'requests from-to + status': `${REQUESTS}?page=1&from=2021-01-01&to=2021-03-01&status=rejected`,
  'requests q common': `${REQUESTS}?page=1&q=mohamed`,
  'requests q common (moderator)': `${REQUESTS}?page=1&q=mohamed`,
  'requests q rare': `${REQUESTS}?page=1&q=bench.1001@`,
  'requests q two words': `${REQUESTS}?page=1&q=mohamed osman`,
  'requests q one letter': `${REQUESTS}?page=1&q=m`,
  'requests q nobody': `${REQUESTS}?page=1&q=xyzzyq`,
  'requests plain list (1,000)': REQUESTS,
  'request read (duplicates)': '/api/user/register/get/REQUEST',
  'audit page 1': `${AUDIT}?page=1`,
  'audit page 1000': `${AUDIT}?page=1000`,
  'audit last pages': `${AUDIT}?page=${Math.floor(MEMBERS / 10) - 3}`,
  'audit action common': `${AUDIT}?page=1&action=member.listed`,
  'audit action rare (20)': `${AUDIT}?page=1&action=${RARE_ACTION}`,
  'audit action group': `${AUDIT}?page=1&action=member`,
  'audit action nothing': `${AUDIT}?page=1&action=nothing`,
  'audit group, last page': `${AUDIT}?page=${Math.floor(MEMBERS / 25) - 3}&action=member`,
  'audit actor': `${AUDIT}?page=1&actor=member:30000007`,
  'audit actor + action rare': `${AUDIT}?page=1&actor=member:30000001&action=${RARE_ACTION}`,
  'audit actor + from-to': `${AUDIT}?page=1&actor=member:30000007&from=2021-01-01&to=2021-06-01`,
  'audit from-to old': `${AUDIT}?page=1&from=2020-01-02&to=2020-01-20`,
  'audit from recent': `${AUDIT}?page=1&from=2025-09-01`,
  'audit to old': `${AUDIT}?page=1&to=2020-01-20`,
  'audit from-to + action': `${AUDIT}?page=1&from=2020-02-01&to=2020-03-01&action=member`,
  'audit plain list (1,000)': AUDIT,
  'reports page 1 (staff)': `${LISTED}?page=1`,
  'reports page 900': `${LISTED}?page=900`,
  'reports type': `${LISTED}?page=1&type=looting`,
  'reports actor': `${LISTED}?page=1&actor=group 7`,
  'reports victim rare': `${LISTED}?page=1&victim=solitaria`,
  'reports status': `${LISTED}?page=1&status=verified`,
  'reports from-to': `${LISTED}?page=1&from=2023-06-01&to=2023-07-01`,
  'reports search': `${LISTED}?page=1&q=commander`,
  'reports search rare': `${LISTED}?page=1&q=solitaria`,
  'reports search 3 words': `${LISTED}?page=1&q=armed families nyala`,
  'reports search none': `${LISTED}?page=1&q=xyzzyq`,
  'reports search one letter': `${LISTED}?page=1&q=c`,
  'claims page 1': `${CLAIMS}?page=1`,
  'claims last pages': `${CLAIMS}?page=${Math.floor(MEMBERS / 500) - 3}`,
  'claims open': `${CLAIMS}?page=1&status=open`,
  'claims q common': `${CLAIMS}?page=1&q=mohamed`,
  'claims q nobody': `${CLAIMS}?page=1&q=xyzzyq`,
  'stats overview': '/api/stats/overview',
  'stats waiting': '/api/stats/waiting',
  'events list': '/api/event/get/all',
  'events list (public)': '/api/event/get/all',
  'news list': '/api/news/get/all',
  'attendance counts': `/api/event/attendance/${BUSY_EVENT}/counts`,
  'attendance page': `/api/event/attendance/${BUSY_EVENT}?page=1`,
  'attendance last pages': `/api/event/attendance/${BUSY_EVENT}?page=9000`,
  'status list': '/api/card/status-list',
}

/** The processor time of the connections to PostgreSQL until now, in ms. */
async function databaseMs({ deps: { database } }: ApiServer): Promise<number> {
  if (database.rules.kind === 'sqlite') return 0
  const { rows } = await sql<{
    pid: number
  }>`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    database.jobs,
  )
  return rows.reduce(
    (sum, { pid }) =>
      sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )
}
const ownMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN

interface Tokens {
  readonly admin: string
  readonly moderator: string
}
const tokenFor = (name: string, tokens: Tokens): string | undefined => {
  if (name.endsWith('(public)')) return undefined
  return name.endsWith('(moderator)') ? tokens.moderator : tokens.admin
}
const call = (server: ApiServer, path: string, token: string | undefined): Promise<Response> =>
  fetch(
    server.url + path,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  )

async function measureCalls(server: ApiServer, tokens: Tokens): Promise<number> {
  const { id: request = '' } =
    (await server.deps.database.db
      .selectFrom('registration_requests')
      .select('id')
      .where('status', '=', 'pending')
      .limit(1)
      .executeTakeFirst()) ?? {}
  const calls = Object.entries(CALLS).filter(([name]) => name.includes(ONLY))
  const times = new Map(calls.map(([name]): [string, number[]] => [name, []]))
  for (let round = 0; round < ROUNDS + WARM_ROUNDS; round += 1)
    for (const [name, path] of calls) {
      const [own, inDatabase] = [ownMs(), await databaseMs(server)]
      const answer = await call(server, path.replace('REQUEST', request), tokenFor(name, tokens))
      await answer.arrayBuffer()
      if (!answer.ok)
        throw new Error(`${name} was answered ${answer.status}: ${server.logLines.at(-1)}`)
      const spent = ownMs() - own + (await databaseMs(server)) - inDatabase
      if (round >= WARM_ROUNDS) times.get(name)?.push(spent)
    }
  let worst = 0
  for (const [name, values] of times) {
    const [p50, p95] = [quantile(values, 0.5), quantile(values, 0.95)]
    worst = Math.max(worst, p95)
    console.log(
      `| ${name} | ${rounded(p50)} | ${rounded(p95)} |${p95 > P95_MAX_MS ? ' too slow' : ''}`,
    )
  }
  return worst
}

/** Runs work and tells its processor time, the longest delay of other work, and its memory. */
async function watched(
  name: string,
  work: (onStep: () => void) => Promise<unknown>,
): Promise<void> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const began = ownMs()
  delay.enable()
  await work(() => (most = Math.max(most, process.memoryUsage().rss)))
  delay.disable()
  console.log(
    `| ${name} | ${rounded((ownMs() - began) / 1_000)} s of this process | longest delay ${rounded(delay.max / 1e6)} ms, p99 ${rounded(delay.percentile(99) / 1e6)} ms | memory +${rounded((most - before) / 1e6)} MB |`,
  )
}

/** Exports are read to the end. */
async function measureExports(server: ApiServer, { admin }: Tokens): Promise<void> {
  const exports = {
    'export of members': '/api/user/export',
    'export of the audit log': '/api/audit/export/csv',
    'export of reports': '/api/report/export?format=csv',
    'export of attendance': `/api/event/attendance/${BUSY_EVENT}/csv`,
  }
  for (const [name, path] of Object.entries(exports)) {
    if (!name.includes(ONLY)) continue
    await confirmPassword(server, admin)
    await watched(name, async (onStep) => {
      const answer = await call(server, path, admin)
      if (!answer.ok || answer.body === null)
        throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      for await (const part of answer.body) if ((part as Uint8Array).length > 0) onStep() // a body is bytes
    })
  }
}

const keptDir = process.env['KEPT_DIR']
const keptUrl = process.env['KEPT_URL']
const server = await startApiServer({
  engine,
  env: { LIMITS_SCALE: '10000' },
  ...(engine === 'sqlite' && keptDir !== undefined ? { dataDir: keptDir } : {}),
  ...(engine === 'postgres' && keptUrl !== undefined ? { databaseUrl: keptUrl } : {}),
})
try {
  const admin = { email: 'bench.admin@test.example' }
  const isFilled =
    (await server.deps.database.db
      .selectFrom('members')
      .select('id')
      .where('email_key', '=', admin.email)
      .executeTakeFirst()) !== undefined
  const moderator = { email: 'bench.moderator@test.example' }
  if (!isFilled) {
    const began = performance.now()
    await fillLists(server, { members: MEMBERS, reports: REPORTS })
    await buildMember(server.deps, { role: 'moderator', ...moderator })
    await buildMember(server.deps, { role: 'admin', ...admin })
    await foldMemberCounts(server.deps.database.db) // the sweep does so every ten minutes
    console.log(`filled in ${rounded((performance.now() - began) / 1_000)} s`)
  }
  const tokenOf = async ({ email }: { readonly email: string }) =>
    (await signIn(server, email, TEST_PASSWORD)).accessToken
  const tokens = { admin: await tokenOf(admin), moderator: await tokenOf(moderator) }
  console.log(`${engine}, ${MEMBERS} members\n| Call | p50 ms | p95 ms |\n|---|---|---|`)
  await watched('status list, first reading', async () => prepareStatusList(server.deps))
  const worst = await measureCalls(server, tokens)
  await measureExports(server, tokens)
  if (worst > P95_MAX_MS) process.exitCode = 1
} finally {
  await server.stop()
}
