import { sql, type Expression, type SqlBool } from 'kysely'
import { escapeLike } from './engine.ts'

/**
 * Rows whose folded text holds the word. Reads the whole table: for lists that stay small
 * (messages, pledges), where a search index would cost more time than it saves.
 * @param column such as `claims.search_text`
 */
export const holdsWord = (column: string, word: string): Expression<SqlBool> =>
  sql`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`

/** Words of fewer characters are found at the start of words alone: they have no trigram. */
const TRIGRAM = 3
export const isLong = (word: string): boolean => Array.from(word).length >= TRIGRAM

/** A word starts where it follows a blank; see `searchText`. */
export const startsWord = (column: string, word: string): Expression<SqlBool> =>
  holdsWord(column, ` ${word}`)

/** As `searchMatches` finds a word, tested in the row and not in an index. */
export const matchesWord = (column: string, word: string): Expression<SqlBool> =>
  isLong(word) ? holdsWord(column, word) : startsWord(column, word)

/**
 * Rows whose index column holds one token of every word.
 * @param words as `SealedIndex.tokens` returns them; no word matches no row
 */
export const holdsTokens = (
  column: string,
  words: readonly (readonly string[])[],
): Expression<SqlBool> =>
  words.length === 0
    ? sql`1 = 0`
    : sql`(${sql.join(
        words.map(
          (keys) =>
            sql`(${sql.join(
              keys.map((key) => holdsWord(column, key)),
              sql` or `,
            )})`,
        ),
        sql` and `,
      )})`
