import { nextRequest } from '#shared/contract/requests.ts'
import { ask } from '../../../platform/calls/api.ts'

/** Takes the review lock of the next request without one: after the given request, or the oldest. */
export const takeNext = (from?: string, direction: 'forward' | 'back' = 'forward') =>
  ask(nextRequest, { body: from === undefined ? {} : { from, direction } })
