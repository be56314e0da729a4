/** Whether the names in a report are withheld until it is verified: the setting, kept in each row (ADR 0093). */
import { sql, type Kysely } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { readSetting } from '../settings/settings-repository.ts'
import { isPublished } from './published.ts'
import { changeReport, type ReportRow } from './report-repository.ts'
import { searchColumnsOf } from './search-columns.ts'

const ROWS_AT_ONCE = 100

const rewrite = (db: Kysely<Schema>, row: ReportRow, names_withheld: 0 | 1) =>
  db
    .updateTable('reports')
    .set({ names_withheld, ...searchColumnsOf({ ...row, names_withheld }) })
    .where('id', '=', row.id)
    .execute()

/**
 * A new report is written with its names withheld, and gets them back here where the association wants it so. The
 * setting is read after the row was written: a change of the setting waits for every transaction that has written a
 * report, and a report that is written later waits for the change. Either sees the other.
 */
export async function withNamesAsSet(db: Kysely<Schema>, row: ReportRow): Promise<ReportRow> {
  if ((await readSetting(db, 'reports')).value.withholdNames) return row
  const shown = { ...row, names_withheld: 0 as const }
  return (await changeReport(db, row.id, { names_withheld: 0, ...searchColumnsOf(shown) })) ?? shown
}

/**
 * Withholds the names in all reports, or shows them again. What the public reads, what it finds and the setting change in
 * one transaction, so that no reply is in between.
 */
export async function withholdNamesInAll(
  { clock, database: { rules } }: Pick<Deps, 'clock' | 'database'>,
  db: Kysely<Schema>,
  withheld: boolean,
): Promise<void> {
  if (rules.kind === 'postgres')
    await sql`lock table reports in share row exclusive mode`.execute(db)
  const names_withheld = withheld ? 1 : 0
  let wereShown = false
  await rules.rewriting(db, 'reports', async () => {
    for (let last = 0; ;) {
      // Of the others the search columns are the same in both cases.
      const rows = await db
        .selectFrom('reports')
        .selectAll()
        .where('id', '>', last)
        .where('names_withheld', '<>', names_withheld)
        .where('status', '<>', 'verified')
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute()
      for (const row of rows) {
        wereShown ||= withheld && isPublished(row)
        await rewrite(db, row, names_withheld)
      }
      last = rows.at(-1)?.id ?? 0
      if (rows.length < ROWS_AT_ONCE) break
    }
  })
  await db
    .updateTable('reports')
    .set({ names_withheld })
    .where('names_withheld', '<>', names_withheld)
    .execute()
  // The names were in the search index in the open.
  if (wereShown) await wantScrub(db, isoNow(clock))
}
