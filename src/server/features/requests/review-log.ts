import type { Kysely } from 'kysely'
import type { ReviewLogEntry } from '#shared/contract/requests.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Schema } from '../../database/schema.ts'
import { auditDetail } from '../audit/list-audit.ts'
import type { RequestWithPerson } from './request-repository.ts'
import { actorNumber, staffPeople } from './staff-people.ts'

const SHOWN_MAX = 50
/** What a reviewer did with a request or a person. `request.next` says nothing about one of them. */
const ACTIONS = [
  'request.decided',
  'request.claimed',
  'request.released',
  'request.deleted',
  'request.restored',
  'request.viewed',
  'document.viewed',
  'portrait.decided',
] as const

const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Who, when and what come from the audit log; the comment stands with the request, because it may hold personal data. */
export async function reviewLog(
  db: Kysely<Schema>,
  request: RequestWithPerson,
): Promise<ReviewLogEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('target', '=', memberActor(request.id))
    .where('action', 'in', [...ACTIONS])
    .orderBy('seq', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  const people = await staffPeople(
    db,
    rows.map(({ actor }) => actorNumber(actor)),
  )
  const entries = rows.map((row): ReviewLogEntry => {
    const detail = auditDetail(row)
    return {
      at: row.at,
      action: row.action,
      by: people.get(actorNumber(row.actor) ?? -1) ?? null,
      status: textOr(detail['status']) ?? (detail['takenOver'] === true ? 'taken-over' : null),
      side: textOr(detail['which']),
      comment: row.action === 'request.decided' ? request.request_comment : '',
    }
  })
  const isLogged = entries.some(({ action }) => action === 'request.decided')
  if (isLogged || request.decided_at === null) return entries
  // Decided before there was an audit log, or by an import.
  const by =
    request.decided_by === null
      ? undefined
      : (await staffPeople(db, [request.decided_by])).get(request.decided_by)
  const decided = {
    at: request.decided_at,
    action: 'request.decided',
    by: by ?? null,
    status: request.request_status,
    side: null,
    comment: request.request_comment,
  }
  return [...entries, decided].sort((a, b) => (a.at < b.at ? 1 : -1))
}
