/** Legal holds: records that no deadline and no person deletes until the hold is lifted. */
import * as z from 'zod'
import { HELD_KINDS, parseHeldNumber } from '../domain/people/legal-hold.ts'
import { defineRoute } from './base/define-route.ts'
import { Empty, IsoInstant } from './base/schemas.ts'
import { requiredText, textOf, RecordId } from './base/text-fields.ts'

export const HOLD_REASON_MAX = 300
const Reason = requiredText(HOLD_REASON_MAX)
  .describe('Court and number of the case: name no person')
  .meta({ examples: ['Court of Lyon, 26/1'] })

export const Hold = z
  .object({
    id: z.string(),
    kind: z.enum(HELD_KINDS),
    number: z.string().describe('`WLD_10004217`, `17` or `REQ_10004217`'),
    reason: z.string(),
    placedAt: IsoInstant,
    placedBy: z
      .string()
      .nullable()
      .describe('Card number; `system`: the command of the operator; null: no longer in the log'),
  })
  .meta({ id: 'Hold' })
export type Hold = z.output<typeof Hold>

export const listHolds = defineRoute({
  id: 'hold.list',
  method: 'GET',
  path: '/api/holds',
  summary: 'Legal holds in force, oldest first.',
  access: ['admin'],
  reply: z.array(Hold),
  limits: [{ per: 'caller', max: 300, windowS: 60 }],
  audit: null,
})

export const placeHold = defineRoute({
  id: 'hold.place',
  method: 'POST',
  path: '/api/holds',
  summary:
    'Keep a record from every deletion. 404 when there is no such record, 409 when it is held already.',
  access: ['admin'],
  request: {
    body: z.object({
      kind: z.enum(HELD_KINDS),
      number: textOf('card-number')
        .max(24)
        .refine((text) => parseHeldNumber(text) !== undefined, {
          error: 'Give a number such as WLD_10004217, 17 or REQ_10004217',
        })
        .meta({ examples: ['WLD_10004217'] }),
      reason: Reason,
    }),
  },
  reply: Empty,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  reveals: 'member',
  audit: 'hold.placed',
  errors: ['step-up-required', 'not-found', 'conflict'],
})

export const liftHold = defineRoute({
  id: 'hold.lift',
  method: 'PUT',
  path: '/api/holds/:id/lift',
  summary:
    'End a legal hold; what is due is deleted again. 404 when it is not in force. Not for a hold on the own account.',
  access: ['admin'],
  request: { params: z.object({ id: RecordId }), body: z.object({ reason: Reason }) },
  reply: Empty,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'hold.lifted',
  errors: ['step-up-required', 'own-account-protected', 'not-found'],
})

export const holdsRoutes = [listHolds, placeHold, liftHold] as const
