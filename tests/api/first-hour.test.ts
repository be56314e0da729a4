/**
 * The commands of a newcomer on a fresh clone, in a small repository of its own: with the real npm, and packages that are
 * files beside it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'

const root = join(import.meta.dirname, '../..')
const LOCKED_NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

let place: string
let app: string
beforeEach(() => {
  place = mkdtempSync(join(MEMORY_FOLDER, 'wld-first-hour-'))
  app = join(place, 'app')
  cpSync(join(root, 'scripts'), join(app, 'scripts'), { recursive: true })
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

interface SmallPackage {
  readonly files: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}

/** Makes the package as the registry would hand it out; returns its entry in package.json. */
function pack(name: string, { files, bin }: SmallPackage): string {
  const folder = join(place, 'packages', name)
  const contents = { 'package.json': JSON.stringify({ name, version: '1.0.0', bin }), ...files }
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, 'package', path)), { recursive: true })
    writeFileSync(join(folder, 'package', path), text)
    chmodSync(join(folder, 'package', path), 0o755)
  }
  const archive = join(place, `${name}.tgz`)
  const { status } = spawnSync('tar', ['-czf', archive, '-C', folder, 'package'])
  expect(status).toBe(0)
  return `file:../${name}.tgz`
}

const NODE: SmallPackage = {
  files: { 'bin/node': `#!/bin/sh\nexec "${process.execPath}" "$@"\n` },
  bin: { node: 'bin/node' },
}

/** package.json and its lock with these packages; what they install is still missing. */
function write(packages: Readonly<Record<string, SmallPackage>>): void {
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([name, one]) => [name, pack(name, one)]),
  )
  const manifest = { name: 'small', version: '1.0.0', type: 'module', dependencies }
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  const locked = npm('install', '--package-lock-only', '--offline')
  expect(locked.status, locked.text).toBe(0)
}

const environment = (env: Readonly<Record<string, string>> = {}) => ({
  ...PROCESS_ENV,
  HOME: place,
  npm_config_cache: join(place, 'cache'),
  npm_config_offline: 'true',
  // `npm run` does the same.
  PATH: [join(app, 'node_modules/.bin'), PROCESS_ENV['PATH'] ?? ''].join(delimiter),
  ...env,
})

function call(command: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: app,
    encoding: 'utf8',
    env: environment(env),
  })
  return { status, text: `${stdout}${stderr}` }
}
const npm = (...args: string[]) => call('npm', args)
const run = (script: string, env?: Readonly<Record<string, string>>) =>
  call(process.execPath, [join('scripts', script)], env)

describe('an installation', () => {
  const node = () => join(app, 'node_modules', LOCKED_NODE, 'bin/node')
  const stamp = () => join(app, 'node_modules/.wld-installed')
  const install = () => run('install-alone.mjs')
  beforeEach(() => {
    writeFileSync(
      join(app, 'scripts/install-alone.mjs'),
      "import { ensureInstalled } from './lib/install.mjs'\nensureInstalled()\n",
    )
    write({ [LOCKED_NODE]: NODE })
  })

  test('is made once', () => {
    expect(install()).toMatchObject({ status: 0, text: expect.stringContaining('npm ci') })
    expect(existsSync(node())).toBe(true)
    expect(install()).toEqual({ status: 0, text: '' })
  })

  test('that left a Node cut off is made again by the same command', () => {
    install()
    writeFileSync(node(), '#!/bin/sh\nkill -SEGV $$\n') // as a half-written one ends
    expect(call(node(), ['--version']).status).not.toBe(0)
    expect(install()).toMatchObject({ status: 0, text: expect.stringContaining('npm ci') })
    expect(call(node(), ['--version'])).toMatchObject({ status: 0 })
    expect(install()).toEqual({ status: 0, text: '' })
  })

  test('that was killed before its end is made again, whatever is there', () => {
    install()
    rmSync(join(app, 'node_modules/.package-lock.json'))
    expect(install()).toMatchObject({ status: 0, text: expect.stringContaining('npm ci') })
    writeFileSync(stamp(), 'of another lock')
    expect(install()).toMatchObject({ status: 0, text: expect.stringContaining('npm ci') })
  })

  test('by hand counts', () => {
    expect(npm('ci').status).toBe(0)
    expect(install()).toEqual({ status: 0, text: '' })
  })

  test('that fails shows what npm says, and names the cache; nothing of it counts', () => {
    rmSync(join(place, `${LOCKED_NODE}.tgz`))
    rmSync(join(place, 'cache'), { recursive: true, force: true })
    const failed = install()
    expect(failed.status).toBe(1)
    expect(failed.text).toMatch(/npm error.*tgz[\s\S]*npm ci failed[\s\S]*cache/)
    expect(existsSync(stamp())).toBe(false)
    rmSync(join(app, 'package-lock.json'))
    write({ [LOCKED_NODE]: NODE })
    expect(install().status).toBe(0)
  })
})

