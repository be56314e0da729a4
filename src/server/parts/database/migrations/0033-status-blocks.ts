/**
 * A version for each block of places in the status list: it grows in the transaction of each change
 * to a card or to the state of its holder, in every process. Who holds a block reads it again only
 * when its version is another; without this a million cards are read at each look.
 */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

/** Stays as it is: the blocks of every database are counted by it. */
export const CARDS_A_BLOCK = 1_024

const size = sql.lit(CARDS_A_BLOCK)

/** Statements that raise the version of the block of a card, and of the card of a member. */
const raise = (row: 'new' | 'old') => {
  const upsert = sql`on conflict (block) do update set version = status_blocks.version + 1`
  return {
    card: sql`insert into status_blocks (block, version) values (${sql.ref(`${row}.status_index`)} / ${size}, 1) ${upsert};`,
    holder: sql`insert into status_blocks (block, version)
      select distinct status_index / ${size}, 1 from cards where member_id = new.id and replaced_at is null ${upsert};`,
  }
}

async function createSqliteTriggers(db: Kysely<never>): Promise<void> {
  for (const [change, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.ref(`cards_block_${change}`)} after ${sql.raw(change)} on cards
      begin ${raise(row).card} end`.execute(db)
  await sql`create trigger members_block_status after update of status on members when old.status is not new.status
    begin ${raise('new').holder} end`.execute(db)
}

/** Deferred to the commit, so that writers hold the row of a block only briefly. */
async function createPostgresTriggers(db: Kysely<never>): Promise<void> {
  await sql`create function raise_card_block() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then ${raise('old').card} else ${raise('new').card} end if; return null; end $$`.execute(
    db,
  )
  await sql`create function raise_holder_block() returns trigger language plpgsql as $$ begin
    ${raise('new').holder} return null; end $$`.execute(db)
  await sql`create constraint trigger cards_block after insert or update or delete on cards
    deferrable initially deferred for each row execute function raise_card_block()`.execute(db)
  await sql`create constraint trigger members_block after update of status on members
    deferrable initially deferred for each row when (old.status is distinct from new.status)
    execute function raise_holder_block()`.execute(db)
}

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`create table status_blocks (block bigint primary key, version bigint not null)`.execute(
    db,
  )
  await sql`insert into status_blocks (block, version) select distinct status_index / ${size}, 1 from cards`.execute(
    db,
  )
  // Deleting a member deletes the cards, which without an index means to read all cards.
  await sql`create index cards_member on cards (member_id)`.execute(db)
  await (rules.kind === 'sqlite' ? createSqliteTriggers(db) : createPostgresTriggers(db))
}
