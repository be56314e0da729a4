import { countWrites } from './reports.ts'
/** Files of all kinds; evidence of reports, its uploads, public copies and confirmed times. */
import type { Statements } from './statements.ts'

export const evidence: Statements = (rules) => [
  // `seal` may name the place where the reporter stood, so it is a sealed column (ADR 0048).
  `create table files (
    id text primary key,
    purpose text not null,
    owner_id bigint,
    ticket_id text,
    attached_at text,
    media_type text not null,
    size_bytes bigint not null,
    sha256 text not null,
    original_sha256 text,
    original_bytes bigint,
    seal text,
    seal_state text,
    boxes text not null default '[]',
    original_name text not null,
    -- Of a PDF its pages; of a Word document what it has besides text (ADR 0074).
    pages integer,
    inside text,
    -- A film or sound whose end did not arrive.
    incomplete integer not null default 0,
    created_at text not null)`,
  'create index files_owner on files (owner_id)',
  'create index files_sealed on files (sha256) where seal_state is not null',

  // Long films are kept in parts.
  `create table file_parts (
    id text primary key,
    upload_id text,
    file_id text,
    number integer not null,
    size_bytes integer not null,
    sha256 text not null,
    stored_at text)`,
  'create index file_parts_upload on file_parts (upload_id, number) where upload_id is not null',
  'create index file_parts_file on file_parts (file_id, number) where file_id is not null',

  'create table erased_files (id text primary key, at text not null)',

  // No references: the job removes the uploads of an erased member, bytes first. The upload of a
  // witness has member 0.
  `create table evidence_uploads (
    id text primary key,
    member_id bigint not null,
    report_id bigint,
    name text not null,
    size_bytes bigint not null,
    sha256 text not null,
    original_sha256 text,
    original_bytes bigint,
    seal text,
    state text not null check (state in ('open', 'finishing', 'finished', 'closed')),
    received_bytes bigint not null,
    finishing_id text,
    finishing_at text,
    fault text,
    file_id text,
    created_at text not null,
    expires_at text not null)`,
  'create index evidence_uploads_member on evidence_uploads (member_id)',
  'create index evidence_uploads_expires on evidence_uploads (expires_at)',
  'create index evidence_uploads_file on evidence_uploads (file_id) where file_id is not null',
  'create index evidence_uploads_report on evidence_uploads (report_id) where report_id is not null',

  `create table report_evidence (
    id ${rules.countedId},
    report_id bigint not null references reports (id) on delete cascade,
    evidence_type text not null,
    file_id text not null references files (id),
    description text not null,
    uploaded_at text not null,
    deleted_at text,
    deleted_by bigint,
    deleted_reason text,
    held_back integer not null default 0,
    warnings text,
    public_version integer not null default 1)`,
  'create index report_evidence_report on report_evidence (report_id)',
  'create unique index report_evidence_file on report_evidence (file_id)',
  'create index report_evidence_deleted on report_evidence (deleted_at) where deleted_at is not null',
  ...countWrites(rules, 'report_evidence'),

  // What is kept of a piece of evidence that left the bin for good.
  `create table purged_evidence (
    id bigint primary key,
    report_id bigint not null,
    sha256 text not null,
    deleted_at text not null,
    deleted_by bigint,
    reason text not null,
    purged_at text not null)`,

  // Who changed what the public sees of a piece of evidence (ADR 0050).
  `create table public_copy_changes (
    id ${rules.countedId},
    evidence_id bigint not null references report_evidence (id) on delete cascade,
    version integer not null,
    held_back integer not null,
    warnings text,
    boxes text not null,
    reason text not null,
    changed_by bigint references members (id) on delete set null,
    changed_at text not null,
    unique (evidence_id, version))`,

  // Times that an authority outside confirms, of evidence or of a day of the audit log (ADR 0049).
  `create table timestamps (
    id ${rules.countedId},
    evidence_id bigint unique references report_evidence (id) on delete cascade,
    day text unique,
    statement text not null,
    created_at text not null,
    response text,
    confirmed_at text,
    authority text,
    check ((evidence_id is null) <> (day is null)))`,
  'create index timestamps_waiting on timestamps (created_at) where response is null',

  `create table timestamp_authority (
    id integer primary key,
    failures integer not null,
    next_try_at text not null,
    failed_since text,
    last_fault text not null)`,
  `insert into timestamp_authority (id, failures, next_try_at, failed_since, last_fault)
    values (1, 0, '', null, '')`,
]
