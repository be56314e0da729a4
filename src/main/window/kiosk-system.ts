/** What the system of this computer allows a kiosk, so that the set-up says it before the doors open. */
import type { SystemPreferences } from 'electron'
import type { KioskSystem } from '#shared/contract/desktop/ipc-desktop.ts'

interface WindowingQuestion {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The value of `--ozone-platform`; empty where it was not given. */
  readonly ozonePlatform: string
}

export function windowingOf({
  platform,
  env,
  ozonePlatform,
}: WindowingQuestion): KioskSystem['windowing'] {
  if (platform === 'win32') return 'windows'
  if (platform === 'darwin') return 'macos'
  if (ozonePlatform === 'x11' || ozonePlatform === 'wayland') return ozonePlatform
  const session = env['XDG_SESSION_TYPE']
  return session === 'wayland' || (session !== 'x11' && (env['WAYLAND_DISPLAY'] ?? '') !== '')
    ? 'wayland'
    : 'x11'
}

/** Linux has no such rule, and there Electron has no such function. */
export const cameraAccess = (
  platform: NodeJS.Platform,
  preferences: Pick<SystemPreferences, 'getMediaAccessStatus'>,
): KioskSystem['camera'] =>
  platform === 'win32' || platform === 'darwin'
    ? preferences.getMediaAccessStatus('camera')
    : 'unknown'
