/**
 * Seals what an earlier version stored in plain, before the server listens. A killed start goes on
 * where it was, because sealed rows are left out; a table that is done is not read again.
 */
import type { Logger } from 'pino'
import { isoNow, type Clock } from '../base/clock.ts'
import type { Database } from '../parts/database/engine.ts'
import type { KeyRing } from '../parts/database/sealing/key-ring.ts'
import { SEALED_TABLES, sealedColumnsOf } from '../parts/database/sealing/sealed-columns.ts'
import { resealRows } from './reseal-rows.ts'

/** @param raw the handle that seals nothing */
export async function sealPlainValues(
  raw: Database,
  ring: KeyRing,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  const done = new Map(
    (await raw.jobs.selectFrom('sealed_tables').select(['name', 'columns']).execute()).map(
      ({ name, columns }) => [name, columns],
    ),
  )
  const tables = SEALED_TABLES.filter(
    (table) => done.get(table) !== sealedColumnsOf(table).join(' '),
  )
  if (tables.length === 0) return
  const hasRows = await Promise.all(
    tables.map((table) => raw.jobs.selectFrom(table).select('id').limit(1).executeTakeFirst()),
  )
  for (const table of tables)
    for (;;) {
      const pass = await resealRows({ raw, ring, wanted: 'plain' }, table)
      if (pass.missed === 0) break
    }
  // Also when an earlier start sealed the rows and was killed before this.
  if (hasRows.some((row) => row !== undefined)) {
    log.info('sealed what was stored in plain; rewriting the database')
    await raw.scrub(tables)
  }
  for (const name of tables) {
    const mark = { columns: sealedColumnsOf(name).join(' '), done_at: isoNow(clock) }
    await raw.jobs
      .insertInto('sealed_tables')
      .values({ name, ...mark })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(mark))
      .execute()
  }
}
