/** `app`: start, quit, paths, and the lock of the single instance. */
import { EventEmitter } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { connect, fromEnvironment, isConnected, preventable } from './connection.ts'

const profile = fromEnvironment('STANDIN_PROFILE')
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  productName: string
  version: string
} // our own file

/** Filled by browser-window.ts; `app` must not import it, because the imports would form a cycle. */
export const openWindows = new Set<{ close(): void }>()

const lockFile = join(profile, 'single-instance.lock')
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @public The type of `electron.ts`, which the compiler writes down. */
export class App extends EventEmitter {
  readonly #ready = Promise.withResolvers<void>()
  readonly isPackaged = false
  readonly name = manifest.productName
  sandboxed = false

  whenReady(): Promise<void> {
    return this.#ready.promise
  }
  isReady(): boolean {
    return isConnected()
  }
  enableSandbox(): void {
    if (isConnected()) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.sandboxed = true
  }
  readonly commandLine = { getSwitchValue: (_name: string): string => '' }
  getName(): string {
    return this.name
  }
  getVersion(): string {
    return manifest.version
  }
  getPath(name: string): string {
    const path = join(profile, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  getPreferredSystemLanguages(): string[] {
    return [process.env['STANDIN_LANGUAGE'] ?? 'en-GB']
  }

  /** The second process writes a note; the first one reads it. */
  requestSingleInstanceLock(): boolean {
    if (existsSync(lockFile) && isAlive(Number(readFileSync(lockFile, 'utf8')))) {
      const note = join(profile, `second-instance-${process.pid}.json`)
      writeFileSync(`${note}.new`, JSON.stringify(process.argv))
      renameSync(`${note}.new`, note) // never read half-written
      return false
    }
    writeFileSync(lockFile, String(process.pid))
    watch(profile, (_kind, name) => {
      if (
        name === null ||
        !/^second-instance-\d+\.json$/.test(name) ||
        !existsSync(join(profile, name))
      )
        return
      const argv = JSON.parse(readFileSync(join(profile, name), 'utf8')) as string[] // our own file
      rmSync(join(profile, name), { force: true })
      this.emit('second-instance', {}, argv, profile, {})
    }).unref()
    return true
  }

  quit(): void {
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    for (const window of openWindows) window.close()
    if (openWindows.size > 0) return // a window refused to close
    const last = preventable({})
    this.emit('will-quit', last)
    if (last.defaultPrevented) return
    this.emit('quit', {}, 0)
    this.exit(0)
  }
  exit(code = 0): void {
    process.exit(code)
  }

  async start(): Promise<void> {
    await connect()
    this.emit('ready', {}, {})
    this.#ready.resolve()
  }
}

export const app = new App() satisfies Pick<
  Electron.App,
  | 'enableSandbox'
  | 'exit'
  | 'getName'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'getVersion'
  | 'isPackaged'
  | 'isReady'
  | 'name'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'whenReady'
>
