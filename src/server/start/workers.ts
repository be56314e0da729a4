/**
 * `--workers N`: several processes of the server on one machine, which accept calls in turn. The
 * primary takes no calls: it starts the workers, starts one anew when it ends, and on SIGUSR2
 * replaces them one by one.
 */
import cluster, { type Address, type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived this long did not end because of its start. */
const STEADY_MS = 60_000
/** A database that is away for a moment must not leave a part of the workers old. */
const REPLACE_TRIES = 6
/** Longer than a worker takes at most. */
const STOP_LIMIT_MS = 20_000
const WORKERS_MAX = 64
/**
 * The message to a worker that has a successor. `worker.disconnect()` was rejected: it closes idle
 * connections at once, and with them the call that a proxy is sending.
 */
export const SHUT_DOWN = 'leave'

/** The pause before the start after `failures` in a row, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)

/** The number of `--workers`; undefined for any other text. */
export function workersOf(text: string): number | undefined {
  if (text === 'auto') return Math.min(availableParallelism(), WORKERS_MAX)
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= WORKERS_MAX ? count : undefined
}

interface Running {
  readonly worker: Worker
  readonly sinceMs: number
  readonly address: Address
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>
}

class EndedEarly extends Error {
  override readonly name = 'EndedEarly'
  readonly code: number
  constructor(code: number | null) {
    super(`A worker ended before it was ready (${code ?? 'signal'})`)
    this.code = code ?? 1
  }
}

class Primary {
  readonly #log: Logger
  readonly #wanted = new Set<Running>()
  readonly #alive = new Set<Worker>()
  /** Those that do not listen yet. */
  readonly #starting = new Set<Promise<Running>>()
  readonly #codes: (number | null)[] = []
  #failures = 0
  #isStopping = false
  #isReplacing = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** Resolves when the worker listens. @throws EndedEarly */
  launch(): Promise<Running> {
    const worker = cluster.fork()
    const sinceMs = performance.now()
    this.#alive.add(worker)
    const ended = new Promise<number | null>((resolve) => {
      worker.once('exit', (code: number | null) => {
        this.#alive.delete(worker)
        resolve(code)
      })
      // A process that cannot be made has no exit, and a message to one that ends is an error: without a
      // listener either would end the first process and with it all workers.
      worker.on('error', (error) => {
        this.#log.error({ err: error }, 'a worker cannot be reached')
        if (worker.process.pid !== undefined) return
        this.#alive.delete(worker)
        resolve(null)
      })
    })
    const start = new Promise<Running>((resolve, reject) => {
      worker.once('listening', (address) => {
        const running = { worker, sinceMs, address, ended }
        this.#wanted.add(running)
        void this.#watch(running)
        resolve(running)
      })
      void ended.then((code) => reject(new EndedEarly(code)))
    })
    const over = (): unknown => this.#starting.delete(start)
    this.#starting.add(start)
    start.then(over, over)
    return start
  }

  /** Starts one worker, again and again until it listens. @throws EndedEarly after the last try */
  async fill(tries = Infinity): Promise<void> {
    for (let left = tries; !this.#isStopping; left -= 1)
      try {
        await this.launch()
        return
      } catch (error) {
        if (left === 1) throw error
        await this.#pause()
      }
  }

  async #pause(): Promise<void> {
    this.#failures += 1
    const pauseMs = pauseAfter(this.#failures)
    if (!this.#isStopping) this.#log.error({ pauseMs }, 'a worker ended and will be restarted')
    // The timer keeps this process alive: where every worker is dead at one moment, nothing else does.
    await sleep(pauseMs)
  }

  async #watch(running: Running): Promise<void> {
    const code = await running.ended
    this.#codes.push(code)
    if (!this.#wanted.delete(running) || this.#isStopping) return
    if (performance.now() - running.sinceMs > STEADY_MS) this.#failures = 0
    await this.#pause()
    await this.fill()
  }

  /** The next one listens before one leaves, so a call always finds a worker. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#isStopping) return
    this.#isReplacing = true
    this.#log.info('replacing the workers one by one')
    try {
      // One that is about to listen may have read the old release: it is replaced like the others.
      await Promise.allSettled(this.#starting)
      const present = [...this.#wanted] // the new ones join while this goes on
      for (const old of present) {
        await this.fill(REPLACE_TRIES)
        if (this.#isStopping) break
        // One that ended by itself meanwhile has its own successor.
        if (this.#wanted.delete(old)) old.worker.send(SHUT_DOWN)
        await old.ended
      }
      this.#log.info('all workers are replaced')
    } catch (error) {
      this.#log.error({ err: error }, 'a new worker did not start: the others stay')
    }
    this.#isReplacing = false
  }

  /** Every worker finishes its calls; the process then ends with 0 when each of them did. */
  async stop(): Promise<void> {
    if (this.#isStopping) return
    this.#isStopping = true
    const rest = [...this.#alive]
    this.#codes.length = 0
    setTimeout(() => {
      for (const worker of this.#alive) worker.process.kill('SIGKILL')
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    await Promise.all(
      rest.map((worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve))
        worker.process.kill('SIGTERM')
        return ended
      }),
    )
    process.exit(this.#codes.every((code) => code === 0) ? 0 : 1)
  }
}

/**
 * Runs until a signal ends it. The first worker alone prepares the database; when it cannot start,
 * it has said why, and the primary ends with its code.
 * @param onReady called once, when all workers listen
 */
export async function runWorkers(
  count: number,
  log: Logger,
  onReady: (address: Address) => void,
): Promise<void> {
  const primary = new Primary(log)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void primary.stop())
  process.on('SIGUSR2', () => void primary.replaceAll())
  const first = await primary.launch().catch((error: unknown) => {
    process.exit(error instanceof EndedEarly ? error.code : 1)
  })
  await Promise.all(Array.from({ length: count - 1 }, () => primary.fill()))
  onReady(first.address)
}
