import type { Transaction } from 'kysely'
import type { checkIn as route, undoCheckIn as undoRoute } from '#shared/contract/events.ts'
import { parseMemberNumber, cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { isDevice, type Device } from '../../http/device.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { voicesAt } from '../assembly/hall.ts'
import { devicesOfEvent } from '../kiosk/device-repository.ts'
import { isOwnEvent } from '../kiosk/policy.ts'
import { giveBackUnknown, takeUnknown } from '../kiosk/typed-look-ups.ts'
import {
  checkInKey,
  decideCheckIns,
  type CheckInFacts,
  type CheckInWish,
} from './decide-check-ins.ts'
import {
  deleteCheckIn,
  findActiveMembers,
  findCheckIns,
  insertCheckIns,
  listCheckInsOfMembers,
  lockEvent,
} from './event-repository.ts'

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
  if (isDevice(caller))
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

/**
 * Accepted whatever the state of the event: check-ins that were recorded offline must be stored.
 */
const record = (
  event: string,
  wanted: readonly CheckInWish[],
  { caller, facts }: { readonly caller: Caller | Device; readonly facts: RequestFacts },
  { clock }: Deps,
) =>
  facts.transact(async (transaction) => {
    if ((await lockEvent(transaction, event)) === undefined) return refuse('not-found')
    const wishes = await attribute(transaction, event, wanted, caller)
    const { results, added } = decideCheckIns(wishes, {
      now: clock.now(),
      ...(await gather(transaction, event, wishes)),
    })
    if (added.length > 0)
      await insertCheckIns(
        transaction,
        added.map((passage) => ({ ...passage, event_id: event, recorded_at: isoNow(clock) })),
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

export const checkIn: Handler<typeof route> = async ({ params, body, caller, facts }, deps) => {
  if (!isOwnEvent(caller, params.id)) return refuse('other-event')
  const limited = isDevice(caller)
    ? await takeUnknown(deps, caller, body.checkIns.length)
    : undefined
  if (limited !== undefined) return limited
  const outcome = await record(params.id, body.checkIns, { caller, facts }, deps)
  const unknown = outcome.ok
    ? outcome.value.results.filter(({ result }) => result === 'unknown-member').length
    : 0
  if (isDevice(caller)) await giveBackUnknown(deps, caller, body.checkIns.length - unknown)
  return outcome
}

/**
 * Removes one check-in, not all of the member: another one that a device recorded meanwhile stays.
 */
export const undoCheckIn: Handler<typeof undoRoute> = ({ params, body, facts }) =>
  facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    if (event === undefined) return refuse('not-found')
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
