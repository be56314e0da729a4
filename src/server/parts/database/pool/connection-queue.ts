/**
 * The order in which calls get the connections of a pool. A burst of calls waits as long as
 * connections are handed on: with one limit for a slow queue and a silent server, 200 writes at once
 * were refused after 2.5 s on a busy machine, while the database worked well.
 */
import { Unavailable } from '../../../base/unavailable.ts'

export interface QueueLimits {
  /** Connections in use at the same time. */
  readonly size: number
  /** A caller is refused when for this time no connection was handed on. */
  readonly stalledMs: number
  /** A caller is refused after this time in any case. */
  readonly waitMaxMs: number
}

export interface ConnectionQueue {
  /**
   * Resolves when the caller may use a connection, with a function to call once afterwards: `true`
   * when the connection worked. @throws Unavailable when no connection becomes free
   */
  enter(): Promise<(worked: boolean) => void>
}

interface WaitingCall {
  readonly admit: () => void
  timer?: NodeJS.Timeout
}

export function createConnectionQueue(limits: QueueLimits): ConnectionQueue {
  const { size, stalledMs, waitMaxMs } = limits
  const waiting = new Set<WaitingCall>() // in the order of their arrival
  let inUse = 0
  let handedOnMs = -Infinity

  const leave = (worked: boolean): void => {
    if (worked) handedOnMs = performance.now()
    const [next] = waiting
    if (next === undefined) inUse -= 1
    else {
      waiting.delete(next)
      clearTimeout(next.timer)
      next.admit() // the connection passes on, so `inUse` does not change
    }
  }
  const wait = (): Promise<void> =>
    new Promise((admit, refuse) => {
      const sinceMs = performance.now()
      const place: WaitingCall = { admit }
      const look = (): void => {
        const stalledAtMs = Math.max(handedOnMs, sinceMs) + stalledMs
        const restMs = Math.min(stalledAtMs, sinceMs + waitMaxMs) - performance.now()
        if (restMs > 0) place.timer = setTimeout(look, restMs)
        else {
          waiting.delete(place)
          refuse(new Unavailable('database', new Error('No connection became free')))
        }
      }
      waiting.add(place)
      look()
    })
  return {
    async enter() {
      if (inUse < size) inUse += 1
      else await wait()
      return leave
    },
  }
}
