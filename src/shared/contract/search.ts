import * as z from 'zod'
import { REPORT_STATUSES } from '../domain/report/report-rules.ts'
import { SEARCH_GROUP_MAX, SEARCH_PREVIEW, SEARCH_TEXT_MAX } from '../domain/text/site-search.ts'
import { defineRoute } from './base/define-route.ts'
import { IsoDate, IsoInstant, LanguageCode } from './base/schemas.ts'
import { text } from './base/text-fields.ts'
import { ReportCategoryOrNone } from './reports.ts'

const group = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), more: z.boolean().describe('There are more than asked for') })

const EventHit = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    location: z.string(),
    startsAt: IsoInstant,
    cancelled: z.boolean(),
  })
  .meta({ id: 'EventHit' })
const NewsHit = z
  .object({ id: z.string(), title: z.string(), description: z.string(), date: IsoDate })
  .meta({ id: 'NewsHit' })
/** The part of a public report that says what, where and when; it names no person. */
const ReportHit = z
  .object({
    id: z.int(),
    type: z.string(),
    category: ReportCategoryOrNone,
    country: z.string().describe('ISO 3166 code, or the text that was given'),
    city: z.string(),
    status: z.enum(REPORT_STATUSES),
    createdAt: IsoInstant,
  })
  .meta({ id: 'ReportHit' })

export const SearchResults = z
  .object({ events: group(EventHit), news: group(NewsHit), reports: group(ReportHit) })
  .meta({ id: 'SearchResults' })
export type SearchResults = z.output<typeof SearchResults>

export const searchSite = defineRoute({
  id: 'site.search',
  method: 'GET',
  path: '/api/search',
  summary:
    'Events, news and public reports that hold every word; what the public may see, whoever asks.',
  access: 'optional-member',
  request: {
    query: z.object({
      q: text(SEARCH_TEXT_MAX)
        .describe('Words, in any of the three languages')
        .meta({ examples: ['assembly'] }),
      language: LanguageCode.default('en').describe('Of titles and descriptions'),
      size: z.coerce
        .number()
        .int()
        .min(1)
        .max(SEARCH_GROUP_MAX)
        .default(SEARCH_PREVIEW)
        .describe('At most so many of each kind'),
    }),
  },
  reply: SearchResults,
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})

export const searchRoutes = [searchSite] as const
