/** Events, who is expected and who came, the devices at the door, and general assemblies. */
import type { EngineRules } from '../../engine.ts'
import { rowTrigger, type Statements } from './statements.ts'

/** The search text begins with a blank and the folded name; what follows the name is not copied. */
const sortName = (member: string): string =>
  `trim(substr(${member}.search_text, 2, length(${member}.first_name) + length(${member}.last_name) + 1))`

const arrive = `insert into attendees (event_id, member_id, sort_name)
  select new.event_id, new.member_id, ${sortName('members')} from members where id = new.member_id
  on conflict (member_id, event_id) do nothing;`
const leave = `delete from attendees where event_id = old.event_id and member_id = old.member_id
  and not exists (select 1 from event_registrations where event_id = old.event_id and member_id = old.member_id)
  and not exists (select 1 from check_ins where event_id = old.event_id and member_id = old.member_id);`

const attendeeTriggers = (rules: EngineRules): readonly string[] =>
  [
    { name: 'registrations_attend', on: 'after insert on event_registrations', body: arrive },
    { name: 'check_ins_attend', on: 'after insert on check_ins', body: arrive },
    { name: 'registrations_unattend', on: 'after delete on event_registrations', body: leave },
    { name: 'check_ins_unattend', on: 'after delete on check_ins', body: leave },
    {
      name: 'members_rename_attendees',
      on: 'after update of search_text on members',
      when: 'old.search_text <> new.search_text', // most changes of a member leave the name as it is
      body: `update attendees set sort_name = ${sortName('new')} where member_id = new.id;`,
    },
  ].flatMap((trigger) => rowTrigger(rules, trigger))

export const events: Statements = (rules) => [
  `create table events (
    id text primary key,
    starts_at text not null,
    ends_at text not null,
    capacity integer,
    price text,
    image_file text,
    contact_person text not null,
    contact_email text not null,
    contact_phone text not null,
    organizer text not null,
    content text not null,
    status text not null,
    search_text text not null default '',
    version integer not null default 1,
    created_at text not null)`,

  `create table event_registrations (
    id ${rules.countedId},
    event_id text not null references events (id),
    member_id bigint not null references members (id) on delete cascade,
    state text not null check (state in ('registered', 'waiting')),
    created_at text not null)`,
  'create unique index event_registrations_once on event_registrations (event_id, member_id)',
  'create index event_registrations_queue on event_registrations (event_id, state, id)',
  'create index event_registrations_member on event_registrations (member_id)',

  // Only a draft without registrations can be deleted, so it has no check-ins.
  `create table kiosk_devices (
    id text primary key,
    name text not null,
    event_id text not null references events (id) on delete cascade,
    enrolled_by bigint references members (id) on delete set null,
    token_hash text not null,
    enrolled_at text not null,
    expires_at text not null,
    last_seen_at text,
    app_version text not null,
    revoked_at text,
    revoked_by bigint references members (id) on delete set null,
    ended_at text)`,
  'create unique index kiosk_devices_token on kiosk_devices (token_hash)',
  'create index kiosk_devices_event_id on kiosk_devices (event_id)',
  'create index kiosk_devices_enrolled_by on kiosk_devices (enrolled_by)',
  'create index kiosk_devices_revoked_by on kiosk_devices (revoked_by)',
  'create index kiosk_devices_expires_at on kiosk_devices (expires_at)',

  `create table check_ins (
    id text primary key,
    event_id text not null references events (id),
    member_id bigint not null references members (id) on delete cascade,
    gate text not null,
    at text not null,
    recorded_at text not null,
    device_id text references kiosk_devices (id) on delete set null,
    sequence bigint)`,
  'create index check_ins_by_member on check_ins (event_id, member_id, at)',
  'create index check_ins_member on check_ins (member_id)',
  'create index check_ins_by_device on check_ins (device_id, sequence) where device_id is not null',

  // People of an event, each once, with the name that orders them: a page of an event with 100,000
  // people reads its own rows alone (ADR 0042). Both engines compare the name byte by byte, so that
  // pages are the same on both.
  `create table attendees (
    event_id text not null references events (id) on delete cascade,
    member_id bigint not null references members (id) on delete cascade,
    sort_name text ${rules.kind === 'postgres' ? 'collate "C"' : ''} not null,
    primary key (member_id, event_id))`,
  'create index attendees_by_name on attendees (event_id, sort_name, member_id)',
  ...attendeeTriggers(rules),

  // Rules of the events that are a general assembly (ADR 0052).
  `create table assemblies (
    event_id text primary key references events (id) on delete cascade,
    member_by text,
    roles text not null,
    quorum_kind text not null check (quorum_kind in ('share', 'number')),
    -- 0: a second convocation without a quorum.
    quorum_value integer not null check (quorum_value >= 0),
    proxies_per_holder integer not null check (proxies_per_holder >= 0),
    kind text not null default 'ordinary' check (kind in ('ordinary', 'extraordinary')),
    notice_days integer not null default 15 check (notice_days >= 0),
    -- The assembly that had no quorum and is convened again by this one.
    second_of text references events (id) on delete set null,
    agenda text not null default '[]',
    convened_at text,
    -- The agenda that went out with it, and since when the present one differs from it.
    convened_agenda text,
    agenda_changed_at text,
    convened_count integer not null default 0,
    -- Up to which member the convocation is in the outbox; null: nothing waits.
    convened_up_to bigint,
    version integer not null)`,

  `create table assembly_proxies (
    id ${rules.countedId},
    event_id text not null references assemblies (event_id) on delete cascade,
    giver_id bigint not null references members (id) on delete cascade,
    holder_id bigint not null references members (id) on delete cascade,
    created_at text not null,
    -- Of a voice that staff entered from a signed paper (ADR 0059).
    paper_note text,
    scan_file text,
    -- What is left of a scan after its period (ADR 0059).
    scan_sha256 text,
    entered_by bigint,
    check (giver_id <> holder_id))`,
  // One voice of a giver for each assembly, whatever two calls do at the same moment.
  'create unique index assembly_proxies_giver on assembly_proxies (giver_id, event_id)',
  'create index assembly_proxies_holder on assembly_proxies (holder_id, event_id)',
  'create index assembly_proxies_event on assembly_proxies (event_id, id)',
  'create index assembly_proxies_scan on assembly_proxies (scan_file)',
]
