/** The built server as a process of its own on filled data, for benches that measure it from outside. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, type EngineName } from '#tests/support/engines.ts'
import { freePort } from '#tests/support/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface BuiltServer {
  readonly url: string
  readonly pid: number
  /** The file of the embedded database, or the address of PostgreSQL. */
  readonly place: string
  /** The name of the database on PostgreSQL. */
  readonly database: string | undefined
  /** Resident memory of the process, in MB. */
  rssMb(): Promise<number>
  stop(): Promise<void>
}

/**
 * @param fill writes rows through a server in this process, which is closed before the built one starts
 * @param folder the tree in which the server was built
 */
export async function startBuiltServer<Filled>(
  engine: EngineName,
  fill: (server: ApiServer) => Promise<Filled>,
  env: Readonly<Record<string, string>> = {},
  folder = ROOT,
): Promise<BuiltServer & { readonly filled: Filled }> {
  const program = join(folder, 'out/server/main.js')
  if (!existsSync(program)) throw new Error(`Build first in ${folder}: npm run build:server`)
  const dataDir = await mkdtemp(join(tmpdir(), 'wld-bench-'))
  const database = engine === 'postgres' ? await createPostgresDatabase() : undefined
  const own = await startApiServer({
    engine,
    dataDir,
    env: { LIMITS_SCALE: '10000' },
    ...(database === undefined ? {} : { databaseUrl: database.url }),
  })
  const filled = await fill(own)
  await own.stop()
  const port = await freePort()
  // With the flag of scripts/serve.mjs.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      SECRET_KEY: 'ab'.repeat(32), // of the server that filled the data
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: 'loopback', // so that a header names the network of a caller
      STAFF_SECOND_FACTOR: 'optional',
      LOG_LEVEL: 'warn',
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
      ...env,
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${url}/api/about`).catch(() => undefined))?.ok === true
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The server did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.stdout.resume()
  return {
    url,
    filled,
    pid: child.pid ?? 0,
    place: database?.url ?? join(dataDir, 'wld.sqlite'),
    database: database && new URL(database.url).pathname.slice(1),
    async rssMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
