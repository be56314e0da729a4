import type {
  listRequests as listRoute,
  readRequest as readRoute,
} from '#shared/contract/requests.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../users/list-limits.ts'
import { nationalitiesOfAll } from '../users/member-list-repository.ts'
import { nationalitiesOf } from '../users/member-repository.ts'
import { countQueue } from './claim-repository.ts'
import { findDuplicates } from './find-duplicates.ts'
import { seesDecided } from './policy.ts'
import { presentFullRequest, presentListedRequest } from './present.ts'
import {
  filterRequests,
  findRequest,
  readRequests,
  type RequestWithPerson,
} from './request-repository.ts'
import { reviewLog } from './review-log.ts'
import { staffPeople } from './staff-people.ts'

export const listRequests: Handler<typeof listRoute> = async ({ query, caller, facts }, deps) => {
  const { clock } = deps
  const { db, rules } = deps.database
  const tooOften = await plainRefusal(deps, caller.memberId, 'request.list', query)
  if (tooOften !== undefined) return tooOften
  const filtered = filterRequests(
    db,
    rules,
    query,
    seesDecided(caller.role) ? 'whole' : 'pending-whole',
  )
  const answer = await readPage(db, query, filtered, (rows) => readRequests(rows, query.sort))
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

export const readRequest: Handler<typeof readRoute> = async (
  { params, caller, facts },
  { database, library, clock },
) => {
  const { db, rules } = database
  const row = await findRequest(db, rules, params.id)
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
