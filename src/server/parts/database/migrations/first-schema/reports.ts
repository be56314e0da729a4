/** Violation reports, those of witnesses, and what becomes public of them. */
import type { EngineRules } from '../../engine.ts'
import type { Statements } from './statements.ts'

/**
 * One number that grows in the transaction of each write to what the public reads, in every process:
 * a process that reads it before the rows never caches old rows under a new number. A sequence, or
 * the largest id of a log, would be visible before the commit.
 */
export const countWrites = ({ kind }: EngineRules, table: string): readonly string[] =>
  kind === 'sqlite'
    ? ['insert', 'update', 'delete'].map(
        (change) => `create trigger ${table}_count_${change} after ${change} on ${table}
          begin update report_writes set count = count + 1 where id = 1; end`,
      )
    : [
        // Deferred to the commit, so that writers lock this row only briefly, and wait for nothing
        // while they hold it.
        `create constraint trigger ${table}_count after insert or update or delete on ${table}
          deferrable initially deferred for each row execute function count_report_writes()`,
      ]

export const reports: Statements = (rules) => [
  `create table reports (
    id ${rules.countedId},
    reporter_id bigint,
    type text not null,
    description text not null,
    country text not null,
    city text not null,
    actor text not null,
    actor_name text not null,
    actor_desc text not null,
    actor_account text not null,
    victim text not null,
    google_map_link text not null,
    incident_date text,
    verified_at text,
    status text not null check (status in ('not verified', 'under review', 'verified', 'rejected')),
    verifier_comment text not null,
    checks text not null default '',
    search_text text not null,
    type_folded text not null,
    actor_folded text not null,
    victim_folded text not null,
    created_at text not null,
    updated_at text not null,
    held_at text,
    contested_at text,
    contested_for text,
    deleted_at text,
    deleted_reason text,
    deleted_by bigint,
    version integer not null default 1,
    redact_victim integer not null default 0,
    redact_actor integer not null default 0,
    place_detail text not null default 'city',
    region text not null default '',
    hide_map_link integer not null default 0,
    hidden_words text not null default '[]',
    -- Follows the setting; in force while the report is not verified (ADR 0093).
    names_withheld integer not null default 1,
    -- Null where the public text is the text as written: almost always.
    public_search_text text,
    public_type_folded text,
    public_actor_folded text,
    public_victim_folded text,
    country_code text not null default '',
    -- Prevents a second report after a lost response.
    client_key text,
    client_body_sha256 text,
    claimed_by bigint,
    claim_expires_at text,
    -- Holds what no code may break: a report of a witness waits until it is verified, whatever the
    -- association's mode is (ADR 0046).
    witness integer not null default 0
      check (witness = 0 or (held_at is not null and reporter_id is null)))`,
  'create index reports_by_created on reports (created_at desc, id desc)',
  'create index reports_by_reporter on reports (reporter_id, created_at)',
  'create index reports_held on reports (held_at) where held_at is not null',
  'create index reports_by_status on reports (status, created_at desc, id desc)',
  'create index reports_by_country on reports (country_code, created_at desc, id desc)',
  'create index reports_protected on reports (id) where public_search_text is not null',
  // SQLite reads a whole row to compare one column, and descriptions are long: these indexes hold
  // only the column. PostgreSQL keeps long texts beside the row, and refuses them in such an index.
  ...(rules.kind === 'sqlite' ? ['type', 'actor', 'victim'] : []).map(
    (field) =>
      `create index reports_${field}_words on reports (${field}_folded, public_${field}_folded)`,
  ),
  'create index reports_deleted on reports (deleted_at) where deleted_at is not null',
  'create unique index reports_client_key on reports (reporter_id, client_key) where client_key is not null',
  // The numbers of open reports are read without their long rows.
  'create index reports_counted on reports (status, created_at) where deleted_at is null',
  'create index reports_listed on reports (created_at desc, id desc, held_at, status, contested_at) where deleted_at is null',

  'create table report_writes (id integer primary key, count bigint not null)',
  'insert into report_writes (id, count) values (1, 0)',
  ...(rules.kind === 'postgres'
    ? [
        `create function count_report_writes() returns trigger language plpgsql as
          $$ begin update report_writes set count = count + 1 where id = 1; return null; end $$`,
      ]
    : []),
  ...countWrites(rules, 'reports'),

  // What is kept of a report that left the bin for good.
  `create table purged_reports (
    id bigint primary key,
    deleted_at text not null,
    deleted_by bigint,
    reason text not null,
    purged_at text not null,
    evidence text not null)`,

  `create table witness_reports (
    report_id bigint primary key references reports (id) on delete cascade,
    receipt_mac text not null,
    repeat_mac text,
    entry_count integer not null default 0,
    unread integer not null default 0,
    withdrawn_at text)`,
  'create unique index witness_reports_receipt on witness_reports (receipt_mac)',
  'create unique index witness_reports_repeat on witness_reports (repeat_mac)',
  'create index witness_reports_unread on witness_reports (report_id) where unread > 0',

  `create table witness_entries (
    id ${rules.countedId},
    report_id bigint not null references reports (id) on delete cascade,
    author_id bigint,
    text text not null,
    created_at text not null)`,
  'create index witness_entries_report on witness_entries (report_id, id)',

  'create table receipt_keys (id integer primary key, sealed text not null)',

  // What becomes public after the seconds of undo, or once a second member of staff confirms it: one
  // for each item. The references go with the person and the report (ADR 0065).
  `create table releases (
    id text primary key,
    kind text not null check (kind in ('report', 'evidence')),
    target bigint not null,
    report_id bigint not null references reports (id) on delete cascade,
    change text not null,
    proposed_by bigint not null references members (id) on delete cascade,
    proposed_at text not null,
    confirmed_by bigint references members (id) on delete cascade,
    due_at text,
    unique (kind, target))`,
  'create index releases_by_report on releases (report_id)',
  'create index releases_due on releases (due_at)',
]
