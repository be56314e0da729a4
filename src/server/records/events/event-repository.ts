import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import type {
  CheckInTable,
  EventRegistrationTable,
  EventTable,
  Schema,
} from '../../parts/database/schema.ts'

export type EventRow = Selectable<EventTable>
type RegistrationState = EventRegistrationTable['state']

export const findEvent = (db: Kysely<Schema>, id: string): Promise<EventRow | undefined> =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

/** Latest date first. */
export const readEvents = (
  db: Kysely<Schema>,
  { drafts }: { readonly drafts: boolean },
): Promise<EventRow[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .$if(!drafts, (query) => query.where('status', '!=', 'draft'))
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(UNPAGED_MAX)
    .execute()

/**
 * Changes with everything that a visitor is shown of events, each change of which gives its event another version. The
 * database puts it together, because to read all events takes most of the time of their list.
 */
export async function markOfEvents(db: Kysely<Schema>, now: string): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`select string_agg(
      id || '|' || created_at || '|' || version || '|' || status || '|' || coalesce(image_file, '')
      || case when ends_at <= ${now} then '|over|' else '|' end
      || coalesce((select sum(delta) from member_counts where kind = 'registered' and key = events.id), 0)
      || case when id in (select event_id from assemblies) then '|assembly' else '' end,
      ' ' order by id) as mark
    from events where status <> 'draft'`.execute(db)
  return rows[0]?.mark ?? ''
}

/**
 * Reads the event and holds its row until the transaction ends: calls that take a place, release
 * one or check in are serialized here, on both engines.
 */
export const lockEvent = (db: Transaction<Schema>, id: string): Promise<EventRow | undefined> =>
  db
    .updateTable('events')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Members who registered or wait: the recipients of the event's mails. */
export const readQueue = (db: Kysely<Schema>, eventId: string) =>
  db
    .selectFrom('event_registrations')
    .select(['member_id', 'state'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()

const TABLES_OF_PEOPLE = ['event_registrations', 'check_ins', 'assembly_proxies'] as const

/** Whether a member has a place, waits for one, came, or gave the own voice: such an event cannot be deleted. */
export async function hasPeople(db: Kysely<Schema>, eventId: string): Promise<boolean> {
  for (const table of TABLES_OF_PEOPLE) {
    const row = await db
      .selectFrom(table)
      .select('event_id')
      .where('event_id', '=', eventId)
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

export interface PeopleCount {
  readonly registered: number
  readonly waiting: number
  /** People, not passages. */
  readonly came: number
  /** Who registered, waits or came, each once. */
  readonly people: number
  /** Grows with each change of the others. */
  readonly changed: number
}
const NOBODY: PeopleCount = { registered: 0, waiting: 0, came: 0, people: 0, changed: 0 }

/** Numbers of each event, as triggers keep them in the transaction of each change (ADR 0036). */
export async function countPeople(
  db: Kysely<Schema>,
  eventIds: readonly string[],
): Promise<(eventId: string) => PeopleCount> {
  const counts = new Map<string, PeopleCount>()
  if (eventIds.length > 0) {
    const rows = await db
      .selectFrom('member_counts')
      .select((eb) => ['kind', 'key', eb.fn.sum('delta').as('n')])
      .where('kind', 'in', ['registered', 'waiting', 'came', 'people', 'changed'])
      .where('key', 'in', eventIds)
      .groupBy(['kind', 'key'])
      .execute()
    for (const { kind, key, n } of rows)
      counts.set(key, { ...(counts.get(key) ?? NOBODY), [kind]: Number(n) })
  }
  return (eventId) => counts.get(eventId) ?? NOBODY
}

export async function registrationsOf(
  db: Kysely<Schema>,
  memberId: number,
): Promise<ReadonlyMap<string, RegistrationState>> {
  const rows = await db
    .selectFrom('event_registrations')
    .select(['event_id', 'state'])
    .where('member_id', '=', memberId)
    .execute()
  return new Map(rows.map(({ event_id: id, state }) => [id, state]))
}

/** Adds the member at the end of the queue; a member who is already in it keeps the position. */
export const joinQueue = (db: Transaction<Schema>, eventId: string, memberId: number, at: string) =>
  db
    .insertInto('event_registrations')
    .values({ event_id: eventId, member_id: memberId, state: 'waiting', created_at: at })
    .onConflict((conflict) => conflict.columns(['event_id', 'member_id']).doNothing())
    .execute()

export const leaveQueue = (db: Transaction<Schema>, eventId: string, memberId: number) =>
  db
    .deleteFrom('event_registrations')
    .where('event_id', '=', eventId)
    .where('member_id', '=', memberId)
    .execute()

/**
 * Gives places to the members who wait longest.
 * @param free how many places; undefined: without limit
 * @returns the members who got a place
 */
export async function givePlaces(
  db: Transaction<Schema>,
  id: string,
  free: number | undefined,
): Promise<readonly number[]> {
  const moved = await db
    .updateTable('event_registrations')
    .set({ state: 'registered' })
    .where('id', 'in', (eb) => {
      const waiting = eb
        .selectFrom('event_registrations')
        .select('id')
        .where('event_id', '=', id)
        .where('state', '=', 'waiting')
        .orderBy('id')
      return free === undefined ? waiting : waiting.limit(free)
    })
    .returning('member_id')
    .execute()
  return moved.map(({ member_id: memberId }) => memberId)
}

/** The check-ins with these ids, of any event. */
export const findCheckIns = (db: Kysely<Schema>, ids: readonly string[]) =>
  db
    .selectFrom('check_ins')
    .select(['id', 'event_id', 'member_id'])
    .where('id', 'in', ids)
    .execute()

/** The active ones of these members. */
export async function findActiveMembers(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Check-ins of these members at this event, in no order. */
export const listCheckInsOfMembers = (
  db: Kysely<Schema>,
  eventId: string,
  memberIds: readonly number[],
) =>
  db
    .selectFrom('check_ins')
    .select(['id', 'member_id', 'gate', 'at'])
    .where('event_id', '=', eventId)
    .where('member_id', 'in', memberIds)
    .execute()

/** Check-ins with an id that is already recorded are left out. */
export const insertCheckIns = (
  db: Transaction<Schema>,
  rows: readonly Insertable<CheckInTable>[],
) =>
  db
    .insertInto('check_ins')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing()) // the same id at another event, which the lock of the event does not hold
    .execute()

/** Removes a check-in and returns it; undefined when this event has none with the id. */
export async function deleteCheckIn(db: Transaction<Schema>, eventId: string, id: string) {
  const [deleted] = await db
    .deleteFrom('check_ins')
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .returning(['member_id', 'gate', 'at'])
    .execute()
  return deleted
}

/** What a mail about the event needs, of the active ones of these members. */
export const listRecipients = (db: Kysely<Schema>, memberIds: readonly number[]) =>
  db
    .selectFrom('members')
    .select(['email', 'first_name', 'language'])
    .where('id', 'in', memberIds)
    .where('status', '=', 'active')
    .execute()

/** Returns false when the id is taken. */
export async function insertEvent(db: Transaction<Schema>, row: EventRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('events')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const updateEventColumns = (
  db: Transaction<Schema>,
  id: string,
  columns: Partial<EventRow>,
) => db.updateTable('events').set(columns).where('id', '=', id).execute()

export const removeEvent = (db: Transaction<Schema>, id: string) =>
  db.deleteFrom('events').where('id', '=', id).execute()
