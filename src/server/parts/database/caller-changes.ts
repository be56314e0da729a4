/**
 * Counts the changes that this process makes to the rows in which callers are looked up, so that what was kept of them can
 * be dropped at once. Every statement passes here, so no act that changes these rows can forget to say so.
 */
import type { DatabaseConnection, Dialect } from 'kysely'

/** Tables that say who a caller is: role, status, session and second factor. */
const CHANGES_CALLERS =
  /\b(?:insert into|update|delete from|truncate)\s+(?:only\s+)?"?(?:members|sessions|factors)\b/i
const BEGINS_TRANSACTION = /^\s*(?:begin|start transaction)\b/i
const ENDS_TRANSACTION = /^\s*(?:commit|rollback(?!\s+to))\b/i

export class CallerChanges {
  #count = 0
  readonly #seen = new WeakSet<DatabaseConnection>()
  /** Grows with each change, and again when its transaction ends: only then do others see it. */
  get count(): number {
    return this.#count
  }
  /** The same dialect, whose statements are counted. */
  watch(dialect: Dialect): Dialect {
    return {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => {
        const driver = dialect.createDriver()
        const acquire = driver.acquireConnection.bind(driver)
        driver.acquireConnection = async (options) => {
          const connection = await acquire(options)
          this.#listen(connection)
          return connection
        }
        return driver
      },
    }
  }
  #listen(connection: DatabaseConnection): void {
    if (this.#seen.has(connection)) return
    this.#seen.add(connection)
    const execute = connection.executeQuery.bind(connection)
    let isOpen = false
    let hasChanged = false
    connection.executeQuery = async (query, ...rest) => {
      try {
        return await execute(query, ...rest)
      } finally {
        if (CHANGES_CALLERS.test(query.sql)) {
          hasChanged = isOpen
          this.#count += 1
        } else if (BEGINS_TRANSACTION.test(query.sql)) isOpen = true
        else if (ENDS_TRANSACTION.test(query.sql)) {
          if (hasChanged) this.#count += 1
          isOpen = false
          hasChanged = false
        }
      }
    }
  }
}
