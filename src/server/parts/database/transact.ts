import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Outcome } from '../../base/outcome.ts'
import type { Schema } from './schema.ts'

/**
 * Runs a command in a transaction: kept when it returns a value, undone when it refuses or throws. On the embedded
 * database there is one connection: inside, use the given transaction and nothing else.
 */
export async function transact<T>(
  db: Kysely<Schema>,
  command: (transaction: Transaction<Schema>) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const transaction = await db.startTransaction().execute()
  try {
    const outcome = await command(transaction)
    await (outcome.ok ? transaction.commit() : transaction.rollback()).execute()
    return outcome
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction.rollback().execute()
    throw error
  }
}

/** PostgreSQL: the rows of one instant, to be read beside writers. The caller rolls it back. */
export const beginSnapshot = (db: Kysely<Schema>): Promise<ControlledTransaction<Schema>> =>
  db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()

/** As `transact`, for work that has no refusal: kept when it returns, undone when it throws. */
export const inTransaction = <T>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> => db.transaction().execute(work)
