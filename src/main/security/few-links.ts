import type { Shell } from 'electron'
import type { Log } from '../log/log-file.ts'
import { createAllowance } from './allowance.ts'

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
