/** Members, and their requests to become one. */
import type { Statements } from './statements.ts'

export const members: Statements = ({ kind }) => [
  `create table members (
    id bigint primary key,
    email text not null,
    email_key text not null,
    phone text not null,
    phone_confirmed integer not null default 0,
    password_hash text not null,
    role text not null,
    status text not null,
    validated integer not null,
    first_name text not null,
    last_name text not null,
    tribe text not null,
    tribe_key text not null default '',
    current_country text not null,
    current_city text not null,
    current_village text not null,
    birth_date text not null,
    birth_country text not null,
    birth_city text not null,
    birth_village text not null,
    marital_status text not null,
    number_of_kids integer not null,
    occupation text not null,
    sex text not null,
    mothers_first_name text not null,
    mothers_last_name text not null,
    approver_comment text not null,
    recommended_by text not null,
    connection_method text not null,
    comments text not null,
    language text not null,
    newsletter integer not null,
    notifications integer not null default 1,
    card_photo_file text,
    pending_photo_file text,
    id_front_file text,
    id_back_file text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    ${kind === 'sqlite' ? 'search_row integer, -- see search.ts' : ''}
    constraint members_status_known check (status in ('active', 'inactive', 'banned', 'blocked')),
    constraint members_kids_not_negative check (number_of_kids >= 0))`,
  'create unique index members_email_key on members (email_key)',
  // Pages of the list are read in these orders (ADR 0035).
  'create index members_by_role on members (role, created_at desc, id desc)',
  'create index members_by_status on members (status, created_at desc, id desc)',
  'create index members_by_current_country on members (current_country, created_at desc, id desc)',
  'create index members_by_name on members (last_name, first_name, id)',
  'create index members_by_created on members (created_at desc, id desc)',
  // The numbers of the overview read an index alone, never the wide rows of people.
  'create index members_by_status_country on members (status, current_country)',
  'create index members_validated_created on members (validated, created_at, id)',
  'create index members_new_portraits on members (pending_photo_file) where pending_photo_file is not null',
  // Duplicates are looked for among people who were born on the same day.
  'create index members_by_birth_date on members (birth_date)',
  // Few portraits wait at a time, among many members.
  'create index members_pending_photo on members (id) where pending_photo_file is not null',
  // Several members may have the same phone number, and it signs in to one account at most (ADR 0011).
  "create unique index members_confirmed_phone on members (phone) where phone_confirmed = 1 and phone <> ''",
  "create index members_by_phone on members (phone) where phone <> ''",
  // The tribe is sealed; its key finds whole names alone (ADR 0031).
  'create index members_by_tribe_key on members (tribe_key, created_at desc, id desc)',
  // A search in the order of names reads this index alone (ADR 0057). Beside members_by_name, in
  // which far pages of the list pass over many names.
  kind === 'postgres'
    ? 'create index members_by_name_text on members (last_name, first_name, id) include (search_text)'
    : 'create index members_by_name_text on members (last_name, first_name, id, search_text)',

  `create table member_nationalities (
    member_id bigint not null references members (id) on delete cascade,
    country text not null,
    constraint member_nationalities_key primary key (country, member_id))`,
  'create index member_nationalities_member on member_nationalities (member_id)',

  // Records that became part of another one. The row stays, so that the old number leads to the
  // present one; what the undo needs is sealed, and blank once its period is over.
  `create table member_merges (
    id text primary key,
    ended_id bigint not null,
    stays_id bigint not null references members (id) on delete cascade,
    sealed text not null,
    merged_at text not null,
    merged_by bigint not null,
    reason text not null)`,
  'create unique index member_merges_ended on member_merges (ended_id)',
  'create index member_merges_stays on member_merges (stays_id)',
  "create index member_merges_kept on member_merges (merged_at) where sealed <> ''",

  // What members agreed to. The last act counts, so each one has a row (ADR 0087).
  `create table agreements (
    id text primary key,
    member_id bigint not null references members (id) on delete cascade,
    kind text not null check (kind in ('terms', 'tribe', 'newsletter')),
    version text not null,
    language text not null,
    given_at text not null,
    source text not null check (source in ('self', 'staff', 'unknown')),
    paper text not null,
    withdrawn_at text)`,
  'create index agreements_member on agreements (member_id, given_at)',

  // When members were last there, as far as their sessions no longer say it, and what became of the idle ones.
  `create table member_activities (
    member_id bigint primary key references members (id) on delete cascade,
    seen_at text,
    warned_at text,
    kept_at text)`,
  'create index member_activities_warned on member_activities (warned_at) where warned_at is not null',

  // Members whom staff entered, and when they were told by mail. Nobody is told twice (ADR 0100).
  `create table entry_notices (
    member_id bigint primary key references members (id) on delete cascade,
    entered_at text not null,
    by_mail integer not null check (by_mail in (0, 1)),
    all_languages integer not null check (all_languages in (0, 1)),
    mailed_at text)`,
  'create index entry_notices_waiting on entry_notices (entered_at, member_id) where by_mail = 1 and mailed_at is null',

  'create table retired_numbers (id bigint primary key, retired_at text not null)',

  `create table registration_requests (
    id text primary key,
    member_id bigint not null references members (id) on delete cascade,
    status text not null,
    comment text not null,
    decided_by bigint,
    decided_at text,
    claimed_by bigint,
    claim_expires_at text,
    checks text not null default '',
    documents_end_at text,
    created_at text not null)`,
  'create index registration_requests_documents_end on registration_requests (documents_end_at) where documents_end_at is not null',
  'create index registration_requests_decided on registration_requests (decided_at, status, member_id, created_at)',
  // A search among requests goes from people to their requests and back: in these indexes it reads
  // no request before the page is known (ADR 0057).
  'create index registration_requests_member on registration_requests (member_id, status, created_at, id)',
  'create index registration_requests_by_created on registration_requests (created_at desc, id desc, member_id, status)',
  'create index registration_requests_by_status on registration_requests (status, created_at desc, id desc, member_id)',

  // Deleted rows leave the other tables, so no list, count or sign-in has to filter them.
  `create table deleted_requests (
    id text primary key,
    member_id bigint not null,
    sealed text not null,
    deleted_at text not null,
    deleted_by bigint not null,
    reason text not null)`,
  'create index deleted_requests_member on deleted_requests (member_id)',
  'create index deleted_requests_at on deleted_requests (deleted_at)',

  // Decisions on requests and reports that can still be undone, one for each item at a time. Both
  // references go with the person (ADR 0053).
  `create table decision_undos (
    id text primary key,
    kind text not null check (kind in ('request', 'report')),
    target text not null,
    decided_by bigint not null references members (id) on delete cascade,
    person_id bigint references members (id) on delete cascade,
    expires_at text not null,
    restores text not null,
    mail_id text,
    unique (kind, target))`,
]
