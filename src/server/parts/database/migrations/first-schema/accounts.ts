/** Sign-in: sessions, second factors, codes and links by mail, and what a session has proven. */
import type { Statements } from './statements.ts'

export const accounts: Statements = () => [
  `create table sessions (
    id text primary key,
    member_id bigint not null references members (id) on delete cascade,
    device text not null,
    created_at text not null,
    last_used_at text not null,
    active_at text,
    ended_at text,
    end_reason text,
    factor_at text,
    waits_until text,
    rotates integer not null default 1)`,
  'create index sessions_member on sessions (member_id)',

  `create table refresh_tokens (
    token_hash text primary key,
    session_id text not null references sessions (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    used_at text)`,
  'create index refresh_tokens_session on refresh_tokens (session_id)',

  `create table known_devices (
    member_id bigint not null references members (id) on delete cascade,
    device_key text not null,
    seen_at text not null,
    constraint known_devices_key primary key (member_id, device_key))`,

  `create table factors (
    id text primary key,
    member_id bigint not null references members (id) on delete cascade,
    kind text not null,
    name text not null,
    secret_sealed text,
    last_step bigint,
    credential_id text unique,
    public_key text,
    counter bigint,
    transports text,
    created_at text not null,
    last_used_at text)`,
  'create index factors_member on factors (member_id)',

  `create table recovery_codes (
    member_id bigint not null references members (id) on delete cascade,
    place integer not null,
    code_hash text not null,
    used_at text,
    primary key (member_id, place))`,

  `create table factor_challenges (
    session_id text not null references sessions (id) on delete cascade,
    purpose text not null,
    challenge text not null,
    expires_at text not null,
    primary key (session_id, purpose))`,

  `create table not_me_links (
    token_hash text primary key,
    member_id bigint not null references members (id) on delete cascade,
    expires_at text not null,
    used_at text)`,
  'create index not_me_links_member on not_me_links (member_id)',

  `create table tickets (
    id text primary key,
    email_key text not null,
    created_at text not null,
    expires_at text not null,
    used_at text,
    uploads integer not null default 0,
    origin text,
    request_id text,
    body_mac text)`,
  'create index tickets_origin on tickets (origin) where origin is not null',

  `create table codes (
    purpose text not null,
    subject text not null,
    code_mac text not null,
    tries integer not null,
    created_at text not null,
    expires_at text not null,
    constraint codes_key primary key (purpose, subject))`,

  `create table reset_grants (
    grant_hash text primary key,
    member_id bigint not null references members (id) on delete cascade,
    expires_at text not null,
    used_at text)`,

  `create table step_ups (
    session_id text not null references sessions (id) on delete cascade,
    proof text not null,
    expires_at text not null,
    constraint step_ups_key primary key (session_id, proof))`,

  'create table spent_proofs (proof_hash text primary key, expires_at text not null)',

  `create table email_undos (
    token_hash text primary key,
    member_id bigint not null references members (id) on delete cascade,
    old_email text not null,
    expires_at text not null,
    used_at text)`,

  `create table invitation_codes (
    id text primary key,
    code text not null,
    label text not null,
    uses integer not null,
    uses_max integer,
    expires_at text,
    revoked_at text,
    created_by bigint,
    created_at text not null)`,
  'create unique index invitation_codes_code on invitation_codes (code)',
]
