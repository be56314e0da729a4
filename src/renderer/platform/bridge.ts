import { platform } from '@platform'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'

/** What only the desktop app can do. The routes that lead to its callers exist in the desktop app alone. */
export function bridge(): Bridge {
  if (platform.bridge === undefined) throw new Error('This page is part of the desktop app')
  return platform.bridge
}
