import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import * as contract from '#shared/contract/audit.ts'
import type { CsvRows } from '#shared/domain/text/csv.ts'
import { isoNow } from '../../base/clock.ts'
import { done, type Outcome } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { RequestFacts, Handler, HandlersOf } from '../../http/handlers.ts'
import { countUpTo } from '../../http/paging.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  filterAudit,
  readAuditAfter,
  type AuditFilters,
  type AuditTableRow,
} from '../../records/audit/audit-repository.ts'
import { auditDetail, listAudit } from '../../records/audit/list-audit.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { auditState, checkAudit } from './check-audit.ts'

/** Some milliseconds of work; other calls run after it. */
const ROWS_AT_ONCE = 500
const COLUMNS = [
  'Number',
  'Time (UTC)',
  'Actor',
  'Action',
  'Target',
  'Detail',
  'Request',
  'Hash before',
  'Hash',
] as const

const cells = (row: AuditTableRow) => [
  row.seq,
  row.at,
  row.actor,
  row.action,
  row.target,
  row.detail,
  row.request_id,
  row.prev_hash,
  row.hash,
]
// `detailText` is the text in the hash; `detail` is the same, parsed.
const line = ({ prev_hash: prevHash, request_id: requestId, detail, ...row }: AuditTableRow) =>
  `${JSON.stringify({ ...row, detail: auditDetail({ detail }), detailText: detail, requestId, prevHash })}\n`

/**
 * Reads in parts, newest first: rows that are written meanwhile are not included, and memory use
 * stays constant.
 */
async function* parts(
  db: Kysely<Schema>,
  filters: AuditFilters,
): AsyncGenerator<readonly AuditTableRow[]> {
  let last: AuditTableRow | undefined
  for (let left = contract.AUDIT_EXPORT_MAX; left > 0;) {
    const rows = await readAuditAfter(db, filters, last, Math.min(ROWS_AT_ONCE, left))
    yield rows
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)
    left -= rows.length
  }
}

async function* csvParts(rows: ReturnType<typeof parts>): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for await (const part of rows) yield part.map(cells)
}

async function* lines(rows: ReturnType<typeof parts>): AsyncGenerator<string> {
  for await (const part of rows) {
    yield part.map(line).join('')
    await setImmediate() // queries of the embedded database block the process
  }
}

/** Checks the caller, and leaves the trace of the export; the rows and the name of the file. */
async function open(
  ending: 'csv' | 'jsonl',
  filters: AuditFilters,
  {
    caller,
    facts,
    deps,
  }: { readonly caller: Caller; readonly facts: RequestFacts; readonly deps: Deps },
): Promise<Outcome<{ readonly name: string; readonly rows: ReturnType<typeof parts> }>> {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const total = await countUpTo(db, await filterAudit(db, filters), contract.AUDIT_EXPORT_MAX + 1)
  facts.trace({
    detail: {
      format: ending,
      rows: Math.min(total, contract.AUDIT_EXPORT_MAX),
      filters: Object.keys(filters)
        .filter((name) => filters[name as keyof AuditFilters] !== undefined)
        .join(' '),
    },
  }) // the keys are its own
  if (total > contract.AUDIT_EXPORT_MAX) void facts.reply.header('x-truncated', 'true')
  return done({
    name: `audit-${isoNow(deps.clock).slice(0, 10)}.${ending}`,
    rows: parts(db, filters),
  })
}

const auditCsv: Handler<typeof contract.auditCsv> = async (
  { query: { language, ...filters }, caller, facts },
  deps,
) => {
  const opened = await open('csv', filters, { caller, facts, deps })
  if (!opened.ok) return opened
  const { name, rows } = opened.value
  return csvReply(facts.reply, { name, language, parts: csvParts(rows) })
}

const auditLines: Handler<typeof contract.auditLines> = async ({ query, caller, facts }, deps) => {
  const opened = await open('jsonl', query, { caller, facts, deps })
  if (!opened.ok) return opened
  const { name, rows } = opened.value
  void facts.reply
    .type('application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
  return done(Readable.from(lines(rows)))
}

export const auditHandlers: HandlersOf<typeof contract.auditRoutes> = {
  'audit.list': listAudit,
  'audit.state': auditState,
  'audit.check': checkAudit,
  'audit.csv': auditCsv,
  'audit.lines': auditLines,
}
