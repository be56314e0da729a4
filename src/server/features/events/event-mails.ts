import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { EventContent } from '#shared/contract/events.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import type { Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { listRecipients, readQueue, type EventRow } from './event-repository.ts'
import { storedContent } from './stored-content.ts'

/** The subject of an event's mail. `reason` is part of the mail of a cancelled event. */
export type EventNews =
  | { readonly template: 'event-place' | 'event-changed' | 'event-on-again' }
  | { readonly template: 'event-cancelled'; readonly reason: string }

type Words = z.output<typeof EventContent>
const wordsOf = ({ content }: Pick<EventRow, 'content'>) => storedContent<Words>(content).content

/** Mails members about an event, each in their own language, in the transaction of the change. */
export async function tellMembers(
  deps: Deps,
  db: Kysely<Schema>,
  event: EventRow,
  memberIds: readonly number[],
  news: EventNews,
): Promise<void> {
  if (memberIds.length === 0) return
  const people = await listRecipients(db, memberIds)
  const words = wordsOf(event)
  const link = `${deps.config.publicUrl}/events/${event.id}`
  for (const { email: to, first_name: name, language } of people) {
    const { title, location: place } = words[language]
    const values = { name, event: title, place, startsAt: event.starts_at, link }
    await (news.template === 'event-cancelled'
      ? enqueueMail(deps, db, {
          to,
          language,
          template: news.template,
          values: { ...values, reason: news.reason },
        })
      : enqueueMail(deps, db, { to, language, template: news.template, values }))
  }
}

/** All members who registered or wait. */
export const tellQueue = async (
  deps: Deps,
  db: Kysely<Schema>,
  event: EventRow,
  news: EventNews,
): Promise<number> => {
  const queue = await readQueue(db, event.id)
  await tellMembers(
    deps,
    db,
    event,
    queue.map(({ member_id: id }) => id),
    news,
  )
  return queue.length
}

/** The fields whose change is mailed: place and time. A corrected description is not. */
export function meetsElsewhere(held: EventRow, now: EventRow): boolean {
  const [before, after] = [wordsOf(held), wordsOf(now)]
  return (
    held.starts_at !== now.starts_at ||
    held.ends_at !== now.ends_at ||
    LANGUAGES.some((language) => before[language].location !== after[language].location)
  )
}
