/** Starts a door (door-process.ts), asks it, and ends it as a test wants. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DoorCommand, DoorOrders } from './door-process.ts'
import { PROCESS_ENV } from './process-env.ts'

export interface DoorProcess {
  /** undefined: it was killed before it answered. */
  ask<T>(command: DoorCommand): Promise<T | undefined>
  /** When it knew of so many entries; by the clock of this computer. */
  readonly entriesAt: ReadonlyMap<number, number>
  /** Ends the process as a loss of power would. */
  kill(): Promise<void>
  /** It does nothing more, and its connections stay open, as on a computer that hangs. */
  freeze(): void
  thaw(): void
}

export async function startDoor(orders: DoorOrders): Promise<DoorProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'door-process.ts')], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...PROCESS_ENV },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined) // killed before it had read
  const waiting: ((line: { answer?: unknown; failed?: string } | undefined) => void)[] = []
  const entriesAt = new Map<number, number>()
  let isOver = false
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as {
      answer?: unknown
      failed?: string
      entries?: number
      at?: number
    } // written by our own process
    if (line.entries !== undefined && !entriesAt.has(line.entries))
      entriesAt.set(line.entries, line.at ?? 0)
    if ('answer' in line || 'failed' in line) waiting.shift()?.(line)
  })
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isOver = true
      for (const resolveOne of waiting.splice(0)) resolveOne(undefined)
      resolve()
    }),
  )
  const send = async <T>(line: object): Promise<T | undefined> => {
    if (isOver) return undefined
    const answered = new Promise<{ answer?: unknown; failed?: string } | undefined>((resolve) =>
      waiting.push(resolve),
    )
    child.stdin.write(`${JSON.stringify(line)}\n`)
    const got = await answered
    if (got?.failed !== undefined) throw new Error(got.failed)
    return got?.answer as T | undefined // as the command says
  }
  await send(orders)
  return {
    ask: (command) => send(command),
    entriesAt,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}
