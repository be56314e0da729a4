/**
 * The cost of a verdict: POST /api/card/verify with a scanned card and a session of staff, 16 calls at a time, beside a
 * bare server that reads the same two rows. Built servers in processes of their own, their data on a disk, in turns.
 *
 *     npm run bench -- verify                  # both engines; without PostgreSQL the embedded one
 *     npm run bench -- verify --beside DIR     # also the server that was built in DIR, such as that of the version before
 *
 * TMPDIR says where the data lies; the bench refuses a folder in memory, which has no disk to wait for. ROUNDS and AT_ONCE
 * change the number of rounds and of calls at a time. The server of `--beside` needs the same first schema.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, type ApiServer } from '#tests/support/api-server.ts'
import { hasPostgres, type EngineName } from '#tests/support/engines.ts'
import { startBuiltServer } from './built-server.ts'
import { backendsOf, processorMs } from './processor-time.ts'
import { quantile } from './scan-score.ts'
import type { Batch } from './verify-caller.ts'

const MEMBERS = 50
const CALLS = 400 // in a round
const ROUNDS = Number(process.env['ROUNDS'] ?? 9)
const AT_ONCE = Number(process.env['AT_ONCE'] ?? 16)
const WARM_UP = 3
const TMPFS = 0x01021994
const WITHOUT_LIMITS = { LIMITS_SCALE: '10000', LOG_LEVEL: 'info' } // an operator's log has a line for each call
const JSON_TYPE = { 'content-type': 'application/json' }

interface Card {
  readonly id: number
  readonly payload: string
}

async function fill(server: ApiServer): Promise<{ bearer: string; cards: readonly Card[] }> {
  const staff = await buildMember(server.deps, { role: 'moderator' })
  const cards: Card[] = []
  for (let index = 0; index < MEMBERS; index += 1) {
    const { id, email, password } = await buildMember(server.deps, { firstName: 'Amna' })
    const bearer = (await signIn(server, email, password)).accessToken
    const card = await server.client.call(myCard, {}, { bearer })
    if (!card.ok) throw new Error('no card')
    cards.push({ id, payload: card.value.payload })
  }
  return { bearer: (await signIn(server, staff.email, staff.password)).accessToken, cards }
}

interface Contender {
  readonly name: string
  readonly batch: Batch
  readonly pid: number
  /** Its database, on PostgreSQL. */
  readonly database: string | undefined
  readonly end: () => unknown
}

const bodiesOf = (cards: readonly Card[], of: (card: Card) => object): string[] =>
  Array.from({ length: CALLS }, (_, call) => JSON.stringify(cards.map(of)[call % cards.length]))

async function startWld(engine: EngineName, name: string, folder?: string): Promise<Contender> {
  const server = await startBuiltServer(engine, fill, WITHOUT_LIMITS, folder)
  const { bearer, cards } = server.filled
  return {
    name,
    batch: {
      url: `${server.url}${verifyCard.path}`,
      headers: { ...JSON_TYPE, authorization: `Bearer ${bearer}` },
      bodies: bodiesOf(cards, ({ payload }) => ({ payload })),
      atOnce: AT_ONCE,
    },
    pid: server.pid,
    database: server.database,
    end: () => server.stop(),
  }
}

async function startBare(engine: EngineName): Promise<Contender> {
  const server = await startBuiltServer(engine, fill, WITHOUT_LIMITS)
  const child = fork(join(import.meta.dirname, 'verify-bare.ts'), [server.place])
  const [url] = (await once(child, 'message')) as [string] // from verify-bare.ts
  return {
    name: 'bare Fastify, two reads',
    batch: {
      url,
      headers: JSON_TYPE,
      bodies: bodiesOf(server.filled.cards, ({ id }) => ({ id })),
      atOnce: AT_ONCE,
    },
    pid: child.pid ?? 0,
    database: server.database,
    async end() {
      child.kill()
      await server.stop()
    },
  }
}

