/** Answers that no kind of field draws: contact, sign-in, profession and invitation. */
import { CircleCheck } from 'lucide-react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { INVITATION_CODE_MAX_LENGTH } from '#shared/domain/people/registration-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { PhoneField } from '../../../ui/combo/phone-field.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { StrengthMeter } from '../../../ui/field/strength-meter.tsx'
import { PasswordField } from '../../../ui/field/text-field.tsx'
import { type Application, OCCUPATION_CHOICES, OTHER_OCCUPATION } from '../application.ts'
import { AnswerField, FieldPlace, useAnswer, useFault, useFieldTexts } from '../fields/fields.tsx'
import { stepAddress } from '../steps.ts'
import { useWizard } from '../wizard.ts'

export function PhoneAnswer() {
  const country = useAnswer('phoneCountry')
  const phone = useAnswer('phone')
  return (
    <FieldPlace name="phone">
      <PhoneField
        {...useFieldTexts()('phone')}
        error={phone.error}
        value={{ country: country.field.value, number: phone.field.value }}
        onChange={(value) => {
          if (value.country !== country.field.value) country.field.onChange(value.country)
          phone.field.onChange(value.number)
        }}
        onBlur={phone.field.onBlur}
      />
    </FieldPlace>
  )
}

export function ProvenEmail() {
  const { t } = useTranslation('registration')
  const format = useFormat()
  const ticket = useWizard((state) => state.ticket)
  const { control } = useFormContext<Application>()
  const fault = useFormState({ control }).errors.root?.['email']?.message
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{t('fields.email')}</p>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex min-w-0 items-center gap-2">
          <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-success" />
          <Ltr className="break-all">{ticket?.email}</Ltr>
        </span>
        <Link
          to={stepAddress('email')}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand underline underline-offset-4"
        >
          {t('code.otherEmail')}
        </Link>
      </p>
      {ticket !== undefined && (
        <p className="text-sm text-muted">
          {t('confirmedUntil', { time: format.time(new Date(ticket.endsAt)) })}
        </p>
      )}
      {fault !== undefined && <p className="text-sm font-semibold text-danger">{fault}</p>}
    </div>
  )
}

export function Passwords() {
  const { t } = useTranslation('registration')
  const { register, control } = useFormContext<Application>()
  const [password, again] = useWatch({ control, name: ['password', 'passwordAgain'] })
  const fault = useFault('passwordAgain')
  const matches = password !== '' && password === again
  return (
    <>
      <FieldPlace name="password" className="grid gap-3">
        <PasswordField
          {...register('password', { deps: again === '' ? [] : ['passwordAgain'] })}
          label={t('fields.password')}
          error={useFault('password')}
          autoComplete="new-password"
          required
        />
        <StrengthMeter password={password} />
      </FieldPlace>
      <FieldPlace name="passwordAgain">
        <PasswordField
          {...register('passwordAgain')}
          label={t('fields.passwordAgain')}
          error={fault}
          autoComplete="new-password"
          required
        />
        {/* Below the field: above it, the field would move while it is typed in. */}
        <p aria-live="polite" className={matches ? 'mt-1.5 text-sm text-muted' : 'sr-only'}>
          {matches && t('passwordMatch')}
        </p>
      </FieldPlace>
    </>
  )
}

export function OccupationAnswer() {
  const { t } = useTranslation('memberFields')
  const { field, error } = useAnswer('occupation')
  return (
    <>
      <FieldPlace name="occupation">
        <ChoiceCards
          legend={t('occupation.label')}
          columns={3}
          options={OCCUPATION_CHOICES.map((value) => ({
            value,
            label: t(`occupation.options.${value}`),
          }))}
          value={field.value || undefined}
          onChange={field.onChange}
          error={error}
        />
      </FieldPlace>
      {field.value === OTHER_OCCUPATION && (
        <AnswerField name="otherOccupation" autoComplete="organization-title" dir="auto" required />
      )}
    </>
  )
}

export function InvitationAnswer() {
  return (
    <AnswerField
      name="recommendedBy"
      maxLength={INVITATION_CODE_MAX_LENGTH}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      className="max-w-sm"
      required
    />
  )
}

/** The box comes first: without it there is no field to fill in. */
export function TribeAnswer() {
  const { t } = useTranslation('registration')
  const { register, control } = useFormContext<Application>()
  const agreed = useWatch({ control, name: 'tribeConsent' })
  return (
    <>
      <FieldPlace name="tribeConsent">
        <Checkbox
          {...register('tribeConsent')}
          label={t('terms.tribe')}
          hint={t('hints.tribeConsent')}
        />
      </FieldPlace>
      {agreed && <AnswerField name="tribe" autoComplete="off" dir="auto" required />}
    </>
  )
}
