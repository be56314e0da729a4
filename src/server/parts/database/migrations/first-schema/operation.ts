/** What the server runs on: keys, the audit log, mails, settings, jobs, holds and backups. */
import type { Statements } from './statements.ts'

const NO_HASH = '0'.repeat(64)
const LONG_AGO = new Date(0).toISOString()

const keysAndAudit: Statements = () => [
  `create table signing_keys (
    kid text not null,
    purpose text not null,
    public_x text not null,
    private_sealed text not null,
    created_at text not null,
    retired_at text,
    constraint signing_keys_key primary key (purpose, kid))`,

  // The start seals values, because steps know no secret (ADR 0031).
  `create table data_keys (
    id integer primary key,
    wrapped text not null,
    created_at text not null,
    retired_at text)`,
  `create table sealed_tables (
    name text primary key,
    columns text not null,
    done_at text not null)`,

  `create table audit (
    seq bigint primary key,
    at text not null,
    actor text not null,
    action text not null,
    target text not null,
    detail text not null,
    request_id text not null,
    prev_hash text not null,
    hash text not null)`,
  // Each row of the log is written to all of these: an index without a query is a cost (tests/api/audit-plans.test.ts). The number orders rows of one instant.
  'create index audit_by_target on audit (target, seq)',
  'create index audit_by_time on audit (at, seq)',
  'create index audit_by_action on audit (action, at, seq)',
  'create index audit_by_actor on audit (actor, at, seq)',
  'create index audit_by_actor_action on audit (actor, action, at, seq)',

  // The log begins after its base: the retention deleted the rows up to it.
  `create table audit_head (
    id integer primary key,
    seq bigint not null,
    hash text not null,
    base_seq bigint not null default 0,
    base_hash text not null default '${NO_HASH}')`,
  `insert into audit_head (id, seq, hash) values (1, 0, '${NO_HASH}')`,

  `create table audit_checks (
    id integer primary key,
    walk_seq bigint not null,
    walk_hash text not null,
    walk_to bigint,
    verified_seq bigint not null,
    verified_at text,
    broken_seq bigint,
    broken_at text)`,
  `insert into audit_checks (id, walk_seq, walk_hash, verified_seq) values (1, 0, '${NO_HASH}', 0)`,

  'create table audit_cursors (name text primary key, seq bigint not null)',
  "insert into audit_cursors (name, seq) values ('watch', 0), ('forward', 0)",

  `create table alerts (
    id text primary key,
    kind text not null,
    member_id bigint not null,
    count integer not null,
    at text not null,
    seen_at text,
    seen_by bigint)`,
  'create index alerts_by_time on alerts (at)',
  'create index alerts_of_member on alerts (kind, member_id, at)',
]

const settingsAndJobs: Statements = () => {
  const now = new Date().toISOString()
  return [
    `create table settings (
      name text primary key,
      value text not null,
      revision integer not null,
      updated_at text not null,
      updated_by bigint)`,

    `create table consents (
      id text primary key,
      kind text not null,
      target text not null,
      sealed text not null,
      proposed_by bigint not null,
      proposed_at text not null,
      outcome text,
      decided_by bigint,
      decided_at text,
      used_at text)`,
    // One open proposal for each act, so that two presses ask once.
    'create unique index consents_open on consents (kind, target) where outcome is null',
    'create index consents_by_time on consents (proposed_at)',

    `create table job_turns (
      name text primary key,
      started_at text not null,
      done_at text,
      detail text not null)`,
    // The first deletion comes a day later, so that administrators can check the periods first.
    `insert into job_turns (name, started_at, done_at, detail) values
      ('retention', '${now}', '${now}', ''),
      ('idle-members', '${now}', '${now}', ''),
      ('entry-notices', '${LONG_AGO}', '${LONG_AGO}', ''),
      ('audit-check', '${now}', '${now}', ''),
      ('backup', '${LONG_AGO}', '${LONG_AGO}', ''),
      ('backup-check', '${LONG_AGO}', '${LONG_AGO}', '')`,

    // The last time at which the clock was right.
    `create table retention_guards (
      id integer primary key,
      seen_at text not null,
      approved_at text)`,
    `insert into retention_guards (id, seen_at) values (1, '${now}')`,

    // Work that remains after a deletion.
    'create table scrubs (id integer primary key, wanted_at text)',
    'insert into scrubs (id) values (1)',

    // Records that no deadline and no person deletes until the hold is lifted.
    `create table legal_holds (
      id text primary key,
      target text not null,
      reason text not null,
      placed_at text not null,
      lifted_at text,
      lifted_reason text)`,
    'create unique index legal_holds_in_force on legal_holds (target) where lifted_at is null',

    `create table backup_records (
      path text primary key,
      stores text not null,
      last_name text not null,
      checks integer not null default 0,
      checked_at text,
      damaged text not null default '[]',
      failed_at text,
      failure text not null default '')`,

    `create table operation_faults (
      kind text primary key,
      since_at text not null,
      mailed_at text not null,
      ended_at text)`,

    `create table throttles (
      bucket text not null,
      window_start bigint not null,
      hits integer not null,
      constraint throttles_key primary key (bucket, window_start))`,
  ]
}

const mails: Statements = () => [
  `create table mails (
    id text primary key,
    to_address text not null,
    language text not null,
    template text not null,
    values_sealed text not null,
    created_at text not null,
    next_try_at text not null,
    tries integer not null,
    sent_at text,
    failed_at text,
    about_mac text not null default '',
    priority integer not null default 1,
    give_up_at text not null default '',
    last_error text not null default '',
    held_at text)`,
  'create index mails_waiting on mails (next_try_at) where sent_at is null and failed_at is null',
  'create index mails_about on mails (about_mac)',
  'create index mails_due on mails (priority, next_try_at) where sent_at is null and failed_at is null',
]

export const operation: Statements = (rules) => [
  ...keysAndAudit(rules),
  ...settingsAndJobs(rules),
  ...mails(rules),
]
