/**
 * Documents are read in a process of their own, so that no file holds up other calls, and within
 * limits of time and memory. A thread is not enough: where one step asks for much more memory than
 * the thread may have, V8 ends the whole process. Each document has its own process: it starts in a
 * fifth of a second, and the effects of a hostile file end with it, so nothing of one document
 * reaches another. The gate of the library decides how many run at once.
 */
import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '../../../base/unavailable.ts'
import type { Question } from './document-messages.ts'

export interface DocumentLimits {
  /**
   * Limit of the processor's time, so that a busy machine refuses no honest file: beside a full load a photo of 50
   * million pixels took 20 s of the clock, for two of the processor. It is measured on Linux; elsewhere the clock counts.
   */
  readonly timeMs: number
  /** Limit of the clock, which frees the place where the process gets no processor. */
  readonly clockMs: number
  /** Limit of the heap, which V8 enforces: it ends the process. */
  readonly heapMb: number
  /**
   * Limit of all memory of the process: the program, the heap, and outside of it the document and the
   * module that draws, which has a limit of its own. Node does not enforce it, so it is measured, on
   * Linux only.
   */
  readonly memoryMb: number
}

/** A page takes 0.15 s, one of a map a second. */
const LIMITS: DocumentLimits = { timeMs: 20_000, clockMs: 60_000, heapMb: 256, memoryMb: 832 }
/** Beside this module, in the source and in the build (`chunkFileNames` of the server's build). */
const PROGRAM = fileURLToPath(
  new URL(`./document-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
)
const MEASURED_EVERY_MS = 50
const KILOBYTES_IN_A_MEGABYTE = 1024
/** Linux counts in hundredths of a second in all that programs read. */
const MS_IN_A_TICK = 10
const MEASURES = process.platform === 'linux'
const REASON_MAX_CHARACTERS = 1_000
/** Sent by people and service managers; they say nothing about the document. */
const STOPS: ReadonlySet<string> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP'])

/** A document passed a limit, and its process was ended. */
export class LimitPassed extends Error {
  override readonly name = 'LimitPassed'
}

/**
 * Where processors are few, pictures and replies have nine parts of them for each one of a document: a photo beside six
 * slow documents takes 1.6 to 1.8 times as long as alone, and 2.2 times at 5 (tests/bench/photo-beside-documents.ts).
 */
const PRIORITY = 10
function giveWay(pid: number): void {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // It has ended already, or the system forbids it: the limits remain.
  }
}

/** What a process has used so far; nothing on a system without /proc, and for a process that has ended. */
async function usage(
  pid: number | undefined,
): Promise<{ readonly memoryMb: number; readonly timeMs: number }> {
  try {
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1')),
    )
    const memoryKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1] ?? 0)
    // The name of the program, in parentheses, may hold blanks. After it, utime and stime are the 12th and 13th field.
    const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { memoryMb: memoryKb / KILOBYTES_IN_A_MEGABYTE, timeMs: ticks * MS_IN_A_TICK }
  } catch {
    return { memoryMb: 0, timeMs: 0 }
  }
}

/** Asks the process; one question at a time. */
export type Ask = (question: Question) => Promise<unknown>

/**
 * Runs `work` with a new process, which ends with it.
 * @throws {LimitPassed}
 * @throws {Unavailable} where the machine was too busy to do it
 * @throws {Error} where no process starts, or where one ends by itself without an answer
 */
export async function withProcess<T>(
  work: (ask: Ask) => Promise<T>,
  limits: DocumentLimits = LIMITS,
): Promise<T> {
  const child = fork(PROGRAM, {
    env: {}, // the keys of the server are nothing for a program that reads hostile bytes
    execArgv: [`--max-old-space-size=${limits.heapMb}`],
    serialization: 'advanced', // bytes as bytes
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) giveWay(child.pid)
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(MEASURES ? new Unavailable('files', 'no processor') : new LimitPassed('time')),
    MEASURES ? limits.clockMs : limits.timeMs,
  )
  const meter = setInterval(() => {
    void usage(child.pid).then(({ memoryMb, timeMs }) => {
      if (memoryMb > limits.memoryMb) reject(new LimitPassed('memory'))
      if (timeMs > limits.timeMs) reject(new LimitPassed('time'))
      return undefined
    })
  }, MEASURED_EVERY_MS)
  const reason = child.stderr === null ? Promise.resolve('') : text(child.stderr).catch(() => '')
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    // V8 without memory, the system without memory, and a module that failed end a process with a signal.
    if (signal !== null && !STOPS.has(signal)) return reject(new LimitPassed(signal))
    void reason.then((said) =>
      reject(
        new Error(
          `The process of a document ended with ${signal ?? code}: ${said.slice(0, REASON_MAX_CHARACTERS)}`,
        ),
      ),
    )
  })
  const ask: Ask = async (question) => {
    const { promise: answered, resolve } = Promise.withResolvers<unknown>()
    child.once('message', (message: { readonly reply?: unknown }) => resolve(message.reply))
    // Where no process could start there is no channel, and its event tells why.
    if (child.connected)
      child.send(question, (error) => {
        if (error !== null) child.kill('SIGKILL') // so that it ends, which its event tells
      })
    return Promise.race([answered, ended])
  }
  try {
    return await Promise.race([work(ask), ended])
  } finally {
    ended.catch(() => undefined)
    clearTimeout(timer)
    clearInterval(meter)
    child.kill('SIGKILL')
  }
}
