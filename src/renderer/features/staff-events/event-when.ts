import { firstOfMonth, type Language, LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import type { EventItem } from '../../platform/calls/content-queries.ts'

/** Day and hours in Paris, in one line of a list. */
export function eventWhen(
  { startsAt, endsAt }: Pick<EventItem, 'startsAt' | 'endsAt'>,
  language: Language,
): string {
  const options = {
    timeZone: 'Europe/Paris',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return firstOfMonth(
    new Intl.DateTimeFormat(LOCALE_TAGS[language], options).formatRange(
      new Date(startsAt),
      new Date(endsAt),
    ),
    language,
  )
}
