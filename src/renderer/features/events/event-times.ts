/**
 * When an event takes place. Its hours are those of the place, so they are said in Paris time and named as such;
 * a reader whose clock shows another hour gets that as well.
 */
import { firstOfMonth, type Language, LOCALE_TAGS } from '#shared/domain/text/languages.ts'

const EVENT_ZONE = 'Europe/Paris'

interface Span {
  readonly startsAt: string
  readonly endsAt: string
}

export interface EventTimes {
  /** "Saturday 3 May 2025"; from the first day to the last where there are several. */
  readonly date: string
  /** "10:00–17:00". */
  readonly hours: string
  /** The parts of the date block. */
  readonly day: string
  readonly month: string
  readonly weekday: string
  readonly year: string
  /** The same in the reader's own zone; undefined where the clocks agree. */
  readonly ownClock: string | undefined
}

/** The clock on the wall as text that compares: two zones agree when it is the same for both. */
const wallClock = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

const readerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export function eventTimes(
  { startsAt, endsAt }: Span,
  language: Language,
  ownZone = readerZone(),
): EventTimes {
  const tag = LOCALE_TAGS[language]
  const [start, end] = [new Date(startsAt), new Date(endsAt)]
  const inZone = (
    options: Intl.DateTimeFormatOptions,
    timeZone = EVENT_ZONE,
  ): Intl.DateTimeFormat => new Intl.DateTimeFormat(tag, { ...options, timeZone })
  const part = (options: Intl.DateTimeFormatOptions): string => inZone(options).format(start)
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const full = { day: 'numeric', month: 'short', ...clock } as const
  /** No line ends or begins with the dash (a break would be allowed after it, also before a no-break space), or within a date. */
  const range = (format: Intl.DateTimeFormat): string =>
    firstOfMonth(format.formatRange(start, end), language)
      .replace(/\s–\s/u, '\u00A0–\u2060\u00A0')
      .replaceAll(/(?<=\d(?:er)?) (?=\p{L})/gu, '\u00A0')
  const sameDay =
    wallClock(start, EVENT_ZONE).slice(0, 10) === wallClock(end, EVENT_ZONE).slice(0, 10)
  const days = inZone({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const agree = wallClock(start, EVENT_ZONE) === wallClock(start, ownZone)
  return {
    date: firstOfMonth(sameDay ? days.format(start) : days.formatRange(start, end), language),
    hours: range(inZone(sameDay ? clock : full)),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
    weekday: part({ weekday: 'long' }),
    year: part({ year: 'numeric' }),
    ownClock: agree ? undefined : range(inZone(full, ownZone)),
  }
}
