import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { platform } from '@platform'

/** What only the desktop app can do. The routes that lead to its callers exist in the desktop app alone. */
export function bridge(): Bridge {
  if (platform.bridge === undefined) throw new Error('This page is part of the desktop app')
  return platform.bridge
}
