import type { Shell } from 'electron'
import type { Log } from '../log/log-file.ts'

interface AllowanceOptions {
  readonly max: number
  readonly perMs: number
  /** A clock that no user can set. */
  readonly monotonicMs: () => number
}

/**
 * Limits actions that users do rarely and a hostile page could repeat without end. Returns whether
 * the action is allowed once more, and counts it if so.
 */
export function createAllowance({ max, perMs, monotonicMs }: AllowanceOptions): () => boolean {
  const taken: number[] = []
  return () => {
    const nowMs = monotonicMs()
    while (taken[0] !== undefined && taken[0] <= nowMs - perMs) taken.shift()
    if (taken.length >= max) return false
    taken.push(nowMs)
    return true
  }
}

const MAX_A_MINUTE = 10

/** Drops links beyond the rate of a user, before they reach the operating system. */
export function fewLinks(
  shell: Pick<Shell, 'openExternal'>,
  monotonicMs: () => number,
  log: Log,
): Pick<Shell, 'openExternal'> {
  const mayOnceMore = createAllowance({ max: MAX_A_MINUTE, perMs: 60_000, monotonicMs })
  return {
    openExternal: async (url, options) => {
      if (mayOnceMore()) await shell.openExternal(url, options)
      else log('warn', 'link.too-many')
    },
  }
}
