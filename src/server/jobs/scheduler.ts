/**
 * Repeated jobs: each job runs alone, waits its interval, and runs again; a stop waits for the run
 * under way.
 */
import type { Logger } from 'pino'

export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Time to the first run; the interval where it is left out. */
  readonly firstAfterMs?: number
  run(): Promise<void>
}

export interface Scheduler {
  /** Runs the job soon; while it runs already, once more afterwards. */
  wake(name: string): void
  /** No new runs; resolves when the last one has ended. */
  stop(): Promise<void>
}

/**
 * Time between a wake and the run: the transaction that raised it has committed, and the response to its request has
 * left, so that no response takes longer because of the work it caused.
 */
const WAKE_DELAY_MS = 150

class Loop {
  readonly #job: Job
  readonly #log: Pick<Logger, 'warn'>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #wanted = false
  #stopped = false

  constructor(job: Job, log: Pick<Logger, 'warn'>) {
    this.#job = job
    this.#log = log
    this.#wait(job.firstAfterMs ?? job.everyMs)
  }
  wake(): void {
    this.#wanted = true
    if (this.#running === undefined) this.#wait(WAKE_DELAY_MS)
  }
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }
  #wait(delayMs: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#running = this.#run()
    }, delayMs)
    this.#timer.unref() // waiting work never keeps the process alive
  }
  async #run(): Promise<void> {
    this.#wanted = false
    try {
      await this.#job.run()
    } catch (error) {
      this.#log.warn({ err: error, job: this.#job.name }, 'a job failed and will run again')
    }
    this.#running = undefined
    this.#wait(this.#wanted ? WAKE_DELAY_MS : this.#job.everyMs)
  }
}

export function startScheduler(jobs: readonly Job[], log: Pick<Logger, 'warn'>): Scheduler {
  const loops = new Map(jobs.map((job) => [job.name, new Loop(job, log)]))
  return {
    wake: (name) => loops.get(name)?.wake(),
    stop: async () => void (await Promise.all([...loops.values()].map((loop) => loop.stop()))),
  }
}
