import * as z from 'zod'
import { SUBSCRIPTION_TOPICS } from '../domain/subscriptions.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { Email } from './base/person-fields.ts'
import { Empty, LanguageCode } from './base/schemas.ts'
import { textOf, proofHeader } from './base/text-fields.ts'

const Topic = z.enum(SUBSCRIPTION_TOPICS)
const Token = textOf('machine')
  .regex(/^[\w-]{40,300}$/, 'Give the token of the link in the mail')
  .describe('From the link in the mail')
  .meta({ examples: ['q3jZ0k9mB2xW7vT5nR8sL1pY4cH6fD0aE3gU9iO2wKsq3jZ0k9mB2xW7vT5nR8s'] })

export const createSubscription = defineRoute({
  id: 'subscription.create',
  method: 'POST',
  path: '/api/subscription/create',
  summary:
    'Ask for mails about a topic. A mail with a link confirms the address; the answer is the same whoever is subscribed already.',
  access: 'public',
  request: {
    headers: z.object(proofHeader),
    body: z.object({
      email: Email,
      topic: Topic,
      language: LanguageCode.optional().describe('Of the mails; else what the browser prefers'),
    }),
  },
  reply: z.object({ sent: z.literal(true) }),
  limits: [
    { per: 'network', max: 20, windowS: 3_600 },
    MAILS_OF_ROUTE,
    { per: 'identifier', max: 4, windowS: 86_400 },
  ],
  audit: 'subscription.asked',
  errors: ['proof-required'],
})

export const confirmSubscription = defineRoute({
  id: 'subscription.confirm',
  method: 'POST',
  path: '/api/subscription/confirm',
  summary: 'Confirm with the token of the mail. 404 when it is older than seven days, or ended.',
  access: 'public',
  request: { body: z.object({ token: Token }) },
  reply: z.object({ topic: Topic, state: z.enum(['confirmed', 'already']) }),
  limits: [{ per: 'network', max: 60, windowS: 300 }],
  audit: 'subscription.confirmed',
  errors: ['not-found'],
})

export const endSubscription = defineRoute({
  id: 'subscription.end',
  method: 'POST',
  path: '/api/subscription/end',
  summary:
    'Unsubscribe with the token that every mail carries. Sent twice it says so and changes nothing.',
  access: 'public',
  request: { body: z.object({ token: Token }) },
  reply: z.object({ topic: Topic, state: z.enum(['ended', 'already']) }),
  limits: [{ per: 'network', max: 60, windowS: 300 }],
  audit: 'subscription.ended',
  errors: ['not-found'],
})

/**
 * The address of `List-Unsubscribe`: mail programs post a form to it, and the address contains
 * everything that is needed (RFC 8058).
 */
export const endSubscriptionAtOnce = defineRoute({
  id: 'subscription.oneClick',
  method: 'POST',
  path: '/api/subscription/one-click',
  summary: 'Unsubscribe from inside a mail program (RFC 8058). The form it sends is not read.',
  access: 'public',
  request: { query: z.object({ token: Token }) },
  requestType: 'application/x-www-form-urlencoded',
  reply: Empty,
  limits: [{ per: 'network', max: 600, windowS: 300 }], // a mail provider sends from few networks
  audit: 'subscription.ended',
  errors: ['not-found'],
})

export const subscriptionsRoutes = [
  createSubscription,
  confirmSubscription,
  endSubscription,
  endSubscriptionAtOnce,
] as const
