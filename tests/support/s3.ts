/** A real S3-compatible store for a suite: OpenStack Swift from Debian's packages. A missing one is named. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/parts/files/store/s3-store.ts'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, 'swift.sh')
const START_MAX_MS = 60_000
const SERVERS = ['account', 'container', 'object', 'proxy']

export const hasSwift =
  process.platform === 'linux' &&
  SERVERS.every((name) => existsSync(`/usr/bin/swift-${name}-server`))
export const S3_TITLE = hasSwift
  ? 'S3'
  : 'S3 (skipped: OpenStack Swift is not installed; tests/support/swift.sh names the packages)'

export interface RunningS3 {
  readonly settings: S3Settings
  stop(): Promise<void>
}

/** Keeps all ports open until all are known, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port) // a TCP server's address has one
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

export async function startS3(): Promise<RunningS3> {
  const dir = await mkdtemp(join(tmpdir(), 'wld-swift-'))
  const ports = await freePorts(4)
  const env = { ...process.env, SWIFT_DIR: dir, SWIFT_PORTS: ports.join(' ') }
  await run('bash', [SCRIPT, 'start'], { env })
  const settings = {
    endpoint: `http://127.0.0.1:${ports[0]}`,
    region: 'us-east-1',
    bucket: 'wld-files',
    accessKeyId: 'app:app',
    secretAccessKey: 'appsecret',
  }
  const { endpoint, bucket, ...credentials } = settings
  const client = new AwsClient({ ...credentials, service: 's3' })
  // On a busy machine the proxy listens before the storage servers do, and replies 503 until then.
  const startedMs = performance.now()
  let made = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  while (made.status === 503 && performance.now() - startedMs < START_MAX_MS) {
    await sleep(100)
    made = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  }
  if (!made.ok) throw new Error(`No bucket: ${made.status} ${await made.text()}`)
  return {
    settings,
    async stop() {
      await run('bash', [SCRIPT, 'stop'], { env })
      await rm(dir, { recursive: true, force: true })
    },
  }
}
