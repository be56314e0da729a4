import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** Tables with a `search_text` column. */
export type SearchedTable = 'members' | 'reports'

/** Everything that may differ between the two engines. */
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
  /** The same rows for work that may take long: migrations and jobs. PostgreSQL ends the statements of `db` after some seconds. */
  readonly jobs: Kysely<Schema>
  readonly rules: EngineRules
  /** Throws when the database does not respond, or the last check found damage. */
  ping(): Promise<void>
  /**
   * Checks for damage without stopping other work, and returns what it found. Missing where the
   * engine has checks of its own.
   */
  check?(stopping: AbortSignal): Promise<readonly string[]>
  /**
   * Removes the remains of deleted rows from the files. `secure_delete` overwrites a deleted cell,
   * but not the copies that SQLite leaves when it moves cells to another page (2 of 100 rows in a
   * measurement), nor the log. It blocks all other work. Throws when the log is in use; the caller
   * then tries again later.
   */
  scrub(): Promise<void>
  close(): Promise<void>
}

/** In a LIKE pattern `%`, `_` and the escape character itself stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)
