/**
 * The queue of check-ins on the disk: an encrypted, append-only log, read once at the start. It
 * never rejects: a disk fault is a result, and the next check-in retries.
 */
import { createListeners } from '#shared/listeners.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { diskFault, nodeDisk, type Disk, type DiskFile } from './disk.ts'
import { leaveQueue, loadQueue, type QueueKey } from './load-queue.ts'
import { createLogWriter, type LogWriter, type WriteResult } from './log-writer.ts'
import type {
  AppendResult,
  DiskFault,
  NewCheckIn,
  Outbox,
  SettleResult,
  StoredCheckIn,
} from './outbox.ts'
import { createQueueIndex, type QueueEntry } from './queue-index.ts'
import { sealRecord } from './record-file.ts'
import { readRecord, writeRecord } from './records.ts'

export interface OpenOutboxOptions {
  /** Of this server alone, see `outboxFolder`. */
  readonly directory: string
  readonly key: QueueKey
  readonly now: () => Date
  readonly log: Log
  /** This computer's clock minus the server's; null: never compared. Kept with each check-in. */
  readonly clockOffsetMs?: () => number | null
  readonly disk?: Disk
}
export interface OpenOutbox extends Outbox {
  /** Everything, oldest first; for the export. */
  entries(): readonly Readonly<QueueEntry>[]
}
const CLOSED: AppendResult & SettleResult = { ok: false, fault: 'disk' }

async function openAt(disk: Disk, path: string, end: number): Promise<DiskFile> {
  const file = await disk.open(path, 'existing')
  try {
    await file.truncate(end)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The check-in with a number that is given only when it is written. Throws where it could not be read again. */
function numbering(
  { id, eventId, cardId, gate, deviceId, at }: NewCheckIn,
  clockOffMs: number | null,
): (sequence: number) => StoredCheckIn {
  const numbered = (sequence: number): StoredCheckIn => ({
    id,
    eventId,
    cardId,
    gate,
    deviceId,
    at,
    sequence,
    ...(clockOffMs === null ? {} : { clockOffMs }),
  })
  if (readRecord(writeRecord({ kind: 'check-in', checkIn: numbered(1) })) === undefined)
    throw new RangeError('A check-in that could not be read again')
  return numbered
}

export async function openOutbox({
  directory,
  key,
  now,
  log,
  clockOffsetMs = () => null,
  disk = nodeDisk,
}: OpenOutboxOptions): Promise<OpenOutbox> {
  let running: LogWriter | undefined
  let loading: Promise<LogWriter | undefined> | undefined
  let isClosed = false
  let isDamaged = false
  let fault: DiskFault | 'none' = 'none'
  let index = createQueueIndex()
  let sequence = 0
  const listeners = createListeners()
  const appending = new Map<string, Promise<AppendResult>>()
  const underWay = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    const seen = work.catch(() => undefined).finally(() => underWay.delete(seen))
    underWay.add(seen)
    return work
  }
  const changed = (): void => {
    listeners.call()
  }

  const load = async (): Promise<LogWriter | undefined> => {
    try {
      const loaded = await loadQueue({
        directory,
        key,
        disk,
        now,
        log,
        onDamage: () => (isDamaged = true),
      })
      const file = await openAt(disk, loaded.path, loaded.end).catch(async (error: unknown) => {
        await loaded.mark.close()
        throw error
      })
      const seal = (position: number, text: string): Buffer =>
        sealRecord(loaded.secret, loaded.header, position, text)
      ;({ index, lastSequence: sequence } = loaded)
      fault = 'none'
      log('info', 'queue.opened', { ...index.counts(), keptIn: key.keptIn, damaged: isDamaged })
      return createLogWriter({
        file,
        seal,
        end: loaded.end,
        log,
        mark: (end) => loaded.mark.write(end, sequence),
        closeMark: () => loaded.mark.close(),
      })
    } catch (error) {
      fault = diskFault(error)
      log('error', 'queue.not-opened', { fault, error: describeError(error) })
      return undefined
    } finally {
      changed()
    }
  }
  /** One attempt at a time; after a failed one the next call retries. */
  const ready = async (): Promise<LogWriter | undefined> => {
    if (running !== undefined) return running
    loading ??= load().finally(() => (loading = undefined))
    running = await loading
    return running
  }

  const noteResult = (result: WriteResult): void => {
    fault = result.ok ? 'none' : result.fault
    changed()
  }
  const write = async (
    texts: () => readonly string[],
    done: (ok: boolean) => void,
  ): Promise<WriteResult> => {
    const target = await ready()
    if (target === undefined) return { ok: false, fault: fault === 'none' ? 'disk' : fault }
    const { promise, resolve } = Promise.withResolvers<WriteResult>()
    target.write({
      texts,
      done: (result) => {
        done(result.ok)
        noteResult(result)
        resolve(result)
      },
    })
    return promise
  }

  const appendOnce = async (wish: NewCheckIn): Promise<AppendResult> => {
    await ready()
    const known = index.byId(wish.id)
    if (known !== undefined) return { ok: true, checkIn: known.checkIn }
    const numbered = numbering(wish, clockOffsetMs())
    let checkIn = numbered(0)
    const result = await write(
      () => {
        sequence += 1
        checkIn = numbered(sequence)
        return [writeRecord({ kind: 'check-in', checkIn })]
      },
      (ok) => {
        if (ok) index.add(checkIn)
        else if (checkIn.sequence > 0) sequence -= 1 // the whole group failed; the number was not used
      },
    )
    return result.ok ? { ok: true, checkIn } : result
  }

  await ready()
  return {
    append(checkIn) {
      if (isClosed) return Promise.resolve(CLOSED)
      const before = appending.get(checkIn.id)
      if (before !== undefined) return before
      const mine = track(appendOnce(checkIn).finally(() => appending.delete(checkIn.id)))
      appending.set(checkIn.id, mine)
      return mine
    },
    async settle(settlements) {
      if (isClosed) return CLOSED
      const settledAt = now().toISOString()
      const open = settlements.filter(
        ({ id }) => index.byId(id)?.settled === undefined && index.byId(id) !== undefined,
      )
      if (open.length === 0) return { ok: true }
      const texts = () =>
        open.map((settlement) => writeRecord({ kind: 'settled', settlement, settledAt }))
      const done = (ok: boolean): void => {
        if (ok) for (const settlement of open) index.settle({ settlement, settledAt })
      }
      return track(write(texts, done))
    },
    firstOf: (eventId, cardId) => index.firstOf(eventId, cardId),
    waiting: (eventId, max) => index.waiting(eventId, max),
    eventsWaiting: () => index.eventsWaiting(),
    items: ({ page, only }) => index.page(only, page),
    counts: () => ({ ...index.counts(), keptIn: key.keptIn }),
    problem: () => (fault === 'none' && isDamaged ? 'damaged' : fault),
    entries: () => index.entries(),
    onChange: listeners.add,
    async close() {
      if (isClosed) return
      isClosed = true
      await Promise.all(underWay)
      await running?.close()
      await leaveQueue({ directory, key, disk }, index.counts().waiting).catch((error: unknown) =>
        log('warn', 'queue.not-left', { error: describeError(error) }),
      )
      listeners.clear()
    },
  }
}
