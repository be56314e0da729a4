import type { Currency } from '#shared/domain/association.ts'
import { moneyText } from '../i18n/money.ts'
import { useLanguage } from '../i18n/use-format.ts'
import { useAssociation } from './use-association.ts'

/** The currency of donations; dollars are the specification's. */
export const useCurrency = (): Currency => useAssociation()?.currency ?? 'USD'

export function useMoney(): (amount: number) => string {
  const currency = useCurrency()
  const language = useLanguage()
  return (amount) => moneyText(language, currency, amount, { maximumFractionDigits: 0 })
}
