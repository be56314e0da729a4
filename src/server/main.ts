/** Starts the API and the web site. `--local` is for a developer's or a newcomer's machine: demo data, no secrets asked. */
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { parseConfig } from './config.ts'
import { drain } from './drain.ts'
import { DataDirInUse } from './database/data-dir-lock.ts'
import { seedDemo } from './demo/seed.ts'
import { announce } from './announce.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { FileStoreUnusable } from './files/s3-store.ts'
import { openDeps } from './open-deps.ts'
import { WrongSecretKey } from './security/signing-keys.ts'

/** Replies, the jobs under way and the database together; after it the process ends with 1. */
const STOP_LIMIT_MS = 15_000

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

function expectedStartFault(error: unknown): string | undefined {
  if (error instanceof DataDirInUse || error instanceof WrongSecretKey || error instanceof FileStoreUnusable) return error.message
  const code = (error as NodeJS.ErrnoException | null)?.code // Node's network errors carry one
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Stop that one, or set PORT to a free port.'
  if (code === 'ECONNREFUSED') return 'PostgreSQL does not answer at DATABASE_URL. Start it, or correct the address.'
  return undefined
}

async function start(): Promise<void> {
  const local = process.argv.includes('--local')
  const parsed = parseConfig(process.env, local ? 'local' : 'production')
  if (!parsed.ok) fail(['WLD cannot start with this configuration:', ...parsed.faults.map((fault) => `  - ${fault}`)])
  const { config } = parsed
  const { deps, close } = await openDeps(config)
  if (config.environment === 'local' || config.demo) await seedDemo(deps)
  const app = await buildApp(deps, fileURLToPath(new URL('../../out/web/', import.meta.url)))
  const jobs = startJobs(deps)
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    deps.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void drain(app).then(() => jobs.stop()).then(close).then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    throw error
  }
  announce(config, app.server.address())
}

start().catch((error: unknown) => {
  const message = expectedStartFault(error)
  fail([message ?? `WLD could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`])
})
