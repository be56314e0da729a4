/** Reports beyond the list: the bin, the export of staff, and the numbers for everybody. */
import * as z from 'zod'
import { REPORT_CATEGORIES, REPORT_STATUSES, RESTORE_DAYS } from '../domain/report-rules.ts'
import { defineRoute } from './define-route.ts'
import { blankIsAbsent, pageOf, pagingFields } from './paging.ts'
import { Report, ReportCategoryOrNone, reportFilters, ReportId } from './reports.ts'
import { CardId, IsoInstant } from './schemas.ts'

export const DeletedReport = z
  .object({
    id: z.int(),
    type: z.string(),
    category: ReportCategoryOrNone,
    country: z.string(),
    countryCode: z.string().nullable(),
    city: z.string(),
    status: z.enum(REPORT_STATUSES),
    createdAt: IsoInstant,
    evidenceCount: z.int(),
    deletedAt: IsoInstant,
    deletedBy: CardId.nullable().describe('Card number of the one who deleted it; null where that is not known'),
    reason: z.string(),
    goneAt: IsoInstant.describe('From then on it cannot be restored'),
  })
  .meta({ id: 'DeletedReport' })
export type DeletedReport = z.output<typeof DeletedReport>

export const listDeletedReports = defineRoute({
  id: 'report.deleted',
  method: 'GET',
  path: '/api/report/deleted/get/all',
  summary: `Reports that were deleted in the last ${RESTORE_DAYS} days, the last one first.`,
  access: ['A'],
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(DeletedReport), pageOf(DeletedReport)]),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: [],
})

export const restoreReport = defineRoute({
  id: 'report.restore',
  method: 'POST',
  path: '/api/report/restore/:id',
  summary: `Bring a deleted report back with its evidence, up to ${RESTORE_DAYS} days later. It is as public as it was before.`,
  access: ['A'],
  request: { params: z.object({ id: ReportId }) },
  reply: Report,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'report.restored',
  errors: ['not-found'],
})

export const exportReports = defineRoute({
  id: 'report.export',
  method: 'GET',
  path: '/api/report/export',
  summary: 'The reports that match the filters, whole, as CSV (safe to open in a spreadsheet) or JSON, after step-up. Accounts of perpetrators and reporters only with `identities`, for administrators.',
  access: 'staff',
  request: {
    query: z.object({
      ...reportFilters,
      format: z.enum(['csv', 'json']).default('csv'),
      identities: blankIsAbsent(z.enum(['yes'])).describe('Adds the account of the perpetrator and the card number of the reporter: A only'),
    }),
  },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'report.exported',
  errors: ['step-up-required'],
})

const Count = z.int().min(0)
export const ReportStatistics = z
  .object({
    at: IsoInstant.describe('When the numbers were counted'),
    total: Count,
    withEvidence: Count.describe('Reports with at least one piece of evidence'),
    byCategory: z
      .array(z.object({ category: z.enum([...REPORT_CATEGORIES, 'other']).describe('`other`: in words of the reporter that are none of the five'), count: Count }))
      .describe('All six, also those without a report'),
    byMonth: z
      .array(z.object({ month: z.string().meta({ examples: ['2026-05'] }), count: Count }))
      .describe('By the day of filing in UTC: the last twelve months, the present one included'),
    byCountry: z.array(z.object({ countryCode: z.string().nullable().describe('null: no known country, or beyond the thirty largest'), count: Count })),
    byStatus: z.array(z.object({ status: z.enum(REPORT_STATUSES), count: Count })),
  })
  .meta({ id: 'ReportStatistics' })
export type ReportStatistics = z.output<typeof ReportStatistics>

export const reportStatistics = defineRoute({
  id: 'report.statistics',
  method: 'GET',
  path: '/api/report/statistics',
  summary: 'How many public reports there are, by category, month, country and state. Counted anew every five minutes.',
  access: 'public',
  request: {},
  reply: ReportStatistics,
  limits: [{ per: 'network', max: 120, windowS: 60 }],
  audit: null,
  errors: [],
})
