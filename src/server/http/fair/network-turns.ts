/**
 * Calls of one network that are at work at a time. Without it 480 simultaneous searches of one address
 * run one after another, and a verdict for another address waits for all of them. The others of the
 * network wait here, and the event loop turns between two of them.
 */
import { setImmediate } from 'node:timers/promises'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export interface TurnLimits {
  readonly atOnce: number
  /** Calls of one network that wait; further ones are refused. */
  readonly waitingMax: number
}
/** One at work and one that waits for the database. */
const LIMITS: TurnLimits = { atOnce: 2, waitingMax: 1_000 }

export interface NetworkTurns {
  /** Resolves with what ends the turn; undefined when too many wait. Ending it twice does no harm. */
  enter(network: string): Promise<(() => void) | undefined>
}

export function createNetworkTurns({ atOnce, waitingMax } = LIMITS): NetworkTurns {
  const lines = new Map<string, Line>()
  async function next(network: string, line: Line): Promise<void> {
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
