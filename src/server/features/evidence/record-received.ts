/** The custody of a piece of evidence begins when it becomes one. */
import type { Transaction } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Schema } from '../../database/schema.ts'
import { findSubject, recordCustody } from './custody.ts'

export async function recordReceived(audit: AuditLog, transaction: Transaction<Schema>, evidence: readonly { readonly id: number }[], { memberId, requestId }: { readonly memberId: number; readonly requestId: string }): Promise<void> {
  for (const { id } of evidence) {
    const subject = await findSubject(transaction, id)
    if (subject !== undefined) await recordCustody(audit, { event: 'received', evidenceId: id, memberId, sha256: subject.sha256, detail: { report: subject.report_id, bytes: subject.size_bytes }, requestId }, transaction)
  }
}
