/**
 * What a door keeps of its group on the disk, beside the queue and sealed with its key: its own key, the key of the
 * group, and all records. Nothing in it is the only copy of a check-in, so it needs no mark: what is missing comes back
 * from the own queue and from the other doors.
 */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { describeError, type Log } from '../../log/log-file.ts'
import { replaceFile, type Disk } from '../../outbox/disk.ts'
import type { QueueKey } from '../../outbox/load-queue.ts'
import { createLogWriter, type LogWriter } from '../../outbox/log-writer.ts'
import { makeHeader, readHeader, scanRecords, sealRecord } from '../../outbox/record-file.ts'

const FILE = 'doors.log'

export interface DoorLog {
  /** What was read at the start; nothing after `clear`. */
  readonly texts: readonly string[]
  /** Resolves when they are on the disk; false: the disk refused. */
  append(texts: readonly string[]): Promise<boolean>
  /** The file begins anew. */
  clear(): Promise<void>
  close(): Promise<void>
}
export interface DoorLogOptions {
  readonly directory: string
  readonly key: QueueKey
  readonly disk: Disk
  readonly log: Log
}

/** Never the key of the queue itself. */
const secretOf = ({ key }: QueueKey): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'WLD doors', 32)))

/** Rejects where the disk refuses. */
export async function openDoorLog({ directory, key, disk, log }: DoorLogOptions): Promise<DoorLog> {
  const path = join(directory, FILE)
  const secret = secretOf(key)
  await disk.makeFolder(directory)
  let writer: LogWriter | undefined

  const begin = async (): Promise<{ readonly texts: readonly string[] }> => {
    const bytes = await disk.read(path)
    const read = bytes === undefined ? undefined : readHeader(bytes, secret)
    if (bytes !== undefined && read?.kind === 'ours') {
      const { texts, end, condition } = scanRecords(bytes, secret, read.header)
      if (condition !== 'whole') log('warn', 'doors.log-not-whole', { condition })
      await use(read.header, condition === 'damaged' ? bytes.length : end)
      return { texts }
    }
    // The file belongs to another key, or is damaged from its beginning: the door pairs again.
    if (read !== undefined && read.kind !== 'ours')
      log('warn', 'doors.log-not-ours', { cause: read.kind })
    await beginAnew()
    return { texts: [] }
  }
  const use = async (header: ReturnType<typeof makeHeader>, end: number): Promise<void> => {
    const file = await disk.open(path, 'existing')
    await file.truncate(end)
    writer = createLogWriter({
      file,
      seal: (position, text) => sealRecord(secret, header, position, text),
      end,
      log,
      mark: async () => undefined,
      closeMark: async () => undefined,
    })
  }
  const beginAnew = async (): Promise<void> => {
    await writer?.close()
    writer = undefined
    const header = makeHeader(secret, 0)
    await replaceFile(disk, directory, path, header.bytes)
    await use(header, header.bytes.length)
  }

  let { texts } = await begin()
  return {
    get texts() {
      return texts
    },
    append: (lines) =>
      new Promise((resolve) => {
        if (writer === undefined) resolve(false)
        else writer.write({ texts: () => lines, done: ({ ok }) => resolve(ok) })
      }),
    clear: () => {
      texts = []
      return beginAnew().catch((error: unknown) =>
        log('error', 'doors.log-not-cleared', { error: describeError(error) }),
      )
    },
    async close() {
      await writer?.close()
      writer = undefined
    },
  }
}
