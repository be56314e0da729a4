/** A PostgreSQL of its own, whose files the test can read. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'

const START_MAX_MS = 30_000

const output = (command: string, ...args: readonly string[]): string | undefined => {
  try {
    return execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses to run as root; then its own user runs it. */
export const postgresOwner = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return {} as never // the user of the test
  const [uid, gid] = [output('id', '-u', 'postgres'), output('id', '-g', 'postgres')]
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}
const as = postgresOwner()

export const hasPrivatePostgres =
  process.env['TEST_ENGINE'] !== 'sqlite' &&
  as !== undefined &&
  output('initdb', '--version') !== undefined &&
  output('postgres', '--version') !== undefined
export const hasStandby = hasPrivatePostgres && output('pg_basebackup', '--version') !== undefined

export interface PrivatePostgres {
  readonly url: string
  /** Folder of the cluster. */
  readonly folder: string
  /** Writes everything to the files. */
  checkpoint(): Promise<void>
  query(text: string): Promise<void>
  /** As if the machine fell: no connection is ended in order. */
  stop(): Promise<void>
}

/** @param primary where the new one follows another, until it is promoted */
export async function startPrivatePostgres(primary?: PrivatePostgres): Promise<PrivatePostgres> {
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-cluster-'))
  if (as?.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const cluster = join(folder, 'data')
  const [command, ...args] =
    primary === undefined
      ? ['initdb', '-D', cluster, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8']
      : ['pg_basebackup', '-D', cluster, '-d', primary.url, '-R', '-X', 'stream', '-c', 'fast']
  execFileSync(command, args, { ...as, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const child: ChildProcess = spawn(
    'postgres',
    ['-D', cluster, '-p', String(port), '-c', `unix_socket_directories=${folder}`],
    { ...as, cwd: folder, stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const query = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGQUIT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let waitedMs = 0; ; waitedMs += 50)
    try {
      await query('select 1')
      return { url, folder: cluster, checkpoint: () => query('checkpoint'), query, stop }
    } catch (error) {
      if (waitedMs > START_MAX_MS) {
        await stop()
        throw error
      }
      await sleep(50)
    }
}
