import { type ChildProcess, exec, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { quantile } from '../scan-score.ts'
import type { PeerFolder } from './install.ts'

const ROUNDS = 15
const START_MS = 60_000
const EMAIL = 'admin@example.com'

/** The same page of 20 members of both: the path of WLD, then of Directus. */
const CALLS = {
  newest: ['page=1', 'sort=-created_at'],
  'status banned': ['page=1&status=banned', 'sort=-created_at&filter[status][_eq]=banned'],
  'country FR': ['page=1&country=FR', 'sort=-created_at&filter[current_country][_eq]=FR'],
  'by name': ['page=1&sort=name', 'sort=last_name,first_name'],
  'search mohamed': ['page=1&q=mohamed', 'sort=-created_at&search=mohamed'],
  'search, no match': ['page=1&q=qqxqqx', 'sort=-created_at&search=qqxqqx'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

const COLUMNS = 'id, first_name, last_name, email, phone, current_country, status, role, created_at'
/** The indexes that an operator adds to the columns of these filters and sorts. */
const TABLE = `
  create table members (id bigint primary key, first_name text, last_name text, email text, phone text,
    current_country text, status text, role text, created_at text);`
const INDEXES = `
  create index on members (created_at desc); create index on members (status, created_at desc);
  create index on members (current_country, created_at desc); create index on members (last_name, first_name);
  analyze members;`

/** Copies the members into a database of its own. Needs psql. */
async function copyMembers(from: string): Promise<string> {
  const to = new URL(from)
  to.pathname = `${to.pathname}_directus`
  const name = to.pathname.slice(1)
  const admin = new pg.Client({ connectionString: from })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const run = promisify(execFile)
  await run('psql', ['-qd', to.href, '-c', TABLE])
  await promisify(exec)(
    `psql -qd "$FROM" -c "copy (select ${COLUMNS} from members) to stdout" |
      psql -qd "$TO" -c "copy members from stdin"`,
    { env: { ...process.env, FROM: from, TO: to.href } },
  )
  await run('psql', ['-qd', to.href, '-c', INDEXES])
  return to.href
}

interface Peer {
  readonly url: string
  readonly token: string
  readonly stop: () => Promise<void>
}

async function startDirectus(folder: PeerFolder, database: string): Promise<Peer> {
  // Built from source only; it runs scripts of flows, of which there are none here.
  await writeFile(folder.file('isolated-vm', 'isolated-vm.js'), 'module.exports = {}\n')
  const [port, token] = [await freePort(), randomBytes(16).toString('hex')]
  const env = {
    ...process.env,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database,
    SECRET: randomBytes(16).toString('hex'),
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  }
  const run = (command: string): ChildProcess =>
    spawn(process.execPath, [folder.file('directus', 'cli.js'), command], {
      env,
      cwd: folder.file('directus', '.'),
      stdio: 'ignore', // it draws a box about newer versions
    })
  await once(run('bootstrap'), 'exit')
  const server = run('start')
  const url = `http://127.0.0.1:${port}`
  for (const until = Date.now() + START_MS; ; await sleep(200)) {
    const reply = await fetch(`${url}/server/ping`).catch(() => undefined) // it has not begun to listen
    if (reply?.ok === true) break
    if (Date.now() > until) throw new Error('Directus did not start')
  }
  return {
    url: `${url}/items/members?limit=20&`,
    token,
    async stop() {
      server.kill()
      await once(server, 'exit')
    },
  }
}

async function startOwn(databaseUrl: string): Promise<Peer> {
  const server = await startApiServer({
    engine: 'postgres',
    databaseUrl,
    env: { LIMITS_SCALE: '10000' },
  })
  const { db } = server.deps.database
  await db.deleteFrom('members').where('id', '<', 30_000_000).execute() // of an earlier run
  const { email, password } = await buildMember(server.deps, {
    role: 'admin',
    email: `admin.${Date.now()}@bench.example`,
    phone: '',
  })
  return {
    url: `${server.url}/api/user/get/all?`,
    token: (await signIn(server, email, password)).accessToken,
    stop: () => server.stop(),
  }
}

async function take({ url, token }: Peer, query: string): Promise<number> {
  const began = performance.now()
  const reply = await fetch(url + query, { headers: { authorization: `Bearer ${token}` } })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${url}${query} was answered ${reply.status}`)
  return performance.now() - began
}

interface Times {
  readonly own: number
  readonly page: number
  readonly total: number
}

/** One page of members, time on the clock, each server in turn. */
export async function benchLists(folder: PeerFolder): Promise<void> {
  const database = process.env['BENCH_POSTGRES']
  if (database === undefined) {
    console.log(
      '\nLists are left out: set BENCH_POSTGRES to a database of tests/bench/seed-million.ts.',
    )
    return
  }
  if (!(await folder.install('directus'))) return
  const directus = await startDirectus(folder, await copyMembers(database))
  const own = await startOwn(database)
  try {
    console.log(
      '\n| Page of 20 of a million members | WLD, with total, ms | Directus, page alone, ms | Directus, with total, ms | WLD ÷ Directus, both with total |\n|---|---:|---:|---:|---:|',
    )
    for (const [name, [ours, theirs]] of Object.entries(CALLS)) {
      const rounds: Times[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const times = {
          own: await take(own, ours),
          page: await take(directus, theirs),
          total: await take(directus, `${theirs}&meta=filter_count`),
        }
        if (round > 0) rounds.push(times) // the first calls compile, and read pages of the disk
      }
      const at = (of: (times: Times) => number, share = 0.5, digits = 1): string =>
        quantile(rounds.map(of), share).toFixed(digits)
      const ratio = (times: Times): number => times.own / times.total
      console.log(
        `| ${name} | ${at((one) => one.own)} | ${at((one) => one.page)} | ${at((one) => one.total)} | ${at(ratio, 0.5, 2)} (${at(ratio, 0.25, 2)} to ${at(ratio, 0.75, 2)}) |`,
      )
    }
  } finally {
    await own.stop()
    await directus.stop()
  }
}
