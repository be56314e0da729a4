/**
 * The rehearsal of a release, with the commands of docs/operations.md: this commit is installed, filled and called through
 * the shipped Caddyfile, upgraded under these calls to a version with one more step of the database, brought back with its
 * backup, and upgraded again. Prints a timeline; the exit code is 1 where an acknowledged write is lost against the pages.
 *
 *     npm run bench -- release [--postgres URL] [--workers 2] [--members 5000] [--installed DIR]
 *
 * DIR is a folder in which this commit is installed already. URL is that of a server of PostgreSQL, on which databases are made and dropped. Packages come from the registry or npm's cache.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { STEP_NAMES } from '#server/parts/database/migrate.ts'
import { stepAt, totpCode } from '#server/parts/security/totp.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { basic } from '../support/api-server.ts'
import { freePort } from '../support/free-port.ts'
import { multipartBody } from '../support/uploads.ts'

const ROOT = join(import.meta.dirname, '../..')
const EMAIL = 'admin@rehearsal.example'
const PASSWORD = 'Made-Up-Rehearsal-7'
const CLIENTS = 4
const COLUMN = 'rehearsed_name'

const { values: given } = parseArgs({
  options: {
    postgres: { type: 'string' },
    workers: { type: 'string' },
    members: { type: 'string', default: '5000' },
    installed: { type: 'string' },
  },
})
const members = Number(given.members)
const place = mkdtempSync(join(process.env['REHEARSAL_DIR'] ?? tmpdir(), 'wld-release-'))
const from = `v${packageJson.version}`
const to = from.replace(/\d+$/, (patch) => String(Number(patch) + 1))

const startedMs = Date.now()
const timeline: string[] = []
let faults = 0
function note(what: string, sinceMs?: number): void {
  const took = sinceMs === undefined ? '' : `${((Date.now() - sinceMs) / 1_000).toFixed(1)} s`
  const at = ((Date.now() - startedMs) / 1_000).toFixed(0)
  timeline.push(`| ${at} | ${what} | ${took} |`)
  console.log(timeline.at(-1))
}
function fault(what: string): void {
  faults += 1
  note(`FAULT: ${what}`)
}

const app = join(place, 'app')
const port = await freePort()
let server: ChildProcess | undefined
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? place,
  DATA_DIR: join(place, 'data'),
  SECRET_KEY: randomBytes(32).toString('hex'),
  BACKUP_KEY: randomBytes(32).toString('hex'),
  BACKUP_TO: join(place, 'backups'),
  TRUST_PROXY: 'loopback',
  LIMITS_SCALE: '10000', // all calls come from one address
  LOG_LEVEL: 'warn',
  MAIL_FROM: 'WLD <no-reply@rehearsal.example>',
}

/** Runs beside this program, whose calls go on. */
async function command(line: string, cwd: string, { input = '', mayFail = false } = {}) {
  const child = spawn('sh', ['-c', line], { cwd, env, stdio: 'pipe' })
  child.stdin.end(input)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (text += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  appendFileSync(join(place, 'commands.log'), `\n$ ${line}   (${code})\n${text}`)
  if (code !== 0 && !mayFail) throw new Error(`${line}: ${code}\n${text}`)
  return { code, text }
}

/** A version with one more step: a column that carries over what is in another one. */
async function makeReleases(repository: string): Promise<void> {
  await command(
    `git clone --quiet ${ROOT} ${repository} && git -C ${repository} tag ${from}`,
    place,
  )
  const name = `${String(STEP_NAMES.length + 1).padStart(4, '0')}-rehearsal`
  const folder = join(repository, 'src/server/parts/database')
  writeFileSync(
    join(folder, `migrations/${name}.ts`),
    `import { sql, type Kysely } from 'kysely'
export async function up(db: Kysely<never>): Promise<void> {
  await sql\`alter table members add column ${COLUMN} text not null default ''\`.execute(db)
  await sql\`update members set ${COLUMN} = first_name\`.execute(db)
}
`,
  )
  const edit = (path: string, change: (text: string) => string): void =>
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  edit(join(folder, 'migrate.ts'), (text) =>
    `import { up as rehearsal } from './migrations/${name}.ts'\n${text}`.replace(
      'export const STEPS: Steps = {',
      `$&\n  '${name}': rehearsal,`,
    ),
  )
  for (const file of ['package.json', 'package-lock.json'])
    edit(join(repository, file), (text) =>
      text.replaceAll(/^( {2,6}"version": )"[\d.]+"/gm, (line, before: string, at: number) =>
        at < 300 ? `${before}"${to.slice(1)}"` : line,
      ),
    )
  const who = '-c user.name=rehearsal -c user.email=rehearsal@rehearsal.example'
  await command(`git add -A && git ${who} commit --quiet -m ${to} && git tag ${to}`, repository)
}

const isReady = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true

/** @returns whether it serves; false when it ended */
async function start(): Promise<boolean> {
  const log = openSync(join(place, 'server.log'), 'a')
  const args = given.workers === undefined ? [] : ['--workers', given.workers]
  const child = spawn('node', ['scripts/serve.mjs', ...args], {
    cwd: app,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', log, log],
  })
  server = child
  while (!(await isReady())) {
    if (child.exitCode !== null) return false
    await sleep(50)
  }
  return true
}
async function stop(): Promise<void> {
  if (server === undefined || server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

async function startFront(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const ownPort = await freePort()
  const child = spawn(
    '/usr/bin/caddy',
    ['run', '--config', join(ROOT, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
    {
      env: {
        PATH: env['PATH'],
        HOME: place,
        SITE_HOST: `http://localhost:${ownPort}`,
        UPSTREAM: `127.0.0.1:${port}`,
        CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      },
      stdio: 'ignore',
    },
  )
  return { url: `http://localhost:${ownPort}`, child }
}

/** Signs the administrator in, with the code app from the second time on. */
function administrator(url: string) {
  let secret: Buffer | undefined
  let lastStep = 0
  let [bearer, id] = ['', '']
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json: unknown = await reply.json().catch(() => undefined)
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(json)}`)
    return json as Record<string, unknown> // read by its names
  }
  /** Each code counts once. */
  const nextCode = async (of: Buffer): Promise<string> => {
    while (stepAt(new Date()) <= lastStep) await sleep(500)
    lastStep = stepAt(new Date())
    return totpCode(of, lastStep)
  }
  return {
    bearer: () => bearer,
    call,
    async signIn(): Promise<void> {
      const reply = await fetch(`${url}/api/auth/login`, {
        headers: { authorization: basic(EMAIL, PASSWORD) },
      })
      if (!reply.ok) throw new Error(`sign-in: ${reply.status} ${await reply.text()}`)
      const signedIn = (await reply.json()) as { accessToken: string; user: { id: string } } // of our own server
      bearer = signedIn.accessToken
      id = signedIn.user.id
      if (secret === undefined) {
        const { secret: text } = await call('POST', '/api/auth/factors/totp/begin')
        secret = fromBase32(String(text))
        const code = await nextCode(secret)
        await call('POST', '/api/auth/factors/totp/finish', { name: 'Code app', code })
      } else {
        const purpose = 'sign-in'
        await call('POST', '/api/auth/factors/proof/begin', { purpose })
        const code = await nextCode(secret)
        await call('POST', '/api/auth/factors/proof/finish', { method: 'totp', purpose, code })
      }
    },
    async provePassword(): Promise<void> {
      await call('POST', '/api/user/validate/password', { id, password: PASSWORD })
    },
  }
}
function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const FIRST = [
  'Hawa',
  'Amna',
  'Idris',
  'Musa',
  'محمد',
  'فاطمة',
  'Zeinab',
  'Omer',
  'Élodie',
  'Salma',
]
const LAST = ['Abakar', 'Adam', 'Osman', 'عبدالله', 'Ishag', 'Bashir', 'Tijani', 'حسن', 'Yahya']
const CITIES = ['Lyon', 'Marseille', 'Paris', 'Nantes', 'Lille', 'Toulouse']
const of = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
async function importMembers(url: string, bearer: string): Promise<void> {
  for (let first = 0; first < members; first += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, members - first) }, (_, at) => {
      const index = first + at
      const day = new Date(Date.UTC(1955, 0, 1) + (index % 17_000) * 86_400_000)
      return [
        of(FIRST, index),
        `${of(LAST, index)} ${of(LAST, index * 5 + 3)}`,
        `member.${index}@rehearsal.example`,
        day.toISOString().slice(0, 10),
        index % 2 === 0 ? 'f' : 'm',
        of(CITIES, index),
      ].join(',')
    })
    const { body, type } = multipartBody([
      {
        field: 'file',
        bytes: Buffer.from(
          ['firstName,lastName,email,birthDate,sex,currentCity', ...rows].join('\n'),
        ),
        name: 'members.csv',
        type: 'text/csv',
      },
    ])
    const reply = await fetch(`${url}/api/user/import?dryRun=false`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
      body: new Uint8Array(body),
    })
    if (!reply.ok) throw new Error(`import: ${reply.status} ${await reply.text()}`)
  }
}

interface Traffic {
  /** References of messages that the server took, with the time. */
  readonly taken: ReadonlyMap<string, number>
  /** A line about the time since the last one. */
  report(): string
  stop(): Promise<void>
}
/** People who open the home page, look at reports and write messages; each waits for its reply, as a browser does. */
function startTraffic(url: string): Traffic {
  const taken = new Map<string, number>()
  const end = new AbortController()
  let [calls, slowestMs, lastGoodMs, longestGapMs] = [0, 0, Date.now(), 0]
  const failed = new Map<string, number>()
  let count = 0
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    const beganMs = Date.now()
    let kind: string
    try {
      const reply = await fetch(`${url}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      kind = reply.ok ? '' : `${method} ${reply.status}`
      if (reply.ok && body !== undefined)
        taken.set((JSON.parse(text) as { reference: string }).reference, beganMs)
    } catch (error) {
      kind = `${method} ${((error as Error).cause as { code?: string } | undefined)?.code ?? 'lost'}`
    }
    calls += 1
    if (kind === '') {
      longestGapMs = Math.max(longestGapMs, Date.now() - lastGoodMs)
      lastGoodMs = Date.now()
      slowestMs = Math.max(slowestMs, Date.now() - beganMs)
    } else failed.set(kind, (failed.get(kind) ?? 0) + 1)
  }
  const work = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await call('GET', '/')
      await call('GET', '/api/report/get/all?page=1&size=20')
      const index = (count += 1)
      await call('POST', '/api/verification/email/contact/wld', {
        firstName: of(FIRST, index),
        lastName: of(LAST, index),
        email: `writer.${index}@rehearsal.example`,
        phoneNumber: '+33639981234',
        subject: 'query',
        message: `Rehearsal message ${index}: when is the assembly?`,
      })
      await sleep(100)
    }
  }
  const all = Promise.all(Array.from({ length: CLIENTS }, work))
  return {
    taken,
    report() {
      const gapMs = Math.max(longestGapMs, Date.now() - lastGoodMs)
      const kinds = [...failed].map(([kind, times]) => `${times} x ${kind}`).join(', ')
      const line = `${calls} calls, failed: ${kinds || 'none'}; longest time without a good reply ${(gapMs / 1_000).toFixed(1)} s, slowest good reply ${(slowestMs / 1_000).toFixed(1)} s`
      ;[calls, slowestMs, longestGapMs] = [0, 0, 0]
      failed.clear()
      return line
    },
    async stop() {
      end.abort()
      await all
    },
  }
}

