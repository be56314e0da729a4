/**
 * All tables of version 1.0.0, and the rows that each database begins with. The rows as the code
 * sees them stand in `tables/`, with what each column means (ADR 0073).
 */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'
import { accounts } from './first-schema/accounts.ts'
import { cards } from './first-schema/cards.ts'
import { contents } from './first-schema/contents.ts'
import { counts } from './first-schema/counts.ts'
import { events } from './first-schema/events.ts'
import { evidence } from './first-schema/evidence.ts'
import { members } from './first-schema/members.ts'
import { operation } from './first-schema/operation.ts'
import { reports } from './first-schema/reports.ts'
import { search } from './first-schema/search.ts'
import type { Statements } from './first-schema/statements.ts'

/** A group comes after those that it refers to. */
const GROUPS: readonly Statements[] = [
  members,
  accounts,
  cards,
  reports,
  evidence,
  events,
  contents,
  operation,
  counts,
  search,
]

export const statementsOf: Statements = (rules) => GROUPS.flatMap((group) => group(rules))

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  for (const statement of statementsOf(rules)) await sql.raw(statement).execute(db)
}
