import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { EventContent } from '#shared/contract/events.ts'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { listProxies } from '../assembly/assembly-repository.ts'
import { listRecipients, readQueue, type EventRow } from './event-repository.ts'
import { storedContent } from './stored-content.ts'

/** The subject of an event's mail. `reason` is part of the mail of a cancelled event, `held` what a changed one was before. */
export type EventNews =
  | { readonly template: 'event-place' | 'event-on-again' }
  | { readonly template: 'event-changed'; readonly held: EventRow }
  | { readonly template: 'event-cancelled'; readonly reason: string }

type EventTexts = z.output<typeof EventContent>
const wordsOf = ({ content }: Pick<EventRow, 'content'>) =>
  storedContent<EventTexts>(content).content

/** What a mail says of an event. */
export function eventFacts(
  { config }: Pick<Deps, 'config'>,
  event: EventRow,
  language: Language,
): { event: string; place: string; startsAt: string; link: string } {
  const { title, location: place } = wordsOf(event)[language]
  const link = `${config.publicUrl}/events/${event.id}`
  return { event: title, place, startsAt: event.starts_at, link }
}

/** What is different now, as it was; blank where it stays. */
function valuesBefore(held: EventRow, event: EventRow, language: Language) {
  const [before, now] = [wordsOf(held)[language].location, wordsOf(event)[language].location]
  return {
    startedAt: held.starts_at === event.starts_at ? '' : held.starts_at,
    oldPlace: before === now ? '' : before,
  }
}

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
  for (const { email: to, first_name: name, language } of people) {
    const values = { name, ...eventFacts(deps, event, language) }
    const mail = { to, language }
    if (news.template === 'event-cancelled')
      await enqueueMail(deps, db, {
        ...mail,
        template: news.template,
        values: { ...values, reason: news.reason },
      })
    else if (news.template === 'event-changed')
      await enqueueMail(deps, db, {
        ...mail,
        template: news.template,
        values: { ...values, ...valuesBefore(news.held, event, language) },
      })
    else await enqueueMail(deps, db, { ...mail, template: news.template, values })
  }
}

/** All members who registered or wait, and at an assembly those who gave a voice or carry one. */
export const tellQueue = async (
  deps: Deps,
  db: Kysely<Schema>,
  event: EventRow,
  news: EventNews,
): Promise<number> => {
  const queue = await readQueue(db, event.id)
  const proxies = await listProxies(db, event.id)
  const people = new Set([
    ...queue.map(({ member_id: id }) => id),
    ...proxies.flatMap(({ giver, holder }) => [giver, holder]),
  ])
  await tellMembers(deps, db, event, [...people], news)
  return people.size
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
