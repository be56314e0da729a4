/** The audit log beyond its list: is it whole, and taking it along. */
import * as z from 'zod'
import { listAudit } from './account.ts'
import { defineRoute } from './define-route.ts'
import { IsoInstant } from './schemas.ts'

/** More rows than this are taken along in parts, by date. */
export const AUDIT_EXPORT_MAX = 50_000

export const AuditState = z
  .object({
    headSeq: z.int().describe('Number of the newest row'),
    headHash: z
      .string()
      .describe(
        'Its hash; written down elsewhere, it proves later that nothing before was changed',
      ),
    baseSeq: z.int().describe('Rows up to this one were deleted when their time was over'),
    verifiedSeq: z.int().describe('The last whole check went up to here'),
    verifiedAt: IsoInstant.nullable(),
    brokenSeq: z
      .int()
      .nullable()
      .describe('The first row that does not fit, as the last check found it'),
    brokenAt: IsoInstant.nullable(),
    running: z
      .object({ seq: z.int(), to: z.int() })
      .nullable()
      .describe('A check that has come so far'),
  })
  .meta({ id: 'AuditState' })
export type AuditState = z.output<typeof AuditState>

export const auditState = defineRoute({
  id: 'audit.state',
  method: 'GET',
  path: '/api/audit/state',
  summary: 'What the last check of the hash chain found. Checks nothing itself.',
  access: ['A'],
  request: {},
  reply: AuditState,
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
  errors: [],
})
export const checkAudit = defineRoute({
  id: 'audit.check',
  method: 'POST',
  path: '/api/audit/check',
  summary: 'Checks the next part of the hash chain. Call again while `running` is set.',
  access: ['A'],
  request: {},
  reply: AuditState,
  limits: [{ per: 'caller', max: 1_200, windowS: 60 }],
  audit: null,
  errors: [],
})
const { page: _page, size: _size, ...filters } = listAudit.request.query.shape
const exported = {
  method: 'GET',
  access: ['A'],
  request: { query: z.object(filters) },
  reply: z.any(),
  limits: [{ per: 'caller', max: 10, windowS: 600 }],
  audit: 'audit.exported',
  errors: ['step-up-required'],
} as const
export const auditCsv = defineRoute({
  ...exported,
  id: 'audit.csv',
  path: '/api/audit/export/csv',
  replyType: 'text/csv',
  summary: `Rows that pass the filters as CSV, newest first, ${AUDIT_EXPORT_MAX} at most. The header X-Truncated says that there are more.`,
})
export const auditLines = defineRoute({
  ...exported,
  id: 'audit.lines',
  path: '/api/audit/export/jsonl',
  replyType: 'application/x-ndjson',
  summary: `Rows that pass the filters, a JSON object a line with its hashes, newest first, ${AUDIT_EXPORT_MAX} at most. The header X-Truncated says that there are more.`,
})