async function query(text: string): Promise<readonly Record<string, unknown>[]> {
  if (given.postgres === undefined) {
    const database = new DatabaseSync(join(env['DATA_DIR'] ?? '', 'wld.sqlite'), { readOnly: true })
    const rows = database.prepare(text).all()
    database.close()
    return rows
  }
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}
const made: string[] = []
async function newDatabase(): Promise<void> {
  if (given.postgres === undefined) return
  const url = new URL(given.postgres)
  const name = `rehearse_${process.pid}_${made.length}`
  await onServer(`create database ${name}`)
  made.push(name)
  url.pathname = `/${name}`
  env['DATABASE_URL'] = url.href
}
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: given.postgres })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** @param untilMs writes that were taken later may be gone */
async function countLost(traffic: Traffic, untilMs = Infinity): Promise<void> {
  const rows = await query('select id from claims')
  const there = new Set(rows.map(({ id }) => id))
  const gone = [...traffic.taken].filter(([reference]) => !there.has(reference))
  const lost = gone.filter(([, atMs]) => atMs < untilMs)
  note(`${traffic.taken.size} messages were acknowledged, ${there.size} are there`)
  if (lost.length > 0) fault(`${lost.length} acknowledged messages are lost`)
  else if (gone.length > 0)
    note(`${gone.length} messages from after the backup are gone, as the pages say`)
}
async function checkStep(): Promise<void> {
  const [row] = await query(
    `select count(*) as all_rows, sum(case when ${COLUMN} = first_name then 1 else 0 end) as carried from members`,
  )
  const [all, carried] = [Number(row?.['all_rows']), Number(row?.['carried'])]
  if (all !== members + 1 || carried !== all) fault(`carried over: ${carried} of ${all}`)
  else note(`the new column holds its value for all ${all} members`)
}
async function doctor(): Promise<void> {
  const { code, text } = await command('npm run --silent doctor', app, { mayFail: true })
  const lines = text.split('\n').filter((line) => line.startsWith('FAULT'))
  note(`doctor ends with ${code}${lines.map((line) => `; ${line}`).join('')}`)
}

