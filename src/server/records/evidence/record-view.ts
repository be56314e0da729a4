import type { Kysely } from 'kysely'
/**
 * Logs in the custody that staff viewed unpublished evidence. Views of public evidence are not
 * logged.
 */
import type { FileVariant } from '#shared/contract/files.ts'
import { SIGNED_ADDRESS_TTL_S } from '#shared/domain/access/session-rules.ts'
import { isStaff, letterOf, roleOf } from '#shared/domain/people/roles.ts'
import { cannotWriteDatabase } from '../../base/unavailable.ts'
import type { Deps } from '../../deps/deps.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { isReportField } from '../files/policy.ts'
import { findViewer, hasWorkingView, lockSession, subjectOfFile } from './custody-repository.ts'
import { evidenceTarget, recordCustody } from './custody.ts'

interface StaffView {
  readonly file: { readonly id: string; readonly purpose: string }
  readonly sessionId: string
  readonly variant: FileVariant
  /** Whether the request is for a part. */
  readonly inParts: boolean
  /** When the address ends, in seconds since 1970. */
  readonly expires: number
  readonly requestId: string
}

/**
 * A player requests parts of one film many times, in any order: only the first request of an
 * address is logged.
 */
async function wasWritten(
  db: Kysely<Schema>,
  {
    memberId,
    evidenceId,
    expires,
  }: { readonly memberId: number; readonly evidenceId: number; readonly expires: number },
): Promise<boolean> {
  const signedAt = new Date((expires - SIGNED_ADDRESS_TTL_S) * 1_000).toISOString()
  return hasWorkingView(db, {
    target: evidenceTarget(evidenceId),
    actor: memberActor(memberId),
    since: signedAt,
  })
}

/** Views by the reporter are not logged, because the custody would reveal the reporter. */
export async function recordStaffView(
  { database: { db }, audit }: Pick<Deps, 'database' | 'audit'>,
  { file, sessionId, variant, inParts, expires, requestId }: StaffView,
): Promise<void> {
  if (variant === 'thumb' || !(isReportField(file.purpose) || file.purpose === 'evidence')) return
  const subject = await subjectOfFile(db, file.id)
  if (subject === undefined) return
  const viewer = await findViewer(db, sessionId)
  if (viewer === undefined || !isStaff(roleOf(viewer.role))) return
  const entry = {
    event: 'viewed',
    evidenceId: subject.id,
    memberId: viewer.id,
    sha256: subject.sha256,
    detail: { report: subject.report_id, copy: 'working', role: letterOf(roleOf(viewer.role)) },
    requestId,
  } as const
  if (!inParts) return recordCustody(audit, entry)
  const once = inTransaction(db, async (transaction) => {
    // Serialized: the second of two simultaneous requests sees the line of the first.
    await lockSession(transaction, sessionId)
    if (!(await wasWritten(transaction, { memberId: viewer.id, evidenceId: subject.id, expires })))
      await recordCustody(audit, entry, transaction)
  })
  await once.catch((error: unknown) => {
    // It is unknown here whether a row already waits: a duplicate line is better than none.
    if (!cannotWriteDatabase(error)) throw error
    return recordCustody(audit, entry)
  })
}
