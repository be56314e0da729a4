/** Questions to the search indexes of the embedded engine: FTS5 beside the table, kept by triggers. */
import { sql, type RawBuilder } from 'kysely'
import type { EngineRules, MemberQuery, SearchedTable } from '../engine.ts'
import { isLong, startsWord } from '../holds-word.ts'

/** The column that numbers the rows of the search index; see `migrations/first-schema/search.ts`. */
const ROW_OF = {
  members: 'search_row',
  reports: 'id',
} as const satisfies Record<SearchedTable, string>

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** The index of these words and what it is asked. @param words all long, or all short */
const askOf = (table: SearchedTable, words: readonly string[]): readonly [string, string] =>
  words.every(isLong)
    ? [`${table}_fts`, words.map(quoted).join(' AND ')]
    : [`${table}_words`, words.map((word) => `${quoted(word)}*`).join(' AND ')]

/** Tested in the order of the list: SQLite would read the rows of all matches, and sort them. */
export const searchMatches: EngineRules['searchMatches'] = (table, word) => {
  const [index, ask] = askOf(table, [word])
  return sql`+${sql.ref(`${table}.${ROW_OF[table]}`)} in (select rowid from ${sql.table(index)} where ${sql.table(index)} match ${ask})`
}

/** The cross join keeps the index as the outer loop. */
function idsOf(table: SearchedTable, words: readonly string[]) {
  const [index, ask] = askOf(table, words)
  return sql<{ id: number }>`(select ${sql.ref(`${table}.id`)} from ${sql.table(index)} as found
    cross join ${sql.table(table)} on ${sql.ref(`${table}.${ROW_OF[table]}`)} = found.rowid
    where ${sql.ref(`found.${index}`)} match ${ask})`
}

export const searchTable: EngineRules['searchTable'] = (table, words) => {
  const [long, short] = [words.filter(isLong), words.filter((word) => !isLong(word))]
  if (long.length === 0) return idsOf(table, short)
  return short.length === 0
    ? idsOf(table, long)
    : sql`(select id from ${idsOf(table, long)} where id in ${idsOf(table, short)})`
}

/**
 * One MATCH for all words. FTS5 returns its rows by number, forwards or backwards, so the members
 * come in the order of their creation and nothing is sorted. The cross join keeps the index as the
 * outer loop.
 */
export const findMembers: EngineRules['findMembers'] = (db, words) => {
  const long = words.filter(isLong)
  const [index, ask] = askOf('members', long.length > 0 ? long : words)
  const indexed = db
    .selectFrom(sql<{ rowid: number }>`${sql.table(index)}`.as('found'))
    .where(sql<boolean>`${sql.ref(`found.${index}`)} match ${ask}`)
  let found = indexed
    .crossJoin('members')
    .where(sql.ref('members.search_row'), '=', sql.ref('found.rowid'))
  // Beside a long word a short one is tested in the rows that were found.
  const tested = long.length > 0 ? words.filter((one) => !isLong(one)) : []
  for (const word of tested) found = found.where(startsWord('members.search_text', word))
  return {
    found: found as unknown as MemberQuery, // callers see the members alone
    tally: (tested.length === 0 ? indexed : found) as unknown as MemberQuery, // it is counted
    newest: sql.ref('found.rowid'),
  }
}

/** What FTS5 is told stands in a column that has the name of the index. `node:sqlite` would bind a number as a real. */
const tell = (index: string, word: string, rank = 'null'): RawBuilder<unknown> =>
  sql`insert into ${sql.table(index)}(${sql.ref(index)}, rank) values (${word}, ${sql.raw(rank)})`

/**
 * With `secure-delete` FTS5 rewrites a page of its index for every word that leaves: 5 ms a report, while all other calls
 * wait. Without it a word is only marked, and the rebuilt index holds none of the marked ones (700 reports: 3.7 s with it,
 * 0.9 s so).
 */
export const rewriting: EngineRules['rewriting'] = async (db, table, work) => {
  const indexes = [`${table}_fts`, `${table}_words`]
  for (const index of indexes) await tell(index, 'secure-delete', '0').execute(db)
  await work()
  for (const index of indexes) {
    await tell(index, 'rebuild').execute(db)
    await tell(index, 'secure-delete', '1').execute(db)
  }
}
