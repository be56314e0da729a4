/** What the interface may use of the device. Everything else is denied. */
import { isAppUrl } from '../origin.ts'

export interface PermissionQuestion {
  readonly permission: string
  /** Origin or address of the requesting page. */
  readonly asker: string
  readonly isMainFrame: boolean
  /** For `media`: what would be opened. */
  readonly mediaTypes: readonly string[]
  readonly scannerOpen: boolean
}

export function mayUse({
  permission,
  asker,
  isMainFrame,
  mediaTypes,
  scannerOpen,
}: PermissionQuestion): boolean {
  if (!isMainFrame || !isAppUrl(asker)) return false
  switch (permission) {
    case 'media':
      return scannerOpen && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'video')
    case 'clipboard-sanitized-write':
    case 'screen-wake-lock':
      return true
    default:
      return false
  }
}
