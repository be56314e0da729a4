/** Reports beyond the list: publication, the bin, the export of staff, and the numbers for everybody. */
import * as z from 'zod'
import {
  EVIDENCE_TYPES,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  RESTORE_DAYS,
} from '../domain/report-rules.ts'
import { defineRoute } from './define-route.ts'
import { blankIsAbsent, pageOf, pagingFields } from './paging.ts'
import { Report, ReportCategoryOrNone, reportFilters, ReportId } from './reports.ts'
import { CardId, ColumnInteger, IsoInstant } from './schemas.ts'

export const publishReport = defineRoute({
  id: 'report.publish',
  method: 'PUT',
  path: '/api/report/publish/:id',
  summary:
    'Let everybody read a report that waits, whatever its state. Called again it changes nothing. 409 with the present report in `current` when `version` is no longer its version.',
  access: 'staff',
  request: {
    params: z.object({ id: ReportId }),
    body: z
      .object({
        version: ColumnInteger.min(1)
          .optional()
          .describe('The version that was read, so that nothing is published unseen')
          .meta({ examples: [1] }),
      })
      .nullish(),
  },
  reply: Report,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'report.published',
  errors: ['conflict', 'not-found'],
})

export const hideReport = defineRoute({
  id: 'report.hide',
  method: 'PUT',
  path: '/api/report/hide/:id',
  summary:
    'Take a public report back: it waits again until staff publish it, and addresses of its evidence stop working. Called again it changes nothing. 409 with the present report in `current` when `version` is no longer its version, or when it is verified: what is verified is public.',
  access: 'staff',
  request: {
    params: z.object({ id: ReportId }),
    body: z
      .object({
        version: ColumnInteger.min(1)
          .optional()
          .describe('The version that was read')
          .meta({ examples: [1] }),
      })
      .nullish(),
  },
  reply: Report,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'report.hidden',
  errors: ['conflict', 'not-found'],
})

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
    deletedBy: CardId.nullable().describe(
      'Card number of the one who deleted it; null where that is not known',
    ),
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

export const DeletedEvidence = z
  .object({
    id: z.int(),
    reportId: z.int(),
    evidenceType: z.enum(EVIDENCE_TYPES),
    description: z.string(),
    uploadedAt: IsoInstant,
    sha256: z.string().describe('Of the original, in hexadecimal'),
    deletedAt: IsoInstant,
    deletedBy: CardId.nullable().describe(
      'Card number of the one who deleted it; null where that is not known',
    ),
    reason: z.string(),
    goneAt: IsoInstant.describe('From then on it cannot be restored'),
  })
  .meta({ id: 'DeletedEvidence' })
export type DeletedEvidence = z.output<typeof DeletedEvidence>

export const listDeletedEvidence = defineRoute({
  id: 'evidence.deleted',
  method: 'GET',
  path: '/api/report/evidence/deleted/get/all',
  summary: `Evidence that was deleted in the last ${RESTORE_DAYS} days from reports in sight, the last piece first.`,
  access: ['A'],
  request: { query: z.object(pagingFields) },
  reply: z.union([z.array(DeletedEvidence), pageOf(DeletedEvidence)]),
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
  summary:
    'The reports that match the filters, whole, as CSV (safe to open in a spreadsheet) or JSON, after step-up. Accounts of perpetrators and reporters only with `identities`, for administrators.',
  access: 'staff',
  request: {
    query: z.object({
      ...reportFilters,
      format: z.enum(['csv', 'json']).default('csv'),
      identities: blankIsAbsent(z.enum(['yes'])).describe(
        'Adds the account of the perpetrator and the card number of the reporter: A only',
      ),
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
      .array(
        z.object({
          category: z
            .enum([...REPORT_CATEGORIES, 'other'])
            .describe('`other`: in words of the reporter that are none of the five'),
          count: Count,
        }),
      )
      .describe('All six, also those without a report'),
    byMonth: z
      .array(z.object({ month: z.string().meta({ examples: ['2026-05'] }), count: Count }))
      .describe('By the day of filing in UTC: the last twelve months, the present one included'),
    byCountry: z.array(
      z.object({
        countryCode: z
          .string()
          .nullable()
          .describe('null: no known country, or beyond the thirty largest'),
        count: Count,
      }),
    ),
    byStatus: z.array(z.object({ status: z.enum(REPORT_STATUSES), count: Count })),
  })
  .meta({ id: 'ReportStatistics' })
export type ReportStatistics = z.output<typeof ReportStatistics>

export const reportStatistics = defineRoute({
  id: 'report.statistics',
  method: 'GET',
  path: '/api/report/statistics',
  summary:
    'How many public reports there are, by category, month, country and state. Counted anew every five minutes.',
  access: 'public',
  request: {},
  reply: ReportStatistics,
  limits: [{ per: 'network', max: 120, windowS: 60 }],
  audit: null,
  errors: [],
})