interface Figures {
  readonly serverMs: number
  readonly databaseMs: number
  readonly medianMs: number
  readonly perSecond: number
}

async function measure(
  caller: ChildProcess,
  { batch, pid, database }: Contender,
): Promise<Figures> {
  const backends = database === undefined ? [] : backendsOf(database)
  const spentByBackends = () => backends.reduce((sum, backend) => sum + processorMs(backend), 0)
  const [server, backend, began] = [processorMs(pid), spentByBackends(), performance.now()]
  caller.send(batch)
  const ended = new AbortController()
  const end = (): void => ended.abort() // it printed why
  caller.once('exit', end)
  const [times] = (await once(caller, 'message', { signal: ended.signal })) as [number[]]
  caller.off('exit', end)
  const secondsTaken = (performance.now() - began) / 1_000
  return {
    serverMs: (processorMs(pid) - server) / CALLS,
    databaseMs: (spentByBackends() - backend) / CALLS,
    medianMs: quantile(times, 0.5),
    perSecond: CALLS / secondsTaken,
  }
}

const spread = (values: readonly number[], digits: number): string =>
  [0.5, 0, 1]
    .map((share) => quantile(values, share).toFixed(digits))
    .map((text, index) => ['', '(', ' to '][index] + text)
    .join(' ')
    .replace('  to', ' to') + ')'

function print(engine: EngineName, contenders: readonly Contender[], rounds: Figures[][]): void {
  console.log(
    `\n${engine}, ${ROUNDS} rounds of ${CALLS} calls, ${AT_ONCE} at a time, load ${loadavg()[0]?.toFixed(1)}; median (least to most)\n`,
  )
  console.log(
    '| | processor ms a call: server | database | together | together ÷ the last | clock, p50 ms | calls a second |\n|---|---:|---:|---:|---:|---:|---:|',
  )
  const costs = rounds.map((round) => round.map((one) => one.serverMs + one.databaseMs))
  for (const [index, { name }] of contenders.entries()) {
    const of = (pick: (figures: Figures) => number): number[] =>
      rounds.map((round) => pick(round[index] as Figures)) // each round has all contenders
    const ratios = costs.map((cost) => (cost[index] ?? 0) / (cost.at(-1) ?? 0))
    console.log(
      `| ${[
        name,
        spread(
          of((one) => one.serverMs),
          2,
        ),
        spread(
          of((one) => one.databaseMs),
          2,
        ),
        spread(
          costs.map((cost) => cost[index] ?? 0),
          2,
        ),
        spread(ratios, 2),
        spread(
          of((one) => one.medianMs),
          1,
        ),
        spread(
          of((one) => one.perSecond),
          0,
        ),
      ].join(' | ')} |`,
    )
  }
}

async function bench(engine: EngineName, beside: string | undefined): Promise<void> {
  const contenders = [await startBare(engine), await startWld(engine, 'WLD')]
  if (beside !== undefined) contenders.push(await startWld(engine, `WLD of ${beside}`, beside))
  const caller = fork(join(import.meta.dirname, 'verify-caller.ts'))
  try {
    const rounds: Figures[][] = []
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const figures: Figures[] = []
      for (const contender of contenders) figures.push(await measure(caller, contender))
      if (round >= 0) rounds.push(figures) // the first ones compile the code
    }
    print(engine, contenders, rounds)
  } finally {
    caller.disconnect()
    for (const { end } of contenders) await end()
  }
}

const { values } = parseArgs({ options: { beside: { type: 'string' } } })
if (statfsSync(tmpdir()).type === TMPFS)
  throw new Error(`${tmpdir()} is in memory. Set TMPDIR to a folder on a disk`)
await bench('sqlite', values.beside)
if (hasPostgres) await bench('postgres', values.beside)
else console.log('\nPostgreSQL was left out: no server at 127.0.0.1:5432.')
