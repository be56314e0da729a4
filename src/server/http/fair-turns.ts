/** The first checks of a call: whether its network has its turn, and quota left. */
import { setImmediate } from 'node:timers/promises'
import { isPace, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import { isFresh, type Clock } from '../base/clock.ts'
import { refuse, type Refusal } from '../base/outcome.ts'
import type { Deps } from '../deps/deps.ts'
import { hitOrigin, type CountedNetwork } from '../parts/security/throttle.ts'

interface CallerQueue {
  running: number
  readonly waiting: (() => void)[]
}

interface TurnLimits {
  readonly atOnce: number
  /** Calls of one network that wait; further ones are refused. */
  readonly waitingMax: number
}
/** One at work and one that waits for the database. */
const LIMITS: TurnLimits = { atOnce: 2, waitingMax: 1_000 }

interface NetworkTurns {
  /** Resolves with what ends the turn; undefined when too many wait. Ending it twice does no harm. */
  enter(network: string): Promise<(() => void) | undefined>
}

/**
 * Calls of one network that are at work at a time. Without it 480 simultaneous searches of one address
 * run one after another, and a verdict for another address waits for all of them. The others of the
 * network wait here, and the event loop turns between two of them.
 */
export function createNetworkTurns({ atOnce, waitingMax } = LIMITS): NetworkTurns {
  const lines = new Map<string, CallerQueue>()
  async function next(network: string, line: CallerQueue): Promise<void> {
    await setImmediate() // calls of other networks that have arrived are read first
    const begin = line.waiting.shift()
    if (begin !== undefined) return begin()
    line.running -= 1
    if (line.running === 0) lines.delete(network)
  }
  return {
    async enter(network) {
      const line = lines.get(network) ?? { running: 0, waiting: [] }
      lines.set(network, line)
      if (line.running < atOnce) line.running += 1
      else if (line.waiting.length >= waitingMax) return undefined
      else await new Promise<void>((resolve) => void line.waiting.push(resolve))
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        void next(network, line)
      }
    },
  }
}

const KNOWN_MS = 1_000
/** Some 100 bytes each. */
const KNOWN_MAX = 10_000

interface UsedUp {
  /** Seconds to wait; undefined where the quota is not known to be used up. */
  look(key: string): number | undefined
  note(key: string, retryAfterS: number): void
}

/**
 * Quotas that are known to be used up, for a second: a caller who calls on and on is refused without
 * a write to the database for each call.
 */
export function createUsedUp(clock: Clock): UsedUp {
  const known = new Map<string, { readonly sinceMs: number; readonly windowEndMs: number }>()
  return {
    look(key) {
      const found = known.get(key)
      if (found === undefined) return undefined
      const nowMs = clock.now().getTime()
      if (isFresh(found.sinceMs, nowMs, KNOWN_MS) && nowMs < found.windowEndMs)
        return Math.ceil((found.windowEndMs - nowMs) / 1_000)
      known.delete(key)
      return undefined
    },
    note(key, retryAfterS) {
      if (known.size >= KNOWN_MAX) known.clear()
      const nowMs = clock.now().getTime()
      known.set(key, { sinceMs: nowMs, windowEndMs: nowMs + retryAfterS * 1_000 })
    },
  }
}

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
  route: RouteDefinition,
  networks: readonly [CountedNetwork, ...CountedNetwork[]],
  usedUp: UsedUp,
): Promise<Refusal | undefined> {
  const { id, limits } = route
  const key = `${id} ${networks[0].network}`
  const known = usedUp.look(key)
  if (known !== undefined) return refuse('too-many', { retryAfterS: known })
  const hit = await hitOrigin(deps, {
    name: id,
    limits,
    networks,
    pace: (limit) => isPace(route, limit),
  })
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
