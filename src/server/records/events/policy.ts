import type { Caller } from '../../http/principal/caller.ts'
import { isoAfter, type Clock } from '../../base/clock.ts'
import type { EventRow } from './event-repository.ts'
import { isManager, isStaff } from '#shared/domain/people/roles.ts'

/** Editors of events and news see drafts. */
export const seesDrafts = (caller: Caller | undefined): boolean => isManager(caller?.role)

/** Door staff and planners see how many members wait or came. */
export const seesCounts = (caller: Caller | undefined): boolean =>
  caller !== undefined && isStaff(caller.role)

const DAY_S = 24 * 60 * 60
/**
 * Planners see the attendance at any time. Door staff see it near the event: they prepare the
 * evening before, and look at it the day after.
 */
export const seesPeople = (
  { role }: Caller,
  { starts_at: startsAt, ends_at: endsAt }: Pick<EventRow, 'starts_at' | 'ends_at'>,
  clock: Clock,
): boolean =>
  isManager(role) || (startsAt <= isoAfter(clock, DAY_S) && isoAfter(clock, -DAY_S) <= endsAt)

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
