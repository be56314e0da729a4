import { firstOfMonth, type Language, LOCALE_TAGS } from './languages.ts'

/**
 * Day and hour in Paris, where the association is; the text around it names the zone. Intl joins the two in Arabic with the
 * word "in", which the sentence often has before the day already: there the hour is introduced as such.
 */
export const parisTime = (instant: string, language: Language): string =>
  firstOfMonth(
    new Intl.DateTimeFormat(LOCALE_TAGS[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Europe/Paris',
    })
      .format(new Date(instant))
      .replace(' في ', ' الساعة '),
    language,
  )

/** The hour alone, on the same clock. */
export const parisClock = (
  instant: string | number,
  language: Language,
  timeStyle: 'short' | 'medium' = 'short',
): string =>
  new Intl.DateTimeFormat(LOCALE_TAGS[language], { timeStyle, timeZone: 'Europe/Paris' }).format(
    new Date(instant),
  )
