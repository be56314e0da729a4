/** Starts a device (check-in-device.ts) and reads what it acknowledges. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DeviceOrders } from './check-in-device.ts'
import { PROCESS_ENV } from './process-env.ts'

export interface Device {
  /** All lines of its output; complete when it has ended. */
  readonly lines: readonly string[]
  /** Resolves when `condition` holds after a line, or when it has ended. */
  until(condition: () => boolean): Promise<void>
  /** Ends the process as a loss of power would. */
  kill(): Promise<void>
  /** Its exit code; null when it was killed. */
  readonly ended: Promise<number | null>
}

export function startDevice(orders: DeviceOrders): Device {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'check-in-device.ts')], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...PROCESS_ENV },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined) // killed before it had read
  child.stdin.end(JSON.stringify(orders))
  const lines: string[] = []
  const watchers = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const watch of watchers) watch()
  })
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  )
  return {
    lines,
    until: (condition) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!condition()) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        void ended.then(() => resolve())
        watch()
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}
