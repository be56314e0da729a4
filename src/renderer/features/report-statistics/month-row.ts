import type { Language } from '#shared/domain/languages.ts'
import { LOCALE_TAGS } from '../../i18n/format.ts'

/** `2026-05` as "May 2026", and as "May" where there is little room. */
export function monthRow(
  language: Language,
  { month, count }: { readonly month: string; readonly count: number },
) {
  const first = new Date(`${month}-01T00:00:00Z`)
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(LOCALE_TAGS[language], { ...options, timeZone: 'UTC' }).format(first)
  return {
    label: write({ month: 'long', year: 'numeric' }),
    short: write({ month: 'short' }),
    value: count,
  }
}
