import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { PAGE_SIZE_DEFAULT, UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import type {
  attendanceCsv as csvRoute,
  countAttendance as countRoute,
  readAttendance as readRoute,
} from '#shared/contract/events.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { CsvRows } from '#shared/domain/text/csv.ts'
import { done, refuse } from '../../base/outcome.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { Handler } from '../../http/handlers.ts'
import { markTruncated } from '../../http/paging.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { isOwnEvent } from '../../records/devices/policy.ts'
import {
  describeAttendees,
  waitingPlaces,
  readPlaces,
  readPlacesAfter,
  type Attendee,
  type EventPlace,
} from '../../records/events/attendee-repository.ts'
import { countPeople, findEvent } from '../../records/events/event-repository.ts'
import { seesPeople } from '../../records/events/policy.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { budgetRefusal, plainRefusal } from '../../records/members/list-limits.ts'

type AttendeeOfList = z.input<(typeof readRoute)['reply']>['people'][number]

const COLUMNS = ['Card', 'Name', 'Registration', 'Checked in (UTC)', 'Gate'] as const
/** Held in memory at a time; after each part other calls run. */
const ROWS_AT_ONCE = 200

const present = (attendee: Attendee, line?: ReadonlyMap<number, number>): AttendeeOfList => ({
  cardId: cardId(attendee.id),
  name: fullName(attendee),
  registration: attendee.registration,
  waitingPlace: line?.get(attendee.id) ?? null,
  checkedInAt: attendee.first?.at ?? null,
  gate: attendee.first?.gate ?? null,
  checkInId: attendee.first?.id ?? null,
})

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
  const { registered, waiting, came, people: total } = (await countPeople(db, [event.id]))(event.id)
  const { page = 1, size = PAGE_SIZE_DEFAULT } =
    query.page === undefined ? { size: UNPAGED_MAX } : query
  const places = await readPlaces(db, event.id, { offset: (page - 1) * size, size, total })
  const asked = { ...query, event: params.id }
  const usedUp = await budgetRefusal(
    deps,
    caller.memberId,
    'event.attendance',
    asked,
    places.length,
  )
  if (usedUp !== undefined) return usedUp
  const attendees = await describeAttendees(db, event.id, places)
  const waits = attendees.filter(({ registration }) => registration === 'waiting')
  const line = await waitingPlaces(
    db,
    event.id,
    waits.map(({ id }) => id),
  )
  const people = attendees.map((attendee) => present(attendee, line))
  facts.trace({ target: `event:${params.id}`, detail: { people: people.length } })
  markTruncated(facts.reply, query.page === undefined && total > places.length)
  return done({ registered, waiting, checkedIn: came, total, people })
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

async function* parts(db: Kysely<Schema>, eventId: string): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  let last: EventPlace | undefined
  for (;;) {
    const places = await readPlacesAfter(db, eventId, last, ROWS_AT_ONCE)
    if (places.length === 0) return
    const attendees = await describeAttendees(db, eventId, places)
    yield attendees.map((attendee) => {
      const person = present(attendee)
      return [person.cardId, person.name, person.registration, person.checkedInAt, person.gate]
    })
    last = places.at(-1)
  }
}

export const attendanceCsv: Handler<typeof csvRoute> = async (
  { params, query, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined) return refuse('not-found')
  const { people: rows } = (await countPeople(db, [event.id]))(event.id)
  facts.trace({ target: `event:${params.id}`, detail: { rows } })
  return csvReply(facts.reply, {
    name: `attendance-${params.id}.csv`,
    language: query.language,
    parts: parts(db, event.id),
  })
}
