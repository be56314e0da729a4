/** Which page the desktop app may show, given what the kiosk is doing. */
import type { KioskState } from '#shared/contract/desktop/ipc-desktop.ts'

export const KIOSK_PATHS = {
  start: '/kiosk/start',
  screen: '/kiosk',
  queue: '/kiosk/queue',
} as const

/** The path to go to instead, or undefined to stay. */
export function placeInstead(
  { mode, wanted }: Pick<KioskState, 'mode' | 'wanted'>,
  pathname: string,
): string | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (mode !== 'off') return path === KIOSK_PATHS.screen ? undefined : KIOSK_PATHS.screen
  if (path === KIOSK_PATHS.screen) return wanted ? KIOSK_PATHS.start : '/login'
  return wanted && path === '/' ? KIOSK_PATHS.start : undefined
}