async function upgrade(
  traffic: Traffic,
): Promise<{ readonly backup: string; readonly atMs: number }> {
  const atMs = Date.now()
  const { text } = await command(`npm run --silent upgrade -- --to ${to}`, app)
  note('`npm run upgrade`, beside the server', atMs)
  note(`meanwhile ${traffic.report()}`)
  const stoppedMs = Date.now()
  await stop()
  if (!(await start())) throw new Error(`${to} does not start: ${join(place, 'server.log')}`)
  note('restart with the step of the database', stoppedMs)
  await sleep(3_000) // the calls of this time belong to the restart
  note(`meanwhile ${traffic.report()}`)
  await countLost(traffic)
  await checkStep()
  return { backup: /\(backup (\S+)\)/.exec(text)?.[1] ?? '', atMs }
}

async function goBack(traffic: Traffic, backup: string, untilMs: number): Promise<void> {
  await command('npm run --silent upgrade -- --back', app)
  const beganMs = Date.now()
  await stop()
  if (await start()) fault('the version before starts on the newer database')
  else note('the version before refuses the newer database')
  renameSync(env['DATA_DIR'] ?? '', `${env['DATA_DIR']}.newer-${made.length}`)
  mkdirSync(env['DATA_DIR'] ?? '', { mode: 0o700 })
  await newDatabase()
  const { text } = await command(`npm run --silent restore -- --snapshot ${backup}`, app)
  if (!text.includes('Restored')) fault(`restore: ${text}`)
  if (!(await start())) throw new Error('the version before does not start after the restore')
  note('the way back: stop, restore, start', beganMs)
  await sleep(3_000)
  note(`meanwhile ${traffic.report()}`)
  await countLost(traffic, untilMs)
}

