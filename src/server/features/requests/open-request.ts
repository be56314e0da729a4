/** One request with all that its decision needs. Every look is logged. */
import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/requests.ts'
import { readChecks } from '#shared/domain/access/checks.ts'
import { REQUEST_CHECKS } from '#shared/domain/people/registration-rules.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { auditDetail } from '../../records/audit/list-audit.ts'
import { signVisible } from '../../records/files/sign-photos.ts'
import { nationalitiesOf } from '../../records/members/member-repository.ts'
import { findDuplicates } from '../../records/requests/find-duplicates.ts'
import { presentFullRequest } from '../../records/requests/present.ts'
import {
  findRequest,
  listReviews,
  type RequestWithPerson,
} from '../../records/requests/request-repository.ts'
import { countQueue } from '../../records/review-locks/lock-repository.ts'
import { actorNumber, staffPeople } from '../../records/review-locks/staff-people.ts'

const SHOWN_MAX = 50
/** Actions of reviewers on a request or a person. `request.next` is about neither. */
const ACTIONS = [
  'request.decided',
  'request.undone',
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

/**
 * Actor, time and action come from the audit log; the comment is stored with the request, because
 * it may contain personal data.
 */
async function reviewLog(
  db: Kysely<Schema>,
  request: RequestWithPerson,
): Promise<contract.ReviewLogEntry[]> {
  const rows = await listReviews(db, memberActor(request.id), { actions: ACTIONS, max: SHOWN_MAX })
  const people = await staffPeople(
    db,
    rows.map(({ actor }) => actorNumber(actor)),
  )
  // An undone decision leaves no comment, and the stored one belongs to the last decision.
  const newest = rows.find(({ action }) => action === 'request.decided')
  const entries = rows.map((row): contract.ReviewLogEntry => {
    const detail = auditDetail(row)
    return {
      at: row.at,
      action: row.action,
      by: people.get(actorNumber(row.actor) ?? -1) ?? null,
      status: textOr(detail['status']) ?? (detail['takenOver'] === true ? 'taken-over' : null),
      side: textOr(detail['which']),
      comment: row === newest ? request.request_comment : '',
      checks: readChecks(REQUEST_CHECKS, textOr(detail['checks']) ?? ''),
      documentsSeen: detail['documentsSeen'] === true,
    }
  })
  const isLogged = entries.some(({ action }) => action === 'request.decided')
  if (isLogged || request.decided_at === null) return entries
  // Requests that were decided before the audit log existed, or by an import, have no row in it.
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
    checks: readChecks(REQUEST_CHECKS, request.request_checks),
    documentsSeen: false,
  }
  return [...entries, decided].sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** The request, and what the audit row of the look says. */
export async function lookAt({ database, library, clock }: Deps, caller: Caller, id: string) {
  const { db, rules } = database
  const row = await findRequest(db, id)
  if (row === undefined) return undefined
  const onlooker = {
    callerId: caller.memberId,
    role: caller.role,
    at: isoNow(clock),
    colleagues: await staffPeople(db, [row.claimed_by]),
  }
  const review = {
    portraitUrl:
      row.card_photo_file === null
        ? null
        : library.sign(row.card_photo_file, 'card', caller.sessionId),
    duplicates: await findDuplicates(db, rules, row),
    log: await reviewLog(db, row),
    waiting: (await countQueue(db, 'registration_requests', onlooker)).waiting,
  }
  return {
    request: presentFullRequest(row, await nationalitiesOf(db, row.id), onlooker, review),
    trace: { target: memberActor(row.id), detail: { request: row.request_id } },
  }
}

/** For the call that takes the next request: the looks are logged as those of the single calls. */
export async function openRequest(
  deps: Deps,
  caller: Caller,
  { requestId }: { readonly requestId: string },
  id: string,
) {
  const found = await lookAt(deps, caller, id)
  if (found === undefined) return null // deleted a moment ago: the page finds that out by itself
  const { request, trace } = found
  await deps.audit.write({
    actor: memberActor(caller.memberId),
    action: 'request.viewed',
    ...trace,
    requestId,
  })
  const references = request.idProofPhotos.map(({ photoUrl }) => photoUrl)
  const signed = await signVisible(deps, caller, requestId, references)
  return { request, documents: Object.fromEntries(signed ?? []) }
}
