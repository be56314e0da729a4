/**
 * Numbers of members and of people at events, kept by triggers in the transaction of each change: a
 * million members cost 300 ms to count. Rows are only added, so that no writer waits for another,
 * and summed by the reader; a job replaces them by their sums. ADR 0036.
 */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

const MONTH_LETTERS = sql.lit(7)
type Row = 'new' | 'old'

const add = (part: string): string => `insert into member_counts (kind, key, delta) select ${part};`

/** Active members by country. */
const active = (row: Row, delta: number): string =>
  add(`'active', ${row}.current_country, ${delta} where ${row}.status = 'active'`)
/** Members without a request, who were entered or imported, by month of the entry. */
const entered = (row: Row, delta: number): string =>
  add(`'entered', substr(${row}.created_at, 1, 7), ${delta} where ${row}.validated = 1
    and not exists (select 1 from registration_requests where member_id = ${row}.id)`)
/** Approved requests, by month of the approval. */
const approved = (row: Row, delta: number): string =>
  add(`'approved', substr(${row}.decided_at, 1, 7), ${delta}
    where ${row}.status = 'approved' and ${row}.decided_at is not null`)
/** A first request takes a member out of those entered; the deletion of the last puts them back. */
const withoutRequest = (row: Row, delta: number): string =>
  add(`'entered', substr(created_at, 1, 7), ${delta} from members where id = ${row}.member_id and validated = 1
    and not exists (select 1 from registration_requests where member_id = ${row}.member_id and id <> ${row}.id)`)

/** Registrations of an event by state. */
const registered = (row: Row, delta: number): string =>
  add(`${row}.state, ${row}.event_id, ${delta} where true`)
/** Grows with each change of who is expected or came: a device asks whether its copy is old. */
const changed = (row: Row): string => add(`'changed', ${row}.event_id, 1 where true`)
/** People who came, each once: by the first check-in of a member, and the last one that is left. */
const came = (row: Row, delta: number): string =>
  add(`'came', ${row}.event_id, ${delta} where not exists (select 1 from check_ins
    where event_id = ${row}.event_id and member_id = ${row}.member_id and id <> ${row}.id)`)

const MEMBER_COLUMNS = 'status, current_country, validated, created_at'
const REQUEST_COLUMNS = 'status, decided_at'
const TRIGGERS = {
  members_count_insert: ['after insert on members', active('new', 1), entered('new', 1)],
  members_count_update: [
    `after update of ${MEMBER_COLUMNS} on members`,
    active('old', -1),
    entered('old', -1),
    active('new', 1),
    entered('new', 1),
  ],
  // Before, because the requests are deleted with the member.
  members_count_delete: ['before delete on members', active('old', -1), entered('old', -1)],
  requests_count_insert: [
    'after insert on registration_requests',
    approved('new', 1),
    withoutRequest('new', -1),
  ],
  requests_count_update: [
    `after update of ${REQUEST_COLUMNS} on registration_requests`,
    approved('old', -1),
    approved('new', 1),
  ],
  requests_count_delete: [
    'before delete on registration_requests',
    approved('old', -1),
    withoutRequest('old', 1),
  ],
  registrations_count_insert: [
    'after insert on event_registrations',
    registered('new', 1),
    changed('new'),
  ],
  registrations_count_update: [
    'after update of state on event_registrations',
    registered('old', -1),
    registered('new', 1),
    changed('new'),
  ],
  registrations_count_delete: [
    'before delete on event_registrations',
    registered('old', -1),
    changed('old'),
  ],
} as const

/** SQLite runs a trigger after each row: the next one sees it. */
const CHECK_INS_BY_ROW = {
  check_ins_count_insert: ['after insert on check_ins', came('new', 1), changed('new')],
  check_ins_count_delete: ['after delete on check_ins', came('old', -1), changed('old')],
} as const

/**
 * PostgreSQL runs triggers after the whole statement, which may write several check-ins of one
 * member: people are counted once for all its rows.
 */
async function countCheckInsByStatement(db: Kysely<never>): Promise<void> {
  for (const [change, rows, delta] of [
    ['insert', 'new', 1],
    ['delete', 'old', -1],
  ] as const) {
    const name = `check_ins_count_${change}`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin
          ${add(`'came', event_id, ${delta} from (select distinct event_id, member_id from written) as one
            where not exists (select 1 from check_ins where event_id = one.event_id and member_id = one.member_id
              and id not in (select id from written))`)}
          ${add(`'changed', event_id, count(*) from written group by event_id`)} return null; end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${change} on check_ins referencing ${rows} table as written
          for each statement execute function ${name}()`,
      )
      .execute(db)
  }
}

/** Rows that change nothing in the counts add none. */
const CHANGED = {
  members_count_update: `old.status <> new.status or old.current_country <> new.current_country
    or old.validated <> new.validated or old.created_at <> new.created_at`,
} as const
const conditionOf = (name: string): string =>
  name in CHANGED ? `when (${CHANGED[name as keyof typeof CHANGED]})` : '' // it is in the table

/** Holds the member, so that no other call validates them between the look and the commit. */
const lockMember = (row: Row): string =>
  `perform 1 from members where id = ${row}.member_id for no key update;`

async function createTrigger(
  db: Kysely<never>,
  { kind }: EngineRules,
  name: string,
  [event, ...statements]: readonly [string, ...string[]],
): Promise<void> {
  const body = statements.join('\n')
  if (kind === 'sqlite') {
    await sql
      .raw(`create trigger ${name} ${event} for each row ${conditionOf(name)} begin ${body} end`)
      .execute(db)
    return
  }
  const row: Row = event.includes('delete') ? 'old' : 'new'
  const lock = name === 'requests_count_insert' || name === 'requests_count_delete'
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${lock ? lockMember(row) : ''} ${body} return ${row}; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${name} ${event} for each row ${conditionOf(name)} execute function ${name}()`,
    )
    .execute(db)
}

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`create table member_counts (
    id ${rules.countedId}, kind text not null check (kind in ('active', 'entered', 'approved', 'registered', 'waiting', 'came', 'changed')), key text not null, delta bigint not null)`.execute(
    db,
  )
  await sql`insert into member_counts (kind, key, delta)
    select 'active', current_country, count(*) from members where status = 'active' group by current_country`.execute(
    db,
  )
  await sql`insert into member_counts (kind, key, delta)
    select 'entered', substr(created_at, 1, ${MONTH_LETTERS}), count(*) from members
    where validated = 1 and not exists (select 1 from registration_requests where member_id = members.id)
    group by substr(created_at, 1, ${MONTH_LETTERS})`.execute(db)
  await sql`insert into member_counts (kind, key, delta)
    select 'approved', substr(decided_at, 1, ${MONTH_LETTERS}), count(*) from registration_requests
    where status = 'approved' and decided_at is not null group by substr(decided_at, 1, ${MONTH_LETTERS})`.execute(
    db,
  )
  await sql`insert into member_counts (kind, key, delta)
    select state, event_id, count(*) from event_registrations group by state, event_id`.execute(db)
  await sql`insert into member_counts (kind, key, delta)
    select 'came', event_id, count(distinct member_id) from check_ins group by event_id`.execute(db)
  await sql`create index member_counts_key on member_counts (kind, key, delta)`.execute(db)
  for (const [name, parts] of Object.entries(TRIGGERS)) await createTrigger(db, rules, name, parts)
  if (rules.kind === 'postgres') return countCheckInsByStatement(db)
  for (const [name, parts] of Object.entries(CHECK_INS_BY_ROW))
    await createTrigger(db, rules, name, parts)
}