async function rehearse(): Promise<void> {
  const repository = join(place, 'repository')
  await makeReleases(repository)
  let sinceMs = Date.now()
  if (given.installed === undefined) {
    await command(`git clone --quiet --branch ${from} ${repository} ${app}`, place)
    await command('npm ci && npm run build:web && npm run build:server', app)
  } else {
    await command(
      `cp -a ${given.installed} ${app} && git -C ${app} remote set-url origin ${repository}`,
      place,
    )
  }
  note(`${from} is installed`, sinceMs)
  for (const folder of ['DATA_DIR', 'BACKUP_TO']) mkdirSync(env[folder] ?? '', { mode: 0o700 })
  await newDatabase()
  const front = await startFront()
  env['PUBLIC_URL'] = front.url
  let traffic: Traffic | undefined
  try {
    await command(`npm run admin:create -- --email ${EMAIL}`, app, { input: `${PASSWORD}\n` })
    sinceMs = Date.now()
    if (!(await start())) throw new Error(`${from} does not start`)
    note('the first start', sinceMs)
    const admin = administrator(front.url)
    await admin.signIn()
    await admin.provePassword()
    sinceMs = Date.now()
    await importMembers(front.url, admin.bearer())
    note(`${members} members are imported`, sinceMs)
    await command('npm run --silent backup && npm run --silent backup:verify', app)
    await doctor()

    traffic = startTraffic(front.url)
    const one = await upgrade(traffic)
    await doctor()
    await goBack(traffic, one.backup, one.atMs)
    await admin.signIn()
    note('the administrator signs in with the code app of before')
    const taken = [...traffic.taken.keys()].at(-1) ?? ''
    const found = JSON.stringify(
      await admin.call('GET', `/api/claim/get/all?page=1&size=20&q=${taken}`),
    )
    if (!found.includes(taken)) fault(`${taken} is not in the list of messages`)
    const secondMs = Date.now()
    // What was lost by going back is lost; from here on every message counts again.
    ;(traffic.taken as Map<string, number>).forEach((atMs, reference, all) => {
      if (atMs < secondMs - 3_000) all.delete(reference)
    })
    await upgrade(traffic)
    await doctor()
  } finally {
    await traffic?.stop()
    await stop()
    front.child.kill()
  }
}

try {
  await rehearse()
  rmSync(place, { recursive: true, force: true })
} catch (error) {
  fault(`${(error as Error).message}\nWhat is there stays in ${place}.`)
} finally {
  for (const name of made) await onServer(`drop database ${name} with (force)`)
}
console.log(`\n| Second | What | Took |\n|---|---|---|\n${timeline.join('\n')}`)
process.exitCode = faults === 0 ? 0 : 1