const taken = async (port: number) => {
  const server = createServer().listen({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  return server
}
/**
 * Resolves with the first of three free ports in a row, below those that the system gives to programs that ask for
 * any: the tests beside this one take those.
 */
async function threeFreePorts(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const servers = await Promise.allSettled([port, port + 1, port + 2].map(taken))
  for (const server of servers)
    if (server.status === 'fulfilled') await once(server.value.close(), 'close')
  return servers.every(({ status }) => status === 'fulfilled') ? port : threeFreePorts()
}

describe('a port that is taken', () => {
  test.each([
    ['dev.mjs', 0],
    ['dev.mjs', 1],
    ['dev-desktop.mjs', 2],
  ])('%s says so before it installs: PORT and %i', async (script, more) => {
    write({})
    const port = await threeFreePorts()
    const server = await taken(port + more)
    try {
      const child = spawn(process.execPath, [join('scripts', script)], {
        cwd: app,
        env: environment({ PORT: String(port) }),
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += String(chunk)))
      const [code] = (await once(child, 'close')) as [number]
      expect(code).toBe(1)
      expect(text).toMatch(new RegExp(`^Port ${port + more} is in use by another program\\.`))
    } finally {
      server.close()
    }
  })
  test('what is no port is refused by name', () => {
    write({})
    expect(run('dev.mjs', { PORT: 'abc' })).toEqual({
      status: 1,
      text: 'PORT must be a port number from 1 to 65533 (now abc).\n',
    })
  })
})

describe('without the binary of Electron', () => {
  const BUILT = `#!/usr/bin/env node\n`
  beforeEach(() => {
    write({
      [LOCKED_NODE]: NODE,
      electron: {
        files: {
          'install.js':
            "console.error('Error: getaddrinfo ENOTFOUND github.com\\n    at lookup (node:dns:1:1)'); process.exit(1)\n",
        },
      },
      'electron-vite': { files: { 'bin.js': BUILT }, bin: { 'electron-vite': 'bin.js' } },
      'js-yaml': { files: { 'index.js': 'exports.load = JSON.parse\n' } },
    })
    const target = [{ target: 'deb', arch: [process.arch] }]
    writeFileSync(
      join(app, 'electron-builder.yml'),
      JSON.stringify({ linux: { target }, mac: { target }, win: { target } }),
    )
  })

  test.each(['package.mjs', 'desktop.mjs', 'dev-desktop.mjs'])(
    '%s installs what it needs, and says in a sentence what is missing',
    async (script) => {
      const port = await threeFreePorts()
      const { status, text } = run(script, { PORT: String(port) })
      expect(status).toBe(1)
      expect(text).toContain('Installing packages (npm ci)…')
      expect(text).toContain(
        'The Electron binary is missing and could not be fetched (Error: getaddrinfo ENOTFOUND github.com).',
      )
      expect(text).not.toMatch(/^ {2,}at /m)
    },
  )
})

test('npm start tells a port that is taken before it makes demonstration data', async () => {
  const server = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as { port: number } // a TCP server's address is one
  try {
    const child = spawn(process.execPath, [join(root, 'src/server/demo/main.ts')], {
      cwd: place,
      env: environment({ PORT: String(port), DATA_DIR: join(place, 'data') }),
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += String(chunk)))
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(1)
    expect(text).toContain(`set PORT to a free port (now ${port})`)
    expect(text).not.toContain('demonstration data')
  } finally {
    server.close()
  }
})
