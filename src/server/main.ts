/**
 * Starts the API and the web site. `--local` is for a developer's machine: demonstration data, and
 * no secrets needed.
 */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildApp } from './start/app.ts'
import { parseConfig, type Config } from './deps/config.ts'
import { drain } from './start/drain.ts'
import { createLogger } from './base/logger.ts'
import { takeLeave } from './start/take-leave.ts'
import { LEAVE, runWorkers, workersOf } from './start/workers.ts'
import { seedDemo } from './start/seed-demo.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { openDeps } from './start/open-deps.ts'
import { StartFault } from './base/start-fault.ts'
import { startFaultOf } from './start/explain-start-fault.ts'

/**
 * Time limit to finish replies, running jobs and the database together; after it the process exits
 * with 1.
 */
const STOP_LIMIT_MS = 15_000

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

/** Codes of Node.js for an address that the server cannot listen on. */
const LISTEN_FAULTS: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) =>
    `The port is in use by another program. Stop that one, or set PORT to a free port (now ${port}).`,
  EACCES: ({ port }) => `The server may not listen on port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: wrongHost,
  ENOTFOUND: wrongHost,
  EAI_AGAIN: wrongHost,
  EINVAL: wrongHost,
}
function wrongHost({ host }: Config): string {
  return `HOST=${host} is no address of this machine. Leave it out for this machine alone, or set it to 0.0.0.0 for every network.`
}

/** What a new developer needs to read after the start; a production server prints one line. */
function announce(config: Config, address: { readonly port: number } | string | null): void {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const base =
    new URL(config.publicUrl).port === String(config.port)
      ? `http://localhost:${port}`
      : config.publicUrl
  const lines = [`WLD is ready at ${base}`]
  if (config.environment === 'local')
    lines.push(
      `  API and its documentation   ${base}/api/docs`,
      '',
      `Demonstration accounts, all with the password ${DEMO_PASSWORD}`,
      ...DEMO_ACCOUNTS.map(({ email, does }) => `  ${email.padEnd(26)}  ${does}`),
      '',
      'Stop with Ctrl+C.',
    )
  if (config.trustProxy.length === 0)
    lines.push(
      'TRUST_PROXY names no web server in front: behind one, all callers share one quota (docs/operations.md).',
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}

/**
 * Gives connections back that the first process handed over when this worker had closed its server:
 * they would hang, because the first process keeps them until the worker replies.
 */
const returnConnections = (): Promise<void> =>
  new Promise((resolve) => {
    if (cluster.worker === undefined) return resolve()
    process.once('disconnect', resolve)
    cluster.worker.disconnect()
  })

async function start(config: Config): Promise<void> {
  const leaving = new AbortController()
  const log = createLogger(config.logLevel)
  const { deps, close } = await openDeps(config, {
    log: cluster.worker === undefined ? log : log.child({ worker: cluster.worker.id }),
    stopping: leaving.signal,
  })
  if (config.environment === 'local' || config.demo) await seedDemo(deps)
  const app = await buildApp(deps, fileURLToPath(new URL('../../out/web/', import.meta.url)))
  const jobs = startJobs(deps)
  let stopping = false
  const stop = (cause: string): void => {
    if (stopping) return
    stopping = true
    deps.log.info({ cause }, 'stopping')
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void (config.environment === 'local' ? Promise.resolve() : takeLeave(app.server))
      .then(() => drain(app))
      .then(() => jobs.stop())
      .then(close)
      .then(returnConnections)
      .then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      leaving.abort()
      stop(signal)
    })
  // `/readyz` stays as it is: it speaks for all workers, and another one is there.
  process.on('message', (message) => {
    if (message === LEAVE) stop('replaced')
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    const sentence = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? '']?.(config) // Node's network errors carry a code
    throw sentence === undefined ? error : new StartFault(sentence, { cause: error })
  }
  if (cluster.isPrimary) announce(config, app.server.address())
}

const { values } = parseArgs({
  options: {
    local: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
  },
})
const workers =
  workersOf(values.workers) ??
  fail([`--workers wants a number from 1 to 64, or auto (now ${values.workers}).`])
const parsed = parseConfig(process.env, values.local ? 'local' : 'production')
if (!parsed.ok)
  fail([
    'WLD cannot start with this configuration:',
    ...parsed.faults.map((fault) => `  - ${fault}`),
  ])
const { config } = parsed
if (workers > 1 && config.databaseUrl === undefined)
  fail([
    `--workers ${values.workers} wants PostgreSQL: the SQLite file belongs to one process. Set DATABASE_URL, or leave --workers out.`,
  ])
if (workers > 1 && cluster.isPrimary)
  void runWorkers(workers, createLogger(config.logLevel), (address) => announce(config, address))
else
  start(config).catch((error: unknown) => {
    const message = startFaultOf(error, config)
    fail([
      message ??
        `WLD could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ])
  })
