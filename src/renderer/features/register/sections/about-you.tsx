/** The applicant: personal information, birth, mother, nationalities. */
import { useTranslation } from 'react-i18next'
import { MARITAL_STATUSES } from '#shared/domain/people/registration-rules.ts'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { CountriesField } from '../../../ui/combo/country-field.tsx'
import { SEXES } from '../application.ts'
import { AnswerField, CountryAnswer, FieldPlace, useAnswer } from '../form/fields.tsx'
import { SectionCard } from '../form/section-card.tsx'
import { type ChangeEvent, type FocusEvent, useId } from 'react'
import { LOCALE_TAGS } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { SelectField, TextField } from '../../../ui/field/text-field.tsx'
import { type DateParts, dateOfParts, partsOfDate } from '../form/birth-date-parts.ts'

interface BirthDateFieldProps {
  readonly label: string
  readonly hint: string
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
function BirthDateField({ label, hint, error, value, onChange, onBlur }: BirthDateFieldProps) {
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

export function PersonalSection() {
  const { t } = useTranslation('registration')
  const sex = useAnswer('sex')
  const marital = useAnswer('maritalStatus')
  return (
    <SectionCard id="personal">
      <div className="grid gap-5 sm:grid-cols-2">
        <AnswerField
          name="firstName"
          hint={t('hints.firstName')}
          autoComplete="given-name"
          dir="auto"
          required
        />
        <AnswerField
          name="lastName"
          hint={t('hints.lastName')}
          autoComplete="family-name"
          dir="auto"
          required
        />
      </div>
      <FieldPlace name="sex">
        <ChoiceCards
          legend={t('fields.sex')}
          columns={2}
          options={SEXES.map((value) => ({ value, label: t(`sex.${value}`) }))}
          value={sex.field.value || undefined}
          onChange={sex.field.onChange}
          error={sex.error}
          required
        />
      </FieldPlace>
      <FieldPlace name="maritalStatus">
        <ChoiceCards
          legend={t('fields.maritalStatus')}
          columns={4}
          options={MARITAL_STATUSES.map((value) => ({ value, label: t(`maritalStatus.${value}`) }))}
          value={marital.field.value || undefined}
          onChange={marital.field.onChange}
          error={marital.error}
          required
        />
      </FieldPlace>
      <div className="grid gap-5 sm:grid-cols-2">
        <AnswerField
          name="numberOfKids"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          dir="ltr"
          required
        />
        {/* No autocomplete: the browser would offer the tribe to the next user of this phone. */}
        <AnswerField name="tribe" hint={t('hints.tribe')} autoComplete="off" dir="auto" required />
      </div>
    </SectionCard>
  )
}

export function BirthSection() {
  const { t } = useTranslation('registration')
  const birthDate = useAnswer('birthDate')
  return (
    <SectionCard id="birth">
      <FieldPlace name="birthDate">
        <BirthDateField
          label={t('fields.birthDate')}
          hint={t('hints.birthDate')}
          error={birthDate.error}
          value={birthDate.field.value}
          onChange={birthDate.field.onChange}
          onBlur={birthDate.field.onBlur}
        />
      </FieldPlace>
      <CountryAnswer name="birthCountry" />
      <div className="grid gap-5 sm:grid-cols-2">
        <AnswerField name="birthCity" autoComplete="off" dir="auto" required />
        <AnswerField
          name="birthVillage"
          hint={t('hints.village')}
          autoComplete="off"
          dir="auto"
          required
        />
      </div>
    </SectionCard>
  )
}

export function MotherSection() {
  return (
    <SectionCard id="mother">
      <div className="grid gap-5 sm:grid-cols-2">
        <AnswerField name="mothersFirstName" autoComplete="off" dir="auto" required />
        <AnswerField name="mothersLastName" autoComplete="off" dir="auto" required />
      </div>
    </SectionCard>
  )
}

export function NationalitiesSection() {
  const { t } = useTranslation('registration')
  const { field, error } = useAnswer('nationalities')
  return (
    <SectionCard id="nationalities">
      <FieldPlace name="nationalities">
        <CountriesField
          {...field}
          label={t('fields.nationalities')}
          hint={t('hints.nationalities')}
          error={error}
          required
        />
      </FieldPlace>
    </SectionCard>
  )
}
