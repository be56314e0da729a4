/** Decisions that can still be undone (ADR 0053): one row for each, until its instant. */
import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { DecisionUndoTable, Schema } from '../../parts/database/schema.ts'

export type DecisionUndoRow = Selectable<DecisionUndoTable>

/** Replaces what an earlier decision on the same item left. */
export async function holdDecision(
  db: Transaction<Schema>,
  row: Omit<DecisionUndoRow, 'id'>,
): Promise<void> {
  await db
    .deleteFrom('decision_undos')
    .where('kind', '=', row.kind)
    .where('target', '=', row.target)
    .execute()
  await db
    .insertInto('decision_undos')
    .values({ id: randomUUID(), ...row })
    .execute()
}

interface UndoWish {
  readonly kind: DecisionUndoRow['kind']
  readonly target: string
  readonly callerId: number
  readonly at: string
}

/** Takes the row of a decision of the caller; undefined when there is none, or its time is over. */
export const takeUndo = (
  db: Transaction<Schema>,
  { kind, target, callerId, at }: UndoWish,
): Promise<DecisionUndoRow | undefined> =>
  db
    .deleteFrom('decision_undos')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('decided_by', '=', callerId)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
