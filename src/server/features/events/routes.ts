import type { Transaction } from 'kysely'
import type * as contract from '#shared/contract/events.ts'
import { listEvents as listRoute } from '#shared/contract/events.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Database } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { releaseCover, takeCover } from '../../records/events/covers.ts'
import { meetsElsewhere, tellMembers, tellQueue } from '../../records/events/event-mails.ts'
import {
  findEvent,
  markOfEvents,
  readEvents,
  hasPeople,
  insertEvent,
  lockEvent,
  removeEvent,
  updateEventColumns,
  type EventRow,
} from '../../records/events/event-repository.ts'
import {
  maySee,
  seesDrafts,
  goesBackToDraft,
  isStale,
  takesRegistrations,
} from '../../records/events/policy.ts'
import { presentEvent, presentEvents } from '../../records/events/present.ts'
import { fillPlaces, registerForEvent, cancelRegistration } from '../../records/events/register.ts'
import { contentSearchText } from '../../records/search/content-search-text.ts'
import { readAttendance, countAttendance, attendanceCsv } from './attendance.ts'
import { checkIn, undoCheckIn } from './check-in.ts'

const keptLists = new WeakMap<Database, { readonly mark: string; readonly json: Buffer }>()

/**
 * Serialised, because visitors all get the same list, and to make it takes most of the time of the call. The mark is read
 * first: an event that changes after it is in the next list at the latest.
 */
async function listForVisitors(deps: Deps): Promise<Buffer> {
  const { db } = deps.database
  const mark = await markOfEvents(db, isoNow(deps.clock))
  const kept = keptLists.get(deps.database)
  if (kept?.mark === mark) return kept.json
  const rows = await readEvents(db, { drafts: false })
  const events = await presentEvents(deps, db, rows, undefined)
  const json = Buffer.from(JSON.stringify(listRoute.reply.parse(events)))
  keptLists.set(deps.database, { mark, json })
  return json
}

const listEvents: Handler<typeof listRoute> = async ({ caller, facts }, deps) => {
  const { db } = deps.database
  if (caller !== undefined) {
    const rows = await readEvents(db, { drafts: seesDrafts(caller) })
    return done(await presentEvents(deps, db, rows, caller))
  }
  void facts.reply.type('application/json; charset=utf-8')
  return done((await listForVisitors(deps)) as never) // already serialised, with the schema of this route
}

const readEvent: Handler<typeof contract.readEvent> = async ({ params, caller }, deps) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined || !maySee(caller, event)) return refuse('not-found')
  return done(await presentEvent(deps, db, event, caller))
}

const columnsOf = (
  fields: contract.EventFields,
): Omit<EventRow, 'id' | 'created_at' | 'version'> => ({
  starts_at: fields.startsAt,
  ends_at: fields.endsAt,
  capacity: fields.capacity,
  price: fields.price,
  image_file: fields.image,
  contact_person: fields.contactPerson,
  contact_email: fields.contactEmail,
  contact_phone: fields.contactPhone,
  organizer: fields.organizer,
  content: JSON.stringify(fields.content),
  status: fields.status,
  search_text: contentSearchText(fields.content, [fields.organizer]),
})

const createEvent: Handler<typeof contract.createEvent> = ({ body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const refusal = await takeCover(transaction, {
      held: null,
      wanted: body.image,
      use: 'event',
      uploaderId: caller.memberId,
      at,
    })
    if (refusal !== undefined) return refusal
    const row = { id: body.id, ...columnsOf(body), created_at: at, version: 1 }
    if (!(await insertEvent(transaction, row))) return refuse('conflict')
    facts.trace({ target: `event:${row.id}`, detail: { status: row.status } })
    return done(await presentEvent(deps, transaction, row, caller))
  })

/**
 * Mails inform members with a place about changes, and waiting members that they got a place. A
 * past event sends no mail.
 */
