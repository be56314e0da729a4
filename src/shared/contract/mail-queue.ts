/** Mails that have not left. Administrators see kinds, times and a masked address, never a text. */
import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { IsoInstant } from './base/schemas.ts'
import { RecordId } from './base/text-fields.ts'

export const MAILS_SHOWN = 50

export const MailQueue = z
  .object({
    waiting: z.int(),
    oldestAt: IsoInstant.nullable().describe('Since when the oldest of those that wait is there'),
    failed: z.int().describe('Given up; they can be sent again for seven days'),
    held: z
      .int()
      .describe(
        'Held since a restore, because they may have been sent before; a newsletter counts as one',
      ),
    mails: z
      .array(
        z.object({
          id: z.string(),
          kind: z.string().describe('Template, such as `request-approved`'),
          to: z.string().describe('First character and domain of the address'),
          state: z.enum(['waiting', 'held', 'failed']),
          createdAt: IsoInstant,
          tries: z.int(),
          lastError: z
            .string()
            .describe('Kind of the last failure, such as `EENVELOPE 550`; blank before the first'),
        }),
      )
      .describe(`Failed ones first, then the oldest; at most ${MAILS_SHOWN}`),
  })
  .meta({ id: 'MailQueue' })
export type MailQueue = z.output<typeof MailQueue>

export const readMailQueue = defineRoute({
  id: 'mail.queue',
  method: 'GET',
  path: '/api/mail/queue',
  summary: 'Mails that wait or were given up.',
  access: ['admin'],
  reply: MailQueue,
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})
export const sendMailAgain = defineRoute({
  id: 'mail.again',
  method: 'POST',
  path: '/api/mail/:id/again',
  summary: 'Put a mail that was given up back into the queue. 409 when it waits or was sent.',
  access: ['admin'],
  request: { params: z.object({ id: RecordId }) },
  reply: z.object({ queued: z.literal(true) }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'mail.again',
  errors: ['not-found', 'conflict'],
})

export const settleHeldMails = defineRoute({
  id: 'mail.settle-held',
  method: 'POST',
  path: '/api/mail/held',
  summary: 'Send or discard all mails that are held since a restore. 409 when none is.',
  access: ['admin'],
  request: { body: z.object({ act: z.enum(['send', 'discard']) }) },
  reply: z.object({ count: z.int() }),
  limits: [{ per: 'caller', max: 20, windowS: 60 }],
  audit: 'mail.held-settled',
  errors: ['conflict'],
})

export const mailQueueRoutes = [readMailQueue, sendMailAgain, settleHeldMails] as const
