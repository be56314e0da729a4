import type { Transaction } from 'kysely'
import { STAFF_CHECK_INS_MAX } from '#shared/contract/events.ts'
import type { checkIn as route, undoCheckIn as undoRoute } from '#shared/contract/events.ts'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { cardReadings } from '#shared/domain/card/card-readings.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { isWithinCheckInHours } from '#shared/domain/check-in-hours.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Device } from '../../http/principal/device.ts'
import { actorOf } from '../../http/principal/principal.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { voicesAt } from '../../records/assembly/attendance-count.ts'
import { devicesOfEvent } from '../../records/devices/device-repository.ts'
import { isOwnEvent } from '../../records/devices/policy.ts'
import {
  deleteCheckIn,
  findActiveMembers,
  findCheckIns,
  insertCheckIns,
  listCheckInsOfMembers,
  lockEvent,
} from '../../records/events/event-repository.ts'
import { seesPeople } from '../../records/events/policy.ts'
import { withinLookUps } from '../../records/look-ups/look-up-budget.ts'
import { findMergedInto } from '../../records/members/member-number-repository.ts'
import {
  checkInKey,
  decideCheckIns,
  type CheckInFacts,
  type CheckInWish,
} from './decide-check-ins.ts'

async function gather(
  db: Transaction<Schema>,
  eventId: string,
  wishes: readonly CheckInWish[],
): Promise<Omit<CheckInFacts, 'now'>> {
  const numbers = [...new Set(wishes.flatMap((wish) => parseMemberNumber(wish.cardId) ?? []))]
  const recorded = await findCheckIns(
    db,
    wishes.map(({ id }) => checkInKey(id)),
  )
  const known = new Map(
    recorded.map((row) => [row.id, row.event_id === eventId ? row.member_id : undefined]),
  )
  const concerned = [...new Set([...numbers, ...recorded.map((row) => row.member_id)])]
  if (concerned.length === 0) return { known, activeMembers: new Set(), passages: [] }
  const activeMembers = await findActiveMembers(db, concerned)
  const passages = await listCheckInsOfMembers(db, eventId, concerned)
  return { known, activeMembers, passages }
}

/**
 * Check-ins from a device are stored under its own id, whatever the request says; staff may send
 * those of the event's devices.
 */
async function attribute(
  db: Transaction<Schema>,
  eventId: string,
  wishes: readonly CheckInWish[],
  caller: Caller | Device,
): Promise<CheckInWish[]> {
  if (caller.kind === 'device')
    return wishes.map((wish) => ({
      ...wish,
      deviceId: caller.deviceId,
      gate: wish.gate === '' ? caller.name : wish.gate,
    }))
  const named = new Set(wishes.flatMap(({ deviceId }) => deviceId?.toLowerCase() ?? []))
  const known = await devicesOfEvent(db, eventId, [...named])
  return wishes.map(({ deviceId, ...wish }) =>
    deviceId !== undefined && known.has(deviceId.toLowerCase())
      ? { ...wish, deviceId: deviceId.toLowerCase() }
      : wish,
  )
}

/** What a door recorded with the card of a record that became part of another one counts for that one. */
const presentCards = (db: Transaction<Schema>, wishes: readonly CheckInWish[]) =>
  Promise.all(
    wishes.map(async (wish): Promise<CheckInWish> => {
      const into = await findMergedInto(db, parseMemberNumber(wish.cardId) ?? 0)
      return into === undefined ? wish : { ...wish, cardId: cardId(into) }
    }),
  )

interface Batch {
  readonly event: string
  readonly wanted: readonly CheckInWish[]
  /** How many of them are guesses, see `isProven`. */
  readonly guesses: number
}
interface By {
  readonly caller: Caller | Device
  readonly facts: RequestFacts
}

/** The account that is asked about a check-in: of the staff who send it, or of who enrolled the device. */
const accountOf = (caller: Caller | Device): string =>
  memberActor(caller.kind === 'device' ? caller.enrolledBy : caller.memberId)

/**
 * Accepted whatever the state of the event: check-ins that were recorded offline must be stored. What a door recorded is
 * taken at any time, and marked where its time is unusual; what staff type is refused outside of the hours.
 */
