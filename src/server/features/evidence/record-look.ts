/** Staff who look at evidence that waits to be published leave a line in its custody; what is public everybody may see. */
import type { FileVariant } from '#shared/contract/files.ts'
import { isStaff, roleCode } from '#shared/domain/roles.ts'
import { SIGNED_ADDRESS_TTL_S } from '#shared/domain/session-rules.ts'
import type { Kysely } from 'kysely'
import { memberActor } from '../../audit/audit-log.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { cannotWriteDatabase } from '../../unavailable.ts'
import { isReportField } from '../uploads/policy.ts'
import { evidenceTarget, recordCustody, subjectOfFile } from './custody.ts'

interface Look {
  readonly file: { readonly id: string; readonly purpose: string }
  readonly sessionId: string
  readonly variant: FileVariant
  /** Whether a part of it was asked for. */
  readonly inParts: boolean
  /** When the address ends, in seconds since 1970. */
  readonly expires: number
  readonly requestId: string
}

/** A player asks for the parts of one film many times, in any order: the first that is read of an address is the look. */
async function wasWritten(
  db: Kysely<Schema>,
  {
    memberId,
    evidenceId,
    expires,
  }: { readonly memberId: number; readonly evidenceId: number; readonly expires: number },
): Promise<boolean> {
  const signedAt = new Date((expires - SIGNED_ADDRESS_TTL_S) * 1_000).toISOString()
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('target', '=', evidenceTarget(evidenceId))
    .where('action', '=', 'evidence.viewed')
    .where('actor', '=', memberActor(memberId))
    .where('at', '>=', signedAt)
    .where('detail', 'like', '%"copy":"working"%') // the original is another look
    .executeTakeFirst()
  return row !== undefined
}

/** The reporter who looks at the own evidence is not written down: the custody would tell who it was. */
export async function recordStaffLook(
  { database: { db }, audit }: Pick<Deps, 'database' | 'audit'>,
  { file, sessionId, variant, inParts, expires, requestId }: Look,
): Promise<void> {
  if (variant === 'thumb' || !(isReportField(file.purpose) || file.purpose === 'evidence')) return
  const subject = await subjectOfFile(db, file.id)
  if (subject === undefined) return
  const viewer = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.role'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (viewer === undefined || !isStaff(roleCode(viewer.role))) return
  const entry = {
    event: 'viewed',
    evidenceId: subject.id,
    memberId: viewer.id,
    sha256: subject.sha256,
    detail: { report: subject.report_id, copy: 'working', role: roleCode(viewer.role) },
    requestId,
  } as const
  if (!inParts) return recordCustody(audit, entry)
  const once = db.transaction().execute(async (transaction) => {
    // In line: of two parts that are asked for at once the second sees the line of the first.
    await transaction
      .updateTable('sessions')
      .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
      .where('id', '=', sessionId)
      .execute()
    if (!(await wasWritten(transaction, { memberId: viewer.id, evidenceId: subject.id, expires })))
      await recordCustody(audit, entry, transaction)
  })
  await once.catch((error: unknown) => {
    // Nothing tells here whether a look waits already: one line too many is better than none.
    if (!cannotWriteDatabase(error)) throw error
    return recordCustody(audit, entry)
  })
}
