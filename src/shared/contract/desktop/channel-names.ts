/**
 * The channels between page and main, by name. Preload reads this table, because it runs before every page and bundles no
 * schema library; the kiosk reads in which of its states a channel is open.
 */

/** `locked`: also while the kiosk is locked · `scanning`: at the door, unlocked · `staff`: never in the kiosk */
type OpenIn = 'locked' | 'scanning' | 'staff'

/** Calls from the page to main. */
export const INVOKE_NAMES = {
  'app:info': 'locked',
  'session:state': 'locked',
  'scanner:set-open': 'scanning',
  'bridge:set-language': 'locked',
  'bridge:open-external': 'staff',
  'settings:get': 'locked',
  'settings:change': 'scanning',
  'server:check': 'staff',
  'server:choose': 'staff',
  'offline:state': 'scanning',
  'offline:refresh': 'scanning',
  'kiosk:state': 'locked',
  'kiosk:system': 'staff',
  'kiosk:begin': 'staff',
  'kiosk:lock': 'locked',
  'kiosk:unlock': 'locked',
  'kiosk:end': 'locked',
  'kiosk:touched': 'locked',
  'kiosk:scan': 'scanning',
  'card:judge-offline': 'staff',
  'doors:state': 'scanning',
  'doors:invite': 'scanning',
  'doors:hide-code': 'scanning',
  'doors:join': 'scanning',
  'doors:leave': 'scanning',
  'doors:remove': 'scanning',
  'doors:let-in': 'scanning',
  'doors:told': 'scanning',
  'queue:state': 'scanning',
  'queue:items': 'scanning',
  'queue:send': 'scanning',
  'queue:export': 'staff',
  'printers:list': 'staff',
  'card:print': 'staff',
  'diagnostics:read': 'staff',
  'diagnostics:copy': 'staff',
  'updates:state': 'staff',
  'updates:check': 'staff',
  'link:take': 'staff',
} as const satisfies Record<string, OpenIn>
export type InvokeChannel = keyof typeof INVOKE_NAMES

/** Pushed by main without content: the page then reads the state. `session:ended`: the refresh token was refused. */
export const PUSH_NAMES = [
  'session:ended',
  'settings:changed',
  'offline:changed',
  'kiosk:changed',
  'doors:changed',
  'queue:changed',
  'updates:changed',
  'link:opened',
] as const
export type PushChannel = (typeof PUSH_NAMES)[number]
