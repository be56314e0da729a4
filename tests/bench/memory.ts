import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
/**
 * Memory of the built server as a process of its own: at rest, with 10,000 idle connections, while 1 GB of uploads
 * arrives in parallel, and after 100,000 calls. 10,000 connections need `ulimit -n 12000`.
 *
 *     npm run bench -- memory [--sqlite | --postgres]     CONNECTIONS=10000 UPLOAD_MB=1000 CALLS=100000
 */
import { createConnection, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, type ApiServer } from '#tests/support/api-server.ts'
import { startBuiltServer, type BuiltServer } from './built-server.ts'

const CONNECTIONS = Number(process.env['CONNECTIONS'] ?? 10_000)
const UPLOAD_MB = Number(process.env['UPLOAD_MB'] ?? 1_000)
const CALLS = Number(process.env['CALLS'] ?? 100_000)
const IDLE_MAX_MB = 160
const UPLOADS_MAX_MB = 300
/** What the heap may be larger by for reasons of its own: it is collected when it wants to be. */
const GROWTH_MAX_MB = 50
const CLIENTS = 20

interface Figure {
  readonly name: string
  readonly mb: number
  readonly maxMb: number | undefined
}

/** Calls in parallel on kept connections; returns how many of each status there were. */
async function callMany(server: BuiltServer, path: string, calls: number, bearer: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const counts: Record<number, number> = {}
  let left = calls
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const status = await new Promise<number>((resolve, reject) => {
        get(
          server.url + path,
          { agent, headers: { authorization: `Bearer ${bearer}` } },
          (reply) => {
            reply.resume()
            reply.once('end', () => resolve(reply.statusCode ?? 0))
          },
        ).once('error', reject)
      })
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
  return counts
}

async function hold(server: BuiltServer, connections: number): Promise<readonly Socket[]> {
  const { port } = new URL(server.url)
  const sockets: Socket[] = []
  // From several addresses of this machine, whose ports are counted for each of them.
  for (let from = 0; from < connections; from += 200) {
    const batch = Array.from({ length: Math.min(200, connections - from) }, (_, index) =>
      createConnection({
        port: Number(port),
        host: '127.0.0.1',
        localAddress: `127.0.0.${2 + ((from + index) % 8)}`,
      }),
    )
    await Promise.all(batch.map((socket) => once(socket, 'connect')))
    sockets.push(...batch)
  }
  return sockets
}

/** Photos as cameras make them, which the server decodes and writes anew. Returns the highest memory. */
async function upload(server: BuiltServer, bearer: string): Promise<number> {
  const [width, height] = [1_600, 1_200]
  const photo = await sharp(randomBytes(width * height * 3), {
    raw: { width, height, channels: 3 },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  let left = Math.ceil((UPLOAD_MB * 1_000_000) / photo.length)
  let most = 0
  const over = new AbortController()
  const statuses: Record<number, number> = {}
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const form = new FormData()
      form.append('report0', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
      const reply = await fetch(`${server.url}/api/upload/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: form,
      })
      await reply.arrayBuffer()
      if (!reply.ok && reply.status !== 429 && reply.status !== 503)
        throw new Error(`An upload was answered ${reply.status}`)
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
    }
  }
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      most = Math.max(most, await server.rssMb())
      await sleep(50)
    }
  }
  const watching = watch()
  await Promise.all(Array.from({ length: CLIENTS }, client))
  over.abort()
  await watching
  console.log(`uploads by status: ${JSON.stringify(statuses)}`)
  return most
}

const fill = async (server: ApiServer): Promise<string> => {
  const { email, password } = await buildMember(server.deps, { role: 'admin' })
  return (await signIn(server, email, password)).accessToken
}

async function measure(engine: 'sqlite' | 'postgres'): Promise<boolean> {
  const server = await startBuiltServer(engine, fill, { LIMITS_SCALE: '10000' })
  const figures: Figure[] = []
  const note = (name: string, mb: number, maxMb?: number): void => {
    figures.push({ name, mb, maxMb })
    console.log(`${name}: ${mb.toFixed(0)} MB`) // as it goes: a run takes minutes
  }
  try {
    await sleep(5_000) // what the start leaves is collected
    const idle = await server.rssMb()
    note('at rest after the start', idle, IDLE_MAX_MB)
    const sockets = await hold(server, CONNECTIONS)
    await sleep(1_000)
    const held = sockets.filter(({ destroyed }) => !destroyed).length
    note(`with ${held} idle connections`, await server.rssMb())
    for (const socket of sockets) socket.destroy()
    const before = await server.rssMb()
    note(
      `more while ${UPLOAD_MB} MB of uploads arrive`,
      (await upload(server, server.filled)) - before,
      UPLOADS_MAX_MB,
    )
    await callMany(server, '/api/account/me', CALLS / 2, server.filled)
    const half = await server.rssMb()
    await callMany(server, '/api/account/me', CALLS / 2, server.filled)
    note(
      `growth in the second half of ${CALLS} calls`,
      (await server.rssMb()) - half,
      GROWTH_MAX_MB,
    )
    console.log(`\n${engine}, load average ${loadavg()[0]?.toFixed(1)}\n`)
    console.log('| Memory | MB | wanted |\n|---|---:|---:|')
    for (const { name, mb, maxMb } of figures)
      console.log(`| ${name} | ${mb.toFixed(0)} | ${maxMb ?? ''} |`)
    return held === CONNECTIONS && figures.every(({ mb, maxMb }) => mb <= (maxMb ?? mb))
  } finally {
    await server.stop()
  }
}

const [flag] = process.argv.slice(2)
for (const engine of ['sqlite', 'postgres'] as const)
  if ((flag === undefined || flag === `--${engine}`) && !(await measure(engine)))
    process.exitCode = 1
