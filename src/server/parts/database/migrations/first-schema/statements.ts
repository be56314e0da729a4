import type { EngineRules } from '../../engine.ts'

/** The statements that create a group of tables on this engine, with their indexes and triggers. */
export type Statements = (rules: EngineRules) => readonly string[]

export interface RowTrigger {
  readonly name: string
  /** Such as `after insert on members`. */
  readonly on: string
  readonly when?: string
  /** Before the body on PostgreSQL, where writers run side by side. */
  readonly lock?: string
  readonly body: string
}

/** A trigger that runs once for each row. PostgreSQL wants its body in a function. */
export function rowTrigger(
  { kind }: EngineRules,
  { name, on, when, lock = '', body }: RowTrigger,
): readonly string[] {
  const each = `for each row ${when === undefined ? '' : `when (${when})`}`
  if (kind === 'sqlite') return [`create trigger ${name} ${on} ${each} begin ${body} end`]
  // What a trigger before the change returns is the row to write; after it, nothing is read.
  const returned = !on.startsWith('before') ? 'null' : on.includes('delete') ? 'old' : 'new'
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${lock} ${body} return ${returned}; end $$`,
    `create trigger ${name} ${on} ${each} execute function ${name}()`,
  ]
}
