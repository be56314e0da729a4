import { type ChangeEvent, type FocusEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { SelectField, TextField } from '../../../ui/field/text-field.tsx'
import { type DateParts, dateOfParts, partsOfDate } from '../birth-date-parts.ts'

interface BirthDateFieldProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1))

/**
 * Day, month and year apart: a calendar that opens on this month is decades away from a birthday, and the wheel of a
 * phone is slow. The month by its name, because readers disagree whether 3/5 is in March or in May.
 */
export function BirthDateField({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
}: BirthDateFieldProps) {
  const { t } = useTranslation('registration')
  const id = useId()
  const names = new Intl.DateTimeFormat(LOCALE_TAGS[useLanguage()], {
    month: 'long',
    timeZone: 'UTC',
  })
  const parts = partsOfDate(value)
  const set =
    (part: keyof DateParts) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange(dateOfParts({ ...parts, [part]: event.target.value }))
  /** The three are one field: its fault is shown when the focus leaves all of them. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (currentTarget.closest('fieldset')?.contains(relatedTarget) !== true) onBlur()
  }
  const described = error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`
  const months = [
    { value: '', label: t('birthDate.choose') },
    ...MONTHS.map((month) => ({
      value: month,
      label: names.format(new Date(Date.UTC(2000, Number(month) - 1, 1))),
    })),
  ]
  return (
    <fieldset
      aria-describedby={described}
      className={cx(error !== undefined && 'border-s-4 border-danger ps-3')}
    >
      <legend className="pb-1 font-semibold">
        {label}
        <span aria-hidden="true" className="ms-1 text-accent">
          *
        </span>
      </legend>
      <p id={`${id}-hint`} className="pb-2 text-sm text-muted">
        {hint}
      </p>
      <div className="grid max-w-md grid-cols-[4.5rem_minmax(0,1fr)_5.5rem] gap-2">
        <TextField
          label={t('birthDate.day')}
          value={parts.day}
          onChange={set('day')}
          inputMode="numeric"
          autoComplete="bday-day"
          maxLength={2}
          dir="ltr"
          onBlur={leave}
          aria-required
        />
        <SelectField
          label={t('birthDate.month')}
          value={String(Number(parts.month) || '')}
          onChange={set('month')}
          options={months}
          autoComplete="bday-month"
          onBlur={leave}
          aria-required
        />
        <TextField
          label={t('birthDate.year')}
          value={parts.year}
          onChange={set('year')}
          inputMode="numeric"
          autoComplete="bday-year"
          maxLength={4}
          dir="ltr"
          onBlur={leave}
          aria-required
        />
      </div>
      <p
        id={`${id}-error`}
        aria-live="polite"
        className={error === undefined ? 'sr-only' : 'text-sm font-semibold text-danger'}
      >
        {error}
      </p>
    </fieldset>
  )
}
