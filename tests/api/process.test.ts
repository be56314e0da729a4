/** The server as a process: start, refusal, stop. What the operator meets. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { basic } from '#tests/support/api-server.ts'
import { freePort } from '#tests/support/free-port.ts'

const root = join(import.meta.dirname, '../..')
const KEY = 'cd'.repeat(32)

interface Ended {
  readonly code: number | null
  readonly output: string
}

let dataDir: string
const children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wld-process-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function launch(file: string, args: readonly string[], env: Record<string, string>, input?: string) {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env },
  })
  children.push(child)
  let output = ''
  const listen = (chunk: Buffer): void => void (output += String(chunk))
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output }))) // all it said was read
  const says = async (text: string): Promise<void> => {
    for (let waited = 0; !output.includes(text); waited += 50) {
      if (waited > 30_000 || child.exitCode !== null) throw new Error(`never said ${text}: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return { child, ended, says, output: () => output }
}

async function startServer(more: Record<string, string> = {}) {
  const port = await freePort()
  const server = launch('src/server/main.ts', [], { PORT: String(port), HOST: '127.0.0.1', SECRET_KEY: KEY, PUBLIC_URL: `http://localhost:${port}`, ...more })
  await server.says('WLD is ready')
  return { ...server, url: `http://127.0.0.1:${port}` }
}
const createAdmin = (args: readonly string[], password: string, env: Record<string, string> = {}) =>
  launch('src/server/create-admin.ts', args, { SECRET_KEY: KEY, PUBLIC_URL: 'http://localhost:4310', ...env }, `${password}\n`).ended

describe('the server process', () => {
  test('refuses to start without SECRET_KEY and PUBLIC_URL, and names both', async () => {
    const { code, output } = await launch('src/server/main.ts', [], {}).ended
    expect(code).toBe(1)
    expect(output).toMatch(/SECRET_KEY wants 64 hexadecimal digits/)
    expect(output).toMatch(/PUBLIC_URL wants the address/)
  })

  test('starts empty in production, answers health, and leaves on SIGTERM with 0', async () => {
    const server = await startServer()
    expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', database: 'ok', files: 'ok' })
    const demo = await fetch(`${server.url}/api/auth/login`, { headers: { authorization: basic('admin@demo.example', 'Demo-Pass1!') } })
    expect(demo.status).toBe(401)
    expect(server.output()).not.toContain('Demo-Pass1!')
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })

  test('finishes the call under way before it leaves', async () => {
    const server = await startServer()
    const call = request(`${server.url}/api/auth/login`, { headers: { authorization: basic('nobody@test.example', 'Wrong-Pass1!'), expect: '100-continue' } })
    const answered = once(call, 'response')
    call.end()
    await once(call, 'continue') // the server has begun with it
    server.child.kill('SIGTERM')
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(401)
    expect((await server.ended).code).toBe(0)
  })

  test('refuses a second process on the same data, and leaves the first alone', async () => {
    const first = await startServer()
    const second = await launch('src/server/main.ts', [], { PORT: String(await freePort()), SECRET_KEY: KEY, PUBLIC_URL: 'http://localhost:1' }).ended
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('is in use by another WLD process') })
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    const third = await startServer()
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200)
  })

  test('says so when the port is taken or the key is another one', async () => {
    const first = await startServer()
    const port = new URL(first.url).port
    const other = await mkdtemp(join(tmpdir(), 'wld-process-'))
    const taken = await launch('src/server/main.ts', [], { PORT: port, HOST: '127.0.0.1', DATA_DIR: other, SECRET_KEY: KEY, PUBLIC_URL: `http://localhost:${port}` }).ended
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining('The port is in use') })
    await rm(other, { recursive: true })
    first.child.kill('SIGTERM')
    await first.ended
    const wrongKey = await launch('src/server/main.ts', [], { PORT: port, SECRET_KEY: 'ef'.repeat(32), PUBLIC_URL: `http://localhost:${port}` }).ended
    expect(wrongKey).toMatchObject({ code: 1, output: expect.stringContaining('SECRET_KEY does not open the signing keys') })
  })
})

describe('the first administrator', () => {
  test('is made from standard input and can sign in', async () => {
    const made = await createAdmin(['--email', 'boss@association.example', '--first-name', 'آمنة'], 'Strong-Pass1!')
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/Administrator WLD_\d{8} can now sign in/) })
    const server = await startServer()
    const answer = await fetch(`${server.url}/api/auth/login`, { headers: { authorization: basic('boss@association.example', 'Strong-Pass1!') } })
    expect(await answer.json()).toMatchObject({ valid: true, user: { role: { id: 'ROLE_ADMIN' }, firstName: 'آمنة' } })
    expect(await createAdmin(['--email', 'x@y.example'], 'Strong-Pass1!')).toMatchObject({ code: 1, output: expect.stringContaining('in use by another WLD process') })
  })

  test.each([
    [['--email', 'nobody'], 'Strong-Pass1!', '--email wants an e-mail address'],
    [[], 'Strong-Pass1!', '--email wants an e-mail address'],
    [['--email', 'a@b.example'], 'weak', 'Password is not strong enough'],
    [['--email', 'a@b.example'], 'كلمةSecret1!', 'English letters'],
    [['--email', 'a@b.example', '--first-name', 'R2D2'], 'Strong-Pass1!', '--first-name wants letters'],
    [['--email', 'a@b.example', '--colour', 'red'], 'Strong-Pass1!', 'colour'],
  ])('%j with %s is refused', async (args, password, message) => {
    expect(await createAdmin(args, password)).toMatchObject({ code: 1, output: expect.stringContaining(message) })
  })

  test('is not made twice', async () => {
    await createAdmin(['--email', 'boss@association.example'], 'Strong-Pass1!')
    expect(await createAdmin(['--email', 'Boss@Association.example'], 'Strong-Pass1!')).toMatchObject({ code: 1, output: expect.stringContaining('User already exists') })
  })
})
