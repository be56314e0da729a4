/** The first checks of a call: whether its network has its turn, and quota left. */
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import type { Clock } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../outcome.ts'
import { hitOrigin, type CountedNetwork } from '../../security/throttle.ts'
import { createNetworkTurns, type NetworkTurns } from './network-turns.ts'
import { createUsedUp, type UsedUp } from './used-up.ts'

export interface Fairness {
  readonly turns: NetworkTurns
  readonly usedUp: UsedUp
}

export const createFairness = (clock: Clock): Fairness => ({
  turns: createNetworkTurns(),
  usedUp: createUsedUp(clock),
})

/** Counts by network, before any other check. */
export async function passOrigin(
  deps: Pick<Deps, 'throttle' | 'secrets'>,
  { id, limits }: RouteDefinition,
  networks: readonly [CountedNetwork, ...CountedNetwork[]],
  usedUp: UsedUp,
): Promise<Refusal | undefined> {
  const key = `${id} ${networks[0].network}`
  const known = usedUp.look(key)
  if (known !== undefined) return refuse('too-many', { retryAfterS: known })
  const hit = await hitOrigin(deps, { name: id, limits, networks })
  if (hit.ok) return undefined
  usedUp.note(key, hit.retryAfterS)
  return refuse('too-many', { retryAfterS: hit.retryAfterS })
}

/**
 * Reads that anybody may send take turns by network. A request with a body does not: its sender
 * decides how long it takes.
 */
export const takesTurns = ({ method, limits, replyType }: RouteDefinition): boolean =>
  method === 'GET' && replyType === undefined && limits.some(({ per }) => per === 'network')
