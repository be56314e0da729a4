/** `--workers`: several processes of one server, as an operator starts, replaces and stops them. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createPostgresDatabase,
  hasPostgres,
  type TemporaryDatabase,
} from '#tests/support/engines.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { migratedDatabases } from '#tests/support/migrated-databases.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server-process.ts'

// Processes are started again and again: on a machine with other work each start may take half a minute.
vi.setConfig({
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 120_000 } },
})

const CLIENTS = 6

/** Half of the clients keep their connections, half make a new one for each call. */
function startCalls(port: number) {
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  const end = new AbortController()
  let answered = 0
  const call = (own: Agent | false): Promise<void> =>
    new Promise((resolve) => {
      const request = get({ host: '127.0.0.1', port, path: '/healthz', agent: own }, (reply) => {
        answered += 1
        if (reply.statusCode !== 200) faults.push(String(reply.statusCode))
        reply.resume().on('end', resolve)
      }).on('error', (error) => {
        faults.push(error.message)
        resolve()
      })
      // A connection that is handed to a worker which has ended gets no reply at all.
      request.setTimeout(60_000, () => request.destroy(new Error('no reply in a minute')))
    })
  const work = async (_: unknown, index: number): Promise<void> => {
    while (!end.signal.aborted) {
      await call(index % 2 === 0 ? agent : false)
      await sleep(index)
    }
  }
  const all = Array.from({ length: CLIENTS }, work)
  return {
    answered: () => answered,
    async stop() {
      end.abort()
      await Promise.all(all)
      agent.destroy()
      return faults
    },
  }
}

describe('--workers', () => {
  let dataDir: string
  let port: number
  const env = () => ({ PORT: String(port), DATA_DIR: dataDir, SECRET_KEY: 'ab'.repeat(32) })
  beforeAll(async () => {
    dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-workers-'))
    port = await freePort()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('is refused on SQLite, whose file belongs to one process', () =>
    expect(serverProcess(env(), ['--workers', '2']).start()).rejects.toThrow(
      '--workers 2 needs PostgreSQL: the SQLite file belongs to one process. Set DATABASE_URL',
    ))

  test('must be a number', () =>
    expect(serverProcess(env(), ['--workers', 'two']).start()).rejects.toThrow(
      '--workers must be a number from 1 to 64, or auto (now two).',
    ))

  describe(
    hasPostgres ? 'on PostgreSQL' : 'on PostgreSQL (skipped: no server at 127.0.0.1:5432)',
    () => {
      const run = test.skipIf(!hasPostgres)
      let database: TemporaryDatabase
      let server: ServerProcess
      const workers = (): readonly number[] =>
        execFileSync('pgrep', ['-P', String(server.pid())])
          .toString()
          .trim()
          .split('\n')
          .map(Number)
      beforeAll(async () => {
        if (!hasPostgres) return
        database = await createPostgresDatabase(migratedDatabases().postgres)
        server = serverProcess({ ...env(), DATABASE_URL: database.url }, ['--workers', '2'])
      })
      afterAll(async () => {
        if (!hasPostgres) return
        await server.stop('SIGKILL')
        await database.drop()
      })

      run('a start that fails says why once, and ends with 1', async () => {
        const wrong = new URL(database.url)
        wrong.pathname = '/wld_no_such_database'
        const refused = serverProcess({ ...env(), DATABASE_URL: wrong.href }, ['--workers', '2'])
        await expect(refused.start()).rejects.toThrow('does not exist. Create it')
        expect(await refused.stop('SIGTERM')).toBe(1)
        expect(refused.output().match(/does not exist/g)).toHaveLength(1)
      })

      run('two processes serve one port, and the start is announced once', async () => {
        await server.start()
        expect(workers()).toHaveLength(2)
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
        expect(server.output().match(/WLD is ready/g)).toHaveLength(1)
      })

      run('a killed worker is started anew', async () => {
        const [victim = 0, other] = workers()
        process.kill(victim, 'SIGKILL')
        await expect.poll(workers).toHaveLength(2)
        await expect.poll(() => workers().includes(victim)).toBe(false)
        expect(workers()).toContain(other)
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      })

      run('where all workers are killed at one moment, others are started', async () => {
        const before = workers()
        for (const victim of before) process.kill(victim, 'SIGKILL')
        const isServed = async (): Promise<boolean> => {
          // A connection that was handed to a worker which is dead gets no reply at all.
          const signal = AbortSignal.timeout(5_000)
          const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(
            () => undefined,
          )
          return reply?.status === 200
        }
        await expect.poll(isServed).toBe(true)
        await expect.poll(workers).toHaveLength(2)
        expect(workers().filter((pid) => before.includes(pid))).toEqual([])
      })

      run('SIGUSR2 also replaces a worker that does not listen yet', async () => {
        const [victim = 0] = workers()
        process.kill(victim, 'SIGKILL')
        await expect.poll(() => workers().includes(victim)).toBe(false)
        await expect.poll(workers).toHaveLength(2)
        const before = workers()
        server.signal('SIGUSR2')
        await expect.poll(() => workers().filter((pid) => before.includes(pid))).toEqual([])
        await expect.poll(workers).toHaveLength(2)
      })

      run('SIGUSR2 replaces the workers one by one, and no call fails', async () => {
        const before = workers()
        const calls = startCalls(port)
        await expect.poll(calls.answered).toBeGreaterThan(CLIENTS)
        const failedStarts = (): number =>
          server.output().split('a worker ended and will be restarted').length
        const failedBefore = failedStarts()
        // The first successor finds no database. Connections that are open stay, so calls succeed all the while.
        await database.allowConnections(false)
        server.signal('SIGUSR2')
        await expect.poll(failedStarts).toBeGreaterThan(failedBefore)
        await database.allowConnections(true)
        await expect.poll(() => workers().filter((pid) => before.includes(pid))).toEqual([])
        const answered = calls.answered()
        await expect.poll(calls.answered).toBeGreaterThan(answered + CLIENTS)
        expect(await calls.stop()).toEqual([])
        expect(workers()).toHaveLength(2)
      })

      run('SIGTERM lets each of them finish, and ends with 0', async () => {
        expect(await server.stop('SIGTERM')).toBe(0)
      })
    },
  )
})
