/**
 * Networks of callers who must leave no trace. Quotas count a hash of the network under a key that is
 * drawn at random each day, in this process alone, and is stored nowhere: what the quotas leave in the
 * database cannot be turned back into a network, not even with SECRET_KEY, once the day or the process
 * has ended. Each process of a server counts for itself (ADR 0046).
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import type { CountedNetwork } from './throttle.ts'

type Networks = readonly [CountedNetwork, ...CountedNetwork[]]

export interface TracelessNetworks {
  /** The same networks under names that mean nothing tomorrow. */
  hide(networks: Networks): Networks
}

export function createTracelessNetworks(clock: Clock): TracelessNetworks {
  let day = ''
  let key = Buffer.alloc(0)
  const hidden = ({ network, factor }: CountedNetwork): CountedNetwork => ({
    network: createHmac('sha256', key).update(network).digest('base64url'),
    factor,
  })
  return {
    hide([narrowest, ...wider]) {
      const today = clock.now().toISOString().slice(0, 10)
      if (today !== day) {
        key.fill(0)
        key = randomBytes(32)
        day = today
      }
      return [hidden(narrowest), ...wider.map(hidden)]
    },
  }
}
