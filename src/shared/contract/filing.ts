/** What a member who files a report is told before it is sent. Apart from the reports, whose lists do not need it. */
import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'

export const filingRules = defineRoute({
  id: 'report.rules',
  method: 'GET',
  path: '/api/report/rules',
  summary: 'What becomes of a report that is filed now, as administrators set it.',
  access: 'member',
  reply: z
    .object({
      reviewed: z.boolean().describe('Staff read it before the public does'),
      withholdNames: z
        .boolean()
        .describe('Whether the public is not shown the names in it until it is verified'),
    })
    .meta({ id: 'FilingRules' }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})
