/** Queries of the people of an event: who registered, waits or came, by name. ADR 0042. */
import { sql, type Kysely } from 'kysely'
import type { CheckInTable, EventRegistrationTable, Schema } from '../../parts/database/schema.ts'

/** Where a person stands in the list. */
export interface EventPlace {
  readonly sort_name: string
  readonly member_id: number
}

export interface Attendee {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly registration: EventRegistrationTable['state'] | 'none'
  readonly first: Pick<CheckInTable, 'id' | 'at' | 'gate'> | undefined
}

const placesOf = (db: Kysely<Schema>, eventId: string) =>
  db.selectFrom('attendees').select(['sort_name', 'member_id']).where('event_id', '=', eventId)

/**
 * One page of the list. The index is read from the nearer end, so that the last pages cost as little
 * as the first.
 * @param total people in the whole list
 */
export async function readPlaces(
  db: Kysely<Schema>,
  eventId: string,
  {
    offset,
    size,
    total,
  }: { readonly offset: number; readonly size: number; readonly total: number },
): Promise<EventPlace[]> {
  const rows = Math.min(size, total - offset)
  if (rows <= 0) return []
  const after = total - offset - rows
  const isNearEnd = after < offset
  const direction = isNearEnd ? 'desc' : 'asc'
  const places = await placesOf(db, eventId)
    .orderBy('sort_name', direction)
    .orderBy('member_id', direction)
    .limit(rows)
    .offset(isNearEnd ? after : offset)
    .execute()
  return isNearEnd ? places.toReversed() : places
}

/** The next people after the last one that was sent. */
export function readPlacesAfter(
  db: Kysely<Schema>,
  eventId: string,
  last: EventPlace | undefined,
  max: number,
): Promise<EventPlace[]> {
  let query = placesOf(db, eventId)
  if (last !== undefined)
    query = query.where(
      sql<boolean>`(sort_name, member_id) > (${last.sort_name}, ${last.member_id})`,
    )
  return query.orderBy('sort_name').orderBy('member_id').limit(max).execute()
}

/** From 1. The line is numbered in the database, and the asked ones alone are returned. */
export async function waitingPlaces(
  db: Kysely<Schema>,
  eventId: string,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(
      db
        .selectFrom('event_registrations')
        .select('member_id')
        .select(sql<number>`row_number() over (order by id)`.as('place'))
        .where('event_id', '=', eventId)
        .where('state', '=', 'waiting')
        .as('line'),
    )
    .selectAll()
    .where('member_id', 'in', memberIds)
    .execute()
  return new Map(rows.map(({ member_id: id, place }) => [id, Number(place)]))
}

/** What the list says of these people, in their order. */
export async function describeAttendees(
  db: Kysely<Schema>,
  eventId: string,
  places: readonly EventPlace[],
): Promise<Attendee[]> {
  const ids = places.map(({ member_id: id }) => id)
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('members')
    .leftJoin('event_registrations', (join) =>
      join
        .onRef('event_registrations.member_id', '=', 'members.id')
        .on('event_registrations.event_id', '=', eventId),
    )
    .select(['members.id', 'first_name', 'last_name', 'state'])
    .where('members.id', 'in', ids)
    .execute()
  const passages = await db
    .selectFrom('check_ins')
    .select(['id', 'member_id', 'at', 'gate'])
    .where('event_id', '=', eventId)
    .where('member_id', 'in', ids)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const firstOf = new Map(passages.map((passage) => [passage.member_id, passage])) // the earliest is set last and stays
  const byId = new Map(people.map((person) => [person.id, person]))
  return ids.flatMap((id) => {
    const person = byId.get(id)
    if (person === undefined) return [] // erased since the page was read
    return {
      id,
      firstName: person.first_name,
      lastName: person.last_name,
      registration: person.state ?? ('none' as const),
      first: firstOf.get(id),
    }
  })
}
