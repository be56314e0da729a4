import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type {
  attendanceCsv as csvRoute,
  countAttendance as countRoute,
  readAttendance as readRoute,
} from '#shared/contract/events.ts'
import { PAGE_SIZE_DEFAULT, UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import { csvText } from '#shared/domain/text/csv.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { Schema } from '../../database/schema.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { markTruncated } from '../../http/paging.ts'
import { stepUpRefusal } from '../auth/step-up.ts'
import { isOwnEvent } from '../kiosk/policy.ts'
import { budgetRefusal, plainRefusal } from '../users/list-limits.ts'
import { listAttendees, listCheckIns } from './check-in-repository.ts'
import { countPeople, findEvent, readQueue } from './event-repository.ts'
import { seesPeople } from './policy.ts'

type Attendance = z.input<(typeof readRoute)['reply']>

const COLUMNS = ['Card', 'Name', 'Registration', 'Checked in (UTC)', 'Gate'] as const
/** The two databases sort names differently, so the order is made here. */
const byName = new Intl.Collator('en')

/** Everyone who registered or came, once, with the first check-in. */
async function gather(db: Kysely<Schema>, eventId: string): Promise<Omit<Attendance, 'total'>> {
  const registrations = await readQueue(db, eventId)
  const passages = await listCheckIns(db, eventId)
  const people = await listAttendees(db, eventId)
  const stateOf = new Map(registrations.map(({ member_id: id, state }) => [id, state]))
  const line = registrations
    .filter(({ state }) => state === 'waiting')
    .map(({ member_id: id }) => id)
  const placeOf = new Map(line.map((id, index) => [id, index + 1]))
  const firstOf = new Map(passages.toReversed().map((passage) => [passage.member_id, passage])) // the earliest is set last and stays
  return {
    registered: registrations.filter(({ state }) => state === 'registered').length,
    waiting: line.length,
    checkedIn: firstOf.size,
    people: people
      .map(({ id, first_name: firstName, last_name: lastName }) => ({
        cardId: cardId(id),
        name: fullName({ firstName, lastName }),
        registration: stateOf.get(id) ?? ('none' as const),
        waitingPlace: placeOf.get(id) ?? null,
        checkedInAt: firstOf.get(id)?.at ?? null,
        gate: firstOf.get(id)?.gate ?? null,
        checkInId: firstOf.get(id)?.id ?? null,
      }))
      .sort(
        (one, other) =>
          byName.compare(one.name, other.name) || byName.compare(one.cardId, other.cardId),
      ),
  }
}

export const readAttendance: Handler<typeof readRoute> = async (
  { params, query, caller, facts },
  deps,
) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined) return refuse('not-found')
  if (!seesPeople(caller, event, deps.clock)) return refuse('event-not-near')
  const tooOften = await plainRefusal(deps, caller.memberId, 'event.attendance', query)
  if (tooOften !== undefined) return tooOften
  const attendance = await gather(db, params.id)
  const { page = 1, size = PAGE_SIZE_DEFAULT } =
    query.page === undefined ? { size: UNPAGED_MAX } : query
  const people = attendance.people.slice((page - 1) * size, page * size)
  const asked = { ...query, event: params.id }
  const usedUp = await budgetRefusal(
    deps,
    caller.memberId,
    'event.attendance',
    asked,
    people.length,
  )
  if (usedUp !== undefined) return usedUp
  facts.trace({ target: `event:${params.id}`, detail: { people: people.length } })
  markTruncated(facts.reply, query.page === undefined && attendance.people.length > people.length)
  return done({ ...attendance, people, total: attendance.people.length })
}

export const countAttendance: Handler<typeof countRoute> = async (
  { params, caller },
  { database: { db } },
) => {
  if (!isOwnEvent(caller, params.id)) return refuse('other-event')
  const event = await findEvent(db, params.id)
  if (event === undefined) return refuse('not-found')
  const { registered, waiting, came, changed } = (await countPeople(db, [event.id]))(event.id)
  return done({
    registered,
    waiting,
    checkedIn: came,
    capacity: event.capacity,
    mark: String(changed),
  })
}

export const attendanceCsv: Handler<typeof csvRoute> = async ({ params, caller, facts }, deps) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { database } = deps
  if ((await findEvent(database.db, params.id)) === undefined) return refuse('not-found')
  const { people } = await gather(database.db, params.id)
  facts.trace({ target: `event:${params.id}`, detail: { people: people.length } })
  void facts.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="attendance-${params.id}.csv"`)
    .header('cache-control', 'no-store')
  return done(
    csvText([
      COLUMNS,
      ...people.map((person) => [
        person.cardId,
        person.name,
        person.registration,
        person.checkedInAt,
        person.gate,
      ]),
    ]),
  )
}
