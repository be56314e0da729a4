/** The server as a process: start, refusal and stop, as an operator sees them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { basic, startApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, hasPostgres } from '#tests/support/engines.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'

const KEY = 'cd'.repeat(32)

interface Ended {
  readonly code: number | null
  readonly output: string
}

let dataDir: string
const children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-process-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function launch(
  source: Parameters<typeof program>[0],
  args: readonly string[],
  env: Record<string, string>,
  input?: string,
  asUser?: number,
) {
  const child = spawn(process.execPath, [program(source), ...args], {
    cwd: dataDir,
    env: { ...PROCESS_ENV, DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env },
    ...(asUser !== undefined && { uid: asUser }),
  })
  children.push(child)
  let output = ''
  const listen = (chunk: Buffer): void => void (output += String(chunk))
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  ) // the whole output was read
  const says = async (text: string): Promise<void> => {
    for (let waited = 0; !output.includes(text); waited += 50) {
      if (waited > 30_000 || child.exitCode !== null)
        throw new Error(`never said ${text}: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return { child, ended, says, output: () => output }
}

async function startServer(more: Record<string, string> = {}) {
  const port = await freePort()
  const server = launch('src/server/main.ts', [], {
    PORT: String(port),
    HOST: '127.0.0.1',
    SECRET_KEY: KEY,
    PUBLIC_URL: `http://localhost:${port}`,
    ...more,
  })
  await server.says('WLD is ready')
  return { ...server, url: `http://127.0.0.1:${port}` }
}
const createAdmin = (args: readonly string[], password: string, env: Record<string, string> = {}) =>
  launch(
    'src/server/commands/create-admin.ts',
    args,
    { SECRET_KEY: KEY, PUBLIC_URL: 'http://localhost:4310', ...env },
    `${password}\n`,
  ).ended

describe('the server process', () => {
  test('refuses to start without SECRET_KEY and PUBLIC_URL, and names both', async () => {
    const { code, output } = await launch('src/server/main.ts', [], {}).ended
    expect(code).toBe(1)
    expect(output).toMatch(/SECRET_KEY must be 64 hexadecimal digits/)
    expect(output).toMatch(/PUBLIC_URL must be the address/)
  })

  test('starts empty in production, responds to health checks, and exits with 0 on SIGTERM', async () => {
    const server = await startServer()
    expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'ready',
      database: 'ok',
      files: 'ok',
      writes: 'ok',
    })
    const demo = await fetch(`${server.url}/api/auth/login`, {
      headers: { authorization: basic('admin@demo.example', 'Demo-Pass1!') },
    })
    expect(demo.status).toBe(401)
    expect(server.output()).not.toContain('Demo-Pass1!')
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })

  test('finishes a pending request before it exits', async () => {
    const server = await startServer()
    const call = request(`${server.url}/api/auth/login`, {
      headers: {
        authorization: basic('nobody@test.example', 'Wrong-Pass1!'),
        expect: '100-continue',
      },
    })
    const answered = once(call, 'response')
    call.end()
    await once(call, 'continue') // the server has begun to handle it
    server.child.kill('SIGTERM')
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(401)
    expect((await server.ended).code).toBe(0)
  })

  test('before it exits, /readyz says so and calls are answered, while a client is connected', async () => {
    const server = await startServer()
    await (await fetch(`${server.url}/healthz`)).text() // its connection stays open
    server.child.kill('SIGTERM')
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).json())
      .toMatchObject({ code: 'not-ready', part: 'process' })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await server.ended).code).toBe(0)
  })

  test('refuses a second process on the same data, and the first keeps running', async () => {
    const first = await startServer()
    const second = await launch('src/server/main.ts', [], {
      PORT: String(await freePort()),
      SECRET_KEY: KEY,
      PUBLIC_URL: 'http://localhost:1',
    }).ended
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringContaining('is in use by another WLD process'),
    })
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    const third = await startServer()
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200)
  })

  test('names a port in use or a wrong key as the reason', async () => {
    const first = await startServer()
    const port = new URL(first.url).port
    const other = await mkdtemp(join(MEMORY_FOLDER, 'wld-process-'))
    const taken = await launch('src/server/main.ts', [], {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: other,
      SECRET_KEY: KEY,
      PUBLIC_URL: `http://localhost:${port}`,
    }).ended
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining('is using the port') })
    await rm(other, { recursive: true })
    first.child.kill('SIGTERM')
    await first.ended
    const wrongKey = await launch('src/server/main.ts', [], {
      PORT: port,
      SECRET_KEY: 'ef'.repeat(32),
      PUBLIC_URL: `http://localhost:${port}`,
    }).ended
    expect(wrongKey).toMatchObject({
      code: 1,
      output: expect.stringContaining('SECRET_KEY does not open the signing keys'),
    })
  })
})

describe('a refused start', () => {
  /** Expects one sentence without a stack, and exit code 1. */
  async function refused(env: Record<string, string>, asUser?: number): Promise<string> {
    const { code, output } = await launch(
      'src/server/main.ts',
      [],
      {
        PORT: '0',
        HOST: '127.0.0.1',
        SECRET_KEY: KEY,
        PUBLIC_URL: 'http://localhost:4310',
        LOG_LEVEL: 'silent',
        ...env,
      },
      undefined,
      asUser,
    ).ended
    expect({ code, lines: output.trimEnd().split('\n').length }, output).toEqual({
      code: 1,
      lines: 1,
    })
    expect(output).not.toMatch(/\bat \S+:\d+|Error:/)
    return output
  }
  const file = (): string => join(dataDir, 'wld.sqlite')
  /** Makes the database of a server that was stopped. */
  async function left(): Promise<void> {
    const server = await startApiServer({ engine: 'sqlite', dataDir, env: { SECRET_KEY: KEY } })
    await server.stop()
  }
  const damage = async (): Promise<void> => {
    const handle = await open(file(), 'r+')
    for (let page = 150; page < 250; page += 1)
      await handle.write(Buffer.alloc(4_096, page), 0, 4_096, page * 4_096)
    await handle.close()
  }

  test.each(['missing', 'of 0 bytes'])(
    'a database that is %s beside files of an association is not replaced by a new one',
    async (state) => {
      await left()
      await mkdir(join(dataDir, 'files', 'ab'), { recursive: true })
      await writeFile(join(dataDir, 'files', 'ab', 'abc'), 'sealed')
      for (const end of ['', '-wal', '-shm']) await rm(file() + end, { force: true })
      if (state !== 'missing') await writeFile(file(), '')
      expect(await refused({})).toMatch(
        /wld\.sqlite is missing or empty, but .* holds files of an association\. Restore .*; to start over,/,
      )
      expect((await stat(file()).catch(() => undefined))?.size ?? 0).toBe(0)
    },
  )

  test('a missing database beside the key of an association is not replaced by a new one', async () => {
    await writeFile(join(dataDir, 'local-secret.key'), KEY)
    expect(await refused({})).toMatch(/holds the key of an association/)
  })

  test('an empty PostgreSQL database beside the key of an association is refused', async ({
    skip,
  }) => {
    if (!hasPostgres) skip('no server at 127.0.0.1:5432')
    const { url, drop } = await createPostgresDatabase()
    await writeFile(join(dataDir, 'local-secret.key'), KEY)
    expect(await refused({ DATABASE_URL: url })).toMatch(
      /The database in DATABASE_URL is missing or empty, but/,
    )
    await drop()
  })

  test('a damaged database is refused', async () => {
    await left()
    await damage()
    expect(await refused({})).toMatch(
      /is damaged\. Keep a copy of the directory, then restore the last backup/,
    )
    await writeFile(file(), Buffer.alloc(8_192, 'no database'))
    expect(await refused({})).toMatch(/is damaged/)
  })

  test('a database of another program is refused and not changed', async () => {
    const other = new DatabaseSync(file())
    other.exec('create table notes (text text)')
    other.close()
    const before = await readFile(file())
    expect(await refused({})).toMatch(/is a database of another program\. Set DATA_DIR/)
    expect(await readFile(file())).toEqual(before)
  })

  test('a database of a newer version is refused', async () => {
    await left()
    const database = new DatabaseSync(file())
    database.exec(
      "insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')",
    )
    database.close()
    expect(await refused({})).toMatch(
      /written by a newer version of WLD \(9999-later\)\. Start that version/,
    )
  })

  test('a database from before the first release is refused, with the way to a new one', async () => {
    await left()
    const database = new DatabaseSync(file())
    database.exec("update kysely_migration set name = '0001-first'")
    database.close()
    expect(await refused({})).toMatch(
      /from before 1\.0\.0 \(0001-first\), whose data no version brings forward\. Set DATA_DIR to an empty directory/,
    )
  })

  test('a database without write permission is refused', async ({ skip }) => {
    const nobody = 65_534
    if (process.getuid?.() !== 0) skip('needs root, to start the server as another user')
    await left()
    await chmod(dataDir, 0o755)
    await chmod(file(), 0o644)
    expect(await refused({}, nobody)).toMatch(/cannot be written to\. Let the server’s user write/)
  })

  test('an unreachable PostgreSQL is reported with DATABASE_URL', async () => {
    expect(
      await refused({ DATABASE_URL: `postgres://wld@127.0.0.1:${await freePort()}/wld` }),
    ).toMatch(/PostgreSQL is not responding at DATABASE_URL\. Start it, or correct the address\./)
  })

  test('a HOST that is no address of this machine is refused', async () => {
    expect(await refused({ HOST: '203.0.113.7' })).toMatch(
      /HOST must be an address of this machine \(now 203\.0\.113\.7\)/,
    )
  })

  test('later damage is found by the daily check, and the server is no longer ready', async () => {
    const server = await startApiServer({ engine: 'sqlite', dataDir })
    const { database } = server.deps
    const look = () => database.check?.(AbortSignal.timeout(20_000))
    await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
    expect(await look()).toEqual([])
    await database.ping()
    await damage()
    expect(await look()).not.toEqual([])
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'not-ready', part: 'database' }),
    ])
    await server.stop().catch(() => undefined) // the last writes may hit the damage
  })
})

