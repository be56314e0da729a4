import { useFormat } from '../../i18n/use-format.ts'

/** Whole American dollars; the page says once which dollars they are, so `$` is enough in Arabic too. */
export function useMoney(): (usd: number) => string {
  const format = useFormat()
  return (usd) =>
    format
      .number(usd, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: 0,
      })
      .replace('US$', '$')
}
