import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { blankIsAbsent, DateBound, pageOf, pagingFields } from './base/paging.ts'
import { IsoInstant, ReaderLanguage } from './base/schemas.ts'
import { search } from './base/text-fields.ts'

export const AuditRow = z
  .object({
    seq: z.int(),
    at: IsoInstant,
    actor: z.string(),
    action: z.string(),
    target: z.string(),
    detail: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  })
  .meta({ id: 'AuditRow' })

/** What stands before the colon of a target, as in `report:17`. A member is shown by the card number, without a word. */
export const TARGET_KINDS = [
  'alert',
  'audit-day',
  'claim',
  'device',
  'event',
  'evidence',
  'file',
  'invitation',
  'mail',
  'news',
  'pledge',
  'report',
  'request',
  'session',
  'settings',
  'subscription',
  'upload',
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What follows in `settings:…`. */
export const SETTING_NAMES = [
  'adoption',
  'association',
  'consents',
  'contents',
  'goLive',
  'idle',
  'invitations',
  'payment',
  'receipts',
  'reports',
  'retention',
  'witness',
] as const

const filters = {
  actor: blankIsAbsent(search(60)),
  action: blankIsAbsent(search(60)).describe(
    'Whole, or up to a dot: `member` finds `member.created`',
  ),
  target: blankIsAbsent(search(80)),
  from: blankIsAbsent(DateBound),
  to: blankIsAbsent(DateBound),
}
export const listAudit = defineRoute({
  id: 'audit.list',
  method: 'GET',
  path: '/api/audit/get/all',
  summary: 'The audit log, newest first, with filters.',
  access: ['admin'],
  request: {
    query: z.object({ ...pagingFields, ...filters }),
  },
  reply: z.union([z.array(AuditRow), pageOf(AuditRow)]),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: 'audit.viewed',
})

/** An export has at most this many rows; a larger one is split by date. */
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
  access: ['admin'],
  reply: AuditState,
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})
export const checkAudit = defineRoute({
  id: 'audit.check',
  method: 'POST',
  path: '/api/audit/check',
  summary: 'Checks the next part of the hash chain. Call again while `running` is set.',
  access: ['admin'],
  reply: AuditState,
  limits: [{ per: 'caller', max: 1_200, windowS: 60 }],
  audit: null,
})
const exported = {
  method: 'GET',
  access: ['admin'],
  reply: z.any(),
  limits: [{ per: 'caller', max: 10, windowS: 600 }],
  audit: 'audit.exported',
  errors: ['step-up-required'],
} as const
export const auditCsv = defineRoute({
  ...exported,
  id: 'audit.csv',
  request: { query: z.object({ ...filters, language: ReaderLanguage }) },
  path: '/api/audit/export/csv',
  replyType: 'text/csv',
  summary: `Rows that pass the filters as CSV, newest first, ${AUDIT_EXPORT_MAX} at most. The header X-Truncated says that there are more.`,
})
export const auditLines = defineRoute({
  ...exported,
  id: 'audit.lines',
  request: { query: z.object(filters) },
  path: '/api/audit/export/jsonl',
  replyType: 'application/x-ndjson',
  summary: `Rows that pass the filters, a JSON object a line with its hashes, newest first, ${AUDIT_EXPORT_MAX} at most. The header X-Truncated says that there are more.`,
})

export const auditRoutes = [listAudit, auditState, checkAudit, auditCsv, auditLines] as const
