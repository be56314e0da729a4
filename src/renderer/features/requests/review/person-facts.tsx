import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ageOn } from '#shared/domain/people/birth-date.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import {
  MEMBER_MIN_AGE_YEARS,
  OCCUPATIONS,
  readMaritalStatus,
} from '#shared/domain/people/registration-rules.ts'
import type { FullRequest } from '#shared/contract/requests.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language-store.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Email, Ltr } from '../../../ui/bidi.tsx'
import { cx } from '../../../ui/cx.ts'

interface GroupFact {
  readonly label: string
  readonly value: ReactNode
  /** Takes the whole line. */
  readonly wide?: true
}

/**
 * All data of the applicant, in the order in which it is compared with the document; after the decision reviewers see
 * name and day alone.
 */
export function PersonFacts({ request }: { readonly request: FullRequest }) {
  const { t } = useTranslation(['registrationRequests', 'profile'])
  const format = useFormat()
  const country = (name: string): string => format.country(readCountry(name) ?? name)
  const own = (text: string): ReactNode => text && <Auto>{text}</Auto>
  const word = (key: string): string => t(`profile:personal.${key}`)
  const marital = readMaritalStatus(request.maritalStatus)
  const { birthDate, numberOfKids, sex } = request
  const occupation = OCCUPATIONS.find(
    (known) => known.toLowerCase() === request.occupation.trim().toLowerCase(),
  )
  return (
    <div className="grid divide-y divide-line">
      <Group
        title={word('groups.name')}
        items={[
          { label: word('firstName'), value: own(request.firstName) },
          { label: word('lastName'), value: own(request.lastName) },
          ...(sex === null ? [] : [{ label: word('sex'), value: word(`sexes.${sex}`) }]),
          { label: t('facts.language'), value: LANGUAGE_NAMES[request.language] },
        ]}
      />
      {birthDate === null ? (
        <p className="py-4 text-muted">{t('facts.withheld')}</p>
      ) : (
        <>
          <Group
            title={word('groups.birth')}
            items={[
              { label: word('birthDate'), value: format.date(birthDate) },
              { label: t('facts.age'), value: <Age birthDate={birthDate} /> },
              { label: word('birthCountry'), value: country(request.birthCountry) },
              { label: word('birthCity'), value: own(request.birthCity) },
              { label: word('birthVillage'), value: own(request.birthVillage) },
            ]}
          />
          <Group
            title={t('facts.contact')}
            items={[
              { label: t('facts.email'), value: <Email address={request.email} />, wide: true },
              { label: t('facts.phone'), value: request.phone && <Ltr>{request.phone}</Ltr> },
              {
                label: t('facts.place'),
                value: (
                  <Places
                    parts={[
                      country(request.currentCountry),
                      request.currentCity,
                      request.currentVillage,
                    ]}
                  />
                ),
              },
            ]}
          />
          <Group
            title={word('groups.family')}
            items={[
              {
                label: word('nationalities'),
                value: format.list(request.nationalities.map(country)),
              },
              { label: word('tribe'), value: own(request.tribe) },
              { label: word('mothersFirstName'), value: own(request.mothersFirstName) },
              { label: word('mothersLastName'), value: own(request.mothersLastName) },
              {
                label: word('maritalStatus'),
                value:
                  marital === undefined
                    ? own(request.maritalStatus)
                    : word(`marital.${marital}.${request.sex}`),
              },
              {
                label: word('numberOfKids'),
                value: numberOfKids === null ? '' : format.number(numberOfKids),
              },
              {
                label: word('occupation'),
                value:
                  occupation === undefined
                    ? own(request.occupation)
                    : word(`occupations.${occupation}.${request.sex}`),
              },
            ]}
          />
        </>
      )}
      <Group
        title={t('facts.request')}
        items={[
          { label: t('facts.sent'), value: format.date(request.createdAt) },
          ...(birthDate === null
            ? []
            : [
                { label: t('facts.recommendedBy'), value: own(request.recommendedBy) },
                { label: t('facts.comments'), value: own(request.comments), wide: true as const },
              ]),
        ]}
      />
    </div>
  )
}

function Age({ birthDate }: { readonly birthDate: string }) {
  const { t } = useTranslation('registrationRequests')
  const [today] = useState(() => new Date())
  const age = ageOn(birthDate, today)
  const young = age < MEMBER_MIN_AGE_YEARS
  return (
    <span className={young ? 'text-danger' : undefined}>
      {t('facts.years', { count: age })}
      {young && (
        <span className="block text-sm">
          {t('facts.tooYoung', { count: MEMBER_MIN_AGE_YEARS })}
        </span>
      )}
    </span>
  )
}

/** Names of places in two scripts may stand in one line; each keeps its own direction. */
function Places({ parts }: { readonly parts: readonly string[] }) {
  const given = parts.filter((part) => part !== '')
  return given.map((part, index) => (
    <span key={part}>
      {index > 0 && ' · '}
      <Auto>{part}</Auto>
    </span>
  ))
}

function Group({ title, items }: { readonly title: string; readonly items: readonly GroupFact[] }) {
  const id = useId()
  return (
    <div className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <h3 id={id} className="font-semibold text-brand">
        {title}
      </h3>
      <dl
        aria-labelledby={id}
        className="grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3 lg:grid-cols-2"
      >
        {items.map(({ label, value, wide }) => (
          <div key={label} className={cx('min-w-0', wide && 'col-span-full')}>
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
