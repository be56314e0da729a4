/** PgBouncer in transaction mode before the PostgreSQL of the tests, for one suite. */
import { spawn } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'
import { postgresOwner } from './private-postgres.ts'

const START_MAX_MS = 30_000
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

/** PgBouncer refuses to run as root; then the user of PostgreSQL runs it. */
const as = postgresOwner()
export const hasPgBouncer = PROGRAM !== undefined && as !== undefined

export interface PgBouncer {
  /** The address of the same database through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** @param connections to PostgreSQL, which all clients share */
export async function startPgBouncer(databaseUrl: string, connections: number): Promise<PgBouncer> {
  const target = new URL(databaseUrl)
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-pooler-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const password = target.password === '' ? '' : ` password=${decodeURIComponent(target.password)}`
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  )
  if (as?.uid !== undefined) for (const path of [folder, file]) chownSync(path, as.uid, as.gid)
  const child = spawn(PROGRAM ?? '', [file], { ...as, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  for (let waitedMs = 0; ; waitedMs += 50) {
    const client = new pg.Client({ connectionString: url.href })
    try {
      await client.connect()
      await client.end()
      return { url: url.href, stop }
    } catch (error) {
      if (waitedMs > START_MAX_MS || child.exitCode !== null) {
        await stop()
        throw error
      }
      await sleep(50)
    }
  }
}
