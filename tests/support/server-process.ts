/** The server as a process on its own data, which a test stops in any way and starts again on the same port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { PROCESS_ENV } from './process-env.ts'
import { program } from './programs.ts'

export interface ServerProcess {
  start(): Promise<void>
  /** What it has printed since the last start. */
  output(): string
  pid(): number | undefined
  signal(signal: 'SIGUSR2'): void
  /** Resolves with the exit code; null when the signal ended it. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}
const START_MAX_MS = 180_000

/** `env` must have at least PORT, DATA_DIR and SECRET_KEY. */
export function serverProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ServerProcess {
  let child: ChildProcess | undefined
  let output = ''
  let ended: Promise<number | null> = Promise.resolve(null)
  return {
    async start() {
      const started = spawn(process.execPath, [program('src/server/main.ts'), ...args], {
        env: {
          ...PROCESS_ENV,
          HOST: '127.0.0.1',
          LOG_LEVEL: 'warn',
          STAFF_SECOND_FACTOR: 'optional', // the suites about it ask for it
          PUBLIC_URL: `http://localhost:${env['PORT']}`,
          ...env,
        },
      })
      child = started
      ended = new Promise((resolve) => started.once('exit', resolve))
      output = ''
      const ready = new Promise<boolean>((resolve) => {
        const listen = (chunk: Buffer): void => {
          output += String(chunk)
          if (output.includes('WLD is ready')) resolve(true)
        }
        started.stdout.on('data', listen)
        started.stderr.on('data', listen)
        void ended.then(() => resolve(false))
        setTimeout(() => resolve(false), START_MAX_MS).unref()
      })
      if (!(await ready)) {
        started.kill('SIGKILL')
        throw new Error(`the server did not start: ${output}`)
      }
    },
    output: () => output,
    pid: () => child?.pid,
    signal: (signal) => void child?.kill(signal),
    async stop(signal) {
      child?.kill(signal)
      return ended
    },
  }
}
