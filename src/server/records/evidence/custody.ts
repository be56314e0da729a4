/**
 * The custody of a piece of evidence: rows of the audit log about it, each with the hash of the
 * original. The log is a chain, so a row that is changed or removed later shows. No
 * response names the reporter.
 */
import type { Kysely, Transaction } from 'kysely'
import type { CustodyEvent, readCustody as route } from '#shared/contract/evidence.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { readEnds } from '../../parts/audit/audit-chain.ts'
import { ANONYMOUS, memberActor, type AuditLog } from '../../parts/audit/audit-log.ts'
import type { AuditTable, Schema } from '../../parts/database/schema.ts'
import { auditDetail } from '../audit/list-audit.ts'
import { findSubject, listCustodyRows, type CustodySubject } from './custody-repository.ts'
import { presentSeal, sealWords } from './seal-check.ts'

/** The event of each action of the log that is part of a custody. */
const EVENT_OF: Readonly<Record<string, CustodyEvent['event']>> = {
  'evidence.received': 'received',
  'evidence.viewed': 'viewed',
  'evidence.exported': 'exported',
  'evidence.removed': 'removed',
  'evidence.restored': 'restored',
  'evidence.timestamped': 'timestamped',
  'evidence.public-changed': 'public-changed',
  'report.deleted': 'removed-with-report',
  'witness.withdrawn': 'removed-with-report',
  'report.restored': 'restored-with-report',
}
/** The log names the report in the rows of these actions; they concern each piece of its evidence. */
const REPORT_ACTIONS = ['report.deleted', 'witness.withdrawn', 'report.restored']
const EVENTS_MAX = 10_000

export const evidenceTarget = (evidenceId: number): string => `evidence:${evidenceId}`

/** The action for each event that `recordCustody` writes; the acts on a report write the other rows. */
const WRITTEN_AS = {
  received: { action: 'evidence.received' },
  viewed: { action: 'evidence.viewed' },
  exported: { action: 'evidence.exported' },
  removed: { action: 'evidence.removed' },
} as const

interface CustodyEntry {
  readonly event: keyof typeof WRITTEN_AS
  readonly evidenceId: number
  /** Null: the witness of a report without an account. */
  readonly memberId: number | null
  readonly sha256: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
  readonly requestId: string
}

export const recordCustody = (
  audit: AuditLog,
  { event, evidenceId, memberId, sha256, detail = {}, requestId }: CustodyEntry,
  transaction?: Transaction<Schema>,
): Promise<void> =>
  audit.write(
    {
      actor: memberId === null ? ANONYMOUS : memberActor(memberId),
      ...WRITTEN_AS[event],
      target: evidenceTarget(evidenceId),
      detail: { sha256, ...detail },
      requestId,
    },
    transaction,
  )

/**
 * Size and hash of an original that was not received, as stated by the sender's device: both or
 * none.
 */
export function statedOriginalOf({
  original_sha256: sha256,
  original_bytes: size,
}: Pick<CustodySubject, 'original_sha256' | 'original_bytes'>):
  | { readonly sha256: string; readonly size: number }
  | undefined {
  return sha256 === null || size === null ? undefined : { sha256, size }
}

/** The sender of the evidence is never named, also when it was a staff member. */
function presentActor(
  { actor, action }: Pick<AuditTable, 'actor' | 'action'>,
  { reporter_id: reporterId, witness }: Pick<CustodySubject, 'reporter_id' | 'witness'>,
): CustodyEvent['by'] {
  if (actor === ANONYMOUS) return { kind: 'reporter' }
  const number = /^member:(\d{1,15})$/.exec(actor)?.[1]
  if (number === undefined) return { kind: 'server' }
  // Where a member reported and was erased since, whoever sent the evidence is taken for the reporter, and is not named.
  const isReporter = reporterId === null ? witness === 0 : Number(number) === reporterId
  if (action === 'evidence.received' && isReporter) return { kind: 'reporter' }
  return { kind: 'staff', cardId: cardId(Number(number)) }
}

/** The fields of a detail that leave the server. A field that the log gets later stays inside until it is named here. */
const SHOWN = [
  'sha256',
  'report',
  'copy',
  'role',
  'package',
  'bytes',
  'withReason',
  'statedOriginalSha256',
  'seal',
  'version',
  'heldBack',
  'boxes',
  'warnings',
  'reason',
  'confirmedAt',
  'confirmedBy',
  'authority',
  'incomplete',
]

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const shownDetail = (detail: Readonly<Record<string, unknown>>): CustodyEvent['detail'] =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      SHOWN.includes(name) && isPlain(value) ? [[name, value] as const] : [],
    ),
  )

export async function custodyOf(
  db: Kysely<Schema>,
  subject: CustodySubject,
): Promise<CustodyEvent[]> {
  const rows = await listCustodyRows(
    db,
    { target: evidenceTarget(subject.id), actions: Object.keys(EVENT_OF) },
    { target: `report:${subject.report_id}`, actions: REPORT_ACTIONS },
    EVENTS_MAX,
  )
  return rows.flatMap((row) => {
    const event = EVENT_OF[row.action]
    if (event === undefined) return []
    const detail = shownDetail(auditDetail(row))
    return [
      {
        at: row.at,
        event,
        by: presentActor(row, subject),
        detail,
        seq: row.seq,
        auditHash: row.hash,
      },
    ]
  })
}

/**
 * Whether the custody begins with the receipt. It does not where the retention deleted that row, or where the piece is
 * older than its custody.
 */
export const isComplete = (events: readonly CustodyEvent[]): boolean =>
  events[0]?.event === 'received'

export const readCustody: Handler<typeof route> = async (
  { params, caller },
  { database: { db } },
) => {
  const subject = await findSubject(db, params.id)
  if (subject === undefined) return refuse('not-found')
  const events = await custodyOf(db, subject)
  return done({
    evidenceId: subject.id,
    reportId: subject.report_id,
    mediaType: subject.media_type,
    size: subject.size_bytes,
    sha256: subject.sha256,
    statedOriginal: statedOriginalOf(subject) ?? null,
    seal: presentSeal(subject, caller.role),
    receivedAt: subject.received_at,
    removedAt: subject.deleted_at,
    complete: isComplete(events),
    events,
  })
}

/** The end of the chain at this moment: it locates an export in a copy of the log. */
export const auditHead = async (
  db: Kysely<Schema>,
): Promise<{ readonly seq: number; readonly hash: string }> => (await readEnds(db)).head

/** Writes the first custody row when a file becomes evidence. */
export async function recordReceived(
  audit: AuditLog,
  transaction: Transaction<Schema>,
  evidence: readonly { readonly id: number }[],
  { memberId, requestId }: { readonly memberId: number | null; readonly requestId: string },
): Promise<void> {
  for (const { id } of evidence) {
    const subject = await findSubject(transaction, id)
    if (subject === undefined) continue
    const stated = statedOriginalOf(subject)
    // What the sender stated becomes part of the audit chain here, so that nobody can add it later.
    const detail = {
      report: subject.report_id,
      bytes: subject.size_bytes,
      seal: sealWords(subject),
      ...(stated && { statedOriginalSha256: stated.sha256 }),
      ...(subject.incomplete === 1 && { incomplete: true }),
    }
    await recordCustody(
      audit,
      { event: 'received', evidenceId: id, memberId, sha256: subject.sha256, detail, requestId },
      transaction,
    )
  }
}
