import { nextRequest } from '#shared/contract/requests.ts'
import { ask } from '../../../platform/api.ts'

/** The next request that no colleague has, from now on the caller's; from one on, or the oldest. */
export const takeNext = (from?: string, direction: 'forward' | 'back' = 'forward') =>
  ask(nextRequest, { body: from === undefined ? {} : { from, direction } })
