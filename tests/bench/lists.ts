/**
 * Processor time of the calls behind the lists, on a seeded database (`seed-million.ts`): of the server process and of
 * the PostgreSQL backends that work for it. Time on the clock says little on a machine with other work.
 *
 *     npm run bench -- lists --sqlite DIRECTORY
 *     npm run bench -- lists --postgres URL [--only WORD]
 *
 * Give it a copy: the server migrates it and writes to it. The result is a table in Markdown.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import type { ListCall } from './list-call.ts'
import { MEMBER_CALLS } from './lists-members.ts'

const CALLS: readonly ListCall[] = [...MEMBER_CALLS]
const ROUNDS = Number(process.env['ROUNDS'] ?? 80)

const WARM_UP_CALLS = 300

const { values } = parseArgs({
  options: {
    sqlite: { type: 'string' },
    postgres: { type: 'string' },
    only: { type: 'string', default: '' },
    serve: { type: 'boolean', default: false },
  },
})

interface Served {
  readonly url: string
  readonly tokens: Readonly<Record<NonNullable<ListCall['as']>, string>>
}

/** The server has a process of its own, so that the caller's work is not counted. */
async function serve(): Promise<void> {
  const { sqlite, postgres } = values
  const server = await startApiServer({
    ...(sqlite === undefined
      ? { engine: 'postgres', databaseUrl: postgres ?? '' }
      : { engine: 'sqlite', dataDir: sqlite }),
    env: { LIMITS_SCALE: '10000' },
  })
  // Of an earlier run on the same copy; the seeded members have higher numbers.
  await server.deps.database.db.deleteFrom('members').where('id', '<', 30_000_000).execute()
  const tokenOf = async (role: 'admin' | 'moderator'): Promise<string> => {
    const { email } = await buildMember(server.deps, {
      role,
      email: `${role}.${Date.now()}@bench.example`,
      phone: '',
    })
    return (await signIn(server, email, TEST_PASSWORD)).accessToken
  }
  const tokens = { admin: await tokenOf('admin'), moderator: await tokenOf('moderator') }
  process.on('message', (message) => {
    if (message === 'stop') void server.stop().then(() => process.disconnect())
    else process.send?.(process.cpuUsage())
  })
  process.send?.({ url: server.url, tokens } satisfies Served)
}

const reply = async <T>(child: ChildProcess): Promise<T> => {
  const ended = new AbortController()
  const end = (): void => ended.abort() // it printed why
  child.once('exit', end)
  const [message] = (await once(child, 'message', { signal: ended.signal })) as [T] // the child is this file
  child.off('exit', end)
  return message
}

/** Nanoseconds that a process has run, as Linux counts them. */
const ranNs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

/** Processor time of the backends of a database. Parallel workers end too soon to be read, so there are none. */
async function watchBackends(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.reduce((sum, { pid }) => sum + ranNs(pid) / 1e6, 0)
  }
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)

async function measure(): Promise<void> {
  if (values.postgres !== undefined) {
    const client = new pg.Client({ connectionString: values.postgres })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    await client.query(`alter database ${rows[0]?.name} set max_parallel_workers_per_gather = 0`)
    await client.end()
  }
  const child = fork(import.meta.filename, [...process.argv.slice(2), '--serve'])
  const { url, tokens } = await reply<Served>(child)
  const backendsMs =
    values.postgres === undefined ? async () => 0 : await watchBackends(values.postgres)
  const usedMs = async (): Promise<number> => {
    child.send('cpu')
    const { user, system } = await reply<NodeJS.CpuUsage>(child)
    return (user + system) / 1_000 + (await backendsMs())
  }
  const send = async ({ name, path, as = 'admin', body }: ListCall): Promise<void> => {
    const answer = await fetch(`${url}${path}`, {
      headers: {
        authorization: `Bearer ${tokens[as]}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${name} was answered ${answer.status}`)
  }
  // A server that has just started compiles its code; the figures are of one that has worked a while.
  for (let call = 0; call < WARM_UP_CALLS; call += 1)
    await send({ name: 'warm-up', path: '/api/user/get/all?page=1' })
  console.log('| Call | p50 ms | p95 ms |\n|---|---:|---:|')
  for (const call of CALLS) {
    const { name } = call
    if (!name.includes(values.only)) continue
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = await usedMs()
      await send(call)
      const took = (await usedMs()) - before
      if (round > 0) times.push(took) // the first call reads pages that the others find in memory
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`| ${name} | ${at(sorted, 0.5)} | ${at(sorted, 0.95)} |`)
  }
  child.send('stop')
  await once(child, 'exit')
  process.exit() // the watching connection is still open
}

await (values.serve ? serve() : measure())
