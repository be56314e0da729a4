/** Cards in wallets of phones, and the phones that are told of changes. ADR 0055. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table wallet_passes (
    id text primary key,
    card_index bigint not null references cards (status_index) on delete cascade,
    kind text not null, token_hash text, shown text not null,
    is_void integer not null, changed_at text not null, created_at text not null,
    withdrawn_at text, told text not null,
    failures integer not null, next_try_at text not null, unique (card_index, kind))`.execute(db)
  await sql`create unique index wallet_passes_token on wallet_passes (token_hash)`.execute(db)
  await sql`create table wallet_phones (
    id text primary key,
    pass_id text not null references wallet_passes (id) on delete cascade,
    device_hash text not null, push_token text not null, created_at text not null,
    told_at text not null, failures integer not null, next_try_at text not null,
    unique (pass_id, device_hash))`.execute(db)
  await sql`create index wallet_phones_device on wallet_phones (device_hash)`.execute(db)
}
