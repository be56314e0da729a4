import { LOCALE_TAGS, type Language } from '#shared/domain/text/languages.ts'

/**
 * The time zone in which a page writes its times: that of the browser unless another is given. Without summer or winter, as
 * a list has times of both; where a zone has no such name but a number of hours, the whole one, which may.
 */
export function timeZoneName(language: Language, timeZone?: string): string {
  const named = (length: 'longGeneric' | 'long'): string =>
    new Intl.DateTimeFormat(LOCALE_TAGS[language], {
      timeZoneName: length,
      ...(timeZone !== undefined && { timeZone }),
    })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const general = named('longGeneric')
  return /\d/.test(general) ? named('long') : general
}
