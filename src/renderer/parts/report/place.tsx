import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'

/**
 * "city, country". The country in the reader's language, where it is one. Each is isolated: a city in Latin letters
 * would reverse the order of an Arabic line.
 */
export function ReportPlace({
  report: { city, country, countryCode },
}: {
  readonly report: Pick<Report, 'city' | 'country' | 'countryCode'>
}) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const land = <Auto>{countryCode === null ? country : format.country(countryCode)}</Auto>
  if (city === '') return land // withheld to protect people
  // Not `Trans`: its parser would be the largest part of this page after the list.
  return t('place')
    .split(/(<city\/>|<country\/>)/)
    .map((part, index) => (
      <Fragment key={index}>
        {part === '<city/>' ? <Auto>{city}</Auto> : part === '<country/>' ? land : part}
      </Fragment>
    ))
}
