/**
 * Columns for the work of staff on reports: versions, protection of names and places, the bin, and
 * the indexes of their list.
 */
import { sql, type Kysely } from 'kysely'
import { readCountry } from '#shared/domain/people/countries.ts'
import type { EngineRules } from '../engine.ts'

async function fillCountryCodes(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ country: string }>`select distinct country from reports`.execute(db)
  for (const { country } of rows)
    await sql`update reports set country_code = ${readCountry(country) ?? ''} where country = ${country}`.execute(
      db,
    )
}

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  const columns = [
    'version integer not null default 1',
    'redact_victim integer not null default 0',
    'redact_actor integer not null default 0',
    "place_detail text not null default 'city'",
    "region text not null default ''",
    'hide_map_link integer not null default 0',
    "hidden_words text not null default '[]'",
    // Null where the public text is the text as written: almost always.
    'public_search_text text',
    'public_type_folded text',
    'public_actor_folded text',
    'public_victim_folded text',
    "country_code text not null default ''",
    'deleted_by bigint',
  ]
  for (const column of columns)
    await sql`alter table reports add column ${sql.raw(column)}`.execute(db)
  await fillCountryCodes(db)

  await sql`create index reports_by_status on reports (status, created_at desc, id desc)`.execute(
    db,
  )
  await sql`create index reports_by_country on reports (country_code, created_at desc, id desc)`.execute(
    db,
  )
  await sql`create index reports_protected on reports (id) where public_search_text is not null`.execute(
    db,
  )
  // SQLite reads a whole row to compare one column, and descriptions are long: these indexes hold
  // only the column. PostgreSQL keeps long texts beside the row, and refuses them in such an index.
  if (rules.kind === 'sqlite')
    for (const field of ['type', 'actor', 'victim'])
      await sql`create index ${sql.ref(`reports_${field}_words`)} on reports (${sql.ref(`${field}_folded`)}, ${sql.ref(`public_${field}_folded`)})`.execute(
        db,
      )
  await sql`create index reports_deleted on reports (deleted_at) where deleted_at is not null`.execute(
    db,
  )

  // What is kept of a report that left the bin for good.
  await sql`create table purged_reports (
    id bigint primary key, deleted_at text not null, deleted_by bigint, reason text not null, purged_at text not null, evidence text not null)`.execute(
    db,
  )
}
