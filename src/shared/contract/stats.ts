import * as z from 'zod'
import { OPERATION_FAULTS } from '../domain/operation-faults.ts'
import { REPORT_STATUSES } from '../domain/report/report-rules.ts'
import { STATS_MONTHS } from '../domain/report/stats-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { IsoInstant } from './base/schemas.ts'

const Month = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe('Calendar month in UTC')
    .meta({ examples: ['2026-05'] }),
  count: z.int(),
})
const Months = z
  .array(Month)
  .length(STATS_MONTHS)
  .describe('The last twelve months, oldest first; months without anything are there with 0')
const WaitingCount = {
  waiting: z.int(),
  oldestAt: IsoInstant.nullable().describe('Since when the oldest of them waits'),
} as const
const Queue = z
  .object({
    ...WaitingCount,
    decided: z.int().describe('Decisions of the last 30 days'),
    medianWaitS: z
      .int()
      .nullable()
      .describe('How long those waited in the middle, seconds; null without decisions'),
  })
  .meta({ id: 'QueueNumbers' })
const Title = z.object({ en: z.string(), ar: z.string(), fr: z.string() })

export const statsOverview = defineRoute({
  id: 'stats.overview',
  method: 'GET',
  path: '/api/stats/overview',
  summary:
    'Numbers for the overview of a dashboard. Names nobody; what the caller’s role may not see is left out.',
  access: 'staff',
  reply: z.object({
    at: IsoInstant,
    requests: Queue,
    portraits: z.object({ waiting: z.int() }).describe('New portraits that wait for review'),
    claims: Queue,
    objections: z
      .object({ due: z.int(), overdue: z.int() })
      .describe('Open objections to reports: `due` within two days or overdue, and those overdue'),
    reports: z
      .object({
        ...WaitingCount,
        byStatus: z.array(z.object({ status: z.enum(REPORT_STATUSES), count: z.int() })),
        months: Months,
      })
      .describe('`waiting`: neither verified nor rejected yet'),
    answers: z
      .object({ waiting: z.int() })
      .describe('Reports with something from their witness that no staff has seen'),
    nextEvent: z
      .object({
        id: z.string(),
        title: Title,
        startsAt: IsoInstant,
        registered: z.int(),
        waiting: z.int(),
        capacity: z.int().nullable(),
      })
      .nullable(),
    events: z
      .array(
        z.object({
          id: z.string(),
          title: Title,
          startsAt: IsoInstant,
          registered: z.int(),
          checkedIn: z.int(),
        }),
      )
      .describe('The last events that have begun, oldest first; people, not passages'),
    members: z
      .object({
        active: z.int(),
        idle: z
          .int()
          .nullable()
          .describe(
            'Without a sign of life, asked, and waiting for a decision; null: no period is set',
          ),
        months: Months.describe('Members who joined, by month'),
        countries: z.array(
          z.object({ country: z.string().describe('ISO 3166 alpha-2'), count: z.int() }),
        ),
        elsewhere: z
          .int()
          .describe(
            'Everybody in countries that are not named: those beyond the first twelve, and those so small that they would point at somebody',
          ),
      })
      .optional()
      .describe('For administrators and content managers'),
    pledges: z
      .object({ waiting: z.int() })
      .optional()
      .describe('Promised and not decided yet; for administrators'),
    backup: z
      .object({ lastAt: IsoInstant.nullable(), isLate: z.boolean() })
      .optional()
      .describe('For administrators, where the server makes backups'),
    operation: z
      .array(z.object({ kind: z.enum(OPERATION_FAULTS), since: IsoInstant }))
      .optional()
      .describe('What is wrong with the machine, as of the last look; for administrators'),
    timestamps: z
      .object({
        waiting: z.int(),
        awaySince: IsoInstant.nullable().describe(
          'Since when the authority is away, or its replies are refused',
        ),
      })
      .optional()
      .describe('For administrators, where an authority outside confirms times'),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const statsWaiting = defineRoute({
  id: 'stats.waiting',
  method: 'GET',
  path: '/api/stats/waiting',
  summary:
    'How much waits behind each tab; asked for again and again, so it reads the queues alone.',
  access: 'staff',
  reply: z.object({
    requests: z.int(),
    portraits: z.int(),
    claims: z.int(),
    reports: z.int(),
    answers: z.int().describe('Reports with something new from their witness'),
    pledges: z.int().optional().describe('For administrators'),
    consents: z
      .int()
      .optional()
      .describe('Proposals of others that wait for a second administrator; for administrators'),
  }),
  limits: [{ per: 'caller', max: 240, windowS: 60 }],
  audit: null,
})

export const statsRoutes = [statsOverview, statsWaiting] as const
