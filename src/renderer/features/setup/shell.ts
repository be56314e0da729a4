import { platform } from '@platform'
import type { Bridge } from '#shared/contract/ipc.ts'

/** The routes that lead here exist in the desktop app alone. */
export function shell(): Bridge {
  if (platform.shell === undefined) throw new Error('The set-up is part of the desktop app')
  return platform.shell
}
