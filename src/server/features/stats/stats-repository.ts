/**
 * Counts only: no query here reads a name. Months are the first seven letters of an instant, which
 * both engines handle in the same way.
 */
import { sql, type Kysely } from 'kysely'
import { OPEN_REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import type { Counted } from '#shared/domain/report/stats-rules.ts'
import type { EventTable, Schema } from '../../database/schema.ts'

type Db = Kysely<Schema>

const month = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 7)`
const counted = (rows: readonly { readonly key: string; readonly count: unknown }[]): Counted[] =>
  rows.map(({ key, count }) => ({ key, count: Number(count) })) // PostgreSQL counts in bigint, as text

export interface Line {
  readonly waiting: number
  readonly oldestAt: string | null
}
const line = (
  row: { readonly waiting: unknown; readonly oldest: string | null } | undefined,
): Line => ({ waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest ?? null })

export const waitingRequests = async (db: Db): Promise<Line> =>
  line(
    await db
      .selectFrom('registration_requests')
      .select(({ fn }) => [fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  )

export const waitingClaims = async (db: Db): Promise<Line> =>
  line(
    await db
      .selectFrom('claims')
      .select(({ fn }) => [fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
      .where('status', '=', 'open')
      .executeTakeFirst(),
  )

export const waitingPortraits = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('members')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('pending_photo_file', 'is not', null)
        .executeTakeFirst()
    )?.count ?? 0,
  )

export const waitingPledges = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('pledges')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('status', '=', 'pledged')
        .executeTakeFirst()
    )?.count ?? 0,
  )

export const waitingReports = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('status', 'in', OPEN_REPORT_STATUSES)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    )?.count ?? 0,
  )

export interface Decision {
  readonly created_at: string
  readonly decided_at: string | null
}
/**
 * The newest rows are enough for a median; a month of a very large association must not fill the
 * memory.
 */
const MOST_DECISIONS = 5_000

/** Creation and decision time of each request that was decided since then. */
export const decisionsSince = (
  db: Db,
  table: 'registration_requests' | 'claims',
  since: string,
): Promise<Decision[]> =>
  db
    .selectFrom(table)
    .select(['created_at', 'decided_at'])
    .where('decided_at', '>=', since)
    .orderBy('decided_at', 'desc')
    .limit(MOST_DECISIONS)
    .execute()

export const reportsByStatus = async (db: Db) =>
  (
    await db
      .selectFrom('reports')
      .select(({ fn }) => ['status', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .where('deleted_at', 'is', null)
      .groupBy('status')
      .execute()
  ).map(({ status, count, oldest }) => ({ status, count: Number(count), oldest }))

export const reportsByMonth = async (db: Db, since: string): Promise<Counted[]> =>
  counted(
    await db
      .selectFrom('reports')
      .select(({ fn }) => [month('created_at').as('key'), fn.countAll().as('count')])
      .where('deleted_at', 'is', null)
      .where('created_at', '>=', since)
      .groupBy(month('created_at'))
      .execute(),
  )

/**
 * Join dates of members: the day of the approval; without one (created or imported by an
 * administrator) the day of the entry. Two halves, so that each reads one index from the first
 * month on.
 */
export async function joinedByMonth(db: Db, since: string): Promise<Counted[]> {
  const [approved, entered] = await Promise.all([
    db
      .selectFrom('registration_requests')
      .select(({ fn }) => [month('decided_at').as('key'), fn.countAll().as('count')])
      .where('status', '=', 'approved')
      .where('decided_at', '>=', since)
      .groupBy(month('decided_at'))
      .execute(),
    db
      .selectFrom('members')
      .select(({ fn }) => [month('members.created_at').as('key'), fn.countAll().as('count')])
      .where('validated', '=', 1)
      .where('members.created_at', '>=', since)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('registration_requests')
              .select(sql.lit(1).as('one'))
              .whereRef('registration_requests.member_id', '=', 'members.id'),
          ),
        ),
      )
      .groupBy(month('members.created_at'))
      .execute(),
  ])
  const sums = new Map<string, number>()
  for (const { key, count } of [...counted(approved), ...counted(entered)])
    sums.set(key, (sums.get(key) ?? 0) + count)
  return [...sums].map(([key, count]) => ({ key, count }))
}

export const activeByCountry = async (db: Db): Promise<Counted[]> =>
  counted(
    await db
      .selectFrom('members')
      .select(({ fn }) => ['current_country as key', fn.countAll().as('count')])
      .where('status', '=', 'active')
      .groupBy('current_country')
      .execute(),
  )

export type EventFact = Pick<EventTable, 'id' | 'content' | 'starts_at' | 'capacity'>
const FACTS = ['id', 'content', 'starts_at', 'capacity'] as const

export const begunEvents = (db: Db, now: string, most: number): Promise<EventFact[]> =>
  db
    .selectFrom('events')
    .select(FACTS)
    .where('status', '=', 'published')
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()

export const eventToCome = (db: Db, now: string): Promise<EventFact | undefined> =>
  db
    .selectFrom('events')
    .select(FACTS)
    .where('status', '=', 'published')
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export async function registrationsOf(
  db: Db,
  ids: readonly string[],
): Promise<
  { readonly id: string; readonly state: 'registered' | 'waiting'; readonly count: number }[]
> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('event_registrations')
    .select(({ fn }) => ['event_id as id', 'state', fn.countAll().as('count')])
    .where('event_id', 'in', ids)
    .groupBy(['event_id', 'state'])
    .execute()
  return rows.map(({ id, state, count }) => ({ id, state, count: Number(count) }))
}

export async function checkedInAt(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('check_ins')
    .select(({ fn }) => ['event_id', fn.count('member_id').distinct().as('count')])
    .where('event_id', 'in', ids)
    .groupBy('event_id')
    .execute()
  return new Map(rows.map(({ event_id: id, count }) => [id, Number(count)]))
}