async function tellChange(
  deps: Deps,
  db: Transaction<Schema>,
  held: EventRow,
  row: EventRow,
  { at, tell }: { readonly at: string; readonly tell: boolean },
): Promise<void> {
  if (takesRegistrations(held, at) && row.status === 'cancelled')
    await tellQueue(deps, db, row, { template: 'event-cancelled', reason: '' })
  if (!takesRegistrations(row, at)) return
  if (tell && held.status === 'cancelled')
    await tellQueue(deps, db, row, { template: 'event-on-again' })
  if (tell && held.status === 'published' && meetsElsewhere(held, row))
    await tellQueue(deps, db, row, { template: 'event-changed', held })
  await tellMembers(deps, db, row, await fillPlaces(db, row), { template: 'event-place' }) // there may be more places than before
}

const updateEvent: Handler<typeof contract.updateEvent> = ({ params, body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    if (body.id !== undefined && body.id !== params.id)
      return refuseField(
        'body.id',
        'fixed',
        'The id of an event stays: give the one of the address, or none',
      )
    const held = await lockEvent(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (isStale(body.version, held))
      return refuse('conflict', {
        extra: { current: await presentEvent(deps, transaction, held, caller) },
      })
    if (goesBackToDraft(held, body.status) && (await hasPeople(transaction, held.id)))
      return refuse('event-has-people')
    const at = isoNow(deps.clock)
    const refusal = await takeCover(transaction, {
      held: held.image_file,
      wanted: body.image,
      use: 'event',
      uploaderId: caller.memberId,
      at,
    })
    if (refusal !== undefined) return refusal
    const changed = { ...columnsOf(body), version: held.version + 1 }
    const row = { ...held, ...changed }
    await updateEventColumns(transaction, held.id, changed)
    if (held.image_file !== row.image_file) await releaseCover(transaction, held.image_file)
    await tellChange(deps, transaction, held, row, { at, tell: body.tell })
    facts.trace({ target: `event:${row.id}`, detail: { status: row.status, was: held.status } })
    return done(await presentEvent(deps, transaction, row, caller))
  })

/**
 * The places stay on the list, so that staff can contact these members if the event takes place
 * after all.
 */
const callOffEvent: Handler<typeof contract.callOffEvent> = (
  { params, body, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const held = await lockEvent(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (isStale(body.version, held) || !takesRegistrations(held, isoNow(deps.clock)))
      return refuse('conflict', {
        extra: { current: await presentEvent(deps, transaction, held, caller) },
      })
    const changed = { status: 'cancelled' as const, version: held.version + 1 }
    const row = { ...held, ...changed }
    await updateEventColumns(transaction, held.id, changed)
    const told = await tellQueue(deps, transaction, row, {
      template: 'event-cancelled',
      reason: body.reason,
    })
    facts.trace({ target: `event:${row.id}`, detail: { told, withReason: body.reason !== '' } })
    return done(await presentEvent(deps, transaction, row, caller))
  })

/** Only an event that no member has seen or registered for can be deleted. */
const deleteEvent: Handler<typeof contract.deleteEvent> = ({ params, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const held = await lockEvent(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (await hasPeople(transaction, held.id)) return refuse('event-has-people')
    if (held.status !== 'draft')
      return refuse('conflict', {
        extra: { current: await presentEvent(deps, transaction, held, caller) },
      })
    await removeEvent(transaction, held.id)
    await releaseCover(transaction, held.image_file)
    facts.trace({ target: `event:${held.id}` })
    return done({ deleted: true })
  })

export const eventsHandlers: HandlersOf<typeof contract.eventsRoutes> = {
  'event.list': listEvents,
  'event.read': readEvent,
  'event.create': createEvent,
  'event.update': updateEvent,
  'event.callOff': callOffEvent,
  'event.delete': deleteEvent,
  'event.register': registerForEvent,
  'event.cancel': cancelRegistration,
  'event.checkIn': checkIn,
  'event.attendance': readAttendance,
  'event.counts': countAttendance,
  'event.undoCheckIn': undoCheckIn,
  'event.attendanceCsv': attendanceCsv,
}
