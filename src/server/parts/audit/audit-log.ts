/**
 * The audit log: actor, action and target, each row bound to the one before by its hash. A row that
 * is changed or removed later breaks the chain at its place. Detail never holds secrets or names:
 * ids, counts and codes.
 */
import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isoNow, type Clock } from '../../base/clock.ts'
import { cannotWriteDatabase } from '../../base/unavailable.ts'
import type { Database } from '../database/engine.ts'
import type { AuditTable, Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transact.ts'
import { auditHash, checkChain } from './audit-chain.ts'

export interface AuditEntry {
  /** `member:10004217`, `device:…`, `anonymous`, `system`. */
  readonly actor: string
  readonly action: string
  /** `member:10004217`, `session:…`, or empty. */
  readonly target?: string
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
  readonly requestId?: string
}

export interface AuditLog {
  /**
   * Writes in the caller's transaction where one is given, so that the change and its row are kept
   * or undone together. Without one it is the row of a read: while the database cannot be written,
   * the row waits in memory. @throws the error of the database, when no more rows may wait
   */
  write(entry: AuditEntry, transaction?: Transaction<Schema>): Promise<void>
  /** Many rows of one change, in few statements: the log is closed to everybody else until the transaction ends. */
  writeAll(entries: readonly AuditEntry[], transaction: Transaction<Schema>): Promise<void>
  /** Rows that wait for a database that can be written. */
  waiting(): number
  /** A call found that the database cannot be written: this is tried every second until it can. */
  noteRefusal(): void
  /** Whether the last write that is known of was refused. */
  isRefused(): boolean
  /** Tries to write the rows that wait, and stops trying. */
  close(): Promise<void>
  /** Walks the chain; returns the first row that breaks it, or undefined when it is intact. */
  firstBrokenRow(): Promise<number | undefined>
}

/** A caller without an account. */
export const ANONYMOUS = 'anonymous'
/** Clients of the specification give no reason for a deletion; the interface always asks for one. */
export const loggedReason = (reason: string): string => (reason === '' ? 'no reason given' : reason)

export const memberActor = (memberNumber: number): string => `member:${memberNumber}`
export const deviceActor = (deviceId: string): string => `device:${deviceId}`

type HashedFields = Omit<AuditTable, 'hash'>

/**
 * Enough for a day of an event with some thousand people; 3 to 5 MB. When more would wait, the read
 * is refused.
 */
export const WAITING_ROWS_MAX = 10_000
const RETRY_MS = 1_000
/**
 * Rows of one transaction and one statement: they block other calls for some milliseconds, and the texts of such
 * statements, one for each number of rows, leave room among those that the embedded database keeps prepared.
 */
const GROUP_MAX = 32

interface WaitingRow {
  readonly entry: AuditEntry
  readonly at: string
}

/** The row of a read, and what the read waits for. */
interface GroupedRow {
  readonly row: WaitingRow
  readonly kept: () => void
  readonly failed: (error: unknown) => void
}

/** Appends rows in their order. */
async function append(
  rows: readonly WaitingRow[],
  transaction: Transaction<Schema>,
): Promise<void> {
  // The update of the head row comes first and serializes writers, so `prev_hash` is read under
  // its lock.
  const head = await transaction
    .updateTable('audit_head')
    .set((eb) => ({ seq: eb('seq', '+', rows.length) }))
    .where('id', '=', 1)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()
  const first = head.seq - rows.length + 1
  let hash = head.hash
  const linked = rows.map(({ entry, at }, index): AuditTable => {
    const row: HashedFields = {
      seq: first + index,
      at,
      actor: entry.actor,
      action: entry.action,
      target: entry.target ?? '',
      detail: JSON.stringify(entry.detail ?? {}),
      request_id: entry.requestId ?? '',
      prev_hash: hash,
    }
    hash = auditHash(row)
    return { ...row, hash }
  })
  await transaction.insertInto('audit').values(linked).execute()
  await transaction.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
}

export function createAuditLog({ db }: Database, clock: Clock): AuditLog {
  const grouped: GroupedRow[] = []
  let grouping: Promise<void> | undefined
  const waiting: WaitingRow[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let refused = false

  const appendAlone = (rows: readonly WaitingRow[]): Promise<void> =>
    inTransaction(db, (own) => append(rows, own))
  /**
   * Writes the rows of reads that are there at the same moment in one transaction, which costs as much as one of them
   * alone. Each read waits for its own row, and a fault is the fault of all rows of its group (ADR 0082).
   */
  async function writeGroups(): Promise<void> {
    await setImmediate() // the rows of calls that have arrived together
    while (grouped.length > 0) {
      const group = grouped.splice(0, GROUP_MAX)
      try {
        await appendAlone(group.map(({ row }) => row))
        for (const { kept } of group) kept()
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    grouping = undefined
  }
  const writeInGroup = (row: WaitingRow): Promise<void> =>
    new Promise((kept, failed) => {
      grouped.push({ row, kept, failed })
      grouping ??= writeGroups()
    })
  /**
   * In the order of the reads. Their rows follow those of changes that were made before this try.
   */
  const writeWaiting = (): Promise<void> => {
    const next = async (): Promise<void> => {
      while (waiting.length > 0) {
        const rows = waiting.slice(0, GROUP_MAX)
        await appendAlone(rows)
        waiting.splice(0, rows.length)
      }
    }
    writing ??= next().finally(() => {
      writing = undefined
    })
    return writing
  }
  /** A write that changes nothing. */
  const touch = () =>
    db
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb.ref('seq') }))
      .where('id', '=', 1)
      .execute()
  async function tryNow(): Promise<void> {
    try {
      await writeWaiting()
      if (refused) await touch()
      refused = false
    } catch {
      // The calls that meet the fault log it.
    }
    timer = undefined
    if (waiting.length > 0 || refused) tryLater()
  }
  function tryLater(): void {
    timer ??= setTimeout(() => void tryNow(), RETRY_MS).unref()
  }
  async function writeLook(row: WaitingRow): Promise<void> {
    try {
      if (waiting.length === 0 || waiting.length >= WAITING_ROWS_MAX) return await writeInGroup(row)
    } catch (error) {
      if (!cannotWriteDatabase(error) || waiting.length >= WAITING_ROWS_MAX) throw error
    }
    waiting.push(row)
    tryLater()
  }
  return {
    write: (entry, transaction) => {
      const row = { entry, at: isoNow(clock) }
      return transaction === undefined ? writeLook(row) : append([row], transaction)
    },
    async writeAll(entries, transaction) {
      const at = isoNow(clock)
      for (let from = 0; from < entries.length; from += GROUP_MAX) {
        const group = entries.slice(from, from + GROUP_MAX)
        await append(
          group.map((entry) => ({ entry, at })),
          transaction,
        )
      }
    },
    waiting: () => waiting.length,
    noteRefusal() {
      refused = true
      tryLater()
    },
    isRefused: () => refused || waiting.length > 0,
    close: async () => {
      clearTimeout(timer)
      await grouping
      await writeWaiting()
    },
    firstBrokenRow: async () => (await checkChain(db)).broken,
  }
}
