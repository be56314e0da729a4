import { useMemo } from 'react'
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { SelectField } from '../../../ui/field/text-field.tsx'

interface CountrySelectProps {
  readonly label: string
  readonly error: string | undefined
  readonly required: true
  readonly value: string
  readonly onChange: (code: string) => void
}

/** All countries in a list of the browser, which needs no script of ours and no second load. */
export function CountrySelect({ onChange, ...rest }: CountrySelectProps) {
  const format = useFormat()
  const language = useLanguage()
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(language)
    return COUNTRY_CODES.map((code) => ({ value: code, label: format.country(code) })).toSorted(
      (one, other) => compare(one.label, other.label),
    )
  }, [format, language])
  return (
    <SelectField {...rest} options={options} onChange={({ target }) => onChange(target.value)} />
  )
}
