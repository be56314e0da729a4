import { useTranslation } from 'react-i18next'
import { MARITAL_STATUSES } from '#shared/domain/people/registration-rules.ts'
import {
  CommentAnswer,
  CountryAnswer,
  EmailAnswer,
  FieldGroup,
  KidsAnswer,
  NationalitiesAnswer,
  PhoneAnswer,
  SelectAnswer,
  TextAnswer,
} from './form-fields.tsx'
import type { UserForm } from './user-form.ts'

interface PersonGroupsProps {
  /** The first values of the form: a field that had a value cannot be emptied. */
  readonly before: UserForm
  /**
   * The staff form for an existing person requires phone and tribe, the one for a new person the mother's names
   * (docs/spec/members.md, 5 and 6).
   */
  readonly wants: 'contact' | 'mother'
  /** Whether e-mail and phone are offered. */
  readonly access?: boolean
}

/** What the server stored, with `m`, for members that staff entered without a birth date; the row does not show it. */
const ONCE_SUPPLIED = '1970-01-01'

export function PersonGroups({ before, wants, access = true }: PersonGroupsProps) {
  const { t } = useTranslation('userManagement')
  const isKnown = wants === 'contact'
  const marital = MARITAL_STATUSES.map((value) => ({ value, label: t(`marital.${value}.m`) }))
  const sexes = (['f', 'm'] as const).map((value) => ({ value, label: t(`sexes.${value}`) }))
  return (
    <>
      <FieldGroup title={t('groups.name')}>
        <TextAnswer name="firstName" maxLength={80} required />
        <TextAnswer name="lastName" maxLength={80} required />
        {access && <EmailAnswer />}
        {access && <PhoneAnswer required={isKnown} />}
      </FieldGroup>
      <FieldGroup title={t('groups.person')}>
        <TextAnswer name="tribe" required={isKnown} />
        <SelectAnswer
          name="sex"
          options={[...(before.sex === '' ? [{ value: '', label: t('choose') }] : []), ...sexes]}
          required
        />
        <TextAnswer
          name="mothersFirstName"
          maxLength={80}
          required={!isKnown}
          keep={before.mothersFirstName !== ''}
        />
        <TextAnswer
          name="mothersLastName"
          maxLength={80}
          required={!isKnown}
          keep={before.mothersLastName !== ''}
        />
        <SelectAnswer
          name="maritalStatus"
          options={[
            ...(before.maritalStatus === '' ? [{ value: '', label: t('notSaid') }] : []),
            ...marital,
          ]}
        />
        <KidsAnswer />
        <TextAnswer name="occupation" />
        <NationalitiesAnswer keep={before.nationalities.length > 0} />
      </FieldGroup>
      <FieldGroup title={t('groups.birth')}>
        <TextAnswer
          name="birthDate"
          type="date"
          dir="ltr"
          required
          {...(before.birthDate === ONCE_SUPPLIED &&
            before.sex === 'm' && { hint: t('birthDateDoubt') })}
        />
        <CountryAnswer name="birthCountry" keep={before.birthCountry !== ''} />
        <TextAnswer name="birthCity" />
        <TextAnswer name="birthVillage" />
      </FieldGroup>
      <FieldGroup title={t('groups.residence')}>
        <CountryAnswer name="currentCountry" keep={before.currentCountry !== ''} />
        <TextAnswer name="currentCity" />
        <TextAnswer name="currentVillage" />
      </FieldGroup>
      <FieldGroup title={t('groups.membership')}>
        <TextAnswer name="recommendedBy" />
        <CommentAnswer name="approverComment" />
        <CommentAnswer name="comments" />
      </FieldGroup>
    </>
  )
}
