// Plain JavaScript that Node 16 parses: this runs before anything is installed, and says which Node is needed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const bin = join(root, 'node_modules', '.bin')
/** Whether this is what deploy/Dockerfile put together: the build without its source. */
export const isImage = !existsSync(join(root, 'package-lock.json'))

/** Ends with a message for people instead of a stack. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const FIRST_NODE = [20, 19]

/** @public for tests/workflows.test.ts. undefined, or one sentence about what to install. Everything else may fail to parse on an older Node, so it is asked first. */
export function nodeFault(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > FIRST_NODE[0] || (major === FIRST_NODE[0] && minor >= FIRST_NODE[1])
  return isNewEnough
    ? undefined
    : `WLD needs Node ${FIRST_NODE.join('.')} or newer (found ${version}). Install Node 24 from https://nodejs.org and try again.`
}
const fault = nodeFault(process.versions.node)
if (fault !== undefined) fail(fault)

/** Path of the locked Node 24 in this folder of packages. npm 9 installs the package without a link in `.bin`. */
export function lockedNode(modules, platform = process.platform, arch = process.arch) {
  const system = platform === 'win32' ? 'win' : platform
  const path = join(
    modules,
    `node-${system}-${arch}`,
    'bin',
    platform === 'win32' ? 'node.exe' : 'node',
  )
  return existsSync(path) ? path : undefined
}

const proven = new Set()
/** Whether this Node starts. What an installation that was cut off left of one ends with a fault of memory. */
export function nodeRuns(path) {
  if (!proven.has(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0)
    proven.add(path)
  return proven.has(path)
}

/** The locked Node, where it is installed and whole. */
function ownNode() {
  const path = lockedNode(join(root, 'node_modules'))
  return path !== undefined && nodeRuns(path) ? path : undefined
}

/** Node 24: the one that runs this, else the locked one in node_modules. */
export function node24() {
  if (Number(process.versions.node.split('.', 1)[0]) >= 24) return process.execPath
  const own = ownNode()
  if (own !== undefined) return own
  if (lockedNode(join(root, 'node_modules')) !== undefined)
    fail('The Node in node_modules does not start: its installation was cut off. Run: npm ci')
  return fail(
    `WLD needs Node 24 on this system (found ${process.versions.node}). Install it from https://nodejs.org and try again.`,
  )
}

/**
 * How the server starts. V8 lets new objects fill 48 MB before it collects them, most of which are of the start and of calls
 * that have ended: with 8 MB the server rests at less memory, and a call takes no more processor time (docs/performance.md).
 */
export const serverFlags = ['--max-semi-space-size=8']

/** The environment with the project's own tools first, and the locked Node before every other. */
export function environment(more = {}) {
  const node = ownNode()
  const first = node === undefined ? [bin] : [dirname(node), bin]
  return { ...process.env, PATH: [...first, process.env.PATH ?? ''].join(delimiter), ...more }
}

/** Runs a command in the project folder and waits; returns its exit code. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: environment(env),
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024, // a bill of materials is longer than Node's one megabyte
  })
  return {
    code: result.status ?? 1,
    stdout: quiet ? (result.stdout ?? '') : '',
    output: quiet ? `${result.stdout ?? ''}${result.stderr ?? ''}` : '',
  }
}

/** Starts a command in the project folder; resolves with its exit code. `output`: a file descriptor, else the terminal. */
export function start(command, args, { env = {}, output = 'inherit' } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

export function runOrFail(command, args, options = {}) {
  const { code, output } = run(command, args, options)
  if (code !== 0) fail(`${output}\n${command} ${args.join(' ')} ended with ${code}`)
}

/** Runs the command in place of this process: forwards signals and exits with its code. */
export function become(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, env: environment(env), stdio: 'inherit' })
  for (const signal of [
    'SIGINT',
    'SIGTERM',
    'SIGHUP',
    ...(process.platform === 'win32' ? [] : ['SIGUSR2']),
  ])
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${command}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
