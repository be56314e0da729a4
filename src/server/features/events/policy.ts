import type { Caller } from '../../http/caller.ts'
import { isoAfter, type Clock } from '../../clock.ts'
import type { EventRow } from './event-repository.ts'

/** Those who write events and news see what is not published yet. */
export const seesDrafts = (caller: Caller | undefined): boolean =>
  caller?.role === 'A' || caller?.role === 'X'

/** How many wait or came is for those who stand at the door and those who plan. */
export const seesCounts = (caller: Caller | undefined): boolean =>
  caller !== undefined && caller.role !== 'F'

const DAY_S = 24 * 60 * 60
/**
 * Those who plan see who comes at any time; those who stand at the door when the door is near: they prepare the evening
 * before, and enter what was written on paper the day after.
 */
export const seesPeople = (
  { role }: Caller,
  { starts_at: startsAt, ends_at: endsAt }: Pick<EventRow, 'starts_at' | 'ends_at'>,
  clock: Clock,
): boolean =>
  role === 'A' ||
  role === 'X' ||
  (startsAt <= isoAfter(clock, DAY_S) && isoAfter(clock, -DAY_S) <= endsAt)

/** To everybody else a draft is not there. */
export const maySee = (
  caller: Caller | undefined,
  { status }: { readonly status: string },
): boolean => status !== 'draft' || seesDrafts(caller)

/** @param now ISO instant */
export const isOver = ({ ends_at: endsAt }: Pick<EventRow, 'ends_at'>, now: string): boolean =>
  endsAt <= now

/** Places are given and given back from the publication until the end. */
export const takesRegistrations = (
  event: Pick<EventRow, 'status' | 'ends_at'>,
  now: string,
): boolean => event.status === 'published' && !isOver(event, now)

/** Whoever read an older version must look first. Who names none replaces what is there, as the first form of the call did. */
export const isStale = (
  read: number | undefined,
  { version }: Pick<EventRow, 'version'>,
): boolean => read !== undefined && read !== version

/** What was published is taken back by cancelling it once people count on it. */
export const goesBackToDraft = (
  held: Pick<EventRow, 'status'>,
  wanted: EventRow['status'],
): boolean => held.status !== 'draft' && wanted === 'draft'