const record = ({ event, wanted, guesses }: Batch, { caller, facts }: By, deps: Deps) =>
  facts.transact(async (transaction) => {
    const { clock, audit } = deps
    const held = await lockEvent(transaction, event)
    if (held === undefined) return refuse('not-found')
    const now = isoNow(clock)
    const times = { startsAt: held.starts_at, endsAt: held.ends_at }
    const present = await presentCards(transaction, wanted)
    const wishes = await attribute(transaction, event, present, caller)
    const typed = wishes.filter(({ deviceId }) => deviceId === undefined)
    if (typed.length > 0 && !isWithinCheckInHours(now, times, 'staff'))
      return refuse('check-in-closed', {
        audit: {
          action: 'event.check-in-outside',
          target: accountOf(caller),
          detail: { event, count: typed.length, recorded: false },
        },
      })
    const { results, added } = decideCheckIns(wishes, {
      now: clock.now(),
      ...(await gather(transaction, event, wishes)),
    })
    if (added.length > 0)
      await insertCheckIns(
        transaction,
        added.map((passage) => ({ ...passage, event_id: event, recorded_at: now })),
      )
    const isUsual = (instant: string): boolean => isWithinCheckInHours(instant, times, 'door')
    const outside = isUsual(now) ? added.filter(({ at }) => !isUsual(at)) : added
    if (outside.length > 0)
      await audit.write(
        {
          actor: actorOf(caller),
          action: 'event.check-in-outside',
          target: accountOf(caller),
          detail: { event, count: outside.length, recorded: true },
          requestId: facts.requestId,
        },
        transaction,
      )
    const voices = await voicesAt(
      transaction,
      event,
      wishes.map((wish) => parseMemberNumber(wish.cardId) ?? 0),
    )
    const count = (wished: string): number =>
      results.filter(({ result }) => result === wished).length
    facts.trace({
      target: `event:${event}`,
      detail: {
        recorded: count('recorded'),
        second: count('second'),
        known: count('known'),
        unknownMember: count('unknown-member'),
        ...(caller.kind === 'device' ? {} : { guesses }),
      },
    })
    return done({
      results: results.map((result, place) => ({
        ...result,
        ...(result.result === 'unknown-member'
          ? {}
          : voices(parseMemberNumber(wishes[place]?.cardId ?? '') ?? 0)),
      })),
    })
  })

/** The scanned code of staff has our signature: its number is no guess, and the door keeps working when the budget is used up. */
function isProven({ keys, clock }: Deps, { payload, cardId: claimed }: CheckInWish): boolean {
  if (payload === undefined) return false
  return cardReadings([payload]).some((reading) => {
    const card = readCardPayload(reading, clock.now())
    return (
      card.kind === 'signed' &&
      card.memberNumber === parseMemberNumber(claimed) &&
      keys.verify('card', card.keyId, card.signedText, card.signature) === 'good'
    )
  })
}

const TOO_MANY = {
  path: 'body.checkIns',
  code: 'too_big',
  message: `Send at most ${STAFF_CHECK_INS_MAX} at once`,
}

export const checkIn: Handler<typeof route> = async ({ params, body, caller, facts }, deps) => {
  if (!isOwnEvent(caller, params.id)) return refuse('other-event')
  const { checkIns: wanted } = body
  if (caller.kind !== 'device' && wanted.length > STAFF_CHECK_INS_MAX)
    return refuse('invalid', { fields: [TOO_MANY] })
  const guessed = wanted.map((wish) => caller.kind === 'device' || !isProven(deps, wish))
  const guesses = guessed.filter(Boolean).length
  const batch = { event: params.id, wanted, guesses }
  return withinLookUps(
    deps,
    { caller, facts, guesses, kind: caller.kind === 'device' ? 'queued' : 'typed' },
    () => record(batch, { caller, facts }, deps),
    (outcome: Outcome<{ results: readonly { readonly result: string }[] }>) => {
      if (!outcome.ok) return { known: 0, unknown: 0 } // decided without a look at a member
      const unknown = outcome.value.results.filter(
        ({ result }, place) => guessed[place] === true && result === 'unknown-member',
      ).length
      return { known: guesses - unknown, unknown }
    },
  )
}

/**
 * Removes one check-in, not all of the member: another one that a device recorded meanwhile stays. Who came to an
 * assembly decides its quorum, so afterwards only planners change it.
 */
export const undoCheckIn: Handler<typeof undoRoute> = (
  { params, body, caller, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    if (event === undefined) return refuse('not-found')
    if (!seesPeople(caller, event, clock)) return refuse('event-not-near')
    const undone = await deleteCheckIn(transaction, event.id, checkInKey(body.checkInId))
    facts.trace({
      target: `event:${event.id}`,
      detail:
        undone === undefined
          ? { undone: false }
          : { undone: true, card: cardId(undone.member_id), gate: undone.gate, at: undone.at },
    })
    return done({ undone: undone !== undefined })
  })
