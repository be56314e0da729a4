import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** Tables with a `search_text` column. */
export type SearchedTable = 'members' | 'reports'

/** What differs between the two engines, and nothing else may (DESIGN 8). */
export interface EngineRules {
  readonly kind: 'sqlite' | 'postgres'
  /** Column type of a number that the engine counts up. */
  readonly countedId: RawBuilder<unknown>
  /** Creates the search index over `table.search_text`. */
  createSearchIndex(db: Kysely<never>, table: SearchedTable): Promise<void>
  /** Rows of `table` whose `search_text` holds `word`; one or two characters match at the start of words. */
  searchMatches(table: SearchedTable, word: string): Expression<SqlBool>
  isUniqueViolation(error: unknown): boolean
}

export interface Database {
  readonly db: Kysely<Schema>
  readonly rules: EngineRules
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** In a LIKE pattern `%`, `_` and the escape character itself stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)
