import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import * as contract from '#shared/contract/audit.ts'
import { csvText } from '#shared/domain/text/csv.ts'
import { isoNow } from '../../base/clock.ts'
import { done, type Outcome } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
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

interface Format {
  readonly ending: string
  readonly type: string
  readonly start: string
  readonly rows: (rows: readonly AuditTableRow[]) => string
}

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
const withoutMark = (text: string): string => text.replace('\uFEFF', '')
const CSV: Format = {
  ending: 'csv',
  type: 'text/csv; charset=utf-8',
  start: csvText([COLUMNS]),
  rows: (rows) => withoutMark(csvText(rows.map(cells))),
}
const LINES: Format = {
  ending: 'jsonl',
  type: 'application/x-ndjson; charset=utf-8',
  start: '',
  // `detailText` is the text in the hash; `detail` is the same, parsed.
  rows: (rows) =>
    rows
      .map(
        ({ prev_hash: prevHash, request_id: requestId, detail, ...row }) =>
          `${JSON.stringify({ ...row, detail: auditDetail({ detail }), detailText: detail, requestId, prevHash })}\n`,
      )
      .join(''),
}

/**
 * Reads in parts, newest first: rows that are written meanwhile are not included, and memory use
 * stays constant.
 */
async function* parts(
  db: Kysely<Schema>,
  filters: AuditFilters,
  format: Format,
): AsyncGenerator<string> {
  yield format.start
  let last: AuditTableRow | undefined
  for (let left = contract.AUDIT_EXPORT_MAX; left > 0;) {
    const rows = await readAuditAfter(db, filters, last, Math.min(ROWS_AT_ONCE, left))
    yield format.rows(rows)
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)
    await setImmediate() // queries of the embedded database block the process
    left -= rows.length
  }
}

async function send(
  format: Format,
  filters: AuditFilters,
  {
    caller,
    facts,
    deps,
  }: { readonly caller: Caller; readonly facts: RequestFacts; readonly deps: Deps },
): Promise<Outcome<unknown>> {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const total = await countUpTo(db, await filterAudit(db, filters), contract.AUDIT_EXPORT_MAX + 1)
  facts.trace({
    detail: {
      format: format.ending,
      rows: Math.min(total, contract.AUDIT_EXPORT_MAX),
      filters: Object.keys(filters)
        .filter((name) => filters[name as keyof AuditFilters] !== undefined)
        .join(' '),
    },
  }) // the keys are its own
  void facts.reply
    .type(format.type)
    .header(
      'content-disposition',
      `attachment; filename="audit-${isoNow(deps.clock).slice(0, 10)}.${format.ending}"`,
    )
    .header('cache-control', 'no-store')
  if (total > contract.AUDIT_EXPORT_MAX) void facts.reply.header('x-truncated', 'true')
  return done(Readable.from(parts(db, filters, format)))
}

const auditCsv: Handler<typeof contract.auditCsv> = ({ query, caller, facts }, deps) =>
  send(CSV, query, { caller, facts, deps })
const auditLines: Handler<typeof contract.auditLines> = ({ query, caller, facts }, deps) =>
  send(LINES, query, { caller, facts, deps })

export const auditHandlers: HandlersOf<typeof contract.auditRoutes> = {
  'audit.list': listAudit,
  'audit.state': auditState,
  'audit.check': checkAudit,
  'audit.csv': auditCsv,
  'audit.lines': auditLines,
}
