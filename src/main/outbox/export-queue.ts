/**
 * Exports the queue as a file, for check-ins that cannot be sent: numbers and times, no names.
 * Described in docs/desktop.md.
 */
import { dirname } from 'node:path'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { nodeDisk, replaceFile, type Disk } from './disk.ts'
import type { OpenOutbox } from './open-outbox.ts'
import { toItem } from './queue-index.ts'

const EXPORT_FORMAT = 'wld-check-ins'
const EXPORT_VERSION = 1

export interface ExportOptions {
  readonly outbox: Pick<OpenOutbox, 'entries'>
  readonly server: string
  /** Opens a save dialog; returns undefined when the user closed it. */
  readonly askPath: (suggestedName: string) => Promise<string | undefined>
  readonly now: () => Date
  readonly log: Log
  readonly disk?: Disk
}

export function exportText({
  outbox,
  server,
  now,
}: Pick<ExportOptions, 'outbox' | 'server' | 'now'>): string {
  const checkIns = outbox.entries().map((entry) => ({
    ...toItem(entry),
    deviceId: entry.checkIn.deviceId,
    clockOffMs: entry.checkIn.clockOffMs ?? null,
  }))
  return `${JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, exportedAt: now().toISOString(), server, checkIns }, undefined, 1)}\n`
}

export function createExportQueue({
  disk = nodeDisk,
  ...options
}: ExportOptions): () => Promise<InvokeOutput<'queue:export'>> {
  return async () => {
    const { askPath, now, log, outbox } = options
    try {
      const path = await askPath(`check-ins-${now().toISOString().slice(0, 10)}.json`)
      if (path === undefined) return 'cancelled'
      await replaceFile(disk, dirname(path), path, Buffer.from(exportText(options)))
      log('info', 'queue.exported', { checkIns: outbox.entries().length })
      return 'saved'
    } catch (error) {
      log('error', 'queue.not-exported', { error: describeError(error) })
      return 'failed'
    }
  }
}
