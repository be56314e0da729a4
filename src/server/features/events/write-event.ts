import type { Transaction } from 'kysely'
import type {
  createEvent as createRoute,
  EventFields,
  updateEvent as updateRoute,
} from '#shared/contract/events.ts'
import { isoNow } from '../../clock.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { contentSearchText } from '../search/content-search-text.ts'
import { releaseCover, takeCover } from './covers.ts'
import { meetsElsewhere, tellMembers, tellQueue } from './event-mails.ts'
import { hasPeople, lockEvent, type EventRow } from './event-repository.ts'
import { fillPlaces } from './fill-places.ts'
import { goesBackToDraft, isStale, takesRegistrations } from './policy.ts'
import { presentEvent } from './present.ts'

const columnsOf = (fields: EventFields): Omit<EventRow, 'id' | 'created_at' | 'version'> => ({
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

export const createEvent: Handler<typeof createRoute> = ({ body, caller, facts }, deps) =>
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
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('events')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return refuse('conflict')
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
    await tellQueue(deps, db, row, { template: 'event-changed' })
  await tellMembers(deps, db, row, await fillPlaces(db, row), { template: 'event-place' }) // there may be more places than before
}

export const updateEvent: Handler<typeof updateRoute> = ({ params, body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    if (body.id !== undefined && body.id !== params.id)
      return refuse('invalid', {
        fields: [
          {
            path: 'body.id',
            code: 'fixed',
            message: 'The id of an event stays: give the one of the address, or none',
          },
        ],
      })
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
    await transaction.updateTable('events').set(changed).where('id', '=', held.id).execute()
    if (held.image_file !== row.image_file) await releaseCover(transaction, held.image_file)
    await tellChange(deps, transaction, held, row, { at, tell: body.tell })
    facts.trace({ target: `event:${row.id}`, detail: { status: row.status, was: held.status } })
    return done(await presentEvent(deps, transaction, row, caller))
  })
