import { sql, type Expression, type SqlBool } from 'kysely'
import { escapeLike } from './engine.ts'

/**
 * Rows whose folded text holds the word. Reads the whole table: for lists that stay small
 * (messages, pledges), where a search index would cost more time than it saves.
 * @param column such as `claims.search_text`
 */
export const holdsWord = (column: string, word: string): Expression<SqlBool> =>
  sql`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`
