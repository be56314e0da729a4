/**
 * After a restore from a damaged backup: rows that refer to a row that did not come back. They are
 * treated as if that row had been deleted, so that the database is one that a server can work with.
 */

export interface Reference {
  readonly table: string
  readonly columns: readonly string[]
  readonly parent: string
  readonly parentColumns: readonly string[]
  /** The rows go with the one that they refer to; else the reference is emptied. */
  readonly goes: boolean
}

/** A row may lead to another one, so it is repeated; a chain of tables is not longer. */
const PASSES_MAX = 20

const quoted = (name: string): string => `"${name}"`

function statementOf({ table, columns, parent, parentColumns, goes }: Reference): string {
  const isSet = columns.map((column) => `child.${quoted(column)} is not null`).join(' and ')
  const isSame = columns
    .map((column, at) => `parent.${quoted(parentColumns[at] ?? '')} = child.${quoted(column)}`)
    .join(' and ')
  const orphans = `where ${isSet} and not exists (select 1 from ${quoted(parent)} as parent where ${isSame})`
  return goes
    ? `delete from ${quoted(table)} as child ${orphans}`
    : `update ${quoted(table)} as child set ${columns.map((column) => `${quoted(column)} = null`).join(', ')} ${orphans}`
}

/**
 * @param run executes a statement, and returns how many rows it changed
 * @returns how many rows were left out of each table because of what they referred to
 */
export async function mendReferences(
  references: readonly Reference[],
  run: (statement: string) => Promise<number>,
): Promise<ReadonlyMap<string, number>> {
  const gone = new Map<string, number>()
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let changed = 0
    for (const reference of references) {
      const rows = await run(statementOf(reference))
      changed += rows
      if (reference.goes && rows > 0)
        gone.set(reference.table, (gone.get(reference.table) ?? 0) + rows)
    }
    if (changed === 0) return gone
  }
  return gone
}

/** The log continues after the last row that is there; what is missing before it, its check names. */
export const MEND_AUDIT_HEAD = `update audit_head set
  seq = coalesce((select max(seq) from audit), seq),
  hash = coalesce((select hash from audit order by seq desc limit 1), hash),
  base_seq = coalesce((select min(seq) - 1 from audit), base_seq),
  base_hash = coalesce((select prev_hash from audit order by seq limit 1), base_hash)`
