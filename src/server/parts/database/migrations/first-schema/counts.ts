/**
 * Numbers of members and of people at events, kept by triggers in the transaction of each change: a
 * million members cost 300 ms to count. Rows are only added, so that no writer waits for another,
 * and summed by the reader; a job replaces them by their sums (ADR 0036).
 */
import type { EngineRules } from '../../engine.ts'
import { rowTrigger, type RowTrigger, type Statements } from './statements.ts'

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
/** Holds the member, so that no other call validates them between the look and the commit. */
const lockMember = (row: Row): string =>
  `perform 1 from members where id = ${row}.member_id for no key update;`

/** Registrations of an event by state. */
const registered = (row: Row, delta: number): string =>
  add(`${row}.state, ${row}.event_id, ${delta} where true`)
/** Grows with each change of who is expected or came: a device asks whether its copy is old. */
const changed = (row: Row): string => add(`'changed', ${row}.event_id, 1 where true`)
/** People who came, each once: by the first check-in of a member, and the last one that is left. */
const came = (row: Row, delta: number): string =>
  add(`'came', ${row}.event_id, ${delta} where not exists (select 1 from check_ins
    where event_id = ${row}.event_id and member_id = ${row}.member_id and id <> ${row}.id)`)
/** People of an event, as `attendees` holds them. */
const people = (row: Row, delta: number): string =>
  `insert into member_counts (kind, key, delta) values ('people', ${row}.event_id, ${delta});`

const TRIGGERS: readonly RowTrigger[] = [
  {
    name: 'members_count_insert',
    on: 'after insert on members',
    body: active('new', 1) + entered('new', 1),
  },
  {
    name: 'members_count_update',
    on: 'after update of status, current_country, validated, created_at on members',
    // Rows that change nothing in the counts add none.
    when: `old.status <> new.status or old.current_country <> new.current_country
      or old.validated <> new.validated or old.created_at <> new.created_at`,
    body: active('old', -1) + entered('old', -1) + active('new', 1) + entered('new', 1),
  },
  {
    name: 'members_count_delete',
    on: 'before delete on members', // the requests are deleted with the member
    body: active('old', -1) + entered('old', -1),
  },
  {
    name: 'requests_count_insert',
    on: 'after insert on registration_requests',
    lock: lockMember('new'),
    body: approved('new', 1) + withoutRequest('new', -1),
  },
  {
    name: 'requests_count_update',
    on: 'after update of status, decided_at on registration_requests',
    body: approved('old', -1) + approved('new', 1),
  },
  {
    name: 'requests_count_delete',
    on: 'before delete on registration_requests',
    lock: lockMember('old'),
    body: approved('old', -1) + withoutRequest('old', 1),
  },
  {
    name: 'registrations_count_insert',
    on: 'after insert on event_registrations',
    body: registered('new', 1) + changed('new'),
  },
  {
    name: 'registrations_count_update',
    on: 'after update of state on event_registrations',
    body: registered('old', -1) + registered('new', 1) + changed('new'),
  },
  {
    name: 'registrations_count_delete',
    on: 'before delete on event_registrations',
    body: registered('old', -1) + changed('old'),
  },
  {
    name: 'attendees_count_insert',
    on: 'after insert on attendees',
    body: people('new', 1),
  },
  {
    name: 'attendees_count_delete',
    on: 'after delete on attendees',
    body: people('old', -1),
  },
]

/** SQLite runs a trigger after each row: the next one sees it. */
const CHECK_INS_BY_ROW: readonly RowTrigger[] = [
  {
    name: 'check_ins_count_insert',
    on: 'after insert on check_ins',
    body: came('new', 1) + changed('new'),
  },
  {
    name: 'check_ins_count_delete',
    on: 'after delete on check_ins',
    body: came('old', -1) + changed('old'),
  },
]

/**
 * PostgreSQL runs triggers after the whole statement, which may write several check-ins of one
 * member: people are counted once for all its rows.
 */
const checkInsByStatement = (change: 'insert' | 'delete', rows: Row, delta: number) => [
  `create function check_ins_count_${change}() returns trigger language plpgsql as $$ begin
    ${add(`'came', event_id, ${delta} from (select distinct event_id, member_id from written) as one
      where not exists (select 1 from check_ins where event_id = one.event_id and member_id = one.member_id
        and id not in (select id from written))`)}
    ${add(`'changed', event_id, count(*) from written group by event_id`)} return null; end $$`,
  `create trigger check_ins_count_${change} after ${change} on check_ins referencing ${rows} table as written
    for each statement execute function check_ins_count_${change}()`,
]

const checkInTriggers = (rules: EngineRules): readonly string[] =>
  rules.kind === 'sqlite'
    ? CHECK_INS_BY_ROW.flatMap((trigger) => rowTrigger(rules, trigger))
    : [...checkInsByStatement('insert', 'new', 1), ...checkInsByStatement('delete', 'old', -1)]

export const counts: Statements = (rules) => [
  `create table member_counts (
    id ${rules.countedId},
    kind text not null check (kind in ('active', 'entered', 'approved', 'registered', 'waiting', 'came', 'changed', 'people')),
    key text not null,
    delta bigint not null)`,
  'create index member_counts_key on member_counts (kind, key, delta)',
  ...TRIGGERS.flatMap((trigger) => rowTrigger(rules, trigger)),
  ...checkInTriggers(rules),
]
