import { INVOKE_NAMES, type InvokeChannel } from '#shared/contract/desktop/channel-names.ts'
/**
 * Routes, pages and channels that the page may use while the kiosk holds the window. All others are
 * closed.
 */
import type { SettingsChange } from '#shared/contract/desktop/ipc-desktop.ts'
import type { ProxiedRoute } from '../api/allow-list.ts'
import { parseAppUrl } from '../base/origin.ts'
import type { ChannelHandlers } from '../ipc/handle-channels.ts'
import type { Log } from '../log/log-file.ts'

/** Pictures by their signed address, and what kind of server it is. Verdicts and check-ins go through main alone. */
const ROUTES: ReadonlySet<string> = new Set(['file.read', 'site.about'])

export const allowedInKiosk = (route: Pick<ProxiedRoute, 'id'>): boolean => ROUTES.has(route.id)

/** Pages of the kiosk. */
export const KIOSK_PATH = '/kiosk'
export function isKioskPage(address: string): boolean {
  const path = parseAppUrl(address)?.pathname
  return path === KIOSK_PATH || path?.startsWith(`${KIOSK_PATH}/`) === true
}

type Mode = 'off' | 'scanning' | 'locked'

/**
 * Settings that staff at the door may change; server, printer and updates are for the person who
 * set up the kiosk.
 */
const SETTABLE: ReadonlySet<string> = new Set([
  'kioskScreen',
  'language',
] satisfies (keyof SettingsChange)[])
const isSettable = (change: unknown): boolean =>
  typeof change === 'object' &&
  change !== null &&
  Object.keys(change).every((name) => SETTABLE.has(name))

export function isOpenInKiosk(
  mode: Mode,
  channel: InvokeChannel,
  input: readonly unknown[],
): boolean {
  if (mode === 'off') return true
  if (channel === 'scanner:set-open' && input[0] === false) return true
  const openIn = INVOKE_NAMES[channel]
  if (openIn !== 'locked' && openIn !== mode) return false
  return channel !== 'settings:change' || isSettable(input[0])
}

/** The same handlers, closed while the kiosk does not need them: no server is chosen, no file saved, nothing printed from it. */
export function closeInKiosk(
  handlers: ChannelHandlers,
  mode: () => Mode,
  log: Log,
): ChannelHandlers {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    const channel = name as InvokeChannel // the keys of the table are its type
    const run = handler as (...input: unknown[]) => unknown // input and handler belong to the same channel
    return [
      channel,
      (...input: unknown[]) => {
        if (isOpenInKiosk(mode(), channel, input)) return run(...input)
        log('warn', 'kiosk.channel-refused', { channel })
        throw new Error(`${channel} is closed in the kiosk`)
      },
    ]
  })
  return Object.fromEntries(guarded) as ChannelHandlers // the same keys, each with its own handler inside
}
