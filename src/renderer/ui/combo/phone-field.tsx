import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown, Search } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CALLING_COUNTRIES, callingCode } from '#shared/domain/people/calling-codes.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { cx } from '../cx.ts'
import {
  CONTROL,
  controlEdge,
  FieldFrame,
  useControl,
  type FieldTexts,
} from '../field/field-frame.tsx'
import { ComboPopup } from './combo-list.tsx'
import { type ComboOption, matchesQuery } from './combo-options.ts'
import { countryOptions, CountryMark } from './country-options.tsx'
import { type PhoneValue, readPhoneInput } from './phone-number.ts'

export { EMPTY_PHONE, phoneText, type PhoneValue, splitPhone } from './phone-number.ts'

export interface PhoneFieldProps extends FieldTexts {
  readonly value: PhoneValue
  readonly onChange: (value: PhoneValue) => void
  readonly required?: boolean
  readonly disabled?: boolean
  readonly className?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly onBlur?: () => void
}

/** Country code and number. Left to right in every language, as numbers are dialled. */
export function PhoneField({
  label,
  hint,
  error,
  value,
  onChange,
  required,
  disabled,
  className,
  ref,
  onBlur,
}: PhoneFieldProps) {
  const { t } = useTranslation('ui')
  const texts = { label, hint: hint ?? t('phone.hint'), error }
  const control = useControl({ ...texts, required })
  return (
    <FieldFrame {...texts} id={control.id} required={required} className={className}>
      <div dir="ltr" className="flex gap-2">
        <CodePicker
          country={value.country}
          disabled={disabled}
          onChange={(country) => onChange({ ...value, country })}
        />
        <input
          ref={ref}
          {...control}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={value.number}
          disabled={disabled}
          onChange={({ target }) => onChange(readPhoneInput(target.value, value.country))}
          onBlur={onBlur}
          className={cx(CONTROL, controlEdge(error), 'min-w-0 tabular-nums')}
        />
      </div>
    </FieldFrame>
  )
}

interface CodePickerProps {
  readonly country: string
  readonly disabled: boolean | undefined
  readonly onChange: (country: string) => void
}

function CodePicker({ country, disabled, onChange }: CodePickerProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const options = useMemo(
    () =>
      countryOptions(CALLING_COUNTRIES, (code) => format.country(code), language).map((option) => {
        const detail = callingCode(option.value)
        // Found by `249`, `+249` and `00249` alike.
        return {
          ...option,
          detail,
          keywords: `${option.keywords ?? ''} ${detail} ${detail.slice(1)} 00${detail.slice(1)}`,
        }
      }),
    [format, language],
  )
  const chosen: ComboOption | null = options.find((option) => option.value === country) ?? null
  return (
    <Combobox.Root<ComboOption>
      items={options}
      value={chosen}
      // Clearing the search, or Escape, chooses nothing: a number always has a country.
      onValueChange={(option, details) =>
        option === null ? details.cancel() : onChange(option.value)
      }
      onInputValueChange={setQuery}
      isItemEqualToValue={(first, second) => first.value === second.value}
      filter={(option, text) =>
        (chosen !== null && text === chosen.label) || matchesQuery(option, text)
      }
      autoHighlight
      locale={language}
      disabled={disabled}
    >
      <Combobox.Trigger
        aria-label={t('phone.code', {
          country: format.country(country),
          code: callingCode(country),
        })}
        className={cx(
          CONTROL,
          'flex w-auto! shrink-0 items-center gap-2 border-line-strong ps-2.5 pe-2',
        )}
      >
        <CountryMark code={country} />
        <span className="tabular-nums">{callingCode(country)}</span>
        <ChevronDown aria-hidden="true" size={18} className="text-muted" />
      </Combobox.Trigger>
      <ComboPopup
        query={query}
        wide
        search={
          <div className="relative border-b border-line p-2">
            <Search
              aria-hidden="true"
              size={18}
              className="pointer-events-none absolute start-5 top-1/2 -translate-y-1/2 text-muted"
            />
            <Combobox.Input
              aria-label={t('phone.chooseCode')}
              placeholder={t('country.search')}
              autoComplete="off"
              className={cx(CONTROL, 'border-line-strong ps-10')}
            />
          </div>
        }
      />
    </Combobox.Root>
  )
}
