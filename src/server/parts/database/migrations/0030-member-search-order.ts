/**
 * Members are searched, and found by tribe, in the order of the list, so that a query stops at the
 * end of its page. Indexes of the sealed tribe itself, and of beginnings of its key, have no use any
 * more.
 */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

/** A member has its instant of creation in milliseconds times this, and the next free number in it. */
const ROWS_OF_MS = 1_000
const ROWS_OF_S = 1_000 * ROWS_OF_MS

const firstRowAt = (instant: string): string =>
  `(coalesce(cast(strftime('%s', ${instant}) as integer), 0) * ${ROWS_OF_S} + cast(substr(${instant}, 21, 3) as integer) * ${ROWS_OF_MS})`

/** Blanks alone end a word, as in PostgreSQL and in `startsWord`. */
const WORDS = `tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"`

const toIndex = (row: string): readonly string[] =>
  ['members_fts', 'members_words'].map(
    (index) =>
      `insert into ${index}(rowid, search_text) values (${row}.search_row, ${row}.search_text);`,
  )
const fromIndex = ['members_fts', 'members_words'].map(
  (index) =>
    `insert into ${index}(${index}, rowid, search_text) values ('delete', old.search_row, old.search_text);`,
)

/** The embedded engine alone: a search index of PostgreSQL has no order. */
async function numberInOrder(db: Kysely<never>): Promise<void> {
  const statements = [
    'drop trigger members_search_insert',
    'drop trigger members_search_update',
    'drop trigger members_search_delete',
    'drop table members_fts',
    'drop table members_words',
    'alter table members add column search_row integer',
    // The largest of all first numbers so far, and one more for each row since: never the same number twice.
    `update members set search_row = numbered.row from (
       select id as member_id,
         row_number() over by_age + max(first - place) over (by_age rows unbounded preceding) as row
       from (select id, created_at, ${firstRowAt('created_at')} as first,
           row_number() over (order by created_at, id) as place from members)
       window by_age as (order by created_at, id)
     ) as numbered where numbered.member_id = members.id`,
    // Not unique: a copied row arrives with the number of another one, and the trigger replaces it.
    'create index members_search_row on members (search_row)',
    `create virtual table members_fts using fts5(search_text, content='members', content_rowid='search_row', tokenize='trigram')`,
    `create virtual table members_words using fts5(search_text, content='members', content_rowid='search_row', ${WORDS}, prefix='1 2', detail='none')`,
    `insert into members_fts(members_fts) values ('rebuild')`,
    `insert into members_words(members_words) values ('rebuild')`,
    // Without it FTS5 only marks a word as deleted, and the words of an erased person stay in the file.
    `insert into members_fts(members_fts, rank) values ('secure-delete', 1)`,
    `insert into members_words(members_words, rank) values ('secure-delete', 1)`,
    `create trigger members_search_insert after insert on members begin
       update members set search_row = (
           select coalesce(max(search_row) + 1, ${firstRowAt('new.created_at')}) from members
           where search_row >= ${firstRowAt('new.created_at')}
             and search_row < ${firstRowAt('new.created_at')} + ${ROWS_OF_S} and id <> new.id)
         where id = new.id;
       insert into members_fts(rowid, search_text) select search_row, search_text from members where id = new.id;
       insert into members_words(rowid, search_text) select search_row, search_text from members where id = new.id;
     end`,
    `create trigger members_search_delete after delete on members begin ${fromIndex.join(' ')} end`,
    `create trigger members_search_update after update of search_text on members begin ${fromIndex.join(' ')} ${toIndex('new').join(' ')} end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  if (rules.kind === 'sqlite') await numberInOrder(db)
  await sql`drop index members_by_tribe`.execute(db)
  await sql`drop index members_by_tribe_key`.execute(db)
  await sql`create index members_by_tribe_key on members (tribe_key, created_at desc, id desc)`.execute(
    db,
  )
}
