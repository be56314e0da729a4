/** Dates, numbers, countries and lists in the reader's language. */
import { firstOfMonth, LOCALE_TAGS, type Language } from '#shared/domain/text/languages.ts'
import { DAY_S, HOUR_S, MINUTE_S } from '#shared/domain/units.ts'

type DateLength = 'short' | 'medium' | 'long'

const STEPS = [
  { unit: 'year', seconds: 365 * DAY_S },
  { unit: 'month', seconds: 30 * DAY_S },
  { unit: 'week', seconds: 7 * DAY_S },
  { unit: 'day', seconds: DAY_S },
  { unit: 'hour', seconds: HOUR_S },
  { unit: 'minute', seconds: MINUTE_S },
] as const satisfies readonly {
  readonly unit: Intl.RelativeTimeFormatUnit
  readonly seconds: number
}[]

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/

export interface Formatter {
  /** A calendar date `YYYY-MM-DD` (the same day in every time zone), or the local day of an instant. */
  date(value: string | Date, length?: DateLength): string
  /** Without the year: for a day of these weeks. */
  day(value: string | Date): string
  dateTime(value: string | Date): string
  time(value: string | Date): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** "3 days ago", "in 2 hours". */
  relative(value: string | Date, now?: Date): string
  /** Name of a country from its ISO 3166 alpha-2 code; anything else comes back as it is. */
  country(code: string): string
  list(items: readonly string[]): string
}

/** Intl's medium date is 01/11/2026 in Arabic, between month names everywhere else: there the long one stands for it. */
const medium = (language: Language) =>
  ({ dateStyle: language === 'ar' ? 'long' : 'medium' }) as const

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

export function createFormatter(language: Language): Formatter {
  const tag = LOCALE_TAGS[language]
  // Each takes milliseconds to make, on a phone tens of them, and most pages use one or two.
  const numbers = once(() => new Intl.NumberFormat(tag))
  const relatives = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  const countries = once(() => new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' }))
  const lists = once(() => new Intl.ListFormat(tag, { type: 'conjunction' }))
  const dates = new Map<string, Intl.DateTimeFormat>()
  function written(value: string | Date, options: Intl.DateTimeFormatOptions): string {
    const key = JSON.stringify(options)
    const format = dates.get(key) ?? new Intl.DateTimeFormat(tag, options)
    dates.set(key, format)
    return format.format(new Date(value))
  }
  return {
    date(value, length = 'long') {
      const calendar = typeof value === 'string' && CALENDAR_DATE.test(value)
      const options: Intl.DateTimeFormatOptions = {
        ...(length === 'medium' ? medium(language) : { dateStyle: length }),
        ...(calendar && { timeZone: 'UTC' }),
      }
      return firstOfMonth(written(value, options), language)
    },
    day: (value) =>
      firstOfMonth(
        written(value, { day: 'numeric', month: language === 'ar' ? 'long' : 'short' }),
        language,
      ),
    dateTime: (value) =>
      firstOfMonth(written(value, { ...medium(language), timeStyle: 'short' }), language),
    time: (value) => written(value, { timeStyle: 'short' }),
    number: (value, options) =>
      (options === undefined ? numbers() : new Intl.NumberFormat(tag, options)).format(value),
    relative(value, now = new Date()) {
      const seconds = (new Date(value).getTime() - now.getTime()) / 1000
      const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
      if (step === undefined) return relatives().format(Math.round(seconds), 'second')
      return relatives().format(Math.trunc(seconds / step.seconds), step.unit)
    },
    country: (code) =>
      /^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code,
    list: (items) => lists().format(items),
  }
}
