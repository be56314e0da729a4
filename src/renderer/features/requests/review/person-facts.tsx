import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FullRequest } from '#shared/contract/requests.ts'
import { ageOn } from '#shared/domain/people/birth-date.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import { MEMBER_MIN_AGE_YEARS } from '#shared/domain/people/registration-rules.ts'
import { alone, useLanguageName } from '../../../i18n/language-names.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { FactGroup } from '../../../ui/layout/facts.tsx'
import { usePersonFacts } from '../../../ui/person/use-person-facts.tsx'

/**
 * All data of the applicant, in the order in which it is compared with the document; after the decision reviewers see
 * name and day alone.
 */
export function PersonFacts({ request }: { readonly request: FullRequest }) {
  const { t } = useTranslation(['registrationRequests', 'profile'])
  const format = useFormat()
  const languageName = useLanguageName()
  const { birthDate } = request
  const sent = { label: t('facts.sent'), value: format.date(request.createdAt) }
  const facts = usePersonFacts('request', request, {
    language: { label: t('facts.language'), value: alone(languageName(request.language)) },
    age: { label: t('facts.age'), value: birthDate && <Age birthDate={birthDate} /> },
    place: { label: t('facts.place'), value: <Places request={request} /> },
    sent,
  })
  const title = {
    name: t('profile:personal.groups.name'),
    birth: t('profile:personal.groups.birth'),
    contact: t('facts.contact'),
    family: t('profile:personal.groups.family'),
    request: t('facts.request'),
  }
  return (
    <div className="grid divide-y divide-line">
      <FactGroup title={title.name} items={facts('name')} />
      {birthDate === null ? (
        <p className="py-4 text-muted">{t('facts.withheld')}</p>
      ) : (
        (['birth', 'contact', 'family'] as const).map((group) => (
          <FactGroup key={group} title={title[group]} items={facts(group)} />
        ))
      )}
      <FactGroup title={title.request} items={birthDate === null ? [sent] : facts('request')} />
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
function Places({ request }: { readonly request: FullRequest }) {
  const format = useFormat()
  const { currentCountry, currentCity, currentVillage } = request
  const country = format.country(readCountry(currentCountry) ?? currentCountry)
  const given = [country, currentCity, currentVillage].filter((part) => part !== '')
  return given.map((part, index) => (
    <span key={part}>
      {index > 0 && ' · '}
      <Auto>{part}</Auto>
    </span>
  ))
}
