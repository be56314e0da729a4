import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { exportReports as route } from '#shared/contract/reports.ts'
import { countryNameInEnglish } from '#shared/domain/people/countries.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { withheldParts } from '#shared/domain/report/report-protection.ts'
import { isVerified } from '#shared/domain/report/report-rules.ts'
import type { CsvRows } from '#shared/domain/text/csv.ts'
import { done, refuse } from '../../base/outcome.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Database } from '../../parts/database/engine.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { countEvidenceOf } from '../../records/reports/evidence-repository.ts'
import { withholdingOf, wordsOf } from '../../records/reports/protection.ts'
import { isPublished } from '../../records/reports/published.ts'
import {
  countReports,
  readReportsAfter,
  type ReportFilters,
  type ReportRow,
} from '../../records/reports/report-repository.ts'

/**
 * Held in memory at a time, whatever the length of the list: some 10 ms of work, after which other
 * calls run.
 */
const ROWS_AT_ONCE = 50

type Cell = string | number | boolean | null
type Column = (row: ReportRow, evidenceCount: number) => Cell

const COLUMNS = {
  id: (row) => row.id,
  createdAt: (row) => row.created_at,
  updatedAt: (row) => row.updated_at,
  incidentDate: (row) => row.incident_date,
  status: (row) => row.status,
  verified: (row) => isVerified(row.status),
  published: (row) => isPublished(row),
  type: (row) => row.type,
  description: (row) => row.description,
  country: (row) => countryNameInEnglish(row.country),
  city: (row) => row.city,
  googleMapLink: (row) => row.google_map_link,
  actor: (row) => row.actor,
  actorName: (row) => row.actor_name,
  actorDesc: (row) => row.actor_desc,
  victim: (row) => row.victim,
  verifierComment: (row) => row.verifier_comment,
  withheldFromPublic: (row) => withheldParts(wordsOf(row), withholdingOf(row)).join(' '),
  evidenceCount: (_row, evidenceCount) => evidenceCount,
} as const satisfies Record<string, Column>

/** The two most dangerous fields: the account of the accused, and the reporter. */
const IDENTITIES = {
  actorAccount: (row) => row.actor_account,
  reporter: (row) => (row.reporter_id === null ? '' : cardId(row.reporter_id)),
} as const satisfies Record<string, Column>

type Columns = Readonly<Record<string, Column>>

async function* cells(
  database: Database,
  filters: ReportFilters,
  columns: Columns,
): AsyncGenerator<Cell[][]> {
  let last: ReportRow | undefined
  for (;;) {
    const rows = await readReportsAfter(database.db, database.rules, filters, last, ROWS_AT_ONCE)
    if (rows.length === 0) return
    const counts = await countEvidenceOf(
      database.db,
      rows.map(({ id }) => id),
    )
    yield rows.map((row) =>
      Object.values(columns).map((read) => read(row, counts.get(row.id) ?? 0)),
    )
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)
    await setImmediate() // queries of the embedded database block the process
  }
}

async function* csvParts(
  blocks: AsyncGenerator<Cell[][]>,
  names: readonly string[],
): AsyncGenerator<CsvRows> {
  yield [names]
  yield* blocks
}

async function* jsonLines(
  blocks: AsyncGenerator<Cell[][]>,
  names: readonly string[],
): AsyncGenerator<string> {
  let before = '[\n'
  for await (const block of blocks) {
    const rows = block.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index]]))),
    )
    yield before + rows.join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

export const exportReports: Handler<typeof route> = async (
  { query: { format, identities, language, ...filters }, caller, facts },
  deps,
) => {
  if (identities === 'yes' && caller.role !== 'admin') return refuse('forbidden')
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const wish: ReportFilters = {
    ...filters,
    waiting: filters.held === 'yes' ? 'alone' : 'included',
    words: 'whole',
  }
  const rows = await countReports(deps.database.db, deps.database.rules, wish)
  const used = Object.entries(filters).flatMap(([filter, value]) =>
    value === undefined ? [] : [filter],
  )
  facts.trace({
    detail: { rows, format, filters: used.join(' '), identities: identities === 'yes' },
  })
  const columns: Columns = identities === 'yes' ? { ...COLUMNS, ...IDENTITIES } : COLUMNS
  const names = Object.keys(columns)
  const blocks = cells(deps.database, wish, columns)
  if (format === 'csv')
    return csvReply(facts.reply, { name: 'reports.csv', language, parts: csvParts(blocks, names) })
  void facts.reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', 'attachment; filename="reports.json"')
    .header('cache-control', 'no-store')
  return done(Readable.from(jsonLines(blocks, names)))
}
