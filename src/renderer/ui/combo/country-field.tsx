import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import {
  ComboField,
  type ComboFieldProps,
  type ComboOption,
  MultiComboField,
  type MultiComboFieldProps,
} from './combo-field.tsx'
import { countryOptions } from './country-options.tsx'

function useCountries(): readonly ComboOption[] {
  const format = useFormat()
  const language = useLanguage()
  return useMemo(
    () => countryOptions(COUNTRY_CODES, (code) => format.country(code), language),
    [format, language],
  )
}

/** A country as its ISO code. */
export function CountryField(props: Omit<ComboFieldProps, 'options'>) {
  const { t } = useTranslation('ui')
  return <ComboField placeholder={t('country.placeholder')} {...props} options={useCountries()} />
}

/** Several countries as their ISO codes, in the order in which they were chosen. */
export function CountriesField(props: Omit<MultiComboFieldProps, 'options'>) {
  const { t } = useTranslation('ui')
  return (
    <MultiComboField placeholder={t('country.placeholder')} {...props} options={useCountries()} />
  )
}
