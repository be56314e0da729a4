/**
 * People of an event, each once, with the name that orders them, kept by triggers: a page of an event
 * with 100,000 people reads its own rows alone. ADR 0042.
 */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

/** The search text begins with a blank and the folded name; what follows the name is not copied. */
const sortName = (member: string): string =>
  `trim(substr(${member}.search_text, 2, length(${member}.first_name) + length(${member}.last_name) + 1))`

const arrive = `insert into attendees (event_id, member_id, sort_name)
  select new.event_id, new.member_id, ${sortName('members')} from members where id = new.member_id
  on conflict (member_id, event_id) do nothing;`
const leave = `delete from attendees where event_id = old.event_id and member_id = old.member_id
  and not exists (select 1 from event_registrations where event_id = old.event_id and member_id = old.member_id)
  and not exists (select 1 from check_ins where event_id = old.event_id and member_id = old.member_id);`
const count = (row: 'new' | 'old', delta: number): string =>
  `insert into member_counts (kind, key, delta) values ('people', ${row}.event_id, ${delta});`

const TRIGGERS = {
  registrations_attend: ['after insert on event_registrations', arrive],
  check_ins_attend: ['after insert on check_ins', arrive],
  registrations_unattend: ['after delete on event_registrations', leave],
  check_ins_unattend: ['after delete on check_ins', leave],
  attendees_count_insert: ['after insert on attendees', count('new', 1)],
  attendees_count_delete: ['after delete on attendees', count('old', -1)],
  members_rename_attendees: [
    'after update of search_text on members',
    `update attendees set sort_name = ${sortName('new')} where member_id = new.id;`,
  ],
} as const
/** Most changes of a member leave the name as it is. */
const RENAMED = 'when (old.search_text <> new.search_text)'

const KINDS = sql`'active', 'entered', 'approved', 'registered', 'waiting', 'came', 'changed', 'people'`

/** SQLite cannot change a check, so the table is made again; triggers of other tables name it and stay. */
async function allowCountOfPeople(db: Kysely<never>, { kind, countedId }: EngineRules) {
  if (kind === 'postgres') {
    await sql`alter table member_counts drop constraint member_counts_kind_check`.execute(db)
    await sql`alter table member_counts add constraint member_counts_kind_check check (kind in (${KINDS}))`.execute(
      db,
    )
    return
  }
  await sql`pragma legacy_alter_table = on`.execute(db)
  await sql`create table member_counts_new (
    id ${countedId}, kind text not null check (kind in (${KINDS})), key text not null, delta bigint not null)`.execute(
    db,
  )
  await sql`insert into member_counts_new select * from member_counts`.execute(db)
  await sql`drop table member_counts`.execute(db)
  await sql`alter table member_counts_new rename to member_counts`.execute(db)
  await sql`create index member_counts_key on member_counts (kind, key, delta)`.execute(db)
  await sql`pragma legacy_alter_table = off`.execute(db)
}

async function createTrigger(
  db: Kysely<never>,
  { kind }: EngineRules,
  name: string,
  [event, body]: readonly [string, string],
): Promise<void> {
  const when = event.includes('update') ? RENAMED : ''
  if (kind === 'sqlite') {
    await sql
      .raw(`create trigger ${name} ${event} for each row ${when} begin ${body} end`)
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    )
    .execute(db)
  await sql
    .raw(`create trigger ${name} ${event} for each row ${when} execute function ${name}()`)
    .execute(db)
}

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  // Both engines compare the name byte by byte, so that pages are the same on both.
  const text = rules.kind === 'postgres' ? sql`text collate "C"` : sql`text`
  await sql`create table attendees (
    event_id text not null references events(id) on delete cascade,
    member_id bigint not null references members(id) on delete cascade,
    sort_name ${text} not null,
    primary key (member_id, event_id))`.execute(db)
  await sql`insert into attendees (event_id, member_id, sort_name)
    select people.event_id, people.member_id, ${sql.raw(sortName('members'))} from (
      select event_id, member_id from event_registrations union select event_id, member_id from check_ins
    ) as people join members on members.id = people.member_id`.execute(db)
  await sql`create index attendees_by_name on attendees (event_id, sort_name, member_id)`.execute(
    db,
  )
  // Without it PostgreSQL takes the list of an event for short, and sorts it. SQLite keeps its own plan.
  if (rules.kind === 'postgres') await sql`analyze attendees`.execute(db)
  await allowCountOfPeople(db, rules)
  await sql`insert into member_counts (kind, key, delta)
    select 'people', event_id, count(*) from attendees group by event_id`.execute(db)
  for (const [name, parts] of Object.entries(TRIGGERS)) await createTrigger(db, rules, name, parts)
}
