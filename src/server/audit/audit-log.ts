/**
 * The audit log: who did what to whom, each row bound to the one before by its hash. A row that is changed or removed
 * later breaks the chain at its place. Detail never holds secrets or names: ids, counts and codes.
 */
import type { Transaction } from 'kysely'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../database/engine.ts'
import type { AuditTable, Schema } from '../database/schema.ts'
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
  /** Writes in the caller's transaction where one is given, so that the change and its trace live or die together. */
  write(entry: AuditEntry, transaction?: Transaction<Schema>): Promise<void>
  /** Walks the chain; answers the first row that does not fit, or undefined when all do. */
  firstBrokenRow(): Promise<number | undefined>
}

export const memberActor = (memberNumber: number): string => `member:${memberNumber}`
export const deviceActor = (deviceId: string): string => `device:${deviceId}`

type HashedFields = Omit<AuditTable, 'hash'>

export function createAuditLog({ db }: Database, clock: Clock): AuditLog {
  async function append(entry: AuditEntry, transaction: Transaction<Schema>): Promise<void> {
    // Counting up the head row first puts writers in line, so `prev_hash` is read under its lock.
    const head = await transaction
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb('seq', '+', 1) }))
      .where('id', '=', 1)
      .returning(['seq', 'hash'])
      .executeTakeFirstOrThrow()
    const row: HashedFields = {
      seq: head.seq,
      at: isoNow(clock),
      actor: entry.actor,
      action: entry.action,
      target: entry.target ?? '',
      detail: JSON.stringify(entry.detail ?? {}),
      request_id: entry.requestId ?? '',
      prev_hash: head.hash,
    }
    const hash = auditHash(row)
    await transaction.insertInto('audit').values({ ...row, hash }).execute()
    await transaction.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
  }
  return {
    write: (entry, transaction) =>
      transaction === undefined ? db.transaction().execute((own) => append(entry, own)) : append(entry, transaction),
    firstBrokenRow: async () => (await checkChain(db)).broken,
  }
}
