import type { Language } from '#shared/domain/languages.ts'
import { LOCALE_TAGS } from '../../i18n/format.ts'

/** `2026-05` as "May 2026", and as "May" where there is little room. */
export function monthLabels(
  language: Language,
): (month: string) => { readonly label: string; readonly short: string } {
  const long = new Intl.DateTimeFormat(LOCALE_TAGS[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const short = new Intl.DateTimeFormat(LOCALE_TAGS[language], { month: 'short', timeZone: 'UTC' })
  return (month) => {
    const day = new Date(`${month}-01T00:00:00Z`)
    return { label: long.format(day), short: short.format(day) }
  }
}
