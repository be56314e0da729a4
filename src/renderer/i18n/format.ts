/**
 * Dates, numbers, countries and lists in the reader's language.
 *
 * Arabic is written with Latin digits (`-u-nu-latn`), on purpose: card numbers, birth dates on the card, phone numbers
 * and codes are Latin everywhere, in print too, and one page with ٢٠٢٦ beside WLD_10004217 makes people compare two
 * alphabets at a check-in desk. Month names are those of Sudan (يناير, not كانون الثاني). English is British: the
 * association is European, and 3 May must not read as 5 March.
 */
import type { Language } from '#shared/domain/text/languages.ts'

export const LOCALE_TAGS = {
  en: 'en-GB',
  ar: 'ar-SD-u-nu-latn-ca-gregory',
  fr: 'fr-FR',
} as const satisfies Record<Language, string>

export type DateLength = 'short' | 'medium' | 'long'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
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
  dateTime(value: string | Date): string
  time(value: string | Date): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** "3 days ago", "in 2 hours". */
  relative(value: string | Date, now?: Date): string
  /** Name of a country from its ISO 3166 alpha-2 code; anything else comes back as it is. */
  country(code: string): string
  list(items: readonly string[]): string
}

/** French counts the first day only: 1er novembre, 2 novembre. Intl does not. */
export const firstOfMonth = (text: string, language: Language): string =>
  language === 'fr' ? text.replace(/(?<!\d)1(?= \p{L})/gu, '1er') : text

/** Intl's medium date is 01/11/2026 in Arabic, between month names everywhere else: there the long one stands for it. */
const medium = (language: Language) =>
  ({ dateStyle: language === 'ar' ? 'long' : 'medium' }) as const

export function createFormatter(language: Language): Formatter {
  const tag = LOCALE_TAGS[language]
  const numbers = new Intl.NumberFormat(tag)
  const dateTimes = new Intl.DateTimeFormat(tag, { ...medium(language), timeStyle: 'short' })
  const times = new Intl.DateTimeFormat(tag, { timeStyle: 'short' })
  const relatives = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const countries = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' })
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  return {
    date(value, length = 'long') {
      const calendar = typeof value === 'string' && CALENDAR_DATE.test(value)
      const options: Intl.DateTimeFormatOptions = {
        ...(length === 'medium' ? medium(language) : { dateStyle: length }),
        ...(calendar && { timeZone: 'UTC' }),
      }
      return firstOfMonth(new Intl.DateTimeFormat(tag, options).format(new Date(value)), language)
    },
    dateTime: (value) => firstOfMonth(dateTimes.format(new Date(value)), language),
    time: (value) => times.format(new Date(value)),
    number: (value, options) =>
      (options === undefined ? numbers : new Intl.NumberFormat(tag, options)).format(value),
    relative(value, now = new Date()) {
      const seconds = (new Date(value).getTime() - now.getTime()) / 1000
      const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
      if (step === undefined) return relatives.format(Math.round(seconds), 'second')
      return relatives.format(Math.trunc(seconds / step.seconds), step.unit)
    },
    country: (code) =>
      /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code,
    list: (items) => lists.format(items),
  }
}
