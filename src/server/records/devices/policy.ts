import { isActiveStatus, type MemberStatus } from '#shared/domain/people/member-status.ts'
import { isStaff, roleOf, isManager } from '#shared/domain/people/roles.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Device } from '../../http/principal/device.ts'
import type { EventRow } from '../events/event-repository.ts'

/**
 * Devices stay active after the end, because visitors stay and offline check-ins must still be
 * sent.
 */
const ENROLS_AFTER_END_MS = 24 * 60 * 60 * 1_000

/** Policy `own-event`. */
export const isOwnEvent = (caller: Caller | Device, eventId: string): boolean =>
  caller.kind !== 'device' || caller.eventId === eventId

export const managesEveryDevice = ({ role }: Caller): boolean => isManager(role)

/** Policy `own-devices`. */
export const mayManageDevice = (
  caller: Caller,
  device: { readonly enrolled_by: number | null },
): boolean => managesEveryDevice(caller) || device.enrolled_by === caller.memberId

export const takesDevices = (event: Pick<EventRow, 'status' | 'ends_at'>, now: Date): boolean =>
  event.status === 'published' && Date.parse(event.ends_at) + ENROLS_AFTER_END_MS > now.getTime()

interface DeviceTimes {
  readonly expires_at: string
  readonly revoked_at: string | null
  readonly ended_at: string | null
  /** Role of the member who enrolled it; null when the account was erased. */
  readonly role: string | null
  readonly status: MemberStatus | null
}

/** @param now ISO instant */
export function deviceState(
  { expires_at: expiresAt, revoked_at: revokedAt, ended_at: endedAt, role, status }: DeviceTimes,
  now: string,
): 'active' | 'expired' | 'revoked' | 'ended' {
  if (revokedAt !== null) return 'revoked'
  if (endedAt !== null) return 'ended'
  if (expiresAt <= now) return 'expired'
  return role !== null && status !== null && isActiveStatus(status) && isStaff(roleOf(role))
    ? 'active'
    : 'revoked'
}
