/** Proof of identity and consent. */
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MEMBER_MIN_AGE_YEARS } from '#shared/domain/people/registration-rules.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { PrivacyLink } from '../../../ui/layout/privacy-link.tsx'
import { PhotoField } from '../../../ui/photo/photo-field.tsx'
import { type Application, type PhotoName } from '../application.ts'
import { AnswerField, FieldPlace, useAnswer, useFault } from '../fields/fields.tsx'
import { SectionCard } from '../fields/section-card.tsx'
import { useWizard } from '../wizard.ts'

export function PhotosSection() {
  return (
    <SectionCard id="photos">
      <div className="grid gap-6 md:grid-cols-2">
        <PhotoAnswer name="idFront" kind="document" />
        <PhotoAnswer name="idBack" kind="document" />
        <PhotoAnswer name="portrait" kind="portrait" />
      </div>
    </SectionCard>
  )
}

function PhotoAnswer({
  name,
  kind,
}: {
  readonly name: PhotoName
  readonly kind: 'document' | 'portrait'
}) {
  const { t } = useTranslation('registration')
  const { field, error } = useAnswer(name)
  return (
    <FieldPlace name={name}>
      <PhotoField
        label={t(`fields.${name}`)}
        hint={t(`hints.${name}`)}
        error={error}
        kind={kind}
        texts={{ type: t('photoTypeError'), size: t('photoSizeError') }}
        file={field.value ?? undefined}
        onChange={(file) => {
          field.onChange(file ?? null)
          field.onBlur()
        }}
        required
      />
    </FieldPlace>
  )
}

/** The applicant went to read the terms and will come back by the browser's history. */
let readingTerms = false

export function ConsentSection() {
  const { t } = useTranslation('registration')
  const { register } = useFormContext<Application>()
  const [first, second] = useWizard((state) => state.sum)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!readingTerms) return undefined
    readingTerms = false
    // After the page's heading took the focus: keyboard users continue where they left.
    const timer = setTimeout(() => link.current?.focus(), 0)
    return () => clearTimeout(timer)
  }, [])
  return (
    <SectionCard id="consent">
      <FieldPlace name="termsAccepted">
        <Checkbox
          {...register('termsAccepted')}
          error={useFault('termsAccepted')}
          required
          label={
            <Trans
              t={t}
              i18nKey="terms.accept"
              values={{ years: MEMBER_MIN_AGE_YEARS }}
              components={{
                terms: (
                  <Link
                    ref={link}
                    to="/terms"
                    state={{ from: 'registration' }}
                    onClick={() => void (readingTerms = true)}
                    className="font-semibold text-brand underline underline-offset-4"
                  />
                ),
              }}
            />
          }
        />
      </FieldPlace>
      <p>
        <PrivacyLink />
      </p>
      <FieldPlace name="newsletter">
        <Checkbox
          {...register('newsletter')}
          label={t('fields.newsletter')}
          hint={t('hints.newsletter')}
        />
      </FieldPlace>
      <AnswerField
        name="sum"
        hint={t('hints.sum', { first, second })}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        dir="ltr"
        className="max-w-sm"
        required
      />
    </SectionCard>
  )
}
