import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { readCountry } from '#shared/domain/countries.ts'
import { readMaritalStatus } from '#shared/domain/registration-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Section } from '../../ui/section.tsx'
import { FactGroup } from './fact-group.tsx'
import { occupationKey } from './occupation.ts'
import type { Profile } from './use-profile.ts'

/** What the association wrote down from the documents. Members see it; changing it is the association's business. */
export function PersonalSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const country = (name: string): string => format.country(readCountry(name) ?? name)
  const own = (text: string): ReactNode => text && <Auto>{text}</Auto>
  const marital = readMaritalStatus(profile.maritalStatus)
  const occupation = occupationKey(profile.occupation)
  return (
    <Section title={t('personal.title')} lead={<Correction />}>
      <div className="grid divide-y divide-line">
        <FactGroup
          title={t('personal.groups.name')}
          items={[
            { label: t('personal.firstName'), value: own(profile.firstName) },
            { label: t('personal.lastName'), value: own(profile.lastName) },
            { label: t('personal.sex'), value: profile.sex && t(`personal.sexes.${profile.sex}`) },
          ]}
        />
        <FactGroup
          title={t('personal.groups.birth')}
          items={[
            {
              label: t('personal.birthDate'),
              value: profile.birthDate && format.date(profile.birthDate),
            },
            { label: t('personal.birthCountry'), value: country(profile.birthCountry) },
            { label: t('personal.birthCity'), value: own(profile.birthCity) },
            { label: t('personal.birthVillage'), value: own(profile.birthVillage) },
          ]}
        />
        <FactGroup
          title={t('personal.groups.family')}
          items={[
            {
              label: t('personal.nationalities'),
              value: format.list(profile.nationalities.map(country)),
            },
            { label: t('personal.tribe'), value: own(profile.tribe) },
            { label: t('personal.mothersFirstName'), value: own(profile.mothersFirstName) },
            { label: t('personal.mothersLastName'), value: own(profile.mothersLastName) },
            {
              label: t('personal.maritalStatus'),
              value:
                marital === undefined
                  ? own(profile.maritalStatus)
                  : t(`personal.marital.${marital}.${profile.sex || 'm'}`),
            },
            { label: t('personal.numberOfKids'), value: format.number(profile.numberOfKids) },
          ]}
        />
        <FactGroup
          title={t('personal.groups.work')}
          items={[
            {
              label: t('personal.occupation'),
              value:
                occupation === undefined
                  ? own(profile.occupation)
                  : t(`personal.occupations.${occupation}.${profile.sex || 'm'}`),
            },
            { label: t('personal.joined'), value: format.date(profile.createdAt) },
          ]}
        />
      </div>
    </Section>
  )
}

function Correction() {
  const { t } = useTranslation('profile')
  const canWrite = useHasRoute()('/contact')
  return (
    <p>
      {t('personal.lead')}
      {canWrite && (
        <>
          {' '}
          <Link to="/contact" className="font-semibold text-brand underline underline-offset-4">
            {t('personal.correct')}
          </Link>
        </>
      )}
    </p>
  )
}
