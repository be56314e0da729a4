/** Second factors, recovery codes, challenges, and the link "this was not me". */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Sessions that are open already have proven no factor: those of staff wait for one from now on.
  await sql`alter table sessions add column factor_at text`.execute(db)
  await sql`alter table sessions add column waits_until text`.execute(db)

  await sql`create table factors (
    id text primary key,
    member_id bigint not null references members (id) on delete cascade,
    kind text not null, name text not null,
    secret_sealed text, last_step bigint,
    credential_id text unique, public_key text, counter bigint, transports text,
    created_at text not null, last_used_at text)`.execute(db)
  await sql`create index factors_member on factors (member_id)`.execute(db)

  await sql`create table recovery_codes (
    member_id bigint not null references members (id) on delete cascade,
    place integer not null, code_hash text not null, used_at text,
    primary key (member_id, place))`.execute(db)

  await sql`create table factor_challenges (
    session_id text not null references sessions (id) on delete cascade,
    purpose text not null, challenge text not null, expires_at text not null,
    primary key (session_id, purpose))`.execute(db)

  await sql`create table not_me_links (
    token_hash text primary key,
    member_id bigint not null references members (id) on delete cascade,
    expires_at text not null, used_at text)`.execute(db)
  await sql`create index not_me_links_member on not_me_links (member_id)`.execute(db)
}
