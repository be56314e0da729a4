import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { Event } from '#shared/contract/events.ts'
import { PUBLIC_VIEWER } from '#shared/contract/files.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { assembliesAmong } from '../assembly/assembly-repository.ts'
import {
  countPeople,
  listCheckInsOfMembers,
  registrationsOf,
  type EventRow,
} from './event-repository.ts'
import { isOver, seesCounts } from './policy.ts'
import { storedContent } from './stored-content.ts'

type Presented = z.input<typeof Event>

/**
 * Address of a cover: for the public once it is published, until then for the session of the
 * editor.
 */
export function coverAddress(
  { library }: Pick<Deps, 'library'>,
  { image_file: fileId, status }: { readonly image_file: string | null; readonly status: string },
  caller: Caller | undefined,
): string | null {
  if (fileId === null) return null
  if (status !== 'draft') return library.sign(fileId, 'cover', PUBLIC_VIEWER)
  return caller === undefined ? null : library.sign(fileId, 'cover', caller.sessionId)
}

const statusOf = (row: EventRow, now: string): Presented['status'] =>
  row.status === 'published' ? (isOver(row, now) ? 'past' : 'upcoming') : row.status

/** Events with the number of places taken and the caller's own registration. */
export async function presentEvents(
  deps: Deps,
  db: Kysely<Schema>,
  rows: readonly EventRow[],
  caller: Caller | undefined,
): Promise<Presented[]> {
  const ids = rows.map(({ id }) => id)
  const [peopleOf, assemblies] = [await countPeople(db, ids), await assembliesAmong(db, ids)]
  const own = caller === undefined ? undefined : await registrationsOf(db, caller.memberId)
  const now = isoNow(deps.clock)
  return rows.map((row) => ({
    id: row.id,
    ...storedContent<Presented['content']['en']>(row.content),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: statusOf(row, now),
    image: coverAddress(deps, row, caller),
    organizer: row.organizer,
    capacity: row.capacity,
    registeredCount: peopleOf(row.id).registered,
    price: row.price,
    contactPerson: row.contact_person,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    ...(assemblies.has(row.id) ? { isAssembly: true as const } : {}),
    version: row.version,
    ...(own === undefined ? {} : { registration: own.get(row.id) ?? ('none' as const) }),
    ...(seesCounts(caller)
      ? { waitingCount: peopleOf(row.id).waiting, checkedInCount: peopleOf(row.id).came }
      : {}),
  }))
}

export async function presentEvent(
  deps: Deps,
  db: Kysely<Schema>,
  row: EventRow,
  caller: Caller | undefined,
): Promise<Presented> {
  const [event] = await presentEvents(deps, db, [row], caller)
  if (event === undefined) throw new Error('One event in, one event out')
  const came =
    caller !== undefined && (await listCheckInsOfMembers(db, row.id, [caller.memberId])).length > 0
  return came ? { ...event, checkedIn: true } : event
}
