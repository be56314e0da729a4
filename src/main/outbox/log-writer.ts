/**
 * Appends records. Records that arrive during one write are written together next, with one write
 * and one fsync.
 */
import { describeError, type Log } from '../log/log-file.ts'
import { diskFault, writeAll, type DiskFile } from './disk.ts'
import type { DiskFault } from './outbox.ts'

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly fault: DiskFault }

interface WriteJob {
  /** Called when it is written. */
  readonly texts: () => readonly string[]
  /**
   * Called before anything is written after it: with `ok` the records are on the disk, with a fault
   * none of them is.
   */
  readonly done: (result: WriteResult) => void
}
export interface LogWriter {
  write(job: WriteJob): void
  /** After everything that was asked for before. */
  close(): Promise<void>
}

export interface LogWriterOptions {
  readonly file: DiskFile
  /** Bytes of one record for the place where it will lie. */
  readonly seal: (position: number, text: string) => Buffer
  /** Where the next record goes. */
  readonly end: number
  readonly log: Log
  /** Writes the acknowledged length of the file, in bytes. Resolves once that is on the disk. */
  readonly mark: (end: number) => Promise<void>
  readonly closeMark: () => Promise<void>
}

/** Some 60 KB; a longer queue goes out in turns. */
const JOBS_AT_ONCE = 256

export function createLogWriter({
  file,
  seal,
  end: firstEnd,
  log,
  mark,
  closeMark,
}: LogWriterOptions): LogWriter {
  let end = firstEnd
  /** A write failed, and its remains are not cut off yet. */
  let hasRemains = false
  let jobs: WriteJob[] = []
  let last: Promise<void> = Promise.resolve()
  let isRunning = false

  const cut = async (): Promise<void> => {
    if (!hasRemains) return
    await file.truncate(end)
    hasRemains = false
  }

  const commit = async (group: readonly WriteJob[]): Promise<WriteResult> => {
    try {
      const frames: Buffer[] = []
      let length = 0
      for (const text of group.flatMap(({ texts }) => texts())) {
        const frame = seal(end + length, text)
        frames.push(frame)
        length += frame.length
      }
      if (length === 0) return { ok: true }
      await cut()
      hasRemains = true
      await writeAll(file, Buffer.concat(frames), end)
      await file.sync()
      await mark(end + length)
      hasRemains = false
      end += length
      return { ok: true }
    } catch (error) {
      const fault = diskFault(error)
      log('error', 'queue.not-written', { fault, error: describeError(error) })
      await cut().catch((cause: unknown) =>
        log('error', 'queue.not-cut', { error: describeError(cause) }),
      )
      return { ok: false, fault }
    }
  }

  const run = async (): Promise<void> => {
    while (jobs.length > 0) {
      const group = jobs.slice(0, JOBS_AT_ONCE)
      jobs = jobs.slice(JOBS_AT_ONCE)
      const result = await commit(group)
      for (const { done } of group) done(result)
    }
    isRunning = false
  }

  return {
    write(job) {
      jobs.push(job)
      if (isRunning) return
      isRunning = true
      last = last.then(run)
    },
    async close() {
      await last
      await file.close()
      await closeMark()
    },
  }
}
