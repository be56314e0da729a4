/** Events and news in their tables, as staff would have written them. */
import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Deps } from '#server/deps/deps.ts'
import type { EventTable, NewsTable } from '#server/parts/database/tables/content.ts'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import type { createEvent } from '#shared/contract/events.ts'

const HOUR_MS = 3_600_000
const freshId = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`
type Parts = Pick<Deps, 'database' | 'clock'>
/** The words of each language; one text stands for all three. */
type Words = Partial<Record<'en' | 'ar' | 'fr', object>>

export const inThreeLanguages = <T>(words: T) => ({ en: words, ar: words, fr: words })
export const newsWords = (title = 'News') => ({
  title,
  description: 'Short',
  fullContent: 'One.\n\nTwo.',
})
export const eventWords = (title = 'Assembly', location = 'Paris') => ({
  ...newsWords(title),
  location,
  goals: ['Meet'],
})
type NewEvent = CallArguments<typeof createEvent>['body']
/** An event as staff send it: it begins in an hour, so that they check in already. Everything can be overridden. */
export const eventBody = (now: Date, wish: Partial<NewEvent> = {}): NewEvent => ({
  id: freshId('event'),
  content: inThreeLanguages(eventWords()),
  startsAt: new Date(now.getTime() + HOUR_MS).toISOString(),
  endsAt: new Date(now.getTime() + 25 * HOUR_MS).toISOString(),
  status: 'published',
  ...wish,
})

/** A published event that begins in ten hours, so that staff check in already; resolves with its id. */
export async function buildEvent(
  { database, clock }: Parts,
  {
    content = inThreeLanguages(eventWords()),
    ...columns
  }: Partial<Omit<Insertable<EventTable>, 'content'>> & { readonly content?: Words } = {},
): Promise<string> {
  const now = clock.now().getTime()
  const row = {
    id: freshId('event'),
    starts_at: new Date(now + 10 * HOUR_MS).toISOString(),
    ends_at: new Date(now + 48 * HOUR_MS).toISOString(),
    capacity: null,
    price: null,
    image_file: null,
    contact_person: '',
    contact_email: '',
    contact_phone: '',
    organizer: '',
    status: 'published' as const,
    created_at: new Date(now).toISOString(),
    ...columns,
  }
  await database.db
    .insertInto('events')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
  return row.id
}

/** A published article; resolves with its id. */
export async function buildNews(
  { database, clock }: Parts,
  {
    content = inThreeLanguages(newsWords()),
    ...columns
  }: Partial<Omit<Insertable<NewsTable>, 'content'>> & { readonly content?: Words } = {},
): Promise<string> {
  const row = {
    id: freshId('news'),
    date: '2026-05-03',
    image_file: null,
    link: '',
    status: 'published' as const,
    created_at: clock.now().toISOString(),
    ...columns,
  }
  await database.db
    .insertInto('news')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
  return row.id
}
