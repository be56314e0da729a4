import { isStaff, type Role } from '../people/roles.ts'

/** Access tokens live 15 minutes; clients renew them every 14 (docs/spec/sign-in.md, 3: 840000 ms). */
export const ACCESS_TOKEN_TTL_S = 15 * 60
export const REFRESH_INTERVAL_MS = 840_000
/** A refresh token that nobody exchanges works so long; `idleLimitS` ends sessions before. */
export const REFRESH_TOKEN_TTL_S = 30 * 24 * 60 * 60
/** A refresh token that was just replaced works this much longer, for a reply that was lost on the way. */
export const REFRESH_GRACE_S = 30
/** Signed addresses of pictures live 20 minutes; clients renew them every 15 (docs/spec/card.md, 6). */
export const SIGNED_ADDRESS_TTL_S = 20 * 60
export const PHOTO_RESIGN_INTERVAL_MS = 15 * 60_000

/** Without use a session ends: whoever finds an open computer of staff reads every member. */
const IDLE_LIMIT_S = { staff: 30 * 60, member: 7 * 86_400 } as const
export const idleLimitS = (role: Role): number => IDLE_LIMIT_S[isStaff(role) ? 'staff' : 'member']
/** However busy, a session of staff ends after a working day. */
export const STAFF_SESSION_MAX_S = 12 * 3_600
/** Staff are told so long before either end, so that nothing is lost. */
export const END_WARNING_S = 120

export interface SessionTimes {
  readonly role: Role
  readonly createdAt: string
  /** When the client last said that it was used. */
  readonly activeAt: string
  readonly now: Date
}

/**
 * Why the session is over by time alone; undefined while it lives.
 * @param graceS the client says only with each renewal how long nobody used it
 */
export function sessionEnd(
  { role, createdAt, activeAt, now }: SessionTimes,
  graceS: number,
): 'idle' | 'too-long' | undefined {
  const agoS = (instant: string): number => (now.getTime() - Date.parse(instant)) / 1_000
  if (agoS(activeAt) > idleLimitS(role) + graceS) return 'idle'
  return isStaff(role) && agoS(createdAt) >= STAFF_SESSION_MAX_S ? 'too-long' : undefined
}
