import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readCountry } from '#shared/domain/countries.ts'
import { readMaritalStatus } from '#shared/domain/registration-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { type Fact, Facts } from '../../../ui/layout/facts.tsx'
import type { FullUser } from '../use-users.ts'

/** Every field that is held about a person, in the order in which staff ask for it. */
export function MemberFacts({ user }: { readonly user: FullUser }) {
  const { t } = useTranslation(['userManagement', 'shell'])
  const format = useFormat()
  const country = (name: string): string => format.country(readCountry(name) ?? name)
  const own = (text: string): ReactNode => text && <Auto className="wrap-anywhere">{text}</Auto>
  const exact = (text: string): ReactNode => text && <Ltr className="wrap-anywhere">{text}</Ltr>
  const marital = readMaritalStatus(user.maritalStatus)
  return (
    <div className="grid gap-6">
      <Group
        title={t('groups.contact')}
        items={[
          { label: t('fields.email'), value: exact(user.email) },
          { label: t('fields.phone'), value: exact(user.phone) },
          { label: t('fields.language'), value: t(`languages.${user.language}`) },
          { label: t('fields.connectionMethod'), value: t(`connection.${user.connectionMethod}`) },
        ]}
      />
      <Group
        title={t('groups.residence')}
        items={[
          { label: t('fields.country'), value: country(user.currentCountry) },
          { label: t('fields.city'), value: own(user.currentCity) },
          { label: t('fields.village'), value: own(user.currentVillage) },
        ]}
      />
      <Group
        title={t('groups.birth')}
        items={[
          { label: t('fields.birthDate'), value: user.birthDate && format.date(user.birthDate) },
          { label: t('fields.birthCountry'), value: country(user.birthCountry) },
          { label: t('fields.birthCity'), value: own(user.birthCity) },
          { label: t('fields.birthVillage'), value: own(user.birthVillage) },
        ]}
      />
      <Group
        title={t('groups.person')}
        items={[
          { label: t('fields.sex'), value: user.sex && t(`sexes.${user.sex}`) },
          { label: t('fields.tribe'), value: own(user.tribe) },
          { label: t('fields.nationalities'), value: format.list(user.nationalities.map(country)) },
          {
            label: t('fields.mothersName'),
            value: own(`${user.mothersFirstName} ${user.mothersLastName}`.trim()),
          },
          {
            label: t('fields.maritalStatus'),
            value:
              marital === undefined
                ? own(user.maritalStatus)
                : t(`marital.${marital}.${user.sex || 'm'}`),
          },
          { label: t('fields.numberOfKids'), value: format.number(user.numberOfKids) },
          { label: t('fields.occupation'), value: own(user.occupation) },
        ]}
      />
      <Group
        title={t('groups.membership')}
        items={[
          { label: t('fields.memberSince'), value: format.date(user.createdAt) },
          { label: t('fields.validated'), value: t(user.validated ? 'yes' : 'no') },
          { label: t('fields.recommendedBy'), value: own(user.recommendedBy) },
          { label: t('fields.approverComment'), value: own(user.approverComment) },
          { label: t('fields.comments'), value: own(user.comments) },
        ]}
      />
    </div>
  )
}

function Group({ title, items }: { readonly title: string; readonly items: readonly Fact[] }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold text-brand">{title}</h3>
      <Facts items={items} />
    </section>
  )
}
