import type { Expression, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { CallerChanges } from './caller-changes.ts'
import type { Schema } from './schema.ts'
import type { KeySource } from './sealing/key-ring.ts'

export type MemberQuery = SelectQueryBuilder<Schema, 'members', object>

/** Tables with a `search_text` column. */
export type SearchedTable = 'members' | 'reports'

/** Everything that may differ between the two engines. */
export interface EngineRules {
  readonly kind: 'sqlite' | 'postgres'
  /** Column type of a number that the engine counts up, in words of SQL. */
  readonly countedId: string
  /** Rows of `table` whose `search_text` holds `word`; one or two characters match at the start of words. */
  searchMatches(table: SearchedTable, word: string): Expression<SqlBool>
  /**
   * As `searchMatches` with every word, as a table of `id`s that is read no further than its reader
   * goes: for the first rows of many.
   * @param words at least one
   */
  searchTable(table: SearchedTable, words: readonly string[]): RawBuilder<{ id: number }>
  /**
   * Members whose `search_text` holds every word, each as `searchMatches` finds it. Where `newest`
   * is given, the search index itself holds them in the order of their creation: a query in that
   * order stops after the rows that it needs. `tally` has as many rows, and no columns to read.
   */
  findMembers(
    db: Kysely<Schema>,
    words: readonly string[],
  ): {
    readonly found: MemberQuery
    readonly tally: MemberQuery
    readonly newest?: Expression<unknown>
  }
  /**
   * Runs work that rewrites most rows of a table, in a transaction, and makes the search index anew after it where that
   * costs less than taking each old text out of it.
   */
  rewriting(db: Kysely<Schema>, table: SearchedTable, work: () => Promise<void>): Promise<void>
  /**
   * A column in a condition that no index shall answer, because another condition or the order
   * reads one. Missing where the engine knows how frequent each value is and plans by itself.
   */
  untouched?: (column: string) => Expression<string>
  /** How the sealed words of this database are found. */
  readonly sealedIndex: SealedIndex
  isUniqueViolation(error: unknown): boolean
}

/** Whole words and whole texts alone: a keyed index knows no beginnings. */
export interface SealedIndex {
  /**
   * The tokens of each word of a text, one for each key that may be in use; a row matches when its
   * column holds one token of every word. Empty for a text without words.
   */
  tokens(table: 'reports' | 'claims', text: string): readonly (readonly string[])[]
  /** The values of `members.tribe_key` that stand for this tribe. */
  tribeKeys(tribe: string): readonly string[]
}

/** The index of a handle that seals nothing. */
export const NO_SEALED_INDEX: SealedIndex = { tokens: () => [], tribeKeys: () => [] }

export interface Database {
  readonly db: Kysely<Schema>
  /** The same rows for work that may take long: migrations and jobs. PostgreSQL ends the statements of `db` after some seconds. */
  readonly jobs: Kysely<Schema>
  readonly rules: EngineRules
  /**
   * Runs a write that may be lost when the power fails: SQLite writes its commit to the log and does not wait for the disk.
   * The next commit that waits takes it along, and the file stays whole in any case.
   */
  withoutWaiting<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** What `db` and `jobs` changed in the rows in which callers are looked up. */
  readonly callerChanges: CallerChanges
  /** Reads the keys of sealed columns, beside a transaction that may be open. */
  readonly dataKeys: KeySource
  /**
   * Checks the time limits of calls, where a pooler stands between. @throws StartFault without them
   */
  checkLimits?(): Promise<void>
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
   * @param tables on PostgreSQL, whose tables are rewritten one by one: the tables to rewrite.
   * Without it PostgreSQL leaves the remains to its vacuum
   */
  scrub(tables?: readonly string[]): Promise<void>
  /**
   * Counts anew how many values the columns have, which the engine plans queries by. SQLite does it
   * for tables that have changed much, from a sample, in milliseconds; PostgreSQL does it for the
   * members at once, and for every table by itself later.
   */
  renewStatistics(): Promise<void>
  /**
   * Runs the work unless another process runs it now under this name; returns whether it ran. A
   * process that dies lets it go. The work may wait for others for 30 s at most, and uses `db` or
   * `jobs` as always. One job at a time: it takes a connection of `jobs`, and there are two.
   */
  alone(name: string, work: () => Promise<void>): Promise<boolean>
  close(): Promise<void>
}

/** In a LIKE pattern `%`, `_` and the escape character itself stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** How many rows a query finds. PostgreSQL counts in bigint, as text. */
export async function countOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number((row as { readonly n: number | string }).n) // the one column that is chosen here
}
