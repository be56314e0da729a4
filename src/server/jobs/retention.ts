/**
 * Once a day: deletes data whose period is over, in small parts, so that no request waits for it,
 * and logs the counts.
 */
import type { RetentionCounts } from '#shared/contract/settings.ts'
import type { RetentionPeriods } from '#shared/domain/people/retention.ts'
import { isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { endTurn, takeTurn } from '../parts/database/turns.ts'
import { wantScrub } from '../parts/database/want-scrub.ts'
import { forgetScan } from '../parts/files/file-repository.ts'
import { dropDocument } from '../records/documents/document-repository.ts'
import { eraseMember } from '../records/erasure/erasure-repository.ts'
import { releaseFiles } from '../records/files/own-file-repository.ts'
import { foldSessions } from '../records/members/idle-repository.ts'
import { findByNumber } from '../records/members/member-repository.ts'
import { endMergePeriod } from '../records/merges/forget-merges.ts'
import { removeReport } from '../records/reports/bin-repository.ts'
import { lockReport } from '../records/reports/report-repository.ts'
import {
  findClockFault,
  findHold,
  noteSeen,
  spendApproval,
} from '../records/settings/retention-guard.ts'
import {
  cutOff,
  DUE_REQUESTS,
  dueAuditSeq,
  dueDocuments,
  dueMerges,
  dueMessages,
  dueReports,
  dueRequests,
  dueScans,
  dueSessions,
  forgetDonors,
  keepsOut,
  REQUEST_NOT_HELD,
  type PledgeKind,
  type RequestKind,
} from '../records/settings/retention-repository.ts'
import { readSetting } from '../records/settings/settings-repository.ts'

const AT_ONCE = 200
type RetentionDeps = Pick<Deps, 'database' | 'clock' | 'audit' | 'secrets'>

async function removeDocuments(
  { database: { db } }: RetentionDeps,
  before: string,
): Promise<number> {
  let removed = 0
  for (;;) {
    const gone = await inTransaction(db, async (transaction) => {
      const rows = await dueDocuments(transaction, before)
        .select(['members.id', 'id_front_file', 'id_back_file'])
        .orderBy('members.id')
        .limit(AT_ONCE)
        .execute()
      for (const { id, id_front_file: front, id_back_file: back } of rows) {
        await dropDocument(transaction, id, 'id_front_file', front)
        await dropDocument(transaction, id, 'id_back_file', back)
      }
      return rows.length
    })
    removed += gone
    if (gone < AT_ONCE) return removed
  }
}

/**
 * A person who never became a member is deleted with the request, as when staff delete it; a member
 * is kept.
 */
async function removeRequests(
  deps: RetentionDeps,
  kind: RequestKind,
  before: string,
): Promise<number> {
  const { db } = deps.database
  let removed = 0
  for (;;) {
    const requests = await dueRequests(db, kind, before)
      .select(['id', 'member_id'])
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const request of requests)
      await inTransaction(db, async (transaction) => {
        // A reviewer may have decided or reopened the request since it was read.
        const { numDeletedRows } = await transaction
          .deleteFrom('registration_requests')
          .where('id', '=', request.id)
          .where('status', '=', DUE_REQUESTS[kind].status)
          .where(DUE_REQUESTS[kind].since, '<', before)
          .where(REQUEST_NOT_HELD)
          .executeTakeFirst()
        if (numDeletedRows !== 1n) return
        removed += 1
        const person = await findByNumber(transaction, request.member_id)
        if (
          person !== undefined &&
          person.validated === 0 &&
          person.status !== 'active' &&
          !keepsOut(person.status)
        )
          await eraseMember(deps, transaction, person)
      })
    if (requests.length < AT_ONCE) return removed
  }
}

/** What the bin shows as the reason. */
const PERIOD_OVER = 'Rejected, and its period is over'

/** An administrator can restore them from the bin, as those that staff delete. */
async function binReports(deps: RetentionDeps, before: string): Promise<number> {
  const { db } = deps.database
  const at = isoNow(deps.clock)
  let removed = 0
  for (;;) {
    const due = await dueReports(db, before).select('id').orderBy('id').limit(AT_ONCE).execute()
    for (const { id } of due)
      await inTransaction(db, async (transaction) => {
        // Staff may have changed the report since it was read, and wait from here on.
        await lockReport(transaction, id)
        const stillDue = await dueReports(transaction, before)
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst()
        if (stillDue === undefined) return
        await removeReport(transaction, id, { at, by: null, reason: PERIOD_OVER })
        await deps.audit.write(
          {
            actor: 'system',
            action: 'report.deleted',
            target: `report:${id}`,
            detail: { status: 'rejected' },
          },
          transaction,
        )
        removed += 1
      })
    if (due.length < AT_ONCE) return removed
  }
}

