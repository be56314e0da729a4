import { isNearEvent } from '#shared/domain/check-in-hours.ts'
import { isManager, isStaff } from '#shared/domain/people/roles.ts'
import type { Clock } from '../../base/clock.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { EventRow } from './event-repository.ts'

/** Editors of events and news see drafts. */
export const seesDrafts = (caller: Caller | undefined): boolean => isManager(caller?.role)

/** Door staff and planners see how many members wait or came. */
export const seesCounts = (caller: Caller | undefined): boolean =>
  caller !== undefined && isStaff(caller.role)

/** Planners see the attendance at any time, door staff near the event. */
export const seesPeople = (
  { role }: Caller,
  { starts_at: startsAt, ends_at: endsAt }: Pick<EventRow, 'starts_at' | 'ends_at'>,
  clock: Clock,
): boolean => isManager(role) || isNearEvent(clock.now(), { startsAt, endsAt })

/** For all others a draft does not exist. */
export const maySee = (
  caller: Caller | undefined,
  { status }: { readonly status: string },
): boolean => status !== 'draft' || seesDrafts(caller)

/** @param now ISO instant */
export const isOver = ({ ends_at: endsAt }: Pick<EventRow, 'ends_at'>, now: string): boolean =>
  endsAt <= now

/** Places can be taken and released from the publication until the end. */
export const takesRegistrations = (
  event: Pick<EventRow, 'status' | 'ends_at'>,
  now: string,
): boolean => event.status === 'published' && !isOver(event, now)

/**
 * A caller with an older version must read the present one first. A call without a version replaces
 * the present one, as the first version of the API did.
 */
export const isStale = (
  read: number | undefined,
  { version }: Pick<EventRow, 'version'>,
): boolean => read !== undefined && read !== version

/** A published event with registrations can only be cancelled, not unpublished. */
export const goesBackToDraft = (
  held: Pick<EventRow, 'status'>,
  wanted: EventRow['status'],
): boolean => held.status !== 'draft' && wanted === 'draft'
