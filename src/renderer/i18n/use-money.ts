import { LOCALE_TAGS } from './format.ts'
import { useLanguage } from './use-format.ts'

const WHOLE_DOLLARS = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const

/** Where the sign stands is each language's matter; `$` is enough, because the page says once that dollars are American. */
export function useMoney(): (usd: number) => string {
  const numbers = new Intl.NumberFormat(LOCALE_TAGS[useLanguage()], WHOLE_DOLLARS)
  return (usd) =>
    numbers
      .formatToParts(usd)
      .map(({ type, value }) => (type === 'currency' ? '$' : value))
      .join('')
}
