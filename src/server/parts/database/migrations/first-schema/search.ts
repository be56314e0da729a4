/**
 * Indexes over `search_text`. PostgreSQL has one of trigrams; beside SQLite stand two of FTS5, kept
 * by triggers: one of trigrams, and one of the beginnings of words for one and two characters, which
 * are too short for trigrams.
 */
import type { SearchedTable } from '../../engine.ts'
import type { Statements } from './statements.ts'

/** Two statements, one for each index. */
const inBoth = (table: SearchedTable, statement: (index: string) => string): string =>
  [`${table}_fts`, `${table}_words`].map(statement).join(' ')
const put = (table: SearchedTable, values: string): string =>
  inBoth(table, (index) => `insert into ${index}(rowid, search_text) ${values};`)
const take = (table: SearchedTable, values: string): string =>
  inBoth(
    table,
    (index) => `insert into ${index}(${index}, rowid, search_text) values ('delete', ${values});`,
  )

const createIndexes = (table: SearchedTable, row: string, words: string): readonly string[] => [
  `create virtual table ${table}_fts using fts5(search_text, content='${table}', content_rowid='${row}', tokenize='trigram')`,
  `create virtual table ${table}_words using fts5(search_text, content='${table}', content_rowid='${row}', ${words}, prefix='1 2', detail='none')`,
  // Without it FTS5 only marks a word as deleted, and the words of an erased person stay in the file.
  ...['fts', 'words'].map(
    (index) => `insert into ${table}_${index}(${table}_${index}, rank) values ('secure-delete', 1)`,
  ),
]

const reportIndexes: readonly string[] = [
  ...createIndexes('reports', 'id', "tokenize='unicode61 remove_diacritics 0'"),
  `create trigger reports_search_insert after insert on reports begin
    ${put('reports', 'values (new.id, new.search_text)')} end`,
  `create trigger reports_search_delete after delete on reports begin
    ${take('reports', 'old.id, old.search_text')} end`,
  `create trigger reports_search_update after update of search_text on reports begin
    ${take('reports', 'old.id, old.search_text')} ${put('reports', 'values (new.id, new.search_text)')} end`,
]

/** A member has its instant of creation in milliseconds times this, and the next free number in it. */
const ROWS_OF_MS = 1_000
const ROWS_OF_S = 1_000 * ROWS_OF_MS

const FIRST_ROW = `(coalesce(cast(strftime('%s', new.created_at) as integer), 0) * ${ROWS_OF_S} + cast(substr(new.created_at, 21, 3) as integer) * ${ROWS_OF_MS})`

/** Blanks alone end a word, as in PostgreSQL and in `startsWord`. */
const WORDS = `tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"`

/**
 * Members are numbered in the order of their creation, because FTS5 returns its rows by number: a
 * search in the order of the list stops at the end of its page (ADR 0035).
 */
const memberIndexes: readonly string[] = [
  // Not unique: a copied row arrives with the number of another one, and the trigger replaces it.
  // The index holds what matches of a search are sorted by and tested for (ADR 0057).
  `create index members_search_row on members
    (search_row, last_name, first_name, id, tribe_key, current_country, status, role)`,
  ...createIndexes('members', 'search_row', WORDS),
  `create trigger members_search_insert after insert on members begin
    update members set search_row = (
        select coalesce(max(search_row) + 1, ${FIRST_ROW}) from members
        where search_row >= ${FIRST_ROW} and search_row < ${FIRST_ROW} + ${ROWS_OF_S} and id <> new.id)
      where id = new.id;
    ${put('members', 'select search_row, search_text from members where id = new.id')} end`,
  `create trigger members_search_delete after delete on members begin
    ${take('members', 'old.search_row, old.search_text')} end`,
  `create trigger members_search_update after update of search_text on members begin
    ${take('members', 'old.search_row, old.search_text')} ${put('members', 'values (new.search_row, new.search_text)')} end`,
]

export const search: Statements = ({ kind }) =>
  kind === 'sqlite'
    ? [...reportIndexes, ...memberIndexes]
    : [
        'create extension if not exists pg_trgm',
        'create index members_search on members using gin (search_text gin_trgm_ops)',
        'create index reports_search on reports using gin (search_text gin_trgm_ops)',
      ]
