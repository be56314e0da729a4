/** A member's own reports: a call without a name in it. */
import * as z from 'zod'
import { defineRoute } from './define-route.ts'
import { pageOf, pagingFields } from './paging.ts'
import { Report } from './reports.ts'

export const listOwnReports = defineRoute({
  id: 'report.mine',
  method: 'GET',
  path: '/api/report/get/mine',
  summary:
    'The reports that the caller filed, newest first, with their state; also those that wait to be published. Nobody can ask for another’s.',
  access: 'member',
  request: { query: z.object(pagingFields) },
  reply: pageOf(Report),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
  errors: [],
})
