/** A second step of the schema, as a version after the first one may bring it. */
import { sql } from 'kysely'
import { STEPS, type SchemaStep, type Steps } from '#server/parts/database/migrate.ts'

export const SECOND_STEP = '0002-made-up'

/** A column, a table, and rows that are filled from those that are there. */
const secondStep: SchemaStep = async (db) => {
  await sql`alter table members add column nickname text not null default ''`.execute(db)
  await sql`update members set nickname = first_name`.execute(db)
  await sql`create table nicknames (member_id bigint primary key references members (id) on delete cascade, text text not null)`.execute(
    db,
  )
  await sql`insert into nicknames (member_id, text) select id, nickname from members`.execute(db)
}

export const WITH_SECOND_STEP: Steps = { ...STEPS, [SECOND_STEP]: secondStep }
