/** Writes the first custody row when a file becomes evidence. */
import type { Transaction } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Schema } from '../../database/schema.ts'
import { findSubject, recordCustody, statedOriginalOf } from './custody.ts'

export async function recordReceived(
  audit: AuditLog,
  transaction: Transaction<Schema>,
  evidence: readonly { readonly id: number }[],
  { memberId, requestId }: { readonly memberId: number; readonly requestId: string },
): Promise<void> {
  for (const { id } of evidence) {
    const subject = await findSubject(transaction, id)
    if (subject === undefined) continue
    const stated = statedOriginalOf(subject)
    // Part of the audit chain, so that the statement cannot be added later.
    const detail = {
      report: subject.report_id,
      bytes: subject.size_bytes,
      ...(stated && { statedOriginalSha256: stated.sha256 }),
    }
    await recordCustody(
      audit,
      { event: 'received', evidenceId: id, memberId, sha256: subject.sha256, detail, requestId },
      transaction,
    )
  }
}
