import type { subscriptionsRoutes } from '#shared/contract/subscriptions.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { confirmSubscription } from './confirm-subscription.ts'
import { createSubscription } from './create-subscription.ts'
import { endSubscription, endSubscriptionAtOnce } from './end-subscription.ts'

export const subscriptionsHandlers: HandlersOf<typeof subscriptionsRoutes> = {
  'subscription.create': createSubscription,
  'subscription.confirm': confirmSubscription,
  'subscription.end': endSubscription,
  'subscription.oneClick': endSubscriptionAtOnce,
}
