import type { Language } from '#shared/domain/text/languages.ts'
import { createFormatter } from '../../../i18n/format.ts'

/**
 * A date on the card names its month: 12 Apr 1990, ١٢ أبريل with Latin digits, 12 avr. 1990. The medium form is short
 * and has letters in English and French; in Arabic it is 12/04/1990, which half the world reads as a day in December.
 */
export const cardDate = (isoDate: string, language: Language): string =>
  createFormatter(language).date(isoDate, language === 'ar' ? 'long' : 'medium')

/** The calendar day of an instant in UTC, so that a card says the same day wherever it is looked at. */
export const dayOfInstant = (instant: string): string => instant.slice(0, 10)

/** Today where the reader is; the issue date of the card is the day it is shown on (docs/spec/card.md, 2). */
export function localDay(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
