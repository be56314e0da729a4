import type { Currency } from '#shared/domain/association.ts'
import { type Language, LOCALE_TAGS } from '#shared/domain/text/languages.ts'

const SIGNS = { USD: '$', EUR: '€' } as const satisfies Record<Currency, string>

/** Where the sign stands is each language's matter; `$` is enough, because the page says once that dollars are American. */
export const moneyText = (
  language: Language,
  currency: Currency,
  amount: number,
  options: Intl.NumberFormatOptions,
): string =>
  new Intl.NumberFormat(LOCALE_TAGS[language], { style: 'currency', currency, ...options })
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? SIGNS[currency] : value))
    .join('')