describe('the first administrator', () => {
  test('is created with a password from standard input and can sign in', async () => {
    const made = await createAdmin(
      ['--email', 'boss@association.example', '--first-name', 'آمنة'],
      'Strong-Pass1!',
    )
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /Administrator WLD_\d{8} can now sign in.\nThe first sign-in asks for a second factor/,
      ),
    })
    const server = await startServer()
    const answer = await fetch(`${server.url}/api/auth/login`, {
      headers: { authorization: basic('boss@association.example', 'Strong-Pass1!') },
    })
    expect(await answer.json()).toMatchObject({
      valid: true,
      user: { role: { id: 'ROLE_ADMIN' }, firstName: 'آمنة' },
    })
    expect(await createAdmin(['--email', 'x@y.example'], 'Strong-Pass1!')).toMatchObject({
      code: 1,
      output: expect.stringContaining('in use by another WLD process'),
    })
  })

  test('has a password hash of the full cost', async () => {
    await createAdmin(['--email', 'boss@association.example'], 'Strong-Pass1!')
    const database = new DatabaseSync(join(dataDir, 'wld.sqlite'))
    const { password_hash: hash } =
      database.prepare('select password_hash from members').get() ?? {}
    database.close()
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test.each([
    [['--email', 'nobody'], 'Strong-Pass1!', '--email must be an e-mail address'],
    [[], 'Strong-Pass1!', '--email must be an e-mail address'],
    [['--email', 'a@b.example'], 'weak', 'Password is not strong enough'],
    [['--email', 'a@b.example'], 'كلمةSecret1!', 'English letters'],
    [
      ['--email', 'a@b.example', '--first-name', 'R2D2'],
      'Strong-Pass1!',
      '--first-name may contain only letters',
    ],
    [['--email', 'a@b.example', '--colour', 'red'], 'Strong-Pass1!', 'colour'],
  ])('%j with %s is refused', async (args, password, message) => {
    expect(await createAdmin(args, password)).toMatchObject({
      code: 1,
      output: expect.stringContaining(message),
    })
  })

  test('who forgot the password gets a new one from the operator, and the old one opens nothing', async () => {
    const address = ['--email', 'boss@association.example']
    expect(await createAdmin([...address, '--new-password'], 'Granite-4lantern')).toMatchObject({
      code: 1,
      output: expect.stringContaining('No active administrator has'),
    })
    await createAdmin(address, 'Strong-Pass1!')
    expect(await createAdmin([...address, '--new-password'], 'Granite-4lantern')).toMatchObject({
      code: 0,
      output: expect.stringContaining('can now sign in with the new password'),
    })
    const server = await startServer()
    const signIn = async (password: string): Promise<number> =>
      (
        await fetch(`${server.url}/api/auth/login`, {
          headers: { authorization: basic('boss@association.example', password) },
        })
      ).status
    expect([await signIn('Strong-Pass1!'), await signIn('Granite-4lantern')]).toEqual([401, 200])
    server.child.kill('SIGTERM')
    await server.ended
  })

  test('is not created twice', async () => {
    await createAdmin(['--email', 'boss@association.example'], 'Strong-Pass1!')
    expect(
      await createAdmin(['--email', 'Boss@Association.example'], 'Strong-Pass1!'),
    ).toMatchObject({ code: 1, output: expect.stringContaining('User already exists') })
  })

  test('called twice at once with PostgreSQL makes one, and the other call says so in a sentence', async ({
    skip,
  }) => {
    if (!hasPostgres) skip('no server at 127.0.0.1:5432')
    const { url, drop } = await createPostgresDatabase()
    const first = (email: string) =>
      createAdmin(['--email', email], 'Strong-Pass1!', { DATABASE_URL: url })
    await first('earlier@association.example')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin; lock table members in exclusive mode') // both read, neither writes
    const both = [first('boss@association.example'), first('boss@association.example')]
    await vi.waitFor(
      async () =>
        expect(
          (
            await client.query(
              "select from pg_locks where not granted and mode = 'RowExclusiveLock'",
            )
          ).rowCount,
        ).toBe(2),
      { timeout: 20_000, interval: 50 },
    )
    await client.query('commit')
    const ended = await Promise.all(both)
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(ended.find(({ code }) => code === 1)?.output).toBe(
      'User already exists. To set a new password for an administrator, add --new-password.\n',
    )
    const made = await client.query("select from members where email_key like 'boss%'")
    expect(made.rowCount).toBe(1)
    await client.end()
    await drop()
  })
})
