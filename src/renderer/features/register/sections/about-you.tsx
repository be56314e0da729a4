/** The applicant: personal information, birth, mother, nationalities. */
import { useTranslation } from 'react-i18next'
import { MARITAL_STATUSES } from '#shared/domain/registration-rules.ts'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { CountriesField } from '../../../ui/combo/country-field.tsx'
import { SEXES } from '../application.ts'
import { BirthDateField } from '../form/birth-date-field.tsx'
import { AnswerField, CountryAnswer, FieldPlace, useAnswer } from '../form/fields.tsx'
import { SectionCard } from '../form/section-card.tsx'

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
