/**
 * Counts only: no query here reads a name. Months are the first seven letters of an instant, which
 * both engines handle in the same way.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import { OPEN_REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import type { Counted } from '#shared/domain/report/stats-rules.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { EventTable, MemberCountTable, Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { isDue } from '../claims/claim-repository.ts'

type Db = Kysely<Schema>

const month = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 7)`
const counted = (rows: readonly { readonly key: string; readonly count: unknown }[]): Counted[] =>
  rows.map(({ key, count }) => ({ key, count: Number(count) })) // PostgreSQL counts in bigint, as text

export interface WaitingLine {
  readonly waiting: number
  readonly oldestAt: string | null
}
const line = (
  row: { readonly waiting: unknown; readonly oldest: string | null } | undefined,
): WaitingLine => ({ waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest ?? null })

export const waitingRequests = async (db: Db): Promise<WaitingLine> =>
  line(
    await db
      .selectFrom('registration_requests')
      .select(({ fn }) => [fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  )

export const waitingClaims = async (db: Db): Promise<WaitingLine> =>
  line(
    await db
      .selectFrom('claims')
      .select(({ fn }) => [fn.countAll().as('waiting'), fn.min('created_at').as('oldest')])
      .where('status', '=', 'open')
      .executeTakeFirst(),
  )

/** Open objections that must be decided until then. */
export const dueObjections = (db: Db, until: string): Promise<number> =>
  countOf(db.selectFrom('claims').where(isDue(until)))

export const waitingPortraits = (db: Db): Promise<number> =>
  countOf(db.selectFrom('members').where('pending_photo_file', 'is not', null))

export const waitingPledges = (db: Db): Promise<number> =>
  countOf(db.selectFrom('pledges').where('status', '=', 'pledged'))

/** Open proposals of other members. */
export const waitingConsents = (
  db: Db,
  { caller, since }: { readonly caller: number; readonly since: string },
): Promise<number> =>
  countOf(
    db
      .selectFrom('consents')
      .where('outcome', 'is', null)
      .where('proposed_at', '>', since)
      .where('proposed_by', '<>', caller),
  )

export const waitingReports = (db: Db): Promise<number> =>
  countOf(
    db
      .selectFrom('reports')
      .where('status', 'in', OPEN_REPORT_STATUSES)
      .where('deleted_at', 'is', null),
  )

/** Reports with something from their witness that no staff has seen. */
export const waitingAnswers = (db: Db): Promise<number> =>
  countOf(
    db
      .selectFrom('witness_reports')
      .innerJoin('reports', 'reports.id', 'witness_reports.report_id')
      .where('witness_reports.unread', '>', 0)
      .where('reports.deleted_at', 'is', null),
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

async function memberCounts(
  db: Db,
  kinds: readonly MemberCountTable['kind'][],
  from = '',
): Promise<Counted[]> {
  return counted(
    await db
      .selectFrom('member_counts')
      .select(({ fn }) => ['key', fn.sum('delta').as('count')])
      .where('kind', 'in', kinds)
      .where('key', '>=', from)
      .groupBy('key')
      .having(({ fn }) => fn.sum('delta'), '<>', 0)
      .execute(),
  )
}

/**
 * Join dates of members: the day of the approval; without one (created or imported by an
 * administrator) the day of the entry.
 */
export const joinedByMonth = (db: Db, firstMonth: string): Promise<Counted[]> =>
  memberCounts(db, ['entered', 'approved'], firstMonth)

export const activeByCountry = (db: Db): Promise<Counted[]> => memberCounts(db, ['active'])

const FOLDED_AT_ONCE = 5_000

/**
 * Replaces the rows of the counts by their sums, in parts: an import adds some for each member.
 * Rows of transactions under way are not seen, and stay.
 */
export async function foldMemberCounts(db: Db): Promise<void> {
  for (let rows = FOLDED_AT_ONCE; rows === FOLDED_AT_ONCE;)
    rows = await inTransaction(db, foldSomeCounts)
}

async function foldSomeCounts(transaction: Transaction<Schema>): Promise<number> {
  const rows = await transaction
    .deleteFrom('member_counts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('member_counts').select('id').orderBy('id').limit(FOLDED_AT_ONCE),
    )
    .returning(['kind', 'key', 'delta'])
    .execute()
  const sums = new Map<string, Pick<(typeof rows)[number], 'kind' | 'key' | 'delta'>>()
  for (const { kind, key, delta } of rows) {
    const name = `${kind} ${key}`
    sums.set(name, { kind, key, delta: (sums.get(name)?.delta ?? 0) + delta })
  }
  const left = [...sums.values()].filter(({ delta }) => delta !== 0)
  if (left.length > 0) await transaction.insertInto('member_counts').values(left).execute()
  return rows.length
}

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
