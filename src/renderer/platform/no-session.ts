/**
 * `@platform` of the page for witnesses: a browser that knows no member. It holds no token, reads no
 * storage and starts no timer, whoever is signed in on this device.
 */
import type { Platform } from './platform.ts'

export const platform = {
  target: 'web',
  bridge: undefined,
  canForget: false,
  keptCard: undefined,
  presumedUser: () => 'nobody',
  withSession: (send) => send,
  forgetMember: async () => undefined,
} satisfies Partial<Platform>
