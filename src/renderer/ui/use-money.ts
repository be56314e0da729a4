import type { Currency } from '#shared/domain/association.ts'
import { LOCALE_TAGS } from '../i18n/format.ts'
import { useLanguage } from '../i18n/use-format.ts'
import { useAssociation } from './use-association.ts'

/** The currency of donations; dollars are the specification's. */
export const useCurrency = (): Currency => useAssociation()?.currency ?? 'USD'

const SIGNS = { USD: '$', EUR: '€' } as const satisfies Record<Currency, string>

/** Where the sign stands is each language's matter; `$` is enough, because the page says once that dollars are American. */
export function useMoney(): (amount: number) => string {
  const currency = useCurrency()
  const numbers = new Intl.NumberFormat(LOCALE_TAGS[useLanguage()], {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })
  return (amount) =>
    numbers
      .formatToParts(amount)
      .map(({ type, value }) => (type === 'currency' ? SIGNS[currency] : value))
      .join('')
}
