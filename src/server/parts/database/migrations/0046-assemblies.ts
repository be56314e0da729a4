/** Events that are a general assembly, and the voices that members gave to others. ADR 0052. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`create table assemblies (
    event_id text primary key references events(id) on delete cascade,
    member_by text, roles text not null,
    quorum_kind text not null check (quorum_kind in ('share', 'number')),
    quorum_value integer not null check (quorum_value > 0),
    proxies_per_holder integer not null check (proxies_per_holder >= 0),
    version integer not null)`.execute(db)
  // One voice of a giver for each assembly, whatever two calls do at the same moment.
  await sql`create table assembly_proxies (
    id ${rules.countedId},
    event_id text not null references assemblies(event_id) on delete cascade,
    giver_id bigint not null references members(id) on delete cascade,
    holder_id bigint not null references members(id) on delete cascade,
    created_at text not null,
    check (giver_id <> holder_id))`.execute(db)
  await sql`create unique index assembly_proxies_giver on assembly_proxies (giver_id, event_id)`.execute(
    db,
  )
  await sql`create index assembly_proxies_holder on assembly_proxies (holder_id, event_id)`.execute(
    db,
  )
  await sql`create index assembly_proxies_event on assembly_proxies (event_id, id)`.execute(db)
}
