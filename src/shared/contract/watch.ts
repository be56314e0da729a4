/** Unusual acts that administrators are told about, see `domain/access/watch-rules.ts`. */
import * as z from 'zod'
import { ALERT_KINDS } from '../domain/access/watch-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { Empty, IsoInstant } from './base/schemas.ts'

export const Alert = z
  .object({
    id: z.uuid(),
    kind: z.enum(ALERT_KINDS),
    member: z.string().describe('Card number of the account'),
    count: z.int().describe('How many acts raised it'),
    at: IsoInstant,
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof Alert>

export const listAlerts = defineRoute({
  id: 'alert.list',
  method: 'GET',
  path: '/api/alert/get/all',
  summary: 'Unusual acts that no administrator has dismissed; newest first, at most a hundred.',
  access: ['admin'],
  reply: z.array(Alert),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})

export const dismissAlert = defineRoute({
  id: 'alert.dismiss',
  method: 'POST',
  path: '/api/alert/dismiss/:id',
  summary: 'Dismiss an alert for all administrators. The audit log says who did.',
  access: ['admin'],
  request: { params: z.object({ id: z.uuid() }) },
  reply: Empty,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'alert.dismissed',
  errors: ['not-found'],
})

export const watchRoutes = [listAlerts, dismissAlert] as const
