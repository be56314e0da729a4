/** Starts the API and the web site, in one process or several, and ends them. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createLogger } from '../base/logger.ts'
import { StartFault } from '../base/start-fault.ts'
import { parseConfig, type Config } from '../deps/config.ts'
import type { Demonstration, Deps } from '../deps/deps.ts'
import { announceShutdown } from './announce-shutdown.ts'
import { buildApp } from './app.ts'
import { drain } from './drain.ts'
import { startFaultOf } from './explain-start-fault.ts'
import { openDeps } from './open-deps.ts'
import { SHUT_DOWN, runWorkers, workersOf } from './workers.ts'

/** What differs between the programs: the one of production, and the demonstration (src/server/demo/main.ts). */
export interface Program {
  readonly environment: Config['environment']
  /** Folder of the built interface. */
  readonly webDir: URL
  readonly startJobs: (deps: Deps) => { stop(): Promise<void> }
  readonly demo?: {
    readonly shown: Demonstration
    readonly fill: (deps: Deps) => Promise<void>
    /** What is printed after the start. */
    readonly hints: readonly string[]
  }
}

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
    `Another program is using the port. Stop that program, or set PORT to a free port (now ${port}).`,
  EACCES: ({ port }) => `The server may not listen on port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: wrongHost,
  ENOTFOUND: wrongHost,
  EAI_AGAIN: wrongHost,
  EINVAL: wrongHost,
}
function wrongHost({ host }: Config): string {
  return `HOST must be an address of this machine (now ${host}). Leave it out for this machine alone, or set it to 0.0.0.0 for every network.`
}

const listenFault = (error: unknown, config: Config): unknown => {
  const sentence = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? '']?.(config) // Node's network errors carry a code
  return sentence === undefined ? error : new StartFault(sentence, { cause: error })
}

/** Listens for a moment: demonstration data takes minutes, and a port that is taken must be told before. */
async function tryToListen({ port, host }: Config): Promise<void> {
  const server = createServer()
  await once(server.listen({ port, host }), 'listening')
  server.close()
  await once(server, 'close')
}

/** What a new developer needs to read after the start; a production server prints one line. */
function announce(
  { demo }: Program,
  config: Config,
  address: { readonly port: number } | string | null,
): void {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const base =
    new URL(config.publicUrl).port === String(config.port)
      ? `http://localhost:${port}`
      : config.publicUrl
  const lines = [`WLD is ready at ${base}`]
  if (demo !== undefined)
    lines.push(
      `  API and its documentation   ${base}/api/docs`,
      '',
      ...demo.hints,
      '',
      'Stop with Ctrl+C.',
    )
  if (config.trustProxy.length === 0)
    lines.push(
      'TRUST_PROXY names no web server in front. If there is one, all callers share one quota (docs/operations.md).',
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

async function start(program: Program, config: Config): Promise<void> {
  const leaving = new AbortController()
  const log = createLogger(config.logLevel)
  const { deps, close } = await openDeps(config, {
    log: cluster.worker === undefined ? log : log.child({ worker: cluster.worker.id }),
    stopping: leaving.signal,
    demonstration: program.demo?.shown,
  })
  if (program.demo !== undefined) {
    try {
      await tryToListen(config)
    } catch (error) {
      await close()
      throw listenFault(error, config)
    }
    await program.demo.fill(deps)
  }
  const app = await buildApp(deps, fileURLToPath(program.webDir))
  const jobs = program.startJobs(deps)
  let stopping = false
  const stop = (cause: string): void => {
    if (stopping) return
    stopping = true
    deps.log.info({ cause }, 'stopping')
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void (config.environment === 'local' ? Promise.resolve() : announceShutdown(app.server))
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
    if (message === SHUT_DOWN) stop('replaced')
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    throw listenFault(error, config)
  }
  if (cluster.isPrimary) announce(program, config, app.server.address())
}

/** Reads the arguments and the environment of this process, and serves until a signal ends it. */
export function runServer(program: Program): void {
  const { values } = parseArgs({ options: { workers: { type: 'string', default: '1' } } })
  const workers =
    workersOf(values.workers) ??
    fail([`--workers must be a number from 1 to 64, or auto (now ${values.workers}).`])
  const parsed = parseConfig(process.env, program.environment)
  if (!parsed.ok)
    fail([
      'WLD cannot start with this configuration:',
      ...parsed.faults.map((fault) => `  - ${fault}`),
    ])
  const { config } = parsed
  if (workers > 1 && config.databaseUrl === undefined)
    fail([
      `--workers ${values.workers} needs PostgreSQL: the SQLite file belongs to one process. Set DATABASE_URL, or leave --workers out.`,
    ])
  if (workers > 1 && cluster.isPrimary)
    void runWorkers(workers, createLogger(config.logLevel), (address) =>
      announce(program, config, address),
    )
  else
    start(program, config).catch((error: unknown) => {
      const message = startFaultOf(error, config)
      fail([
        message ??
          `WLD could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ])
    })
}
