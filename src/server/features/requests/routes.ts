import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/requests.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { counted, markTruncated, readPage } from '../../http/paging.ts'
import { done, refuse } from '../../outcome.ts'
import { auditDetail } from '../audit/list-audit.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../users/list-limits.ts'
import { nationalitiesOfAll } from '../users/member-list-repository.ts'
import { nationalitiesOf } from '../users/member-repository.ts'
import { listDeletedRequests, restoreRequest } from './bin.ts'
import { decideRequest, deleteRequest } from './decide-request.ts'
import { findDuplicates } from './find-duplicates.ts'
import { seesDecided } from './policy.ts'
import { presentFullRequest, presentListedRequest } from './present.ts'
import { filterRequests } from './list/filter-requests-repository.ts'
import {
  findRequest,
  listReviews,
  readRequests,
  type RequestWithPerson,
} from './request-repository.ts'
import { countQueue } from './review-lock-repository.ts'
import { claimRequest, releaseRequest, nextRequest } from './review-lock.ts'
import { staffPeople, actorNumber } from './staff-people.ts'

const SHOWN_MAX = 50
/** Actions of reviewers on a request or a person. `request.next` is about neither. */
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
  const entries = rows.map((row): contract.ReviewLogEntry => {
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
  // For requests that were decided before the audit log existed, or by an import.
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

const listRequests: Handler<typeof contract.listRequests> = async (
  { query, caller, facts },
  deps,
) => {
  const { clock } = deps
  const { db, rules } = deps.database
  const tooOften = await plainRefusal(deps, caller.memberId, 'request.list', query)
  if (tooOften !== undefined) return tooOften
  const { query: filtered, known } = await filterRequests(
    db,
    rules,
    query,
    seesDecided(caller.role) ? 'whole' : 'pending-whole',
  )
  const answer = await readPage(
    db,
    query,
    filtered,
    (rows) => readRequests(db, rows, query.sort),
    known === undefined ? {} : { count: async (max) => counted(known, max) },
  )
  const { length } = answer.kind === 'page' ? answer.page.items : answer.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'request.list', query, length)
  if (usedUp !== undefined) return usedUp
  await logBulk(deps, caller.memberId, 'request.list', query, length, facts.requestId)
  const present = async (rows: readonly RequestWithPerson[]) => {
    const nationalities = await nationalitiesOfAll(db, rows)
    const onlooker = {
      callerId: caller.memberId,
      role: caller.role,
      at: isoNow(clock),
      colleagues: await staffPeople(
        db,
        rows.map(({ claimed_by: id }) => id),
      ),
    }
    return rows.map((row) => presentListedRequest(row, nationalities.get(row.id) ?? [], onlooker))
  }
  if (answer.kind === 'page')
    return done({ ...answer.page, items: await present(answer.page.items) })
  markTruncated(facts.reply, answer.truncated)
  return done(await present(answer.rows))
}

const readRequest: Handler<typeof contract.readRequest> = async (
  { params, caller, facts },
  { database, library, clock },
) => {
  const { db, rules } = database
  const row = await findRequest(db, params.id)
  if (row === undefined) return refuse('not-found')
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
    waiting: (await countQueue(db, onlooker)).waiting,
  }
  facts.trace({ target: `member:${row.id}`, detail: { request: row.request_id } })
  return done(presentFullRequest(row, await nationalitiesOf(db, row.id), onlooker, review))
}

export const requestsHandlers: HandlersOf<typeof contract.requestsRoutes> = {
  'request.list': listRequests,
  'request.read': readRequest,
  'request.decide': decideRequest,
  'request.delete': deleteRequest,
  'request.deleted': listDeletedRequests,
  'request.restore': restoreRequest,
  'request.claim': claimRequest,
  'request.release': releaseRequest,
  'request.next': nextRequest,
}
