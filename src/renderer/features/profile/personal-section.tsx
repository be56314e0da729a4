import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { readCountry } from '#shared/domain/countries.ts'
import { readMaritalStatus, OCCUPATIONS } from '#shared/domain/registration-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Section } from '../../ui/layout/section.tsx'
import type { Profile } from './use-profile.ts'

/** Key of an occupation from the list, whatever its case; undefined for what the member wrote freely. */
const occupationKey = (text: string): (typeof OCCUPATIONS)[number] | undefined =>
  OCCUPATIONS.find((known) => known.toLowerCase() === text.trim().toLowerCase())

interface GroupedFact {
  readonly label: string
  /** Nothing is drawn as a dash. */
  readonly value: ReactNode
}

interface FactGroupProps {
  readonly title: string
  readonly items: readonly GroupedFact[]
}

/** Short facts that belong together, two in a line: fifteen lines of one fact each would be a long way to scroll on a phone. */
function FactGroup({ title, items }: FactGroupProps) {
  const id = useId()
  return (
    <div className="grid gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <h3 id={id} className="font-semibold text-brand">
        {title}
      </h3>
      <dl aria-labelledby={id} className="grid grid-cols-2 gap-x-5 gap-y-3">
        {items.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere">
              {value === '' ? <span className="text-muted">–</span> : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

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
