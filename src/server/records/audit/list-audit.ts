import type * as z from 'zod'
import type { AuditRow, listAudit as route } from '#shared/contract/audit.ts'
import { PAGE_SIZE_DEFAULT, TOTAL_CAP } from '#shared/contract/base/paging.ts'
import { done } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { filterAudit, readAudit, readAuditPage, type AuditTableRow } from './audit-repository.ts'

export const auditDetail = (row: Pick<AuditTableRow, 'detail'>): Record<string, unknown> =>
  JSON.parse(row.detail) as Record<string, unknown> // the audit log writes objects only

const present = (row: AuditTableRow): z.output<typeof AuditRow> => ({
  seq: row.seq,
  at: row.at,
  actor: row.actor,
  action: row.action,
  target: row.target,
  detail: auditDetail(row),
  requestId: row.request_id,
})

/** Reading the log is logged, with the names of the filters but not with their values. */
export const listAudit: Handler<typeof route> = async ({ query, facts }, { database }) => {
  const { db } = database
  const { page, size = PAGE_SIZE_DEFAULT, ...filters } = query
  const used = Object.keys(filters).filter(
    (name) => filters[name as keyof typeof filters] !== undefined, // the keys are its own
  )
  facts.trace({ detail: { page: page ?? 0, filters: used.join(' ') } })
  if (page !== undefined && used.length === 0) {
    const { items, rows } = await readAuditPage(db, { page, size })
    return done({
      items: items.map(present),
      total: Math.min(rows, TOTAL_CAP),
      totalIsCapped: rows > TOTAL_CAP,
      page,
      size,
    })
  }
  const result = await readPage(db, query, await filterAudit(db, filters), (rows) =>
    readAudit(db, rows, filters),
  )
  if (result.kind === 'page') return done({ ...result.page, items: result.page.items.map(present) })
  markTruncated(facts.reply, result.truncated)
  return done(result.rows.map(present))
}