async function removeMessages(
  { database: { db } }: RetentionDeps,
  before: string,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('claims')
    .where('id', 'in', dueMessages(db, before).select('claims.id'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The voice keeps the hash of its scan; the clean-up of orphans removes rows and bytes of the released files. */
async function removeScans({ database: { db } }: RetentionDeps, before: string): Promise<number> {
  let removed = 0
  for (;;) {
    const gone = await inTransaction(db, async (transaction) => {
      const rows = await dueScans(transaction, before)
        .select('assembly_proxies.scan_file')
        .orderBy('assembly_proxies.id')
        .limit(AT_ONCE)
        .execute()
      for (const { scan_file: scan } of rows)
        if (scan !== null && (await forgetScan(transaction, scan)))
          await releaseFiles(transaction, [scan])
      return rows.length
    })
    removed += gone
    if (gone < AT_ONCE) return removed
  }
}

async function removeMerges(deps: RetentionDeps, before: string): Promise<number> {
  const { db } = deps.database
  let removed = 0
  for (;;) {
    const due = await dueMerges(db, before).selectAll().orderBy('id').limit(AT_ONCE).execute()
    for (const row of due)
      if (await inTransaction(db, (transaction) => endMergePeriod(deps, transaction, row)))
        removed += 1
    if (due.length < AT_ONCE) return removed
  }
}

async function removeSessions(
  { database: { db } }: RetentionDeps,
  before: string,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const due = dueSessions(transaction, before)
    await foldSessions(
      transaction,
      due
        .select((eb) => ['member_id', eb.fn.max('last_used_at').as('seen_at')])
        .groupBy('member_id'),
    )
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where('id', 'in', due.select('sessions.id'))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/**
 * The log stays verifiable: it now begins after the last deleted row, and a new row records that.
 */
async function trimAudit(
  { database: { db }, audit }: RetentionDeps,
  before: string,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    // Locks the head, as a writer does, so that no row is appended meanwhile.
    const head = await transaction
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb.ref('seq') }))
      .where('id', '=', 1)
      .returning(['base_seq'])
      .executeTakeFirstOrThrow()
    const upTo = await dueAuditSeq(transaction, before)
    const last =
      upTo <= head.base_seq
        ? undefined
        : await transaction
            .selectFrom('audit')
            .select('hash')
            .where('seq', '=', upTo)
            .executeTakeFirst()
    if (last === undefined) return 0 // nothing is due, or a row is missing there: the check of the log reports that, and nothing is deleted
    await transaction.deleteFrom('audit').where('seq', '<=', upTo).execute()
    await transaction
      .updateTable('audit_head')
      .set({ base_seq: upTo, base_hash: last.hash })
      .where('id', '=', 1)
      .execute()
    await audit.write(
      { actor: 'system', action: 'audit.trimmed', detail: { upTo, hash: last.hash } },
      transaction,
    )
    return upTo - head.base_seq
  })
}

/** Deletes what is due under `days`, in days for each kind; the log gets only the counts. */
export async function applyRetention(
  deps: RetentionDeps,
  days: RetentionPeriods,
): Promise<RetentionCounts> {
  const before = (kind: keyof RetentionPeriods): string => cutOff(deps.clock, days[kind])
  const donors = (kind: PledgeKind) =>
    inTransaction(deps.database.db, (transaction) =>
      forgetDonors(transaction, kind, { before: before(kind), at: isoNow(deps.clock) }),
    )
  const removed = {
    identityDocuments: await removeDocuments(deps, before('identityDocuments')),
    rejectedRequests: await removeRequests(deps, 'rejectedRequests', before('rejectedRequests')),
    undecidedRequests: await removeRequests(deps, 'undecidedRequests', before('undecidedRequests')),
    rejectedReports: await binReports(deps, before('rejectedReports')),
    contactMessages: await removeMessages(deps, before('contactMessages')),
    paperScans: await removeScans(deps, before('paperScans')),
    mergedMembers: await removeMerges(deps, before('mergedMembers')),
    donations: await donors('donations'),
    unpaidPledges: await donors('unpaidPledges'),
    audit: await trimAudit(deps, before('audit')),
    sessions: await removeSessions(deps, before('sessions')),
  }
  await wantScrub(deps.database.db, isoNow(deps.clock))
  await deps.audit.write({ actor: 'system', action: 'retention.done', detail: removed })
  return removed
}

/**
 * Returns the counts of what was removed; undefined when another server runs the job, or when an
 * administrator has to confirm first.
 */
export async function runRetention(
  deps: RetentionDeps & Pick<Deps, 'log'>,
): Promise<RetentionCounts | undefined> {
  const { db } = deps.database
  const hold = await findHold(deps)
  if ((await findClockFault(deps)) === undefined) await noteSeen(deps)
  if (hold !== undefined) {
    deps.log.error(hold, 'deleting by periods waits for an administrator')
    return undefined
  }
  if (!(await takeTurn(db, deps.clock, 'retention'))) return undefined
  const { value } = await readSetting(db, 'retention')
  const removed = await applyRetention(deps, value.days)
  await spendApproval(db)
  await endTurn(db, deps.clock, 'retention', removed)
  return removed
}
